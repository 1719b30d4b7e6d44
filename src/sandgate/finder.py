"""Answer what tools there are, in text for a model: search, recommend, show one; never more tokens than asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import anyio.to_thread

from .catalog import (
    DATA,
    Catalogue,
    Together,
    about,
    clean,
    first_sentence,
    json_text,
    recommended,
    server_line,
    tool_line,
)
from .discovery import Discovery
from .errors import BadArguments, SandgateError
from .model import JsonObject, Tool
from .output import Entry, cut, fits, fitted
from .policy.risk import weigh_call
from .policy.rules import Rules

Detail = Literal["name", "description", "full"]
DETAILS: Mapping[str, Detail] = {
    "name": "name",
    "description": "description",
    "full": "full",
    "name_only": "name",
    "with_description": "description",
    "summary": "description",
}
UsedTogether = Callable[[], Awaitable[list[list[str]]]]
"""The names of the tools each program used that ended well."""
FittingSkills = Callable[[str], list[str]]
"""Skills that fit a query, a line for each."""
Hide = Callable[[str], Awaitable[str]]
"""Takes personal data out of what a server said when it could not be asked."""
MOST_SKILLS = 3
MOST_RESULTS = 200
MOST_TOKENS = 1_000_000
MOST_TOLD = 100_000
"""Tokens of an answer, however many may be: counting more of them holds all other threads for too long."""
DEFINITION_TOKENS = 25_000
"""Of a definition where no budget is given. No honest one is longer."""
LONGEST_QUERY = 10_000
FOUND, RECOMMENDED = 10, 6
"""Tools where no limit is given."""


async def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A search as it was asked for. Programs may send anything, so `of` checks all of it."""

    query: str = ""
    server: str | None = None
    detail: str = "description"
    limit: int | None = None
    category: str | None = None
    read_only: bool | None = None
    has_output_schema: bool | None = None
    max_tokens: int | None = None
    recommend: bool = False

    @classmethod
    def of(cls, arguments: JsonObject) -> Wanted:
        """Raises BadArguments with what would be right."""
        _check_kinds("search_tools", arguments, KINDS)
        wanted = cls(**arguments)
        if len(wanted.query) > LONGEST_QUERY:
            raise BadArguments(f"query must be at most {LONGEST_QUERY:,} characters")
        if wanted.detail not in DETAILS:
            raise BadArguments(f"detail must be one of name, description, full; got {wanted.detail[:40]!r}")
        _check_number("limit", wanted.limit, MOST_RESULTS)
        _check_number("max_tokens", wanted.max_tokens, MOST_TOKENS)
        return wanted


KINDS: Mapping[str, type] = {
    "query": str,
    "server": str,
    "detail": str,
    "limit": int,
    "category": str,
    "read_only": bool,
    "has_output_schema": bool,
    "max_tokens": int,
    "recommend": bool,
}
DEFINITION_KINDS: Mapping[str, type] = {"tool": str, "schema": bool, "max_tokens": int}
WORDS: Mapping[type, str] = {str: "text", int: "a whole number", bool: "true or false"}


