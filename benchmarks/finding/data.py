"""Public sets of tools and queries with the tools that answer them, read from a folder that is given."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandgate.catalog import captured
from sandgate.catalog.search.words import surface
from sandgate.model import Tool

MOST_QUERIES = 500
"""Of each set, by a fixed draw."""
FILES = {
    "mcptoolbenchpp": "queries.jsonl",
    "graph_toucan": "queries.jsonl",
    "metatool": "queries.jsonl",
    "metatool, two tools": "queries_multi.jsonl",
    "bfcl": "queries.jsonl",
    "seal_tools": "queries.jsonl",
    "restbench_tmdb": "queries.jsonl",
}
REAL = "real servers"


@dataclass(frozen=True, slots=True)
class Query:
    text: str
    wanted: tuple[frozenset[int], ...]
    """Groups of tools by number: any one of a group answers its part of the query."""


@dataclass(frozen=True, slots=True)
class Set:
    name: str
    tools: Sequence[Tool]
    queries: Sequence[Query]

    @property
    def several(self) -> list[Query]:
        """Queries that need more than one tool."""
        return [query for query in self.queries if len(query.wanted) > 1]

    def by_name(self) -> Set:
        """The same tools, asked for by the words of their names."""
        numbers = random.Random(1).sample(range(len(self.tools)), min(MOST_QUERIES, len(self.tools)))
        texts = {number: " ".join(surface(self.tools[number].name)) for number in numbers}
        same: dict[str, set[int]] = {}
        for number, tool in enumerate(self.tools):
            same.setdefault(" ".join(surface(tool.name)), set()).add(number)
        queries = [Query(text, (frozenset(same[text]),)) for text in texts.values() if text]
        return Set(f"{self.name}, by name", self.tools, queries)


def sets(data: Path) -> Iterator[Set]:
    for name, file in FILES.items():
        folder = data / "tools" / name.partition(",")[0]
        if (folder / file).is_file():
            yield _set(name, _lines(folder / "catalogue.jsonl"), _lines(folder / file))
    if (data / "catalogue").is_dir() and (data / "tools" / "toolsearch_ts").is_dir():
        yield _real(data)


def _set(name: str, tools: list[dict[str, Any]], queries: list[dict[str, Any]]) -> Set:
    numbers = {tool["id"]: number for number, tool in enumerate(tools)}
    made = [
        Tool(
            server=str(tool.get("server") or ""),
            name=tool["name"],
            description=tool.get("description") or "",
            input_schema=tool.get("inputSchema") or {},
        )
        for tool in tools
    ]
    return Set(name, made, [found for query in _drawn(queries) if (found := _query(query, numbers)).wanted])


def _query(query: dict[str, Any], numbers: dict[str, int]) -> Query:
    groups = query.get("relevant_groups") or [[one] for one in query["relevant"]]
    known = [frozenset(numbers[one] for one in group if one in numbers) for group in groups]
    return Query(query["query"], tuple(group for group in known if group))


def _real(data: Path) -> Set:
    """Queries that name tools of published servers, over all captured servers."""
    tools = [tool for listing in captured(data / "catalogue").values() for tool in listing.tools]
    queries: list[Query] = []
    for line in _lines(data / "tools" / "toolsearch_ts" / "queries.jsonl"):
        prefix = line["server"].partition("-")[0]
        wanted = {one.removeprefix(f"{line['server']}_") for one in line["relevant"]}
        found = [n for n, tool in enumerate(tools) if tool.name in wanted and tool.server.startswith(prefix)]
        if found:
            queries.append(Query(line["query"], (frozenset(found),)))
    return Set(REAL, tools, queries)


def _drawn(queries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return random.Random(1).sample(queries, MOST_QUERIES) if len(queries) > MOST_QUERIES else queries


def _lines(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
