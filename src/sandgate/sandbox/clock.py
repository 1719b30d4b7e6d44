"""A program's time: its own runs out, its tools' is counted apart, and a person's is not counted at all."""

from __future__ import annotations

import math
from collections.abc import Generator
from contextlib import contextmanager
from typing import Literal

import anyio

from ..model import Limits

Spent = Literal["time_seconds", "tool_seconds"]


class Clock:
    """Cancels `scope` when one of two budgets is spent. Which one it counts depends on who is being waited for."""

    def __init__(self, limits: Limits) -> None:
        self.scope = anyio.CancelScope()
        self._left: dict[Spent, float] = {"time_seconds": limits.time_seconds, "tool_seconds": limits.tool_seconds}
        self._calls = self._questions = 0
        self._since = anyio.current_time()
        self._set()

    @property
    def spent(self) -> Spent | None:
        """The budget that ran out, if it was this that ended the scope."""
        return self._counting if self.scope.cancelled_caught else None

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
        if self.scope.cancel_called:
            return  # what ran out stays what it was
        now = anyio.current_time()
        if not self._questions:
            self._left[self._counting] -= now - self._since
        self._since = now
        self._calls += calls
        self._questions += questions
        self._set()

    def _set(self) -> None:
        self.scope.deadline = math.inf if self._questions else self._since + self._left[self._counting]
