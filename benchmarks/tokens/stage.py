"""Gateways to be asked: one whose servers replay what was recorded, and some that only know what tools there are."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import anyio
from mcp import Client

from sandgate.app import open_gateway
from sandgate.catalog import Catalogue, Store
from sandgate.config import CatalogueOptions, Config, SandboxOptions
from sandgate.demo.counting import Transcript, words
from sandgate.gateway import Gateway
from sandgate.model import JsonObject, Listing, ServerSpec
from sandgate.server.endpoint import Endpoint

from .tasks import ToolId

PATIENCE_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Gate:
    """A session with a gateway, and its catalogue."""

    client: Client
    catalogue: Catalogue
    _answers: dict[str, str] = field(default_factory=dict[str, str])

    def path(self, tool: ToolId) -> str:
        return self.catalogue.path(next(it for it in self.catalogue.tools if (it.server, it.name) == tool))

    async def ask(self, tool: str, arguments: JsonObject) -> str:
        """What one of our tools answers; the same question is asked once. Raises AssertionError where it fails."""
        key = f"{tool} {arguments}"
        if key not in self._answers:
            self._answers[key] = await self.run(tool, arguments)
        return self._answers[key]

    async def run(self, tool: str, arguments: JsonObject) -> str:
        result = await self.client.call_tool(tool, arguments)
        text = words(result)
        assert not result.is_error, f"{tool} {arguments}: {text}"
        return text

    async def opening(self) -> int:
        """What a model reads of us before it asks for anything: our tools and our instructions."""
        transcript = Transcript()
        transcript.offer((await self.client.list_tools()).tools, self.client.instructions)
        return transcript.total


@asynccontextmanager
async def knowing(
    listings: Mapping[str, Listing], surface: Literal["full", "minimal"] = "full"
) -> AsyncGenerator[Gate, None]:
    """A gateway in front of servers that were listed before. None of them is started."""
    specs = tuple(ServerSpec(name=name, command="false") for name in listings)
    async with anyio.TemporaryDirectory(prefix="sandgate-tokens-", ignore_cleanup_errors=True) as folder:
        config = Config(servers=specs, state_dir=Path(folder), surface=surface, sandbox=SandboxOptions(spares=0))
        store = Store(config.state_dir / "catalogue")
        for spec in specs:
            store.save(spec, listings[spec.name])
        async with open_gateway(config) as gateway, _session(gateway) as gate:
            yield gate


@asynccontextmanager
async def replaying(servers: Iterable[str], data: Path, expected: Path) -> AsyncGenerator[Gate, None]:
    """A gateway in front of servers that answer with recorded results."""
    arguments = ("-m", "benchmarks.tokens.replay")
    specs = tuple(
        ServerSpec(name=name, command=sys.executable, args=(*arguments, name, str(data), str(expected)))
        for name in servers
    )
    async with anyio.TemporaryDirectory(prefix="sandgate-tokens-", ignore_cleanup_errors=True) as folder:
        options = CatalogueOptions(wait_seconds=PATIENCE_SECONDS)
        config = Config(servers=specs, state_dir=Path(folder), catalogue=options)
        async with open_gateway(config) as gateway, _session(gateway) as gate:
            await gateway.discovery.settle(PATIENCE_SECONDS)
            yield gate


@asynccontextmanager
async def _session(gateway: Gateway) -> AsyncGenerator[Gate, None]:
    async def opened() -> Gateway:
        return gateway

    endpoint = Endpoint(opened, gateway.config.surface, gateway.config.prefix)
    async with endpoint.parked, Client(endpoint.server) as client:
        yield Gate(client, gateway.discovery.catalogue)
