"""Frames: four bytes of length, big-endian, then JSON and perhaps texts. The guest's half of `sandbox.protocol`."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Callable
from typing import Any, cast

HEADER = struct.Struct(">I")
SCRATCH = 64 * 1024
Frame = dict[str, Any]


WRITER, ASCII_WRITER = (json.JSONEncoder(ensure_ascii=ascii, separators=(",", ":")) for ascii in (False, True))


def encode(message: Frame) -> bytes:
    try:
        body = WRITER.encode(message).encode()
    except UnicodeEncodeError:  # half characters: the gateway makes them whole
        body = ASCII_WRITER.encode(message).encode()
    return HEADER.pack(len(body)) + body


def decode(body: bytearray) -> Frame:
    """The message, each text that was left unread in its block."""
    end = body.find(b"\n")
    if end < 0:
        return json.loads(body)
    frame: Frame = json.loads(body[:end])
    rest, start = memoryview(body)[end + 1 :], 0
    for block in frame["blocks"]:
        if block["type"] == "unread":
            size = block["text"]
            block["text"] = str(rest[start : start + size], "utf-8")
            start += size
    return frame


class Frames(asyncio.BufferedProtocol):
    """The channel as the guest's event loop sees it: each frame that has arrived is handed on at once.

    Many small frames come out of one read; a large one is read straight to where it will be parsed.
    """

    def __init__(self, on_frame: Callable[[Frame], None], on_end: Callable[[], None]) -> None:
        self.on_frame, self._on_end = on_frame, on_end
        self._scratch = bytearray(SCRATCH)
        self._small = 0
        """How much of the scratch is filled."""
        self._large: bytearray | None = None
        self._large_filled = 0
        self._flowing = asyncio.Event()
        self._flowing.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_end()

    def eof_received(self) -> bool:
        return False

    def get_buffer(self, sizehint: int) -> memoryview:
        if self._large is not None:
            return memoryview(self._large)[self._large_filled :]
        return memoryview(self._scratch)[self._small :]

    def buffer_updated(self, nbytes: int) -> None:
        if self._large is None:
            self._small += nbytes
            self._cut()
            return
        self._large_filled += nbytes
        if self._large_filled == len(self._large):
            body, self._large = self._large, None
            self.on_frame(decode(body))

    def _cut(self) -> None:
        """Hand on all that is whole in the scratch; what is not begins it anew."""
        start = 0
        while self._small - start >= HEADER.size:
            (size,) = HEADER.unpack_from(self._scratch, start)
            body = start + HEADER.size
            if size > SCRATCH - HEADER.size:
                self._large = bytearray(size)
                self._large_filled = self._small - body
                self._large[: self._large_filled] = self._scratch[body : self._small]
                start = self._small
            elif body + size <= self._small:
                self.on_frame(decode(self._scratch[body : body + size]))
                start = body + size
            else:
                break
        self._scratch[: self._small - start] = self._scratch[start : self._small]
        self._small -= start

    def pause_writing(self) -> None:
        self._flowing.clear()

    def resume_writing(self) -> None:
        self._flowing.set()

    def send(self, frame: bytes) -> None:
        self._transport.write(frame)

    async def sent(self) -> None:
        """Wait until everything is out."""
        self._transport.set_write_buffer_limits(0)
        if self._transport.get_write_buffer_size():
            self._flowing.clear()
        await self._flowing.wait()
