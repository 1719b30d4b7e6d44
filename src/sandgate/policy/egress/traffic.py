"""The far side of one request: every byte that passes is counted, and keeps the connection from being idle."""

from __future__ import annotations

import anyio
from anyio.abc import ByteStream

from .exchange import Exchange
from .usage import Usage
from .wire import CHUNK


class Traffic:
    """A stream with a meter. Its bytes push the deadline of the scope around the request."""

    def __init__(self, far: ByteStream, usage: Usage, exchange: Exchange, idle: anyio.CancelScope) -> None:
        self._far = far
        self._usage = usage
        self._exchange = exchange
        self._idle = idle
        self._moved()

    async def receive(self, max_bytes: int = CHUNK, /) -> bytes:
        chunk = await self._far.receive(max_bytes)
        self._usage.received(self._exchange, len(chunk))
        self._moved()
        return chunk

    async def send(self, item: bytes, /) -> None:
        self._usage.sending(self._exchange, len(item))
        await self._far.send(item)
        self._moved()

    async def send_eof(self) -> None:
        await self._far.send_eof()

    def _moved(self) -> None:
        self._idle.deadline = anyio.current_time() + self._usage.policy.limits.idle_seconds
