"""The composition root: build the parts, open them in order, close them in reverse. Nothing else knows all of them."""

from __future__ import annotations

import os
import signal
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
from .errors import ConfigError, SandgateError
from .gateway import Gateway
from .hub import Hub
from .hub.connection import first_cause
from .hub.oauth import auth_for
from .hub.tokens import TokenStore
from .sandbox.box import Backend, Sandbox
from .sandbox.process.backend import ProcessBackend
from .server.endpoint import Endpoint
from .server.transports import serve_http, serve_stdio

CLOSE_SECONDS = 5.0


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
    try:
        (discovery.tree / "servers").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"state_dir {state} cannot be written: {error.strerror}. Set another in sandgate.toml"
        ) from error
    sandbox = Sandbox(backend or ProcessBackend(config.limits, discovery.tree / "servers"))
    journal = Journal(state / "journal.db")
    try:
        auth = auth_for(TokenStore(state / "oauth"))
        async with Hub(config.servers, eras=eras, auth=auth, on_tools_changed=discovery.changed) as hub, discovery:
            discovery.start(hub, config.catalogue)
            yield Gateway(config, sandbox=sandbox, hub=hub, discovery=discovery, journal=journal)
    except BaseExceptionGroup as group:
        raise first_cause(group) from None  # what was raised, out of the groups our task groups put around it
    finally:
        await journal.close()


async def serve(config: Config, *, http: bool = False) -> None:
    """Be an MCP server until the client leaves. Our tools are listed first; only then is the gateway opened."""
    opened = _Opened()
    endpoint = Endpoint(opened.gateway, config.surface, config.prefix, on_listed=opened.wanted.set)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(opened.hold, config)
        if http:
            await serve_http(endpoint.server, config.http)
        else:
            tasks.start_soon(_end_when_told, opened)
            await serve_stdio(endpoint.server)
        await opened.close()
        tasks.cancel_scope.cancel()


async def _end_when_told(opened: _Opened) -> None:
    """Close everything on a signal, then leave at once: the thread that reads our input cannot be called back."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for number in signals:
            with anyio.move_on_after(CLOSE_SECONDS):
                await opened.close()
            os._exit(128 + number)


class _Opened:
    """A gateway that is opened by one task when it is wanted, and awaited by others."""

    def __init__(self) -> None:
        self.wanted = anyio.Event()
        self._ready, self._done, self._closed = anyio.Event(), anyio.Event(), anyio.Event()
        self._gateway: Gateway | SandgateError | None = None

    async def hold(self, config: Config) -> None:
        await self.wanted.wait()
        try:
            if not self._done.is_set():
                async with open_gateway(config) as self._gateway:
                    self._ready.set()
                    await self._done.wait()
        except SandgateError as error:
            self._gateway = error  # told to every request, so that the person reads it where they look
            self._ready.set()
        finally:
            self._closed.set()

    async def gateway(self) -> Gateway:
        self.wanted.set()
        await self._ready.wait()
        if isinstance(self._gateway, SandgateError):
            raise self._gateway
        assert self._gateway
        return self._gateway

    async def close(self) -> None:
        self._done.set()
        self.wanted.set()
        await self._closed.wait()


def tree_of(config: Config) -> Path:
    """Where the wrappers of this set of servers are kept: another set has another tree."""
    keys = sorted(key_of(spec) for spec in config.servers)
    return config.state_dir / "trees" / sha256("\n".join(keys).encode()).hexdigest()[:16]


def client_source() -> str:
    """The text every tree of wrappers stands on."""
    return files("sandgate.sandbox.guest").joinpath("client.py").read_text(encoding="utf-8")
