"""From a name to an open connection: resolve once, check every address, connect to the very one that was checked."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from ipaddress import ip_address
from typing import TypeAlias

import anyio
import anyio.to_thread
from anyio.abc import ByteStream, SocketAttribute
from anyio.lowlevel import RunVar

from .addresses import forbidden
from .names import Address, Target, unmapped
from .policy import NetworkPolicy
from .refusals import closed_address, unreachable

Resolver: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a name; OSError if it has none."""
Dial: TypeAlias = Callable[[str, int], Awaitable[ByteStream]]
"""An open connection to an address, never to a name; OSError if there is none."""
MOST_TRIED = 4
_LOOKUPS_AT_ONCE = 8
_lookups: RunVar[anyio.CapacityLimiter] = RunVar("sandgate_egress_lookups")


async def system(host: str, port: int) -> Sequence[str]:
    """The resolver of this machine."""
    found = await anyio.to_thread.run_sync(
        lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM),
        abandon_on_cancel=True,
        limiter=_limiter(),
    )
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def _limiter() -> anyio.CapacityLimiter:
    """Names that resolve slowly are not to use up the threads of everybody else."""
    try:
        return _lookups.get()
    except LookupError:
        limiter = anyio.CapacityLimiter(_LOOKUPS_AT_ONCE)
        _lookups.set(limiter)
        return limiter


async def tcp(address: str, port: int) -> ByteStream:
    return await anyio.connect_tcp(address, port)


async def reach(target: Target, policy: NetworkPolicy, resolver: Resolver, dial: Dial) -> tuple[Address, ByteStream]:
    """An open connection to a target, and where it leads. Refused if an address is closed or nothing answers."""
    seconds = policy.limits.connect_seconds
    addresses = await _addresses(target, resolver, seconds)
    for address in addresses:
        if words := forbidden(address, policy.allow_private):  # one of many is enough: that is how rebinding looks
            raise closed_address(target, address, words)
    for address in addresses[:MOST_TRIED]:
        with anyio.move_on_after(seconds):
            try:
                stream = await dial(str(address), target.port)
            except OSError:
                continue
            await _refuse_ourselves(stream, target, address, policy)
            return address, stream
    raise unreachable(target, "does not answer", HTTPStatus.GATEWAY_TIMEOUT)


async def _addresses(target: Target, resolver: Resolver, seconds: float) -> list[Address]:
    if target.host.address:
        return [target.host.address]
    found: Sequence[str] = ()
    with anyio.move_on_after(seconds):
        try:
            found = await resolver(target.host.text, target.port)
        except (OSError, UnicodeError):
            found = ()
    if not found:
        raise unreachable(target, "has no address: the name does not resolve")
    return [unmapped(ip_address(text)) for text in found]


async def _refuse_ourselves(stream: ByteStream, target: Target, address: Address, policy: NetworkPolicy) -> None:
    """A public address of this machine leads to services that listen for nobody outside.

    A connection to oneself comes from the address it goes to.
    """
    local = stream.extra(SocketAttribute.local_address, None)  # noqa: S610 - of a stream, not of a database
    if not isinstance(local, tuple) or any(address in network for network in policy.allow_private):
        return
    if unmapped(ip_address(str(local[0]).partition("%")[0])) == address:
        await anyio.aclose_forcefully(stream)
        raise closed_address(target, address, "this machine itself")
