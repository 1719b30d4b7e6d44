"""How many tokens entered the model's context, and how many stayed out: counted from what was really sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TypedDict

import anyio.to_thread
import orjson

from .audit import Journal
from .audit.summaries import Counted
from .model import JsonObject, Tool, Unread
from .output.tokens import LONG, NAME, SAMPLES, reckoned
from .promptly import next_turn

MOST_KNOWN = 10_000
"""Programs and sessions that are remembered."""
SHORT, FEW = 2_000, 10
"""What is counted at once, as that is faster than to have it counted."""
MOST_HELD, MOST_CHARACTERS = 500, 50_000
"""Results that are held to be counted together: to wake a thread for each costs a program more than the count."""
ASSUMPTIONS = (
    f"Tokens are counted with {NAME}, from the messages themselves; of texts beyond {LONG:,} characters {SAMPLES} "
    "pieces from all over them are counted and the rest reckoned from these.",
    "In context: our tools and instructions once per session, what searches and definitions answered, the programs the "
    "model wrote, the answers it read.",
    "Stayed out: what tools returned to programs; and the definitions of all tools, which a direct connection would "
    "have loaded once per session.",
    "A client that searches tools by itself loads the definitions it uses and no others: the second comparison.",
)


class Account(TypedDict):
    """Tokens of a session, or of all."""

    in_context: int
    stayed_out: int
    stayed_out_of_client_with_tool_search: int
    by_kind: dict[str, int]


@dataclass(slots=True)
class Held:
    """What a program was given: what is yet to be counted, and what is being counted."""

    blocks: list[JsonObject] = field(default_factory=list[JsonObject])
    characters: int = 0
    counting: list[Future[int]] = field(default_factory=list[Future[int]])


class Accounts:
    """Counts behind the work: a program does not wait for the count of what it was given, only its record does."""

    def __init__(self, journal: Journal, own: Mapping[str, int]) -> None:
        """`own` is what a session costs before anything is asked, by kind."""
        self._journal, self._own = journal, own
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="tokens")
        self._results: dict[str, Held] = {}
        self._later: list[tuple[str, str, Future[int]]] = []
        self._known: dict[tuple[str, str], None] = {}

    def arrived(self, run: str, blocks: Sequence[JsonObject], characters: int) -> None:
        """A tool has returned something to a program, with texts of so many characters."""
        if (held := self._results.get(run)) is None:
            held = self._results[run] = Held()
            if len(self._results) > MOST_KNOWN:
                del self._results[next(iter(self._results))]
        held.blocks += blocks
        held.characters += characters
        if held.characters > MOST_CHARACTERS or len(held.blocks) > MOST_HELD:
            next_turn(partial(self._count, held))  # the program has it first

    async def settled(
        self, run: str, session: str | None, used: Sequence[Tool], every: Sequence[Tool]
    ) -> dict[str, int]:
        """What a program that has ended adds to the account of its session, besides its code and its answer."""
        held = self._results.pop(run, None)
        counts = {"results": await self._counted(held)} if held else {}
        owner = session or ""
        fresh = [tool for tool in used if self._is_new(owner, f"{tool.server}.{tool.name}")]
        if fresh:
            self._later.append((owner, "deferred", self._counting.submit(_definitions, fresh)))
        if self._is_new(owner, ""):
            await self._journal.count_tokens(owner, self._own)
            self._later.append((owner, "direct", self._counting.submit(_definitions, list(every))))
        await self._catch_up()
        return counts

    async def looked_up(self, session: str | None, text: str) -> None:
        """The model has read what there is, or how something is called."""
        await self._journal.count_tokens(session or "", {"looked_up": reckoned(text)})

    async def told(self, session: str | None) -> JsonObject:
        """The accounts of one session and of all, and what they assume."""
        await self._catch_up(wait=True)
        found = await self._journal.tokens(session or "")
        own = {"this_session": account(found.session)} if session else {}
        return {**own, **in_all(found)}

    async def close(self) -> None:
        await self._catch_up(wait=True)
        self._counting.shutdown()

    async def _counted(self, held: Held) -> int:
        if not held.counting and held.characters < SHORT and len(held.blocks) <= FEW:
            return _tokens_of(held.blocks)
        self._count(held)
        if all(one.done() for one in held.counting):
            return _summed(held.counting)
        return await anyio.to_thread.run_sync(_summed, held.counting)

    def _count(self, held: Held) -> None:
        if held.blocks:
            held.counting.append(self._counting.submit(_tokens_of, held.blocks))
            held.blocks, held.characters = [], 0

    async def _catch_up(self, *, wait: bool = False) -> None:
        """Write down what has been counted meanwhile. The definitions of thousands of tools take a moment."""
        later, self._later = self._later, []
        for session, kind, counted in later:
            if wait or counted.done():
                await self._journal.count_tokens(session, {kind: await anyio.to_thread.run_sync(counted.result)})
            else:
                self._later.append((session, kind, counted))

    def _is_new(self, session: str, what: str) -> bool:
        if (session, what) in self._known:
            return False
        self._known[session, what] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return True


def in_all(found: Counted) -> JsonObject:
    return {"in_all": account(found.whole), "sessions": found.sessions, "assumptions": list(ASSUMPTIONS)}


def account(counts: Mapping[str, int]) -> Account:
    def summed(*kinds: str) -> int:
        return sum(counts.get(kind, 0) for kind in kinds)

    return Account(
        in_context=summed("definitions", "looked_up", "code", "answers"),
        stayed_out=summed("results", "direct"),
        stayed_out_of_client_with_tool_search=summed("results", "deferred"),
        by_kind=dict(counts),
    )


def _summed(waiting: Sequence[Future[int]]) -> int:
    return sum(one.result() for one in waiting)


def _tokens_of(blocks: Sequence[JsonObject]) -> int:
    return sum(reckoned(_text_of(block)) for block in blocks)


def _text_of(block: JsonObject) -> str:
    """What a model would have read of it. Pictures and sound cost it something else, and are left out."""
    match block:
        case {"type": "unread", "text": Unread(text)}:
            return text
        case {"type": "value", "value": str(text)}:
            return text
        case {"type": "value", "value": value}:
            return _dumped(value)
        case {"type": "link", "uri": str(uri)}:
            return uri
        case _:
            return ""


def _dumped(value: object) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # integers beyond 64 bits, half characters
        return json.dumps(value, default=str)


def _definitions(tools: Sequence[Tool]) -> int:
    """What a client would have loaded: name, description and schema of each, as JSON."""
    shown = ({"name": one.name, "description": one.description, "inputSchema": one.input_schema} for one in tools)
    return sum(reckoned(_dumped(one)) for one in shown)
