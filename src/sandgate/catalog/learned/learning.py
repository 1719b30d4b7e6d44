"""Learn from real results what tools return: look at some beside the calls, remember their shapes, show them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from typing import Self

import anyio
import anyio.to_thread

from sandgate.model import JsonObject, Observed, ServerSpec, Tool
from sandgate.ownership import Owner

from ..catalogue import Catalogue
from ..wrappers.returns import is_vague, shows_the_same
from ..wrappers.tree import rewrite
from .glimpse import seen_in
from .keys import Keys, texts_in, words_of
from .observations import Observations, together
from .observed import merge, shape_of

SURE = 10
"""After so many results without news, a tool's results are looked at ever more seldom."""
MOST_SKIPPED = 100
MOST_WAITING = 64
"""Results held until they are looked at. In a burst of calls, further ones are let go: they are much like these."""
WAITING_PER_TOOL = 4
LOOK_SECONDS = 1.0
"""To take a result apart keeps the interpreter for milliseconds, in which no byte of it would reach the program."""
WRITE_SECONDS = 2.0
"""What was learned is written together: a program's calls come in bursts."""
CLOSE_SECONDS = 3.0


@dataclass(slots=True)
class _Watch:
    """How one tool's results are looked at."""

    tool: Tool
    wanted: bool
    """Whether its server does not say itself what it returns."""
    waiting: int = 0
    skip: int = 0
    unchanged: int = 0
    words: frozenset[str] = frozenset()

    def looked(self, times: int, *, news: bool) -> None:
        self.waiting -= times
        self.unchanged = 0 if news else self.unchanged + times
        self.skip = min(max(0, self.unchanged - SURE) ** 2, MOST_SKIPPED)


@dataclass(frozen=True, slots=True)
class _Result:
    watch: _Watch
    arguments: JsonObject
    blocks: Sequence[JsonObject]


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What a few results of one tool have shown."""

    watch: _Watch
    looked: int
    new: Observed | None
    """None if they had no shape, such as images."""
    now: Observed | None
    """With all that was known before."""


class Learning(Owner):
    """What results look like. Inside its context results are looked at; on leaving, all that was learned is on disk."""

    def __init__(
        self,
        catalogue: Catalogue,
        store: Observations,
        specs: Iterable[ServerSpec],
        tree: Path,
        *,
        enabled: bool = True,
    ) -> None:
        self._catalogue, self._store, self._tree = catalogue, store, tree
        self._specs = {spec.name: spec for spec in specs}
        self.enabled = enabled
        self._watched: dict[tuple[str, str], _Watch] = {}
        self._waiting: list[_Result] = []
        self._unwritten: defaultdict[str, dict[str, Observed]] = defaultdict(dict)
        """What was learned and is not on disk yet, by server and tool."""
        self._stale: set[str] = set()
        """Servers with wrappers that do not show what is known."""
        self._writes_soon = False
        self._something, self._turn = anyio.Event(), anyio.Lock()

    def recall(self) -> None:
        """Take in what is remembered from earlier days."""
        if self.enabled:
            for name, spec in self._specs.items():
                self._catalogue.observe(name, self._store.load(spec))

    def learn(self, tool: Tool, arguments: JsonObject, blocks: Sequence[JsonObject]) -> None:
        """Hand over what a call came back with. Costs every call, so it only decides whether to look."""
        if not self.enabled:
            return
        watch = self._watched.get((tool.server, tool.name))
        if watch is None or watch.tool is not tool:
            watch = self._watched[tool.server, tool.name] = _Watch(tool, is_vague(tool.output_schema))
        if not watch.wanted:
            return
        if watch.skip:
            watch.skip -= 1
        elif watch.waiting < WAITING_PER_TOOL and len(self._waiting) < MOST_WAITING:
            watch.waiting += 1
            self._waiting.append(_Result(watch, arguments, blocks))
            self._something.set()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        if self.enabled:
            self.tasks.start_soon(self._look_always)
        return self

    async def closing(self) -> None:
        with anyio.move_on_after(CLOSE_SECONDS):
            await self.settle()
            await self._write()

    async def settle(self) -> None:
        """Return when all results that were handed over have been looked at."""
        async with self._turn:
            results, self._waiting = self._waiting, []
            if results:
                for lesson in await anyio.to_thread.run_sync(_lessons, results, self._catalogue):
                    self._take_in(lesson)
        if self._unwritten and not self._writes_soon:
            self._writes_soon = True
            self.tasks.start_soon(self._write_soon)

    def _take_in(self, lesson: _Lesson) -> None:
        tool, known = lesson.watch.tool, self._catalogue.observed(lesson.watch.tool)
        if lesson.new and lesson.now:
            tools = self._unwritten[tool.server]
            tools[tool.name] = together(tools.get(tool.name), lesson.new)
            self._show(tool.server, {tool.name: lesson.now})
        news = lesson.now is not None and (known is None or known.schema != lesson.now.schema)
        lesson.watch.looked(lesson.looked, news=news)

    def _show(self, server: str, tools: Mapping[str, Observed]) -> None:
        known = {name: self._catalogue.observed(Tool(server=server, name=name)) for name in tools}
        if not all(shows_the_same(known[name], now) for name, now in tools.items()):
            self._stale.add(server)
        self._catalogue.observe(server, tools)

    async def _look_always(self) -> None:
        while True:
            await self._something.wait()
            await anyio.sleep(LOOK_SECONDS)
            self._something = anyio.Event()
            await self.settle()

    async def _write_soon(self) -> None:
        await anyio.sleep(WRITE_SECONDS)
        self._writes_soon = False
        await self._write()

    async def _write(self) -> None:
        """What cannot be written is kept for the next time, and shown in any case."""
        async with self._turn:
            for server in [*self._unwritten]:
                tools = self._unwritten[server]
                with suppress(OSError):
                    known = await anyio.to_thread.run_sync(self._store.add, self._specs[server], tools)
                    del self._unwritten[server]
                    self._show(server, {name: known[name] for name in tools})  # with what other gateways have seen
            stale, self._stale = self._stale, set[str]()
            for server in self._catalogue.tree() if stale else ():
                if server.name in stale:
                    with suppress(OSError):  # whoever writes the whole tree tells what is wrong with it
                        await anyio.to_thread.run_sync(rewrite, self._tree, server)


def _lessons(results: Iterable[_Result], catalogue: Catalogue) -> list[_Lesson]:
    by_tool: defaultdict[int, list[_Result]] = defaultdict(list)
    for result in results:
        by_tool[id(result.watch)].append(result)
    return [_lesson(same, catalogue) for same in by_tool.values()]


def _lesson(results: Sequence[_Result], catalogue: Catalogue) -> _Lesson:
    watch, today = results[0].watch, datetime.now(UTC).date().isoformat()
    watch.words = watch.words or words_of(watch.tool)
    shapes = [shape_of(seen_in(one.blocks), Keys(watch.words, texts_in(one.arguments))) for one in results]
    telling = [shape for shape in shapes if shape]
    if not telling:
        return _Lesson(watch, len(results), None, None)
    new = Observed(schema=reduce(merge, telling), calls=len(telling), last_day=today)
    return _Lesson(watch, len(results), new, together(catalogue.observed(watch.tool), new))
