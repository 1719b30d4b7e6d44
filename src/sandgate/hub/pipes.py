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
from dataclasses import dataclass
from typing import TextIO, cast

import anyio
from anyio.abc import ObjectReceiveStream, Process
from mcp import MCPError
from mcp.shared.message import SessionMessage
from mcp.types import CONNECTION_CLOSED, INTERNAL_ERROR, JSONRPCResponse
from pydantic_core import to_json

from sandgate.model import JsonObject
from sandgate.promptly import Awaited, Descriptor

from .lines import GONE, Cut, Line, Message, Outgoing, message_of, read
from .mending import mend

END_SECONDS = 1.0
"""How long a server has after its input is closed, and again after it was asked to end."""
CANCEL_SECONDS = 1.0
MOST_UNREAD = 100
"""Messages for the session that it has not read yet. A server that sends more waits."""
FIRST_NUMBER = 1_000_000_000
"""Our own calls are counted from here; the session counts its requests from one."""


@asynccontextmanager
async def piped(
    command: Sequence[str], env: Mapping[str, str], cwd: str | None, stderr: TextIO, on_closed: Callable[[], None]
) -> AsyncGenerator[Pipes, None]:
    """Start a server; its messages in and out. On leaving, it and everything it started has ended."""
    (its_in, our_in), (our_out, its_out) = os.pipe(), os.pipe()
    stdin, stdout = Descriptor(our_in), Descriptor(our_out)
    try:
        process = await anyio.open_process(
            command, stdin=its_in, stdout=its_out, stderr=stderr, env=env, cwd=cwd, start_new_session=True
        )
    except BaseException:
        await stdin.aclose()
        await stdout.aclose()
        raise
    finally:
        os.close(its_in)
        os.close(its_out)
    try:
        yield Pipes(Incoming(stdout, on_closed), Outgoing(stdin))
    finally:
        with anyio.CancelScope(shield=True):
            await stdin.aclose()
            await _end(process)
            await stdout.aclose()


class Incoming(ObjectReceiveStream[Message]):
    """Whole lines, each a message, as they arrive: the answers to calls of our own go to whoever waits for them, and
    all others to the session. To have the session read all of them would cost every call a turn.
    """

    def __init__(self, stdout: Descriptor, on_closed: Callable[[], None]) -> None:
        self._stdout, self._on_closed, self._cut = stdout, on_closed, Cut()
        self._others: deque[Line] = deque()
        self._ended, self._news = False, anyio.Event()
        self.waiting: dict[int, Waiting] = {}
        """Calls of our own, by their number. What answers them is not the session's."""
        stdout.hand_on(self._arrived)

    async def receive(self) -> Message:
        """Raises EndOfStream when the server is gone, so that nobody waits for it."""
        while not self._others:
            if self._ended:
                await self.aclose()
                raise anyio.EndOfStream
            self._news = anyio.Event()
            await self._news.wait()
        line = self._others.popleft()
        if not self._ended and len(self._others) == MOST_UNREAD - 1:
            self._stdout.go_on()
        return _mended(message_of(line))

    def _arrived(self, chunk: bytes) -> None:
        try:
            lines = self._cut.lines(chunk)
        except anyio.BrokenResourceError:
            lines, chunk = [], b""
        self._others += [line for line in lines if not self._is_ours(line)]
        if not chunk:
            self._end()
        elif len(self._others) >= MOST_UNREAD:
            self._stdout.pause()
        if self._others:
            self._news.set()

    def _end(self) -> None:
        """Nothing more comes: whoever waits hears of it, the session once it has read what is left."""
        self._stdout.pause()
        self._ended = True
        self._news.set()
        for waiting in self.waiting.values():
            waiting.happened()

    def _is_ours(self, line: Line) -> bool:
        """Whether it answers a call of ours, which then has it."""
        if not self.waiting:
            return False
        try:
            message = read(line)
        except ValueError:
            return False
        if not isinstance(message, dict) or "method" in message:
            return False
        answer = cast("JsonObject", message)
        waiting = self.waiting.get(_number(answer.get("id")))
        if waiting is None:
            return False
        waiting.answer = answer
        waiting.happened()
        return True

    async def aclose(self) -> None:
        self._end()
        self._on_closed()


class Waiting(Awaited):
    """One call of our own. Where nothing answers it in the end, its server has gone."""

    answer: JsonObject | None = None


@dataclass(slots=True)
class Pipes:
    """Both ways of one server: as streams for the SDK's session, and for tool calls a shorter one beside it.

    The session takes a call through five tasks and four models, which is half of what a quick tool costs.
    """

    incoming: Incoming
    outgoing: Outgoing
    _last: int = FIRST_NUMBER

    async def ask(self, method: str, params: JsonObject, seconds: float) -> JsonObject:
        """The raw result. Raises MCPError for an error, or when the server has gone, and TimeoutError; whoever does not
        wait any longer tells the server so.
        """
        self._last = number = self._last + 1
        waiting = self.incoming.waiting[number] = Waiting()
        try:
            line = to_json({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            await self.outgoing.write(line, seconds)
            await waiting.within(seconds)
        except (anyio.get_cancelled_exc_class(), TimeoutError):
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