class Finder:
    """What a model asks about tools."""

    def __init__(
        self,
        discovery: Discovery,
        used_together: UsedTogether,
        rules: Rules,
        tokens: int,
        wait_seconds: float,
        fitting_skills: FittingSkills = lambda _: [],
    ) -> None:
        """`tokens` is the budget where none is given, `wait_seconds` how long servers have that were never listed.

        What can never be called by the `rules` is not found. Skills that fit are named after the tools.
        """
        self._discovery, self._used_together, self._rules = discovery, used_together, rules
        self._fitting_skills = fitting_skills
        self._tokens, self._wait_seconds = tokens, wait_seconds

    @property
    def _catalogue(self) -> Catalogue:
        return self._discovery.catalogue

    async def search(
        self, query: str = "", *, wait: float | None = None, hide: Hide = _as_it_is, **options: Any
    ) -> str:
        """Tools that fit a query, as text; `options` are those of Wanted. Raises BadArguments or UnknownTool."""
        return await self.answer_search({"query": query, **options}, wait, hide)

    async def answer_search(self, arguments: JsonObject, wait: float | None = None, hide: Hide = _as_it_is) -> str:
        """The same for arguments as they came."""
        wanted = Wanted.of(arguments)
        only = self._catalogue.server(wanted.server) if wanted.server else None
        waiting = await self._discovery.settle(self._wait_seconds if wait is None else wait, only)
        notes = await self._missing(waiting, hide)
        programs = await self._history() if wanted.recommend else []
        return await anyio.to_thread.run_sync(self._searched, wanted, only, programs, notes)

    async def definition(self, tool: str, schema: bool = False, max_tokens: int | None = None) -> str:
        """How to call one tool; with `schema` everything its server says. Raises UnknownTool or BadArguments."""
        budget: JsonObject = {} if max_tokens is None else {"max_tokens": max_tokens}
        return await self.answer_definition({"tool": tool, "schema": schema, **budget})

    async def answer_definition(self, arguments: JsonObject) -> str:
        """The same for arguments as they came."""
        _check_kinds("get_tool_definition", arguments, DEFINITION_KINDS)
        if "tool" not in arguments:
            raise BadArguments("get_tool_definition needs 'tool'")
        _check_number("max_tokens", arguments.get("max_tokens"), MOST_TOKENS)
        found = await self._discovery.tool(arguments["tool"])
        budget = min(arguments.get("max_tokens", DEFINITION_TOKENS), MOST_TOLD)
        return await anyio.to_thread.run_sync(self._defined, found, arguments.get("schema", False), budget)

    async def _history(self) -> list[list[str]]:
        """What was used together; without a journal a task still has tools that fit it."""
        try:
            return await self._used_together()
        except SandgateError:
            return []

    def _searched(self, wanted: Wanted, only: str | None, programs: list[list[str]], notes: list[str]) -> str:
        """The answer. In a thread: a hostile server's words may take a while to read and to count."""
        budget = min(wanted.max_tokens or self._tokens, MOST_TOLD)
        filters = (only, wanted.category, wanted.read_only, wanted.has_output_schema)
        if not wanted.query.strip() and (wanted.recommend or filters == (None,) * len(filters)):
            return fitted(self._overview(), [DATA, *notes], budget)
        if wanted.recommend:
            entries = self._recommended(wanted, only, programs)
        else:
            found, limit = self._found(wanted, wanted.query, only), wanted.limit or FOUND
            entries = [Entry(self._catalogue.path(tool), self._line(tool, wanted.detail)) for tool in found[:limit]]
            if (more := len(found) - limit) > 0:
                notes = [f"({more:,} more fit less well; raise limit or narrow the query)", *notes]
        if filters == (None,) * len(filters):
            entries += [Entry("", line) for line in self._fitting_skills(wanted.query)[:MOST_SKILLS]]
        if not entries:
            return fitted([Entry("", self._nothing(wanted)), *self._overview()], [DATA, *notes], budget)
        only_names = DETAILS[wanted.detail] == "name" and not wanted.recommend
        return fitted(entries, notes if only_names else [DATA, *notes], budget)

    def _defined(self, tool: Tool, schema: bool, budget: int) -> str:
        text = self._catalogue.definition(tool)
        more: list[str] = []
        if schema:
            more += ["Its whole description:", clean(tool.description)] if tool.description else []
            more += ["Input JSON schema:", json_text(tool.input_schema)]
            more += ["Output JSON schema:", json_text(tool.output_schema)] if tool.output_schema else []
        whole = "\n".join([text.rstrip(), *more, DATA])
        return whole if fits(whole, budget) else cut("\n".join([_signature_first(text), *more]), budget)

    def _found(self, wanted: Wanted, query: str, only: str | None) -> Sequence[Tool]:
        found = self._catalogue.search(
            query,
            only,
            category=wanted.category,
            read_only=wanted.read_only,
            has_output_schema=wanted.has_output_schema,
        )
        return [tool for tool in found if not self._hidden(tool)]

    def _hidden(self, tool: Tool) -> bool:
        return self._rules.hides(self._catalogue.names(tool), changes=weigh_call(tool, {}).changes_data)

    def _recommended(self, wanted: Wanted, only: str | None, programs: list[list[str]]) -> list[Entry]:
        """The few tools for a task, each with why."""
        used = [map(self._catalogue.known, names) for names in programs]
        together = Together.of([(tool.server, tool.name) for tool in tools if tool] for tools in used)
        allowed = {(tool.server, tool.name) for tool in self._found(wanted, "", only)}
        found = recommended(
            self._catalogue.index(),
            wanted.query,
            together,
            wanted.limit or RECOMMENDED,
            lambda tool: (tool.server, tool.name) in allowed,
        )
        return [
            Entry(path := self._catalogue.path(one.tool), f"{path}: {about(one.tool)} [{one.reason}]") for one in found
        ]

    def _line(self, tool: Tool, detail: str) -> str:
        path = self._catalogue.path(tool)
        match DETAILS[detail]:
            case "name":
                return path
            case "description":
                return tool_line(path, tool)
            case "full":
                return self._catalogue.definition(tool)

    def _nothing(self, wanted: Wanted) -> str:
        where = f" in {wanted.server}" if wanted.server else ""
        kind = f" {wanted.category}" if wanted.category else ""
        return f"No{kind} tool{where} fits {wanted.query[:80]!r}. Servers:"

    def _overview(self) -> list[Entry]:
        entries: list[Entry] = []
        for server in self._catalogue.servers:
            if listing := self._catalogue.listing(server):
                name = self._catalogue.module(server)
                line = server_line(name, len(listing.tools), listing.instructions, listing.title)
                entries.append(Entry(name, line))
        nothing = [Entry("", "No servers are configured: see `sandgate servers`.")]
        return entries or (nothing if not self._catalogue.servers else [])

    async def _missing(self, waiting: Sequence[str], hide: Hide) -> list[str]:
        """Why a server cannot be asked is hidden before it is cut: half a value is known by nothing."""
        lines = [f"(still starting: {', '.join(waiting)})"] if waiting else []
        for name, why in [*self._discovery.problems.items()]:
            lines.append(f"({name} is not available: {first_sentence(await hide(why)).rstrip('.')})")
        return lines


def _signature_first(definition: str) -> str:
    """The same with the function before the classes it speaks of, which a reader can do without more easily."""
    head, function, rest = definition.partition("\nasync def ")
    first, _, classes = head.partition("\n")
    return f"{first}{function}{rest}{classes}" if classes else definition


def _check_kinds(tool: str, arguments: JsonObject, kinds: Mapping[str, type]) -> None:
    for name, value in arguments.items():
        if (kind := kinds.get(name)) is None:
            raise BadArguments(f"{tool} has no {name[:40]!r}; it has: {', '.join(kinds)}")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise BadArguments(f"{name} must be {WORDS[kind]}")


def _check_number(name: str, value: object, most: int) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most):
        raise BadArguments(f"{name} must be a number from 1 to {most:,}")
