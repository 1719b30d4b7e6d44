"""A server that misbehaves when asked to: it hangs, dies, floods, changes its tools and tells what it saw.

`python unruly.py [--legacy] [--stubborn] [--refuse] [--traced]`. It imports nothing of Sandgate.
"""

from __future__ import annotations

import asyncio
import base64
import os
import signal
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.byhand import Server, ToolError

PIXEL = base64.b64encode(b"\x89PNG one pixel").decode()
server = Server("unruly", "Breaks on demand.", legacy="--legacy" in sys.argv)
happened: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)


@server.tool()
async def echo(value: Any) -> Any:
    """Give back what was given."""
    return value


async def carried() -> dict[str, str]:
    """Tell what the request carried besides its arguments."""
    return {name: str(server.meta[name]) for name in ("traceparent", "tracestate", "baggage") if name in server.meta}


if "--traced" in sys.argv:
    server.tool()(carried)


@server.tool()
async def sleep(seconds: float, name: str = "sleep") -> str:
    """Take a while. `NAME begun` happens at once; `NAME cancelled` if the caller gives up."""
    happened[f"{name} begun"].set()
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
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


@server.tool(structured=False)
async def big(mb: int) -> str:
    """Give back a text of so many megabytes."""
    return "x" * (mb * 2**20)


@server.tool()
async def environment() -> dict[str, str]:
    """The variables this server was started with."""
    return dict(os.environ)


@server.tool(readOnlyHint=True)
async def pid() -> int:
    """Which process this is."""
    return os.getpid()


@server.tool()
async def era() -> str:
    """Which protocol version is spoken."""
    return server.era


@server.tool()
async def fail(reason: str) -> str:
    """Answer with an error."""
    raise ToolError(reason)


@server.tool(structured=False)
async def picture() -> dict[str, str]:
    """Give back an image."""
    return {"type": "image", "data": PIXEL, "mimeType": "image/png"}


@server.tool()
async def grow(name: str) -> str:
    """Add a tool and say so."""

    async def grown() -> str:
        return f"I am {name}"

    server.add(grown, name, f"A tool called {name} that was not there before.")
    server.tools_changed()
    return name


def main() -> None:
    if "--refuse" in sys.argv:
        sys.exit("unruly: UNRULY_TOKEN is not set, I will not start")
    server.run()
    if "--stubborn" in sys.argv:  # deaf to a closed pipe: only a signal ends it
        signal.pause()


if __name__ == "__main__":
    main()
