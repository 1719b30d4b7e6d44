"""What the demo runs on: a gateway with the demo servers behind it, and the same servers once more, met directly."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import TaskStatus
from mcp import Client, StdioServerParameters

from sandgate.app import open_gateway
from sandgate.config import CatalogueOptions, Config
from sandgate.gateway import Gateway
from sandgate.model import Call, ServerSpec
from sandgate.sandbox.box import Backend
from sandgate.server.endpoint import Endpoint

from .agents import Failed, parsed
from .counting import words

SERVERS = {"drive": "list_folder", "crm": "list_objects", "chat": "list_channels", "tracker": "list_projects"}
"""The demo servers, each with a call that only wakes it up."""
PATIENCE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Stage:
    """Two worlds that share nothing: what one agent changes does not help the other."""

    gateway: Gateway
    coder: Client
    """A session with Sandgate."""
    direct: dict[str, Client]
    """A session with each server."""

    async def ask_behind(self, path: str, /, **arguments: Any) -> Any:
        """A tool of the servers behind the gateway, past the model."""
        (block,) = (await self.gateway.call_tool(Call(tool=path, arguments=arguments))).blocks
        return json.loads(block["text"].text) if block["type"] == "unread" else block["value"]

    async def ask_direct(self, path: str, /, **arguments: Any) -> Any:
        """The same of the servers that are met directly. Raises Failed with the tool's own words."""
        server, _, tool = path.partition(".")
        result = await self.direct[server].call_tool(tool, arguments)
        if result.is_error:
            raise Failed(f"{path}: {words(result)}")
        return parsed(words(result))


@asynccontextmanager
async def set_stage(backend: Backend | None = None) -> AsyncGenerator[Stage, None]:
    """All servers of both worlds, started and listed. On leaving they have ended and nothing is left on disk."""
    async with anyio.TemporaryDirectory(prefix="sandgate-demo-", ignore_cleanup_errors=True) as folder:
        config = demo_config(Path(folder))
        async with open_gateway(config, backend=backend) as gateway, _sessions() as direct:

            async def opened() -> Gateway:
                return gateway

            endpoint = Endpoint(opened, config.surface, config.prefix)
            async with endpoint.parked, Client(endpoint.server) as coder:
                stage = Stage(gateway, coder, direct)
                await gateway.discovery.settle(PATIENCE_SECONDS)
                await _wake(stage)
                yield stage


def demo_config(state_dir: Path) -> Config:
    """The defaults, four servers, and nothing that was read from anywhere."""
    return Config(
        servers=tuple(
            ServerSpec(name=name, command=sys.executable, args=("-m", f"sandgate.demo.servers.{name}"))
            for name in SERVERS
        ),
        state_dir=state_dir,
        catalogue=CatalogueOptions(wait_seconds=PATIENCE_SECONDS),
    )


async def _wake(stage: Stage) -> None:
    """Have the servers behind the gateway running, as the others are: starting them is no part of a task."""
    async with anyio.create_task_group() as tasks:
        for server, tool in SERVERS.items():
            tasks.start_soon(stage.ask_behind, f"{server}.{tool}")


@asynccontextmanager
async def _sessions() -> AsyncGenerator[dict[str, Client], None]:
    """A client for each server, started side by side: each session lives in a task of its own."""
    sessions: dict[str, Client] = {}
    done = anyio.Event()

    async def hold(name: str, *, task_status: TaskStatus[None]) -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", f"sandgate.demo.servers.{name}"])
        async with Client(command) as client:
            sessions[name] = client
            task_status.started()
            await done.wait()

    async with anyio.create_task_group() as tasks:
        async with anyio.create_task_group() as starting:
            for name in SERVERS:
                starting.start_soon(tasks.start, hold, name)
        try:
            yield {name: sessions[name] for name in SERVERS}
        finally:
            done.set()
