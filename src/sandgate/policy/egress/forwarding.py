"""Plain HTTP: the request goes to the far side as its own first request, the answer comes back."""

from __future__ import annotations

from http import HTTPStatus

import anyio
import h11

from sandgate.errors import first_cause

from .exchange import Exchange
from .names import Target, split_authority
from .refusals import Refused, malformed
from .traffic import Traffic
from .wire import Wire

_HOP_BY_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding "
    b"upgrade expect".split()
)
_OURS = frozenset((b"host", b"content-length"))
"""Written anew, never taken out because a Connection header names them."""
Headers = list[tuple[bytes, bytes]]


def check_head(request: h11.Request, target: Target) -> None:
    """Refuse a head that another reader could take for another request."""
    names = {name for name, _ in request.headers}
    framing = names & {b"transfer-encoding", b"content-length"}
    if target.is_tunnel and framing:
        raise malformed("CONNECT has no body")
    if len(framing) > 1:
        raise malformed("Content-Length and Transfer-Encoding exclude each other")
    for name, value in request.headers:
        if name == b"host" and not _names(value, target):
            raise Refused("host_header", f"the Host header names another host than {target}")


def _names(value: bytes, target: Target) -> bool:
    try:
        host, port = split_authority(value.decode("ascii"))
    except ValueError:
        return False
    usual = target.port if target.is_tunnel else 80
    return (host, port or usual) == (target.host, target.port)


async def forward(program: Wire, request: h11.Request, target: Target, traffic: Traffic, exchange: Exchange) -> bool:
    """Serve one request; whether the program's connection can take another."""
    far = Wire(traffic, h11.CLIENT, program.header_kb)
    await far.send(
        h11.Request(method=request.method, target=target.path or "/", headers=_request_headers(request, target))
    )
    if program.http.they_are_waiting_for_100_continue:
        await program.send(h11.InformationalResponse(status_code=HTTPStatus.CONTINUE, headers=[]))
    try:
        async with anyio.create_task_group() as both_ways:
            both_ways.start_soon(_upload, program, far)
            await _download(far, program, exchange)
            both_ways.cancel_scope.cancel()  # an answer may come before the whole body was taken
    except ExceptionGroup as group:
        raise first_cause(group) from None
    return program.finished


async def _upload(program: Wire, far: Wire) -> None:
    while isinstance(event := await program.next_event(), h11.Data):
        try:
            await far.send(event)
        except Refused as refusal:
            if refusal.rule != "broken":
                raise
            return  # the far side has heard enough; its answer may still come
    if not isinstance(event, h11.EndOfMessage):
        raise Refused("broken", "the program closed the connection")
    await far.send(h11.EndOfMessage())


async def _download(far: Wire, program: Wire, exchange: Exchange) -> None:
    while not isinstance(event := await far.next_event(), h11.EndOfMessage):
        if isinstance(event, h11.Response):
            exchange.answered = True
            await program.send(_response(event))
        elif isinstance(event, h11.Data):
            await program.send(event)
        elif event is None:
            raise Refused("broken", "the far side closed the connection without an answer", HTTPStatus.BAD_GATEWAY)
    await program.send(h11.EndOfMessage())


def _request_headers(request: h11.Request, target: Target) -> Headers:
    headers: Headers = [(b"host", target.host.at(target.port, 80).encode()), *_end_to_end(request)]
    return [*headers, *_framing(request), (b"connection", b"close")]


def _response(response: h11.Response) -> h11.Response:
    headers = [*_end_to_end(response), *(() if _chunked(response) else _framing(response))]
    return h11.Response(status_code=response.status_code, headers=headers, reason=response.reason)


def _end_to_end(message: h11.Request | h11.Response) -> Headers:
    named = {
        token.strip().lower() for name, value in message.headers if name == b"connection" for token in value.split(b",")
    }
    return [(name, value) for name, value in message.headers if name not in _HOP_BY_HOP | _OURS | named]


def _framing(message: h11.Request | h11.Response) -> Headers:
    if _chunked(message):
        return [(b"transfer-encoding", b"chunked")]
    return [(name, value) for name, value in message.headers if name == b"content-length"]


def _chunked(message: h11.Request | h11.Response) -> bool:
    return any(name == b"transfer-encoding" for name, _ in message.headers)
