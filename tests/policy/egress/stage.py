"""A proxy on loopback with made-up names, and a program's raw end of it."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import anyio
from anyio.abc import SocketStream

from sandgate.policy.egress import Alert, Connection, Dial, policy_of, serve, tcp

LOOPBACK = ["127.0.0.0/8", "::1/128"]
DEADLINE = 10


@dataclass
class Names:
    """A resolver that knows what a test says, and remembers what it was asked."""

    known: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    asked: list[str] = field(default_factory=list[str])

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        if host not in self.known:
            raise OSError("no such name")
        return self.known[host]


@dataclass
class Stage:
    """A running proxy."""

    port: int
    names: Names
    log: list[Connection] = field(default_factory=list[Connection])
    alerts: list[Alert] = field(default_factory=list[Alert])
    _news: anyio.Event = field(default_factory=anyio.Event)

    def write_down(self, connection: Connection) -> None:
        self.log.append(connection)
        self._news.set()

    async def logged(self, count: int = 1) -> list[Connection]:
        """The log, once it has so many entries."""
        with anyio.fail_after(DEADLINE):
            while len(self.log) < count:
                self._news = anyio.Event()
                await self._news.wait()
        return self.log

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def connect(self) -> SocketStream:
        return await anyio.connect_tcp("127.0.0.1", self.port)

    async def ask(self, request: str | bytes) -> str:
        """Send bytes, get all that comes back until the proxy closes."""
        async with await self.connect() as stream:
            await stream.send(request if isinstance(request, bytes) else request.encode())
            return (await everything(stream)).decode("latin-1")

    async def get(self, url: str, *headers: str) -> str:
        host = url.split("/")[2]
        lines = [f"GET {url} HTTP/1.1", f"Host: {host}", "Connection: close", *headers, "", ""]
        return await self.ask("\r\n".join(lines))

    async def tunnel(self, where: str) -> tuple[SocketStream, str]:
        """A stream on which CONNECT was sent, and the head of the answer."""
        stream = await self.connect()
        await stream.send(f"CONNECT {where} HTTP/1.1\r\nHost: {where}\r\n\r\n".encode())
        answer = b""
        with anyio.fail_after(DEADLINE):
            while b"\r\n\r\n" not in answer:
                answer += await stream.receive(1 if answer.startswith(b"HTTP/1.1 200") else 65536)
        return stream, answer.decode("latin-1")


async def everything(stream: SocketStream) -> bytes:
    received = b""
    with anyio.fail_after(DEADLINE):
        try:
            while True:
                received += await stream.receive()
        except (anyio.EndOfStream, anyio.BrokenResourceError):
            return received


def listening() -> socket.socket:
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    listener.setblocking(False)
    return listener


@asynccontextmanager
async def proxy(
    options: dict[str, Any], names: dict[str, list[str]] | None = None, dial: Dial = tcp
) -> AsyncGenerator[Stage]:
    """A proxy with a policy; loopback is open unless the policy says otherwise."""
    policy = policy_of({"allow_private": LOOPBACK, **options})
    listener = listening()
    stage = Stage(listener.getsockname()[1], Names(names or {}))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(serve, listener, policy, stage.write_down, stage.names, dial, stage.alerts.append)
        yield stage
        tasks.cancel_scope.cancel()
