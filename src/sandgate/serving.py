"""Be an MCP server: list our tools at once, open the gateway behind that, close everything when the client leaves."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import anyio

from . import __version__
from .collecting import importing
from .config import Config
from .errors import SandgateError, first_cause
from .server.endpoint import Endpoint
from .server.surface import Reach
from .server.transports import serve_http, serve_stdio
from .telemetry import Telemetry, logs
from .telemetry.opening import opened as telemetry_opened

if TYPE_CHECKING:
    from .gateway import Gateway

log = logging.getLogger("sandgate")
CLOSE_SECONDS = 5.0
MOMENT_SECONDS = 0.3
"""After our tools were asked for: the answer goes out before the imports for the rest keep the loop busy."""


async def serve(config: Config, *, http: bool = False) -> None:
    """Be an MCP server until the client leaves. Our tools are listed first; only then is the gateway opened."""
    options = config.telemetry
    logs.set_up(config.log.format, config.log.level)
    async with telemetry_opened(options.endpoint, options.headers, options.every_seconds, __version__) as telemetry:
        await _serve(config, telemetry, http=http)


async def _serve(config: Config, telemetry: Telemetry, *, http: bool) -> None:
    opened = _Opened(lambda: endpoint.tokens(), telemetry)
    endpoint = Endpoint(
        opened.gateway,
        config.surface,
        config.prefix,
        on_listed=opened.soon.set,
        chosen=_chosen(config),
        reach=Reach(
            packages=config.sandbox.packages,
            hosts=config.network.allow,
            commands=config.commands.allow,
            privacy=config.privacy.mode,
        ),
        telemetry=telemetry,
    )
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(opened.hold, config)
            async with endpoint.parked:
                if http:
                    await opened.gateway()  # whoever starts it can read why it does not start
                    metrics = telemetry.text if config.telemetry.prometheus else None
                    await serve_http(endpoint.server, config.http, endpoint.parked.end_all, metrics)
                else:
                    tasks.start_soon(_end_when_told, opened)
                    await serve_stdio(endpoint.server)
            await opened.close()
            tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise first_cause(group) from None


def _chosen(config: Config) -> list[str]:
    """Our tools, and parts of them, that are there only where the settings ask for them."""
    privacy = config.privacy
    asked = {
        "execute_code_readonly": config.policy.readonly_tool,
        "sanitize_pii": privacy.mode != "off",
        "restore_pii": privacy.mode != "off" and privacy.restore_tool,
        "security_level": config.sandbox.backend == "auto",
    }
    return [name for name, wanted in asked.items() if wanted]


async def _end_when_told(opened: _Opened) -> None:
    """Close everything on a signal, then leave at once: the thread that reads our input cannot be called back."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for number in signals:
            with anyio.move_on_after(CLOSE_SECONDS):
                await opened.close()
            os._exit(128 + number)


class _Opened:
    """A gateway that is opened by one task when it is wanted, and awaited by others."""

    def __init__(self, own_tokens: Callable[[], Mapping[str, int]], telemetry: Telemetry) -> None:
        self.own_tokens, self._telemetry = own_tokens, telemetry
        self.soon, self._now = anyio.Event(), anyio.Event()
        self._ready, self._done, self._closed = anyio.Event(), anyio.Event(), anyio.Event()
        self._gateway: Gateway | SandgateError | None = None

    async def hold(self, config: Config) -> None:
        await self.soon.wait()
        with anyio.move_on_after(MOMENT_SECONDS):
            await self._now.wait()
        # Only now: these imports would cost a tenth of the time a client waits for our tools.
        with importing():
            from .app import open_gateway

        try:
            if not self._done.is_set():
                async with open_gateway(config, own_tokens=self.own_tokens(), telemetry=self._telemetry) as gateway:
                    await gateway.ready()
                    self._gateway = gateway
                    self._ready.set()
                    await self._done.wait()
        except SandgateError as error:
            self._gateway = error  # told to every request, so that the person reads it where they look
            self._ready.set()
        except Exception:  # a defect of ours: nobody may wait for a gateway that never comes
            log.exception("the gateway could not be opened")
            self._gateway = SandgateError("Sandgate failed to start; its log on stderr says how")
            self._ready.set()
        finally:
            self._closed.set()

    async def gateway(self) -> Gateway:
        if not self._ready.is_set():  # to wait for what has happened would still cost a turn of the loop
            self.soon.set()
            self._now.set()
            await self._ready.wait()
        if isinstance(self._gateway, SandgateError):
            raise self._gateway
        assert self._gateway
        return self._gateway

    async def close(self) -> None:
        self._done.set()
        self.soon.set()
        self._now.set()
        await self._closed.wait()
