"""The composition root: build the parts, open them in order, close them in reverse. Nothing else knows all of them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import anyio
import anyio.to_thread

from .audit import Journal
from .catalog import Store
from .catalog.store import key_of
from .config import Config, load
from .discovery import Discovery
from .gateway import Gateway
from .hub import Hub
from .sandbox.box import Backend, Sandbox
from .sandbox.process.backend import ProcessBackend
from .server.endpoint import Endpoint
from .server.transports import serve_http, serve_stdio


@asynccontextmanager
async def open_gateway(
    config: Config | Path | str | None = None, *, backend: Backend | None = None
) -> AsyncGenerator[Gateway, None]:
    """A gateway ready for programs. On leaving, every server and sandbox it started has ended.

    `config` is a Config, the path of a `sandgate.toml`, or None to look in the usual places.
    """
    if not isinstance(config, Config):
        config = load(Path(config) if config is not None else None)
    state = config.state_dir
    discovery = Discovery(config.servers, Store(state / "catalogue"), tree_of(config), client_source())
    eras = await anyio.to_thread.run_sync(discovery.recall)
    (discovery.tree / "servers").mkdir(parents=True, exist_ok=True)
    sandbox = Sandbox(backend or ProcessBackend(config.limits, discovery.tree / "servers"))
    journal = Journal(state / "journal.db")
    try:
        async with Hub(config.servers, eras=eras, on_tools_changed=discovery.changed) as hub, discovery:
            discovery.start(hub, config.catalogue)
            yield Gateway(config, sandbox=sandbox, hub=hub, discovery=discovery, journal=journal)
    finally:
        await journal.close()


async def serve(config: Config, *, http: bool = False) -> None:
    """Be an MCP server until the client leaves. Our tools are listed while the gateway is still being opened."""
    opened = _Opened()
    endpoint = Endpoint(opened.gateway, config.surface, config.prefix)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(opened.hold, config)
        await (serve_http(endpoint.server, config.http) if http else serve_stdio(endpoint.server))
        opened.done.set()


class _Opened:
    """A gateway that is being opened by one task and awaited by others."""

    def __init__(self) -> None:
        self.ready, self.done = anyio.Event(), anyio.Event()
        self._gateway: Gateway | None = None

    async def hold(self, config: Config) -> None:
        async with open_gateway(config) as self._gateway:
            self.ready.set()
            await self.done.wait()

    async def gateway(self) -> Gateway:
        await self.ready.wait()
        assert self._gateway
        return self._gateway


def tree_of(config: Config) -> Path:
    """Where the wrappers of this set of servers are kept: another set has another tree."""
    keys = sorted(key_of(spec) for spec in config.servers)
    return config.state_dir / "trees" / sha256("\n".join(keys).encode()).hexdigest()[:16]


def client_source() -> str:
    """The text every tree of wrappers stands on."""
    return files("sandgate.sandbox.guest").joinpath("client.py").read_text(encoding="utf-8")
