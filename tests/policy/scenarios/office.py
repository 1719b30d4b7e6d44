"""A gateway in front of a clerk whose changes a person is asked about, and the people who are asked."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import mcp.types as wire
from mcp import Client, StdioServerParameters
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import stdio_client

from tests.scenarios.gate import Entry, Gate, Mode, said

CLERK = str(Path(__file__).with_name("clerk.py"))
SIGNED = ("clerk.update_*", "clerk.delete_*", "clerk.sign_*", "clerk.hidden.*", "clerk.archive-lead")
PATIENCE_SECONDS = 30.0
Decide = Callable[[str], Awaitable[wire.ElicitResult]]
Rule = Mapping[str, object]
ASK: Rule = {"tools": list(SIGNED), "action": "ask"}


def yes(decision: str = "once") -> wire.ElicitResult:
    return wire.ElicitResult(action="accept", content={"decision": decision})


def no(reason: str) -> wire.ElicitResult:
    return wire.ElicitResult(action="accept", content={"decision": "deny", "reason": reason})


class Person:
    """Who sits in front of a client, sees its questions, and decides as the test says."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        self.asked: list[str] = []
        self.seen = anyio.Event()
        self.says(yes())

    def says(self, *answers: wire.ElicitResult) -> None:
        """These answers in turn; the last one from then on."""

        async def decide(_: str) -> wire.ElicitResult:
            return answers[min(len(self.asked), len(answers)) - 1]

        self.decide: Decide = decide

    async def elicit(self, context: ClientRequestContext, params: wire.ElicitRequestParams) -> wire.ElicitResult:
        del context
        self.asked.append(params.message)
        self.seen.set()
        return await self.decide(params.message)


@dataclass
class Office:
    """Settings, what the clerk was told to do, and the commands a person types elsewhere."""

    folder: Path
    settings: Mapping[str, object] = field(default_factory=dict[str, object])
    rules: tuple[Rule, ...] = (ASK,)
    names: tuple[str, ...] = ("clerk",)
    cold: bool = False
    gate: Gate = field(init=False)

    def __post_init__(self) -> None:
        self.gate = Gate(self.folder, self.folder / "state", cold=self.cold)
        state = str(self.folder / "state" / "sandgate")
        usual = {"state_dir": state, "catalogue.wait_seconds": 30, "catalogue.learn": False, "sandbox.spares": 1}
        settings = {**usual, **self.settings}
        self.gate.configure({name: self._clerk(name) for name in self.names}, settings)
        with self.gate.config.open("a", encoding="utf-8") as file:
            for rule in self.rules:
                file.write("".join(["[[policy.rules]]\n", *(f"{key} = {_toml(rule[key])}\n" for key in rule)]))

    def _clerk(self, name: str) -> Entry:
        return {"command": sys.executable, "args": [CLERK, str(self.folder / "calls"), name]}

    @property
    def board(self) -> Path:
        return self.folder / "state" / "sandgate" / "approvals"

    @property
    def reached(self) -> list[list[Any]]:
        """Every call that a clerk was really sent, in the order they came."""
        calls = self.folder / "calls"
        return [json.loads(line) for line in calls.read_text().splitlines()] if calls.exists() else []

    def clear(self) -> None:
        (self.folder / "calls").unlink(missing_ok=True)

    async def types(self, *words: str) -> str:
        """What a real `sandgate` command prints that ends well."""
        done = await anyio.to_thread.run_sync(self.gate.sandgate, *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    async def fails(self, *words: str) -> str:
        """What a real `sandgate` command complains about."""
        done = await anyio.to_thread.run_sync(self.gate.sandgate, *words)
        assert done.returncode != 0, done.stdout
        return done.stderr

    async def posted(self, questions: int = 1, text: str = "") -> list[str]:
        """The ids of questions with this text, once there are so many: another process writes them there."""
        with anyio.fail_after(PATIENCE_SECONDS):
            while len(found := self._on_board(text)) != questions:  # noqa: ASYNC110 - it is no event of ours
                await anyio.sleep(0.02)
        return found

    def _on_board(self, text: str) -> list[str]:
        found: list[str] = []
        for file in self.board.glob("*.question"):
            with suppress(FileNotFoundError):
                found += [file.stem] if text in file.read_text(encoding="utf-8") else []
        return found

    @asynccontextmanager
    async def client(self, mode: Mode, person: Person | None = None) -> AsyncGenerator[Client, None]:
        """A real client over pipes of a gateway of its own."""
        command, *arguments = self.gate.command("serve")
        parameters = StdioServerParameters(
            command=command,
            args=arguments,
            env=self.gate.variables(),
            cwd=self.folder,
            encoding_error_handler="replace",
        )
        with (self.folder / "stderr").open("a") as errors:
            async with Client(
                stdio_client(parameters, errlog=errors), mode=mode, elicitation_callback=person and person.elicit
            ) as client:
                yield client


def _toml(value: object) -> str:
    if isinstance(value, dict):
        items: dict[str, str] = value  # pyright: ignore[reportUnknownVariableType]
        return "{" + ", ".join(f"{json.dumps(key)} = {json.dumps(item)}" for key, item in items.items()) + "}"
    return json.dumps(value)


async def execute(client: Client, code: str, tool: str = "execute_code") -> wire.CallToolResult:
    """How a program ended, or what it waits for. Nothing here may take longer than a person's patience."""
    with anyio.fail_after(PATIENCE_SECONDS):
        return await client.call_tool(tool, {"code": code})


async def resume(client: Client, id: str) -> wire.CallToolResult:
    with anyio.fail_after(PATIENCE_SECONDS):
        return await client.call_tool("execute_code", {"resume": id})


def facts(result: wire.CallToolResult) -> dict[str, Any]:
    """What an answer says of itself beside its text."""
    return (result.meta or {})["sandgate/execution"]


def worked(result: wire.CallToolResult) -> str:
    assert not result.is_error, said(result)
    return said(result)
