"""A server as a process: its pipes as streams of MCP messages, and its end, gentle first, then certain.

Not the SDK's: that copies all it holds for every chunk, so that a result of 50 MB took it 20 s, and it knows no longest
line.
"""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from subprocess import PIPE
from typing import Any, TextIO

import anyio
from anyio.abc import Process
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCResponse, jsonrpc_message_adapter

from .mending import mend

LARGEST_LINE = 128 * 2**20
END_SECONDS = 1.0
"""How long a server has after its input is closed, and again after it was asked to end."""
GONE = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, OSError)
Incoming = SessionMessage | Exception


@asynccontextmanager
async def piped(
    command: Sequence[str], env: Mapping[str, str], cwd: str | None, stderr: TextIO, on_closed: Callable[[], None]
) -> AsyncGenerator[tuple[Any, Any], None]:
    """Start a server; its messages in and out. On leaving, it and everything it started has ended."""
    process = await anyio.open_process(
        command, stdin=PIPE, stdout=PIPE, stderr=stderr, env=env, cwd=cwd, start_new_session=True
    )
    arriving, incoming = anyio.create_memory_object_stream[Incoming](0)
    outgoing, leaving = anyio.create_memory_object_stream[SessionMessage](0)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_read, process, arriving, on_closed)
            tasks.start_soon(_write, process, leaving)
            yield incoming, outgoing
            tasks.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)
        for stream in (arriving, incoming, outgoing, leaving):
            stream.close()


async def _read(process: Process, arriving: MemoryObjectSendStream[Incoming], on_closed: Callable[[], None]) -> None:
    """Whole lines, each a message. The stream is closed when the server is gone, so that nobody waits for it."""
    assert process.stdout
    held: list[bytes] = []
    size = 0
    with suppress(*GONE):
        async with arriving:
            async for chunk in process.stdout:
                *lines, rest = chunk.split(b"\n")
                for line in lines:
                    await arriving.send(_message(b"".join([*held, line])))
                    held, size = [], 0
                held.append(rest)
                size += len(rest)
                if size > LARGEST_LINE:
                    break
    on_closed()


def _message(line: bytes) -> Incoming:
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError as error:  # a stray print: the session passes it over
        return error
    if isinstance(message, JSONRPCResponse):
        mend(message.result)
    return SessionMessage(message)


async def _write(process: Process, leaving: MemoryObjectReceiveStream[SessionMessage]) -> None:
    assert process.stdin
    with suppress(*GONE):
        async with leaving:
            async for item in leaving:
                text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
                await process.stdin.send(text.encode("utf-8", "replace") + b"\n")


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
