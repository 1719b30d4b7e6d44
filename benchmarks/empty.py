"""An MCP server that does nothing: what any server costs to start."""

from __future__ import annotations

from mcp.server import MCPServer

if __name__ == "__main__":
    MCPServer("empty").run("stdio")
