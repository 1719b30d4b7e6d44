"""A program's time: its own runs out, its tools' is counted apart, and a person's is not counted at all."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
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
            self._turn()
            counting = self._counting
            if self._left[counting] <= 0 and not self._questions:
                return counting
            other = max(min(self._left.values()), SHORTEST_LOOK_SECONDS)
            with anyio.move_on_after(min(self._left[counting], other) if self._left[counting] > 0 else other):
                await stop.wait()
        return None

    @contextmanager
    def calling(self) -> Generator[None]:
        """A tool works for the program."""
        self._turn(calls=1)
        try:
            yield
        finally:
            self._turn(calls=-1)

    @contextmanager
    def asking(self) -> Generator[None]:
        """A person is deciding about one of its calls. Who asks must bound that."""
        self._turn(questions=1)
        try:
            yield
        finally:
            self._turn(questions=-1)

    @property
    def _counting(self) -> Spent:
        return "tool_seconds" if self._calls else "time_seconds"

    def _turn(self, calls: int = 0, questions: int = 0) -> None:
        now = time.monotonic()
        if not self._questions:
            self._left[self._counting] -= now - self._since
        self._since = now
        self._calls += calls
        self._questions += questions
