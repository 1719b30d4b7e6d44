"""A real MCP server that does not say what its tools return. It stands alone: it imports nothing of Sandgate."""

from __future__ import annotations

import json

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

CANARY = "canary-7d1f"
server = MCPServer("wordless", log_level="ERROR")
READS = ToolAnnotations(read_only_hint=True)


def row(number: int) -> dict[str, object]:
    return {
        "id": number,
        "name": f"{CANARY} {number}",
        "status": CANARY if number % 2 else None,
        "accounts": {f"{CANARY}.{number}@example.com": {"balance": 1.5}},
        **({"note": CANARY} if number % 3 == 0 else {}),
    }


@server.tool(structured_output=False, annotations=READS)
def list_rows(count: int = 5) -> str:
    """List rows."""
    return json.dumps({"rows": [row(number) for number in range(count)], "total": count})


@server.tool(structured_output=False)
def add_row(name: str) -> str:
    """Add a row."""
    if name == "bad":
        raise ToolError("no row can be called so")
    return json.dumps({"id": 1, "name": name})


@server.tool(annotations=READS)
def count_rows() -> int:
    """Count the rows."""
    return 5


if __name__ == "__main__":
    server.run()
