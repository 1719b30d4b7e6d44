"""The numbers of tokens. None is given twice, also not to another session: a token that somebody still has from an
earlier one stands for nothing, and never for another value.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Lock

AT_ONCE = 6000
"""How many are set aside together."""
FEW = 3000
"""More than the values of any text that is looked at beside other work, and not in a thread."""


class Numbers:
    """Those of one process. `reserve` sets some more aside, so that no other process gives them, and says the first."""

    def __init__(self, reserve: Callable[[int], int] | None = None) -> None:
        self._reserve = reserve
        self._next: dict[str, int] = {}
        self._first = 1
        self._end: int = 1 if reserve else sys.maxsize
        self._taking = Lock()

    def take(self, kind: str, count: int = 1) -> int:
        """The first of some numbers of a kind, one behind the other. Raises SandgateError where none can be had."""
        with self._taking:
            if max(self._next.get(kind, 0), self._first) + count > self._end:
                self._set_aside(count)
            first = max(self._next.get(kind, 0), self._first)
            self._next[kind] = first + count
            return first

    @property
    def few(self) -> bool:
        """Whether it is time to set more aside, which takes a look at the disk."""
        return self._end - self.unused < FEW

    def refill(self) -> None:
        """Raises SandgateError."""
        with self._taking:
            if self.few:
                self._set_aside(AT_ONCE)

    @property
    def unused(self) -> int:
        """From here on none was given, of any kind."""
        return max(self._first, *self._next.values()) if self._next else self._first

    @property
    def end(self) -> int:
        """Where those end that were set aside."""
        return self._end

    def _set_aside(self, count: int) -> None:
        assert self._reserve, "without anybody else there is no end"
        count = max(AT_ONCE, count)
        first = self._reserve(count)
        if first != self._end:  # another process has those between
            self._first = first
        self._end = first + count
