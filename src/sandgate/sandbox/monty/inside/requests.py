"""What the functions that every program finds ask the gateway for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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


def _look(what: str, values: list[Any]) -> Request:
    return call_mcp_tool("sandgate.pii", {"what": what, "values": values})  # what is no text the gateway refuses


def _about(what: str) -> Callable[..., tuple[Request, bool]]:
    def asked(value: Any) -> tuple[Request, bool]:
        many = isinstance(value, Iterable) and not isinstance(value, str)
        return _look(what, [*value] if many else [value]), many

    asked.__qualname__ = what
    return asked


def same(*values: str) -> tuple[Request, bool]:
    return _look("same", [*values]), True


PII: Mapping[str, Callable[..., tuple[Request, bool]]] = {
    **{what: _about(what) for what in ("domain", "last4", "area_code", "mask")},
    "same": same,
}
"""What a program asks about personal values; False where the answer is a list of one, for the one that was meant."""
