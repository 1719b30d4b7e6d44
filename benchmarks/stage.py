"""The same downstream server reached three ways: through our library, through our MCP server, and directly."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import mcp.types as wire
from mcp import Client, StdioServerParameters

import sandgate
from sandgate.gateway import Gateway
from sandgate.model import Json

from .boxes import ENVIRONMENT

TOML = """
state_dir = "{state}"
[import]
clients = []
[servers.bench]
command = "{python}"
args = ["-m", "benchmarks.downstream"]
concurrency = 64
"""
DOWNSTREAM = StdioServerParameters(command=sys.executable, args=["-m", "benchmarks.downstream"], env=ENVIRONMENT)


@dataclass(frozen=True, slots=True)
class Stage:
    """`gateway` is the library, `through` a client of `sandgate serve`, `direct` a client of the server behind both."""

    gateway: Gateway
    private: Gateway
    """The same with `privacy.mode = "tokens"`."""
    through: Client
    direct: Client
    config: Path


@asynccontextmanager
async def stage() -> AsyncGenerator[Stage, None]:
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "sandgate.toml"
        config.write_text(TOML.format(state=f"{folder}/state", python=sys.executable), encoding="utf-8")
        async with AsyncExitStack() as stack:
            gateway = await stack.enter_async_context(sandgate.open(config))
            private = config.with_name("private.toml")
            private.write_text(config.read_text("utf-8") + '[privacy]\nmode = "tokens"\n', "utf-8")
            hidden = await stack.enter_async_context(sandgate.open(private))
            through = await stack.enter_async_context(Client(serving(config)))
            direct = await stack.enter_async_context(Client(DOWNSTREAM))
            yield Stage(gateway, hidden, through, direct, config)


def serving(config: Path) -> StdioServerParameters:
    arguments = ["-m", "sandgate", "serve", "--config", str(config)]
    return StdioServerParameters(command=sys.executable, args=arguments, env=ENVIRONMENT)


async def value_of(gateway: Gateway, code: str) -> Json:
    outcome = await gateway.run_code(code)
    assert outcome.ok, outcome.text
    return outcome.value


def text(result: wire.CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, wire.TextContent)
    assert not result.is_error, block.text
    return block.text
