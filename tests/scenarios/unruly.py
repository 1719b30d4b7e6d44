"""A real MCP server that misbehaves when asked to: it hangs, dies, floods, changes its tools and tells what it saw.

`python unruly.py [--legacy] [--stubborn] [--refuse] [--traced]`. It stands alone and imports nothing of Sandgate.
"""

from __future__ import annotations

import base64
import os
import signal
import sys
from collections import defaultdict
from typing import Any

import anyio
from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.subscriptions import InMemorySubscriptionBus, ToolsListChanged
from mcp.types import METHOD_NOT_FOUND, ImageContent, ToolAnnotations

PIXEL = base64.b64encode(b"\x89PNG one pixel").decode()


async def no_new_era(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """As a server of 2025: `server/discover` is a method it has never heard of."""
    if ctx.method == "server/discover":
        raise MCPError(code=METHOD_NOT_FOUND, message="Method not found")
    return await call_next(ctx)


bus = InMemorySubscriptionBus()
legacy = "--legacy" in sys.argv
server = MCPServer("unruly", instructions="Breaks on demand.", subscriptions=bus, log_level="ERROR")
if legacy:
    server.middleware.append(no_new_era)
happened: defaultdict[str, anyio.Event] = defaultdict(anyio.Event)


@server.tool()
async def echo(value: Any) -> Any:
    """Give back what was given."""
    return value


async def carried(ctx: Context) -> dict[str, str]:
    """Tell what the request carried besides its arguments."""
    meta: Any = ctx.request_context.meta or {}
    return {name: str(meta[name]) for name in ("traceparent", "tracestate", "baggage") if name in meta}


if "--traced" in sys.argv:
    server.tool()(carried)


@server.tool()
async def sleep(seconds: float, name: str = "sleep") -> str:
    """Take a while. `NAME begun` happens at once; `NAME cancelled` if the caller gives up."""
    happened[f"{name} begun"].set()
    try:
        await anyio.sleep(seconds)
    except anyio.get_cancelled_exc_class():
        happened[f"{name} cancelled"].set()
        raise
    return "awake"


@server.tool()
async def wait_for(event: str) -> str:
    """Answer once something has happened in this server."""
    await happened[event].wait()
    return event


@server.tool()
async def die(code: int = 3) -> str:
    """Be gone in the middle of this call."""
    print("unruly: I was told to die", file=sys.stderr, flush=True)
    os._exit(code)


@server.tool(structured_output=False)
async def big(mb: int) -> str:
    """Give back a text of so many megabytes."""
    return "x" * (mb * 2**20)


@server.tool()
async def environment() -> dict[str, str]:
    """The variables this server was started with."""
    return dict(os.environ)


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
async def pid() -> int:
    """Which process this is."""
    return os.getpid()


@server.tool()
async def era(context: Context[Any, Any]) -> str:
    """Which protocol version is spoken."""
    return context.request_context.protocol_version


@server.tool()
async def fail(reason: str) -> str:
    """Answer with an error."""
    raise ToolError(reason)


@server.tool()
async def picture() -> ImageContent:
    """Give back an image."""
    return ImageContent(data=PIXEL, mime_type="image/png")


@server.tool()
async def grow(name: str, context: Context[Any, Any]) -> str:
    """Add a tool and say so, in the way of the era that is spoken."""

    async def grown() -> str:
        return f"I am {name}"

    server.add_tool(grown, name=name, description=f"A tool called {name} that was not there before.")
    if legacy:
        await context.session.send_tool_list_changed()
    else:
        await bus.publish(ToolsListChanged())
    return name


def main() -> None:
    if "--refuse" in sys.argv:
        sys.exit("unruly: UNRULY_TOKEN is not set, I will not start")
    server.run("stdio")
    if "--stubborn" in sys.argv:  # deaf to a closed pipe: only a signal ends it
        signal.pause()


if __name__ == "__main__":
    main()
