"""Asking a demo server in-process, the way a client would."""

from __future__ import annotations

import json
from typing import Any

from mcp import Client
from mcp.server import MCPServer
from mcp.types import CallToolResult, TextContent


async def ask(server: MCPServer, tool: str, **arguments: object) -> Any:
    """The answer parsed from its text."""
    result = await call(server, tool, arguments)
    assert not result.is_error, words(result)
    return json.loads(words(result))


async def refusal(server: MCPServer, tool: str, **arguments: object) -> str:
    """What the server says when it does not do as asked."""
    result = await call(server, tool, arguments)
    assert result.is_error, words(result)
    return words(result)


async def call(server: MCPServer, tool: str, arguments: dict[str, object]) -> CallToolResult:
    async with Client(server) as client:
        return await client.call_tool(tool, arguments)


def words(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text
