"""A real MCP server that tells everything it knows, in answers, in errors and in its last words.

`python talkative.py [--port N] [--die]`. It stands alone: it imports nothing of Sandgate or the tests.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("talkative", log_level="ERROR")


def known(context: Context[Any, Any] | None = None) -> str:
    headers = dict(context.headers or {}) if context else {}
    own = {name: value for name, value in os.environ.items() if name.startswith("PROBE_")}
    return f"{own} {sys.argv} {headers}"


@server.tool()
async def echo(x: Any = None) -> Any:
    """Give back what was given."""
    return x


@server.tool()
async def erase() -> str:
    """What nobody may call."""
    return "ERASED"


@server.tool()
async def hang() -> str:
    """Never answer."""
    await anyio.sleep_forever()
    return ""


@server.tool()
async def fail(reason: str) -> str:
    """Answer with an error."""
    raise ToolError(reason)


@server.tool()
async def leak(context: Context[Any, Any]) -> str:
    """Answer with the key in it."""
    return f"I work with {known(context)}"


@server.tool()
async def leak_in_error(context: Context[Any, Any]) -> str:
    """Fail with the key in it."""
    raise ToolError(f"refused with {known(context)}")


def main() -> None:
    if "--die" in sys.argv:
        sys.exit(f"I cannot work with {known()}")
    if "--port" in sys.argv:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[sys.argv.index("--port") + 1]))
    else:
        server.run("stdio")


if __name__ == "__main__":
    main()
