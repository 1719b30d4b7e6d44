"""A program's time: its own runs out, its tools' is counted apart, and a person's is not counted at all."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from typing import Literal

import anyio

from ..model import Limits

Spent = Literal["time_seconds", "tool_seconds"]
SHORTEST_LOOK_SECONDS = 0.05


class Clock:
    """Two budgets of time, and which of them is being spent now. That depends on who is being waited for."""

    def __init__(self, limits: Limits) -> None:
        self._left: dict[Spent, float] = {"time_seconds": limits.time_seconds, "tool_seconds": limits.tool_seconds}
        self._calls = self._questions = 0
        self._since = time.monotonic()

    async def run_out(self, stop: anyio.Event) -> Spent | None:
        """Wait until one of the budgets is spent, and which; None where somebody said `stop` before. A call arms no
        timer, so it stays cheap.
        """
        while not stop.is_set():
            self.turn()
            counting = self._counting
            if self._left[counting] <= 0 and not self._questions:
                return counting
            other = max(min(self._left.values()), SHORTEST_LOOK_SECONDS)
            with anyio.move_on_after(min(self._left[counting], other) if self._left[counting] > 0 else other):
                await stop.wait()
        return None

    def calling(self) -> AbstractContextManager[None]:
        """A tool works for the program."""
        return Counted(self, calls=1)

    def asking(self) -> AbstractContextManager[None]:
        """A person is deciding about one of its calls. Who asks must bound that."""
        return Counted(self, questions=1)

    def turn(self, calls: int = 0, questions: int = 0) -> None:
        """So many more are waited for from now on."""
        now = time.monotonic()
        if not self._questions:
            self._left[self._counting] -= now - self._since
        self._since = now
        self._calls += calls
        self._questions += questions

    @property
    def _counting(self) -> Spent:
        return "tool_seconds" if self._calls else "time_seconds"


class Counted(AbstractContextManager[None]):
    """While it lasts, so many calls or questions more count. Every call enters one, so it is no generator."""

    __slots__ = ("_calls", "_clock", "_questions")

    def __init__(self, clock: Clock, calls: int = 0, questions: int = 0) -> None:
        self._clock, self._calls, self._questions = clock, calls, questions

    def __enter__(self) -> None:
        self._clock.turn(self._calls, self._questions)

    def __exit__(self, *_: object) -> None:
        self._clock.turn(-self._calls, -self._questions)
