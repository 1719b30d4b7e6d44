"""How many programs run at once. One that waits for a person gives its turn away until it goes on."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import anyio

from sandgate.promptly import Places


class Turns:
    """So many turns, and a queue for them."""

    def __init__(self, most: int) -> None:
        self._free = Places(most)
        self._over = 0
        """Programs that went on while all turns were taken: a person's answer does not queue."""
        self.running = 0

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[Turn]:
        await self._free.acquire()
        self.running += 1
        try:
            yield Turn(self)
        finally:
            self.running -= 1
            self.give_back()

    def give_back(self) -> None:
        if self._over:
            self._over -= 1
        else:
            self._free.release()

    def take_again(self) -> None:
        try:
            self._free.acquire_nowait()
        except anyio.WouldBlock:
            self._over += 1


class Turn:
    """One program's turn."""

    def __init__(self, turns: Turns) -> None:
        self._turns, self._lent = turns, 0

    @contextmanager
    def lent(self) -> Generator[None]:
        """Let somebody else run meanwhile. Several of its calls may wait at once; the turn is lent once."""
        self._lent += 1
        if self._lent == 1:
            self._turns.give_back()
        try:
            yield
        finally:
            self._lent -= 1
            if not self._lent:
                self._turns.take_again()
