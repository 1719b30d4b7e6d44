"""What a program prints: read while it runs, told as it comes, kept up to its limit; the rest is counted."""

from __future__ import annotations

import codecs
from contextlib import suppress

import anyio

from ..promptly import Descriptor, lock
from .protocol import GONE, OnOutput

MOST_LEFT = 256
"""Pieces that may wait to be read when a program is over; its socket holds fewer."""
QUIET_SECONDS = 5.0


class Printing:
    """The output of one program."""

    def __init__(self, stream: Descriptor, limit_kb: int, on_output: OnOutput) -> None:
        self._stream, self._limit_kb, self._on_output = stream, limit_kb, on_output
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._texts: list[str] = []
        self._kept = self._dropped = 0
        self._reading = lock()
        """Held from when a piece is read until everybody has heard of it."""

    @property
    def text(self) -> str:
        """What was kept, with a word about the rest."""
        text = "".join(self._texts)
        if not self._dropped:
            return text
        whole, end, _ = text.rpartition("\n")  # half a line may hold half a value
        more = f"\n[{self._dropped:,} bytes more were printed and dropped: limits.output_kb is {self._limit_kb}]"
        return (whole if end else text) + more

    async def collect(self) -> None:
        """Read it while the program runs. That never stops, so a flood blocks nobody."""
        with suppress(*GONE):
            while True:
                await self._stream.readable()
                async with self._reading:
                    with suppress(anyio.WouldBlock):
                        await self._take(self._stream.receive_nowait())

    async def read_out(self) -> None:
        """Read the rest: it is here, because whoever printed it has said its last word or was killed."""
        with suppress(*GONE, anyio.WouldBlock):
            async with self._reading:
                for _ in range(MOST_LEFT):
                    await self._take(self._stream.receive_nowait())

    async def quiet(self) -> None:
        """Wait for what comes with the last word, perhaps in pieces: else the next program's would mix in."""
        looks, before = 0, -1
        with anyio.move_on_after(QUIET_SECONDS):
            while looks < 2:  # once could be between two pieces
                await self.read_out()
                seen = self._kept + self._dropped
                looks, before = looks + 1 if seen == before else 0, seen
                await anyio.sleep(0.001)

    async def _take(self, piece: bytes) -> None:
        room = max(0, self._limit_kb * 1024 - self._kept)
        self._kept += min(room, len(piece))
        self._dropped += max(0, len(piece) - room)
        if text := self._decoder.decode(piece[:room]):
            self._texts.append(text)
            with anyio.CancelScope(shield=True):  # what is read is told
                await self._on_output(text)
