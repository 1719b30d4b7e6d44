"""How tools are found, the same for both who search: with the person's words first, then by name where that failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

from sandgate.catalog.search.words import surface
from sandgate.model import Tool

from .counting import Message, definition
from .stage import Gate
from .tasks import Task, ToolId

Search = Callable[[str], Awaitable[tuple[Message, Collection[ToolId]]]]
"""What a search shows, and the tools that are known then."""
BY = ("the person's words", "the tool's name", "the names of tool and server", "nothing")


@dataclass(slots=True)
class Finding:
    """What is known in one conversation, and what it took to find each tool."""

    search: Search
    known: set[ToolId] = field(default_factory=set[ToolId])
    by: Counter[str] = field(default_factory=Counter[str])

    async def find(self, user: str, wanted: Iterable[ToolId]) -> list[Message]:
        """The searches until all are known. A tool that none of them shows counts as found by nothing."""
        missing = [tool for tool in wanted if tool not in self.known]
        if not missing:
            return []
        messages = [await self._try(user, missing, BY[0])]
        for tool in missing:
            for by, query in _by_name(tool):
                if tool not in self.known:
                    messages.append(await self._try(query, missing, by))
            if tool not in self.known:
                self.by[BY[3]] += 1
                self.known.add(tool)
        return messages

    async def _try(self, query: str, missing: Iterable[ToolId], by: str) -> Message:
        message, found = await self.search(query)
        self.by[by] += sum(tool in found and tool not in self.known for tool in missing)
        self.known.update(found)
        return message


def _by_name(tool: ToolId) -> Iterator[tuple[str, str]]:
    server, name = (" ".join(surface(part)) or part for part in tool)
    yield BY[1], name
    yield BY[2], f"{server} {name}"


async def looked_up(task: Task, gate: Gate) -> tuple[list[list[Message]], Counter[str]]:
    """For each step what a model asks Sandgate before its programs: searches, then definitions, each tool's once."""
    paths = {(tool.server, tool.name): gate.catalogue.path(tool) for tool in gate.catalogue.tools}

    async def search(query: str) -> tuple[Message, list[ToolId]]:
        text = await gate.ask("search_tools", {"query": query})
        shown = {line.partition(": ")[0] for line in text.splitlines()}
        return Message("search", "search_tools", {"query": query}, text), [it for it in paths if paths[it] in shown]

    finding, read, steps = Finding(search), set[ToolId](), list[list[Message]]()
    for step in task.steps:
        messages = await finding.find(step.user, step.imported)
        for tool in step.imported:
            if tool not in read:
                read.add(tool)
                arguments = {"tool": paths[tool]}
                text = await gate.ask("get_tool_definition", arguments)
                messages.append(Message("definition", "get_tool_definition", arguments, text))
        steps.append(messages)
    return steps, finding.by


async def loaded(task: Task, gate: Gate, most: int) -> tuple[list[list[Message]], Counter[str]]:
    """For each step the searches of a client that loads `most` definitions for each; what is there is not loaded again.

    The ranking is Sandgate's, so that both find the same.
    """
    finding = Finding(lambda query: search(query))

    async def search(query: str) -> tuple[Message, list[ToolId]]:
        tools = gate.catalogue.search(query)[:most]
        new = [tool for tool in tools if (tool.server, tool.name) not in finding.known]
        return _search(query, new), [(tool.server, tool.name) for tool in tools]

    return [await finding.find(step.user, step.used) for step in task.steps], finding.by


def loaded_exactly(task: Task, tools: dict[ToolId, Tool]) -> list[list[Message]]:
    """The same if every search loaded what the step uses and nothing else."""
    known, steps = set[ToolId](), list[list[Message]]()
    for step in task.steps:
        new = [tool for tool in step.used if tool not in known]
        known.update(new)
        steps.append([_search(step.user, [tools[tool] for tool in new])] if new else [])
    return steps


def _search(query: str, tools: Iterable[Tool]) -> Message:
    return Message("search", "tool_search", {"query": query}, "\n".join(map(definition, tools)))
