"""`/metrics` beside `/mcp`, as an ASGI application around another. Whoever guards that one guards this one too."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

PATH = "/metrics"
TYPE = b"text/plain; version=0.0.4; charset=utf-8"


class Exposed:
    """Measures for Prometheus. `hosts` are the names it may be asked by: a page elsewhere may not read it by rebinding
    a name to this machine. A host is a name with a port; `:*` is any port.
    """

    def __init__(self, app: Any, text: Callable[[], str], hosts: Collection[str]) -> None:
        self._app, self._text, self._hosts = app, text, hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"] != PATH:
            await self._app(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, b"only GET\n")
        elif not self._known(dict(scope["headers"]).get(b"host", b"").decode("latin-1")):
            await _answer(send, 421, b"unknown host: http.allowed_hosts of sandgate.toml\n")
        else:
            await _answer(send, 200, b"" if scope["method"] == "HEAD" else self._text().encode())

    def _known(self, host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        return host in self._hosts or f"{name}:*" in self._hosts


async def _answer(send: Any, status: int, body: bytes) -> None:
    headers = [(b"content-type", TYPE), (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
