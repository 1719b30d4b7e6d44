"""Whose turn it is: at most so many tasks at once, agents one after another, their sessions likewise."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count

import anyio


@dataclass(slots=True, order=True)
class _Place:
    """One task that waits. Of one session, the higher priority comes first, then who came first."""

    before: int
    number: int
    agent: str = field(compare=False)
    session: str | None = field(compare=False)
    called: anyio.Event = field(default_factory=anyio.Event, compare=False)
    left: bool = field(default=False, compare=False)


class _Line:
    """The tasks of one agent that wait, by session."""

    def __init__(self) -> None:
        self._sessions: dict[str | None, list[_Place]] = {}
        self._served: dict[str | None, int] = {}

    def join(self, place: _Place) -> None:
        heapq.heappush(self._sessions.setdefault(place.session, []), place)

    @property
    def waits(self) -> bool:
        for session, places in [*self._sessions.items()]:
            while places and places[0].left:
                heapq.heappop(places)
            if not places:
                del self._sessions[session]
                self._served.pop(session, None)
        return bool(self._sessions)

    def next(self, number: int) -> _Place:
        """Of the highest priority there is, from the session whose last turn is longest ago."""
        places = min(self._sessions.values(), key=lambda one: (one[0].before, self._served.get(one[0].session, 0)))
        place = heapq.heappop(places)
        self._served[place.session] = number
        return place


class Queue:
    """So many turns. A free one goes to the agent that has the fewest; of several, to the one served longest ago."""

    def __init__(self, most: int, per_agent: int | None = None) -> None:
        self.most, self._per_agent = most, per_agent or most
        self.running = 0
        self._running: Counter[str] = Counter()
        self._lines: dict[str, _Line] = {}
        self._served: dict[str, int] = {}
        self._numbers = count(1)

    @asynccontextmanager
    async def turn(self, agent: str, session: str | None, priority: int = 0) -> AsyncGenerator[Turn]:
        place = _Place(-priority, next(self._numbers), agent, session)
        self._lines.setdefault(agent, _Line()).join(place)
        self.serve()
        try:
            await place.called.wait()
        except BaseException:
            place.left = True
            if place.called.is_set():
                self.release(agent)
            raise
        turn = Turn(self, agent)
        try:
            yield turn
        finally:
            turn.end()

    def take(self, agent: str) -> None:
        self.running += 1
        self._running[agent] += 1

    def release(self, agent: str) -> None:
        self.running -= 1
        self._running[agent] -= 1
        self.serve()
        self._forget(agent)

    def serve(self) -> None:
        """Call who is next, as long as there is a turn."""
        while self.running < self.most:
            waiting = [agent for agent, line in [*self._lines.items()] if self._waits(agent, line)]
            if not waiting:
                return
            agent = min(waiting, key=lambda one: (self._running[one], self._served.get(one, 0)))
            number = self._served[agent] = next(self._numbers)
            self.take(agent)
            self._lines[agent].next(number).called.set()

    def _waits(self, agent: str, line: _Line) -> bool:
        if not line.waits:
            del self._lines[agent]
            self._forget(agent)
            return False
        return self._running[agent] < self._per_agent

    def _forget(self, agent: str) -> None:
        """Who neither waits nor runs is not remembered: names are cheap."""
        if agent not in self._lines and not self._running[agent]:
            del self._running[agent]
            self._served.pop(agent, None)


class Turn:
    """One task's turn. While a person decides about it, somebody else may have it."""

    def __init__(self, queue: Queue, agent: str) -> None:
        self._queue, self._agent = queue, agent
        self._lent, self._over = 0, False

    @contextmanager
    def lent(self) -> Generator[None]:
        """Several questions may wait at once; the turn is lent once. A person's answer does not queue."""
        self._lent += 1
        if self._lent == 1 and not self._over:
            self._queue.release(self._agent)
        try:
            yield
        finally:
            self._lent -= 1
            if not self._lent and not self._over:
                self._queue.take(self._agent)

    def end(self) -> None:
        self._over = True
        if not self._lent:
            self._queue.release(self._agent)
