"""The egress proxy of one run: takes connections of its program and serves them until it is cancelled."""

from __future__ import annotations

import socket
from contextlib import suppress
from http import HTTPStatus

import anyio
import h11
from anyio.abc import SocketAttribute, SocketListener, SocketStream, TaskGroup

from .dialling import Dial, Resolver, reach, system, tcp
from .exchange import Exchange
from .forwarding import check_head, forward
from .names import Target, request_target, tunnel_target
from .policy import NetworkPolicy
from .records import OnAlert, OnConnection
from .refusals import Refused, malformed
from .traffic import Traffic
from .tunnel import Tunnel
from .usage import Usage
from .wire import CHUNK, LOST, Wire

_PAUSE_SECONDS = 0.001
"""After a connection that was turned away, so that a program in a loop leaves time for others."""
_OUT_OF_FILES_SECONDS = 0.1
_LINGER_SECONDS = 1.0
_LINGER_BYTES = 1024 * 1024


async def serve(
    listener: SocketListener | socket.socket,
    policy: NetworkPolicy,
    log: OnConnection,
    resolver: Resolver = system,
    dial: Dial = tcp,
    alert: OnAlert | None = None,
) -> None:
    """Serve one run on a listener in its network. Ends when cancelled, and then nothing of it is open.

    The listener is taken over and closed. `log` gets every request, allowed or not, until the run has none left; if it
    or `alert` raises, the proxy stops: what cannot be written down does not happen.
    """
    taking = listener if isinstance(listener, socket.socket) else _raw(listener)
    taking.setblocking(False)
    proxy = Proxy(Usage(policy, log, alert), resolver, dial)
    try:
        async with anyio.create_task_group() as connections:
            await _take_connections(taking, proxy, connections)
    finally:
        taking.close()
        proxy.close()


def _raw(listener: SocketListener) -> socket.socket:
    return listener.extra(SocketAttribute.raw_socket)  # noqa: S610 - of a stream, not of a database


async def _take_connections(taking: socket.socket, proxy: Proxy, connections: TaskGroup) -> None:
    while True:
        await anyio.wait_readable(taking)
        try:
            program, _ = taking.accept()
        except BlockingIOError:
            continue
        except OSError:  # the program has gone again, or this process has no descriptors left
            await anyio.sleep(_OUT_OF_FILES_SECONDS)
            continue
        program.setblocking(False)
        if proxy.full:
            proxy.turn_away(program)
            await anyio.sleep(_PAUSE_SECONDS)
        else:
            proxy.programs.add(program)
            connections.start_soon(proxy.serve_connection, program)


class Proxy:
    """All connections of one run."""

    def __init__(self, usage: Usage, resolver: Resolver, dial: Dial) -> None:
        self._usage = usage
        self._policy = usage.policy
        self._resolver = resolver
        self._dial = dial
        self.programs: set[socket.socket] = set()
        """The program's ends of the connections that are served."""

    @property
    def full(self) -> bool:
        return self._usage.exhausted or len(self.programs) >= self._policy.limits.connections

    def close(self) -> None:
        """For connections whose task was cancelled before it began."""
        while self.programs:
            self.programs.pop().close()

    def turn_away(self, program: socket.socket) -> None:
        """Say no at once, without a task: a thousand connections must not cost a thousand."""
        with program, self._usage.exchange() as exchange:
            refusal = self._usage.past_limits(exchange) or self._crowded()
            exchange.refused(refusal)
            with suppress(OSError):
                program.send(refusal.answer())
                program.shutdown(socket.SHUT_WR)
                program.recv(CHUNK)  # what is left unread would make the kernel take the answer back

    def _crowded(self) -> Refused:
        limit = self._policy.limits.connections
        return Refused(
            "connections",
            f"more than {limit} connections at the same time; the limit is [network] connections",
            HTTPStatus.SERVICE_UNAVAILABLE,
        )

    async def serve_connection(self, program: socket.socket) -> None:
        try:
            stream = await _stream(program)
            if stream:
                async with stream:
                    await self._serve_requests(stream)
        finally:
            self.programs.discard(program)
            program.close()

    async def _serve_requests(self, program: SocketStream) -> None:
        wire = Wire(program, h11.SERVER, self._policy.limits.header_kb)
        first = True
        while await self._serve_request(wire, program, first=first):
            wire.http.start_next_cycle()
            first = False

    async def _serve_request(self, wire: Wire, program: SocketStream, *, first: bool) -> bool:
        """Serve one request; whether another may follow on this connection."""
        with self._usage.exchange() as exchange:
            try:
                request = await self._head(wire)
                if request is None:
                    exchange.refused(Refused("broken", "nothing was asked"))
                    exchange.quiet = not first
                elif await self._go(request, wire, program, exchange):
                    return True
            except Refused as refusal:
                exchange.refused(refusal)
                if not exchange.answered:
                    await _say(program, refusal.answer())
        await _linger(program)
        return False

    async def _head(self, wire: Wire) -> h11.Request | None:
        """The next request; None if the program has nothing to ask."""
        try:
            with anyio.fail_after(self._policy.limits.header_seconds):
                event = await wire.next_event()
        except TimeoutError:
            if not wire.started:
                return None
            raise Refused("header_time", "the head of the request took too long", HTTPStatus.REQUEST_TIMEOUT) from None
        return event if isinstance(event, h11.Request) else None

    def _permit(self, request: h11.Request, exchange: Exchange) -> Target:
        """Everything that is decided before a name is resolved."""
        if refusal := self._usage.past_limits(exchange):
            raise refusal
        target = _target(request)
        exchange.about(target)
        pattern = self._policy.permit(target)
        check_head(request, target)
        self._usage.admit(pattern, target.host, exchange)
        exchange.permitted_by = pattern.text
        return target

    async def _go(self, request: h11.Request, wire: Wire, program: SocketStream, exchange: Exchange) -> bool:
        """Let a request through; whether another may follow."""
        target = self._permit(request, exchange)
        address, far = await reach(target, self._policy, self._resolver, self._dial)
        exchange.address = str(address)
        async with far:
            with anyio.CancelScope() as idle:
                traffic = Traffic(far, self._usage, exchange, idle)
                if not target.is_tunnel:
                    return await forward(wire, request, target, traffic, exchange)
                tunnel = Tunnel(program, target, traffic, self._policy, exchange)
                await tunnel.carry(wire.http.trailing_data[0])
                return False
        raise Refused("idle", f"nothing came from or to {target} for too long", HTTPStatus.GATEWAY_TIMEOUT)


def _target(request: h11.Request) -> Target:
    text = request.target.decode("ascii")
    try:
        return tunnel_target(text) if request.method == b"CONNECT" else request_target(text)
    except ValueError as error:
        raise malformed(str(error)) from None


async def _stream(program: socket.socket) -> SocketStream | None:
    try:
        return await SocketStream.from_socket(program)
    except (ValueError, OSError):  # it has gone again
        return None


async def _say(program: SocketStream, answer: bytes) -> None:
    with anyio.move_on_after(_LINGER_SECONDS), suppress(*LOST):
        await program.send(answer)


async def _linger(program: SocketStream) -> None:
    """Read what the program still sends: a connection closed before that loses the answer on its way."""
    with anyio.move_on_after(_LINGER_SECONDS), suppress(*LOST):
        await program.send_eof()
        read = 0
        while read < _LINGER_BYTES:
            read += len(await program.receive(CHUNK))
