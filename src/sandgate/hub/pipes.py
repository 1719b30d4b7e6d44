"""A server as a process: its pipes as streams of MCP messages, and its end, gentle first, then certain.

Not the SDK's: that copies all it holds for every chunk, so that a result of 50 MB took it 20 s, and it knows no longest
line.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from subprocess import PIPE
from typing import TextIO

import anyio
from anyio.abc import ByteReceiveStream, ByteSendStream, ObjectReceiveStream, ObjectSendStream, Process
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCResponse, jsonrpc_message_adapter

from .mending import mend

LARGEST_LINE = 128 * 2**20
END_SECONDS = 1.0
"""How long a server has after its input is closed, and again after it was asked to end."""
GONE = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, OSError)
Message = SessionMessage | Exception


@asynccontextmanager
async def piped(
    command: Sequence[str], env: Mapping[str, str], cwd: str | None, stderr: TextIO, on_closed: Callable[[], None]
) -> AsyncGenerator[tuple[Incoming, Outgoing], None]:
    """Start a server; its messages in and out. On leaving, it and everything it started has ended."""
    process = await anyio.open_process(
        command, stdin=PIPE, stdout=PIPE, stderr=stderr, env=env, cwd=cwd, start_new_session=True
    )
    assert process.stdin
    assert process.stdout
    try:
        yield Incoming(process.stdout, on_closed), Outgoing(process.stdin)
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)


class Incoming(ObjectReceiveStream[Message]):
    """Whole lines, each a message. Read by the session itself: a task between would cost every call a turn."""

    def __init__(self, stdout: ByteReceiveStream, on_closed: Callable[[], None]) -> None:
        self._stdout, self._on_closed = stdout, on_closed
        self._whole: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._size = 0

    async def receive(self) -> Message:
        """Raises EndOfStream when the server is gone, so that nobody waits for it."""
        try:
            while not self._whole:
                self._cut(await self._stdout.receive())
        except GONE as error:
            await self.aclose()
            raise anyio.EndOfStream from error
        return _message(self._whole.popleft())

    def _cut(self, chunk: bytes) -> None:
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._whole.append(b"".join([*self._parts, line]))
            self._parts, self._size = [], 0
        self._parts.append(rest)
        self._size += len(rest)
        if self._size > LARGEST_LINE:
            raise anyio.BrokenResourceError

    async def aclose(self) -> None:
        self._on_closed()


class Outgoing(ObjectSendStream[SessionMessage]):
    """One message a line, straight into the server's input."""

    def __init__(self, stdin: ByteSendStream) -> None:
        self._stdin = stdin

    async def send(self, item: SessionMessage) -> None:
        text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
        try:
            await self._stdin.send(text.encode("utf-8", "replace") + b"\n")
        except OSError as error:
            raise anyio.BrokenResourceError from error

    async def aclose(self) -> None:
        """Nothing more is written. The end of its input is for the server's own end, which `piped` brings."""


def _message(line: bytes) -> Message:
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError as error:  # a stray print: the session passes it over
        return error
    if isinstance(message, JSONRPCResponse):
        mend(message.result)
    return SessionMessage(message)


async def _end(process: Process) -> None:
    """Close its input, as the specification asks; then SIGTERM, then SIGKILL, to all it has started."""
    assert process.stdin
    with suppress(*GONE):
        await process.stdin.aclose()
    for number in (signal.SIGTERM, signal.SIGKILL):
        with anyio.move_on_after(END_SECONDS):
            await process.wait()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
    with anyio.move_on_after(END_SECONDS):
        await process.wait()
    await _drained(process)


async def _drained(process: Process) -> None:
    """What nobody will read is read, so that the pipe can be closed."""
    assert process.stdout
    with suppress(*GONE), anyio.move_on_after(END_SECONDS):
        while True:
            await process.stdout.receive()
