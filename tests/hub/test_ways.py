"""The same server over each way there is: its pipes, streamable HTTP, SSE."""

from __future__ import annotations

import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
import pytest

from sandgate.hub.results import blocks_of
from sandgate.hub.router import Hub
from sandgate.model import ServerSpec, Transport

pytestmark = pytest.mark.anyio
SERVER = "from sandgate.demo.servers import tracker; tracker.build().run({way!r}, host='127.0.0.1', port={port})"
PATHS = {"http": ("streamable-http", "mcp"), "sse": ("sse", "sse")}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@asynccontextmanager
async def served(transport: Transport) -> AsyncGenerator[ServerSpec, None]:
    """The tracker of the demo, reached in one way."""
    if transport == "stdio":
        yield ServerSpec(name="tracker", command=sys.executable, args=("-m", "sandgate.demo.servers.tracker"))
        return
    way, path = PATHS[transport]
    port = free_port()
    process = await anyio.open_process([sys.executable, "-c", SERVER.format(way=way, port=port)])
    try:
        with anyio.fail_after(30):
            while not await _listens(port):  # noqa: ASYNC110 - nothing tells when it listens
                await anyio.sleep(0.02)
        yield ServerSpec(name="tracker", transport=transport, url=f"http://127.0.0.1:{port}/{path}")
    finally:
        process.kill()
        await process.aclose()


async def _listens(port: int) -> bool:
    try:
        await (await anyio.connect_tcp("127.0.0.1", port)).aclose()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("transport", ["stdio", "http", "sse"])
async def test_a_server_can_be_listed_and_called_over(transport: Transport) -> None:
    async with served(transport) as spec, Hub([spec]) as hub:
        with anyio.fail_after(30):
            listing = await hub.list_tools("tracker")
            result = await hub.call("tracker", "create_issue", {"project": "SHOP", "title": "by any way"})

    (block,) = blocks_of(result, "tracker", wrapped=False)
    assert len(listing.tools) == 19
    assert block["value"]["title"] == "by any way"
