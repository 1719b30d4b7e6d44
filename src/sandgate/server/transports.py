"""The ways to reach us: a client's pipes, or streamable HTTP on an address that is checked."""

from __future__ import annotations

import hmac
import logging
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import anyio
from mcp.server.lowlevel import Server

from sandgate.config import HttpOptions
from sandgate.errors import ConfigError
from sandgate.telemetry.exposing import Exposed

from . import stdio

if TYPE_CHECKING:
    import uvicorn

log = logging.getLogger("sandgate.listening")
log.setLevel(logging.INFO)  # whoever starts it waits for this line, however little they want logged
GRACE_SECONDS = 2
LOOK_SECONDS = 0.1
LOOPBACK = ("127.0.0.1", "localhost", "::1")


async def serve_stdio(server: Server[Any]) -> None:
    """Until the client closes its end."""
    async with stdio.client() as (read, write):
        await server.run(read, write, server.create_initialization_options())


async def serve_http(
    server: Server[Any],
    options: HttpOptions,
    on_exit: Callable[[], None] = lambda: None,
    metrics: Callable[[], str] | None = None,
) -> None:
    """Until stopped. Other addresses than this machine's own need a token: anyone who can reach us can run code.

    `on_exit` is called when it was told to stop and requests are still being answered. `metrics` is the text of
    `/metrics`.
    """
    import uvicorn

    if options.host not in LOOPBACK and not options.token:
        raise ConfigError(f"http.host is {options.host}, which others can reach: set http.token as well")
    application = http_app(server, options, metrics)
    config = uvicorn.Config(application, log_level="warning", timeout_graceful_shutdown=GRACE_SECONDS)
    with _listening(options) as listener:
        log.info("listening at %s", _address(options.host, listener.getsockname()[1]))
        serving = uvicorn.Server(config)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_watch, serving, on_exit)
            await serving.serve(sockets=[listener])
            tasks.cancel_scope.cancel()


async def _watch(serving: uvicorn.Server, on_exit: Callable[[], None]) -> None:
    while not serving.should_exit:  # noqa: ASYNC110 - it has no event for this
        await anyio.sleep(LOOK_SECONDS)
    on_exit()


def _listening(options: HttpOptions) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    try:
        return socket.create_server((options.host, options.port), family=family)
    except OSError as error:
        cure = "choose another with --port or http.port"
        raise ConfigError(f"cannot listen on {options.host}:{options.port}: {error.strerror}; {cure}") from error


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/mcp"


def http_app(server: Server[Any], options: HttpOptions, metrics: Callable[[], str] | None = None) -> Any:
    """An ASGI application with `/mcp`, behind a check of Host, Origin and, where there is one, the token."""
    from mcp.server.transport_security import TransportSecuritySettings

    names = [f"{host}:{port}" for host in ("127.0.0.1", "localhost", "[::1]") for port in ("*",)]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[*names, *options.allowed_hosts],
        allowed_origins=[*(f"http://{name}" for name in names), *options.allowed_origins],
    )
    app = server.streamable_http_app(host=options.host, transport_security=security)
    app = Exposed(app, metrics, [*names, *options.allowed_hosts]) if metrics else app
    return _Guarded(app, options.token) if options.token else app


class _Guarded:
    """Let only requests with the bearer token through."""

    def __init__(self, app: Any, token: str) -> None:
        self._app, self._expected = app, f"Bearer {token}".encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(b"authorization", b"")
        if hmac.compare_digest(given, self._expected):
            await self._app(scope, receive, send)
            return
        from starlette.responses import PlainTextResponse

        refusal = PlainTextResponse("a bearer token is needed: http.token of sandgate.toml", 401)
        refusal.headers["WWW-Authenticate"] = "Bearer"
        await refusal(scope, receive, send)
