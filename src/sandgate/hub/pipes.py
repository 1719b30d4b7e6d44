"""A server as a process: its pipes as streams of MCP messages, and its end, gentle first, then certain.

Not the SDK's: that copies all it holds for every chunk, so that a result of 50 MB took it 20 s, and it knows no longest
line.
"""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from subprocess import PIPE
from typing import TextIO, cast

import anyio
from anyio.abc import ByteReceiveStream, ObjectReceiveStream, Process
from mcp import MCPError
from mcp.shared.message import SessionMessage
from mcp.types import CONNECTION_CLOSED, INTERNAL_ERROR, JSONRPCResponse
from pydantic_core import from_json, to_json

from sandgate.model import JsonObject
from sandgate.promptly import Descriptor

from .lines import GONE, Lines, Message, Outgoing, message_of
from .mending import mend

END_SECONDS = 1.0
"""How long a server has after its input is closed, and again after it was asked to end."""
CANCEL_SECONDS = 1.0
FIRST_NUMBER = 1_000_000_000
"""Our own calls are counted from here; the session counts its requests from one."""


@asynccontextmanager
async def piped(
    command: Sequence[str], env: Mapping[str, str], cwd: str | None, stderr: TextIO, on_closed: Callable[[], None]
) -> AsyncGenerator[Pipes, None]:
    """Start a server; its messages in and out. On leaving, it and everything it started has ended."""
    its_end, our_end = os.pipe()
    stdin = Descriptor(our_end)
    try:
        process = await anyio.open_process(
            command, stdin=its_end, stdout=PIPE, stderr=stderr, env=env, cwd=cwd, start_new_session=True
        )
    except BaseException:
        await stdin.aclose()
        raise
    finally:
        os.close(its_end)
    assert process.stdout
    try:
        yield Pipes(Incoming(process.stdout, on_closed), Outgoing(stdin))
    finally:
        with anyio.CancelScope(shield=True):
            await stdin.aclose()
            await _end(process)


class Incoming(ObjectReceiveStream[Message]):
    """Whole lines, each a message. Read by the session itself: a task between would cost every call a turn."""

    def __init__(self, stdout: ByteReceiveStream, on_closed: Callable[[], None]) -> None:
        self._lines, self._on_closed = Lines(stdout), on_closed
        self.waiting: dict[int, Waiting] = {}
        """Calls of our own, by their number. What answers them is not the session's."""

    async def receive(self) -> Message:
        """Raises EndOfStream when the server is gone, so that nobody waits for it."""
        try:
            while True:
                line = await self._lines.next()
                if not self._is_ours(line):
                    return _mended(message_of(line))
        except GONE as error:
            await self.aclose()
            raise anyio.EndOfStream from error

    def _is_ours(self, line: bytes) -> bool:
        """Whether it answers a call of ours, which then has it."""
        if not self.waiting:
            return False
        try:
            message = from_json(line)
        except ValueError:
            return False
        if not isinstance(message, dict) or "method" in message:
            return False
        answer = cast("JsonObject", message)
        waiting = self.waiting.get(_number(answer.get("id")))
        if waiting is None:
            return False
        waiting.answer = answer
        waiting.done.set()
        return True

    async def aclose(self) -> None:
        for waiting in self.waiting.values():
            waiting.done.set()
        self._on_closed()


@dataclass(slots=True)
class Waiting:
    done: anyio.Event = field(default_factory=anyio.Event)
    answer: JsonObject | None = None


@dataclass(slots=True)
class Pipes:
    """Both ways of one server: as streams for the SDK's session, and for tool calls a shorter one beside it.

    The session takes a call through five tasks and four models, which is half of what a quick tool costs.
    """

    incoming: Incoming
    outgoing: Outgoing
    _last: int = FIRST_NUMBER

    async def ask(self, method: str, params: JsonObject) -> JsonObject:
        """The raw result. Raises MCPError for an error, or when the server has gone; cancelled, it tells the server."""
        self._last = number = self._last + 1
        waiting = self.incoming.waiting[number] = Waiting()
        try:
            await self.outgoing.write(to_json({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
            await waiting.done.wait()
        except anyio.get_cancelled_exc_class():
            with anyio.move_on_after(CANCEL_SECONDS, shield=True), suppress(*GONE):
                notice = {"method": "notifications/cancelled", "params": {"requestId": number, "reason": "cancelled"}}
                await self.outgoing.write(to_json({"jsonrpc": "2.0", **notice}))
            raise
        except GONE:
            raise _closed() from None
        finally:
            del self.incoming.waiting[number]
        return _result(waiting.answer)


def _result(answer: JsonObject | None) -> JsonObject:
    match answer:
        case None:
            raise _closed()
        case {"result": dict()}:
            return cast("JsonObject", answer["result"])
        case {"error": {"code": int(code), "message": str(message)}}:
            raise MCPError(code, message)
        case _:
            raise MCPError(INTERNAL_ERROR, "it answered with something that is neither a result nor an error")


def _closed() -> MCPError:
    return MCPError(CONNECTION_CLOSED, "Connection closed")


def _number(identity: object) -> int:
    """The number of a request, which some servers give back as text."""
    if isinstance(identity, str) and identity.isdecimal():
        return int(identity)
    return identity if isinstance(identity, int) else -1


def _mended(message: Message) -> Message:
    if isinstance(message, SessionMessage) and isinstance(message.message, JSONRPCResponse):
        mend(message.message.result)
    return message


async def _end(process: Process) -> None:
    """Its input is closed, as the specification asks; then SIGTERM, then SIGKILL, to all it has started."""
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
