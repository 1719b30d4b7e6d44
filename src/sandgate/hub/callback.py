"""The browser's way back: a listener on this machine that takes one answer from a login page, then is gone."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qs, urlsplit

import anyio
from anyio.abc import SocketAttribute, SocketStream

from sandgate.errors import ConfigError

LOOPBACK = ("127.0.0.1", "localhost")
LARGEST_REQUEST = 16 * 1024
REQUEST_SECONDS = 10.0
DEFAULT_REDIRECT = "http://127.0.0.1:0/callback"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the login page sent the browser back with."""

    code: str = field(default="", repr=False)
    issuer: str | None = None
    error: str = ""


@dataclass(slots=True)
class Callback:
    """One awaited answer. Only a request with the right host, path and state counts; all others are turned away."""

    url: str
    state: str = ""
    """What the answer must carry. While it is empty nothing is awaited yet."""
    _answer: Answer | None = None
    _arrived: anyio.Event = field(default_factory=anyio.Event)

    async def answer(self) -> Answer:
        await self._arrived.wait()
        assert self._answer
        return self._answer

    async def serve(self, stream: SocketStream) -> None:
        """One request of whoever connected."""
        async with stream:
            try:
                with anyio.fail_after(REQUEST_SECONDS):
                    await stream.send(self._reply(await _head(stream)))
            except (TimeoutError, ValueError, anyio.BrokenResourceError, anyio.EndOfStream):
                pass  # whoever it was, they may try again
            if self._answer:
                self._arrived.set()  # not before the page is sent: the listener is closed then

    def _reply(self, head: str) -> bytes:
        lines = head.split("\r\n")
        method, target, *_ = [*lines[0].split(" "), "", ""]
        hosts = [line.partition(":")[2].strip().lower() for line in lines[1:] if line.lower().startswith("host:")]
        ours, asked = urlsplit(self.url), urlsplit(target)
        # a page elsewhere can make the browser come here under another name (DNS rebinding)
        if hosts != [ours.netloc] or method != "GET" or asked.path != ours.path:
            return _page("404 Not Found", "There is nothing here.")
        fields = {name: values[0] for name, values in parse_qs(asked.query).items()}
        # the state is known to us and to the page we opened: without it another site could log us in as somebody else
        if not self.state or not secrets.compare_digest(fields.get("state", "").encode(), self.state.encode()):
            return _page("400 Bad Request", "This is not the login that Sandgate is waiting for.")
        if self._answer:
            return _page("410 Gone", "This login has been used already.")
        error = " ".join(filter(None, (fields.get("error"), fields.get("error_description"))))
        code = fields.get("code", "")
        self._answer = Answer(code, fields.get("iss"), error or ("" if code else "no code came back"))
        if self._answer.error:
            return _page("200 OK", f"The login was refused: {self._answer.error}. You can close this window.")
        return _page("200 OK", "Sandgate has the login. You can close this window and go back to your terminal.")


@asynccontextmanager
async def awaited(redirect: str = DEFAULT_REDIRECT) -> AsyncGenerator[Callback, None]:
    """Listen at a loopback address while the context lasts. Port 0 means any that is free. Raises ConfigError."""
    parts = urlsplit(redirect)
    try:
        port = parts.port or 0
        if parts.scheme != "http" or parts.hostname not in LOOPBACK or parts.query or parts.fragment:
            raise ValueError("it must look like http://localhost:PORT/PATH")
        listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=port)
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot wait for the browser at {redirect}: {error}") from error
    async with listener, anyio.create_task_group() as tasks:
        port = listener.extra(SocketAttribute.local_port)  # noqa: S610 - not Django's
        callback = Callback(f"http://{parts.hostname}:{port}{parts.path or '/'}")
        tasks.start_soon(listener.serve, callback.serve)
        yield callback
        tasks.cancel_scope.cancel()


async def _head(stream: SocketStream) -> str:
    received = b""
    while b"\r\n\r\n" not in received and len(received) < LARGEST_REQUEST:
        received += await stream.receive()
    return received.partition(b"\r\n\r\n")[0].decode("latin-1")


def _page(status: str, text: str) -> bytes:
    body = (
        f'<!doctype html><meta charset="utf-8"><title>Sandgate</title><h1>Sandgate</h1><p>{escape(text)}</p>'.encode()
    )
    head = (
        f"HTTP/1.1 {status}",
        "Content-Type: text/html; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Content-Security-Policy: default-src 'none'",
        "Referrer-Policy: no-referrer",  # the address has the code in it
        "Cache-Control: no-store",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode() + body
