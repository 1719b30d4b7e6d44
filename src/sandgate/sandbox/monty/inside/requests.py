"""What the functions that every program finds ask the gateway for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Request = dict[str, Any]


def call_mcp_tool(tool: str, arguments: Mapping[str, Any] | None = None, *, fresh: bool = False) -> Request:
    request: Request = {"type": "call", "tool": str(tool), "arguments": dict(arguments or {})}
    return request | {"fresh": True} if fresh else request


def search_tools(query: str = "", **options: Any) -> Request:
    return call_mcp_tool("sandgate.search_tools", {"query": query, **options})


def recommend(task: str, **options: Any) -> Request:
    return call_mcp_tool("sandgate.search_tools", {"query": task, "recommend": True, **options})


def get_tool_definition(tool: str, **options: Any) -> Request:
    return call_mcp_tool("sandgate.get_tool_definition", {"tool": tool, **options})


def get_execution_stats() -> Request:
    return call_mcp_tool("sandgate.get_execution_stats")


REQUESTS: Mapping[str, Callable[..., Request]] = {
    made.__name__: made for made in (call_mcp_tool, search_tools, recommend, get_tool_definition, get_execution_stats)
}
