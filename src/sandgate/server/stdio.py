"""A client's pipes as streams of MCP messages, read and written by the loop itself.

The SDK's own way takes each message through a thread, there and back, which costs as much as a short program. It stays
for what no loop can wait for: a terminal, a file.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

import anyio
from anyio.abc import ObjectReceiveStream
from mcp.server.stdio import stdio_server

from sandgate.hub.lines import GONE, Lines, Message, Outgoing, message_of
from sandgate.promptly import Descriptor

STDIN, STDOUT, STDERR = 0, 1, 2
Streams = tuple[Any, Any]
"""Messages in and out; the SDK has no public name for what it takes."""


def client() -> AbstractAsyncContextManager[Streams]:
    """What the client says, and what it is told. Inside, nothing else reads our input or writes to our output."""
    return _piped() if _is_a_pipe(STDIN) and _is_a_pipe(STDOUT) and not _are_one(STDOUT, STDERR) else stdio_server()


@asynccontextmanager
async def _piped() -> AsyncGenerator[Streams]:
    with _taken(STDIN, os.devnull, os.O_RDONLY) as read, _taken(STDOUT, None, os.O_WRONLY) as written:
        said, told = Descriptor(read), Descriptor(written)
        try:
            yield Incoming(Lines(said)), Outgoing(told)
        finally:
            with anyio.CancelScope(shield=True):
                await said.aclose()
                await told.aclose()


class Incoming(ObjectReceiveStream[Message]):
    """What the client says, line by line."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    async def receive(self) -> Message:
        """Raises EndOfStream when the client has left."""
        try:
            line = await self._lines.next()
        except GONE as error:
            raise anyio.EndOfStream from error
        message = message_of(line)
        if isinstance(message, Exception):  # perhaps only half a character is to blame
            return message_of(line.decode("utf-8", "replace").encode())
        return message

    async def aclose(self) -> None:
        """Who made the lines closes them."""


@contextmanager
def _taken(number: int, instead: str | None, flags: int) -> Generator[int]:
    """A standard descriptor for ourselves. Whatever else uses it, a library's print or a process that we start, gets
    another file in its place, or what goes to stderr. Afterwards all is as it was, for whoever shares the pipe with us.
    """
    own, waits = os.dup(number), os.get_blocking(number)
    other = os.open(instead, flags) if instead else os.dup(STDERR)
    os.dup2(other, number)
    os.close(other)
    try:
        yield os.dup(own)
    finally:
        os.set_blocking(own, waits)
        os.dup2(own, number)
        os.close(own)


def _is_a_pipe(number: int) -> bool:
    try:
        mode = os.fstat(number).st_mode
    except OSError:  # it is closed
        return False
    return sys.platform != "win32" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))


def _are_one(first: int, second: int) -> bool:
    """Whether what is written to one comes out with the other: then who writes there would hear that it must wait."""
    try:
        return os.path.sameopenfile(first, second)
    except OSError:
        return False
