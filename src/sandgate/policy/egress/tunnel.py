"""A tunnel: TLS passes through and is never decrypted, once it has said the name the tunnel was asked for."""

from __future__ import annotations

from contextlib import suppress

import anyio
from anyio.abc import SocketStream, TaskGroup

from sandgate.errors import first_cause

from .exchange import Exchange
from .hello import HANDSHAKE, Hello, HelloReader
from .names import Host, Target, host_of, shown
from .policy import NetworkPolicy
from .refusals import Refused
from .traffic import Traffic
from .wire import CHUNK, LOST

_ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"
_ACCESS_DENIED = bytes.fromhex("15 0303 0002 02 31")
"""A TLS alert: the program's TLS library reports it as "access denied"."""


class Tunnel:
    """One program's stream and one far side, joined."""

    def __init__(
        self, program: SocketStream, target: Target, traffic: Traffic, policy: NetworkPolicy, exchange: Exchange
    ) -> None:
        self._program = program
        self._target = target
        self._traffic = traffic
        self._policy = policy
        self._exchange = exchange

    async def carry(self, early: bytes) -> None:
        """Until both sides have ended. `early` is what came right behind the request."""
        self._exchange.answered = True
        try:
            await self._program.send(_ESTABLISHED)
            async with anyio.create_task_group() as both_ways:
                await self._both_ways(both_ways, early)
        except ExceptionGroup as group:
            raise first_cause(group) from None
        except LOST:
            pass  # either side may end a tunnel at any time

    async def _both_ways(self, tasks: TaskGroup, early: bytes) -> None:
        if self._policy.plain_tunnels:  # whoever is there may speak first
            tasks.start_soon(self._down, tasks.cancel_scope)
            opening = await self._any_opening(early)
        else:
            opening = await self._tls_opening(early)
            tasks.start_soon(self._down, tasks.cancel_scope)
        try:
            await self._traffic.send(opening)
            while True:
                await self._traffic.send(await self._program.receive(CHUNK))
        except anyio.EndOfStream:
            await self._traffic.send_eof()
        except LOST:
            tasks.cancel_scope.cancel()

    async def _down(self, scope: anyio.CancelScope) -> None:
        try:
            while True:
                await self._program.send(await self._traffic.receive())
        except anyio.EndOfStream:
            await self._program.send_eof()
        except LOST:
            scope.cancel()

    async def _any_opening(self, early: bytes) -> bytes:
        opening = early or await self._first_words()
        return await self._tls_opening(opening) if opening[0] == HANDSHAKE else opening

    async def _tls_opening(self, early: bytes) -> bytes:
        reader = HelloReader()
        try:
            with anyio.fail_after(self._policy.limits.header_seconds):
                hello = reader.feed(early) if early else None
                while hello is None:
                    hello = reader.feed(await self._first_words())
            _check(hello, self._target.host)
        except TimeoutError:
            raise Refused("header_time", f"no TLS hello came on the tunnel to {self._target}") from None
        except ValueError as error:
            raise await self._told(Refused("server_name", f"tunnel to {self._target}: {error}"), reader) from None
        return bytes(reader.raw)

    async def _first_words(self) -> bytes:
        try:
            return await self._program.receive(CHUNK)
        except LOST:
            raise Refused("broken", "the program closed the tunnel before it said anything") from None

    async def _told(self, refusal: Refused, reader: HelloReader) -> Refused:
        """The refusal, after it was said in the language the program speaks on the tunnel."""
        if self._policy.plain_tunnels:  # what the far side says may be on its way to the program
            return refusal
        with suppress(*LOST):
            await self._program.send(_ACCESS_DENIED if reader.raw[0] == HANDSHAKE else refusal.answer())
        return refusal


def _check(hello: Hello, host: Host) -> None:
    """ValueError says why this hello may not pass."""
    if hello.encrypted:
        raise ValueError("the server name is hidden (ECH), so that it cannot be checked")
    if host.address and hello.server_name is None:  # TLS has no server name for an address
        return
    if hello.server_name is None:
        raise ValueError("TLS without a server name")
    if host.address or host_of(hello.server_name) != host:
        raise ValueError(f"the TLS server name is {shown(hello.server_name)}")
