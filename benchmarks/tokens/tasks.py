"""Tasks with the calls that solve them and what these returned: the public ones, read from a folder that is given."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from sandgate.model import Json, JsonObject, Listing, Tool

from .counting import Message, text_of

TRACES, TOOLS = "bfcl_multi_turn_base_traces.jsonl", "bfcl_multi_turn_tools.json"
TYPES = {"dict": "object", "float": "number", "tuple": "array", "any": "string"}
"""Names of types in that set, and in JSON schema."""
ToolId: TypeAlias = tuple[str, str]
"""Server and name."""
Rule = Literal["a program a call", "all printed", "last printed", "as shipped"]
RULES: tuple[Rule, ...] = ("a program a call", "all printed", "last printed")
"""Those by which programs are made from calls."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is known to be right, and what it returned."""

    tool: ToolId
    arguments: JsonObject
    result: Json

    @property
    def message(self) -> Message:
        return Message("call", self.tool[1], self.arguments, text_of(self.result))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a person asks for, and how it is done each way."""

    user: str
    calls: tuple[Message, ...]
    used: tuple[ToolId, ...]
    """The tools of these calls, each once."""
    imported: tuple[ToolId, ...]
    """The tools that programs import instead."""
    programs: Mapping[Rule, tuple[Message, ...]] = field(default_factory=dict[Rule, tuple[Message, ...]])
    """Programs that were run, with their answers."""


@dataclass(frozen=True, slots=True)
class Task:
    id: str
    servers: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Traced:
    """A public task as it is recorded; no program has been run yet."""

    id: str
    servers: tuple[str, ...]
    turns: tuple[tuple[str, tuple[Call, ...]], ...]


def traced(data: Path) -> list[Traced]:
    with (data / "tasks" / TRACES).open(encoding="utf-8") as lines:
        return [_traced(json.loads(line)) for line in lines]


def _traced(task: dict[str, Any]) -> Traced:
    turns = tuple((turn["user"], tuple(_call(each) for each in turn["calls"])) for turn in task["turns"])
    return Traced(task["id"], tuple(task["classes"]), turns)


def _call(call: dict[str, Any]) -> Call:
    server, _, name = call["tool"].partition(".")
    return Call((server, name), call["args"], call["result"])


def listings(data: Path) -> dict[str, Listing]:
    """The tools of the public tasks, as servers would list them. What they return is not declared, as with most."""
    given = json.loads((data / "tasks" / TOOLS).read_bytes())
    return {
        server: Listing(
            tools=tuple(
                Tool(
                    server=server,
                    name=tool["name"],
                    description=tool["description"],
                    input_schema=_in_json_schema(tool["parameters"]),
                )
                for tool in tools
            )
        )
        for server, tools in given.items()
    }


def _in_json_schema(schema: Json) -> Any:
    match schema:
        case dict():
            changed = {name: _in_json_schema(value) for name, value in schema.items()}
            kind = changed.get("type")
            return {**changed, "type": TYPES.get(kind, kind)} if isinstance(kind, str) else changed
        case list():
            return [_in_json_schema(each) for each in cast("list[Json]", schema)]
        case _:
            return schema


def each_once(tools: list[ToolId]) -> tuple[ToolId, ...]:
    return tuple(dict.fromkeys(tools))


def singles(tasks: Sequence[Task]) -> list[Task]:
    """Of each task the first thing that one call does, as a task of its own with that call's server."""
    found = [(task.id, step) for task in tasks for step in task.steps if len(step.calls) == 1]
    first = dict(reversed(found))
    return [Task(name, (step.used[0][0],), (step,)) for name, step in reversed(first.items())]
