"""Invented tools to weigh calls of."""

from __future__ import annotations

from typing import Any

from sandgate.model import Tool


def tool(
    name: str, description: str = "", *fields: str, server: str = "lab", schema: Any = None, **annotations: bool
) -> Tool:
    properties: dict[str, Any] = {field: {} for field in fields}
    return Tool(
        server=server,
        name=name,
        description=description,
        input_schema=schema or {"type": "object", "properties": properties},
        annotations=annotations,
    )


SQL = tool("query", "Runs SQL against the warehouse.", "sql")
SHELL = tool("run_command", "Runs a command.", "command")
HTTP = tool("request", "Makes a web request.", "method", "url", "body")
MONGO = tool("find", "Finds documents.", "filter", server="mongodb")
