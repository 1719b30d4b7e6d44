"""The same task as a conversation in each way, and all tasks of a set in front of one catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sandgate.demo.counting import compact
from sandgate.model import Listing, Tool

from .counting import Conversation, Message, definition, tokens, turn
from .looking import loaded, loaded_exactly, looked_up
from .stage import Gate
from .tasks import Rule, Task, ToolId

MOST_LOADED = 5
"""Definitions that one search of a client loads: Anthropic's tool search says 3 to 5."""
SEARCH_TOOL = {
    "name": "tool_search",
    "description": "Find tools by what they do. The definitions of those that fit are loaded and can then be called.",
    "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
}
LISTED, SEARCHED, EXACT = "every tool listed", f"tool search, {MOST_LOADED} a search", "tool search that is never wrong"
USED = "only the tools it uses listed"


def sandgate(rule: Rule) -> str:
    return f"Sandgate, {rule}"


@dataclass(slots=True)
class Scene:
    """All tasks of a set in front of one catalogue, each way."""

    name: str
    servers: list[int] = field(default_factory=list[int])
    tools: list[int] = field(default_factory=list[int])
    """Of each task."""
    ways: dict[str, list[Conversation]] = field(default_factory=dict[str, list[Conversation]])
    found: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    """For each who searches, how many tools were found by what."""

    def add(self, way: str, conversation: Conversation) -> None:
        self.ways.setdefault(way, []).append(conversation)

    def find(self, way: str, by: Counter[str]) -> None:
        self.found[way] = self.found.get(way, Counter[str]()) + by


async def play(scene: Scene, tasks: Sequence[Task], gate: Gate, listings: Mapping[str, Listing]) -> None:
    """Add each task to a scene in every way. `listings` are those of the gate's servers."""
    tools = {(tool.server, tool.name): tool for listing in listings.values() for tool in listing.tools}
    greeting, ours = listed_tokens(listings.values()), await gate.opening()
    for task in tasks:
        scene.servers.append(len(listings))
        scene.tools.append(len(tools))
        scene.add(USED, direct(task, used_tokens(task, tools)))
        scene.add(LISTED, direct(task, greeting))
        searches, by = await loaded(task, gate, MOST_LOADED)
        scene.find(SEARCHED, by)
        scene.add(SEARCHED, deferred(task, searches))
        scene.add(EXACT, deferred(task, loaded_exactly(task, tools)))
        lookups, by = await looked_up(task, gate)
        scene.find("Sandgate", by)
        for rule in rules_of(task):
            scene.add(sandgate(rule), coded(task, ours, lookups, rule))


def rules_of(task: Task) -> list[Rule]:
    return list(task.steps[0].programs)


def direct(task: Task, opening: int) -> Conversation:
    return Conversation(opening, tuple(turn(step.user, step.calls) for step in task.steps))


def deferred(task: Task, searches: Sequence[Sequence[Message]]) -> Conversation:
    steps = zip(task.steps, searches, strict=True)
    opening = tokens(compact(SEARCH_TOOL))
    return Conversation(opening, tuple(turn(step.user, [*looked, *step.calls]) for step, looked in steps))


def coded(task: Task, opening: int, lookups: Sequence[Sequence[Message]], rule: Rule) -> Conversation:
    steps = zip(task.steps, lookups, strict=True)
    return Conversation(opening, tuple(turn(step.user, [*looked, *step.programs[rule]]) for step, looked in steps))


def listed_tokens(listings: Iterable[Listing]) -> int:
    """What a model reads first where every tool is listed: definitions, and what servers say of themselves."""
    return sum(weight(listing) for listing in listings)


def weight(listing: Listing) -> int:
    return sum(tokens(definition(tool)) for tool in listing.tools) + tokens(listing.instructions)


def used_tokens(task: Task, tools: Mapping[ToolId, Tool]) -> int:
    used = {tool for step in task.steps for tool in step.used}
    return sum(tokens(definition(tools[tool])) for tool in used)
