"""MCP messages as lines of bytes, whoever is at the other end: cut apart as they come, written whole and in turn."""

from __future__ import annotations

import json
import math
from collections import deque
from contextlib import suppress

import anyio
import orjson
from anyio.abc import ByteReceiveStream, ObjectSendStream
from mcp.shared.message import SessionMessage
from mcp.types import jsonrpc_message_adapter
from pydantic_core import from_json

from sandgate.promptly import Descriptor, lock

LARGEST_LINE = 128 * 2**20
GONE = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, OSError)
"""What is raised where the other side is no longer there."""
STRUCTURED = b'"structuredContent"'
HALF = b"\\u"
"""How a character that is half there has to be written."""
Message = SessionMessage | Exception
Line = bytes | bytearray


class Cut:
    """Chunks in, whole lines out. What is longer than any may be breaks the stream."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def lines(self, chunk: bytes) -> list[Line]:
        """Those that end with this chunk. Raises BrokenResourceError."""
        first, *others = chunk.split(b"\n")
        if not others:
            self._begin(first)
            return []
        *lines, rest = others
        self._begun += first
        whole: list[Line] = [self._begun, *lines]
        self._begun = bytearray()
        self._begin(rest)
        return whole

    def _begin(self, part: bytes) -> None:
        """It is put together while it arrives, when there is nothing else to do."""
        self._begun += part
        if len(self._begun) > LARGEST_LINE:
            raise anyio.BrokenResourceError


class Lines:
    """Whole lines of a stream, one after the other."""

    def __init__(self, stream: ByteReceiveStream) -> None:
        self._stream, self._cut = stream, Cut()
        self._whole: deque[Line] = deque()

    async def next(self) -> Line:
        """Raises one of GONE when nothing more comes."""
        while not self._whole:
            self._whole.extend(self._cut.lines(await self._stream.receive()))
        return self._whole.popleft()


class Outgoing(ObjectSendStream[SessionMessage]):
    """One message a line. One that does not fit at once is finished before another begins, also where whoever sent it
    does not wait for that any more: half a line would spoil all that follow.
    """

    def __init__(self, stream: Descriptor) -> None:
        self._stream, self._turn = stream, lock()
        self._unsent: deque[memoryview] = deque()

    async def send(self, item: SessionMessage) -> None:
        await self.write(item.message.model_dump_json(by_alias=True, exclude_unset=True).encode("utf-8", "replace"))

    async def write(self, line: bytes, seconds: float = math.inf) -> None:
        """Raises TimeoutError where the other side does not read in time."""
        self._unsent.append(memoryview(line + b"\n"))
        self._stream.send_what_fits(self._unsent)
        if self._unsent:
            with anyio.fail_after(seconds):
                async with self._turn:
                    while self._unsent:
                        await self._stream.writable()
                        self._stream.send_what_fits(self._unsent)

    async def aclose(self) -> None:
        """Nothing more is written. Who made the stream closes it."""


def read(line: Line) -> object:
    """What it says. Texts are read by the faster reader, and values by the one that keeps integers beyond 64 bits.

    Raises ValueError where it is no JSON.
    """
    if STRUCTURED not in line:
        with suppress(orjson.JSONDecodeError):  # half characters, or a number that is none
            return orjson.loads(line)
    try:
        return from_json(line)
    except ValueError:
        return from_json(_whole(line))


def _whole(line: Line) -> bytes:
    """The same with no half characters, which are JSON and no text: servers that cut a text short may leave one.

    Raises ValueError where it is no JSON.
    """
    text = json.dumps(json.loads(line), ensure_ascii=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def message_of(line: Line) -> Message:
    """What a line says. One that is no message, such as a stray print, is an error that sessions pass over."""
    try:
        return _message(line)
    except ValueError as error:
        return _mended(line) if HALF in line else error


def _mended(line: Line) -> Message:
    try:
        return _message(_whole(line))
    except ValueError as error:
        return error


def _message(line: Line) -> SessionMessage:
    return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
