"""FastMCP's CodeMode as an MCP server over stdio, in front of the server whose command is in the arguments.

It holds one connection to that server open, which is its quickest way.
"""

from __future__ import annotations

import asyncio
import os
import sys

from speaking import package


async def main(command: str, *arguments: str) -> None:
    mode = package("fastmcp.experimental.transforms.code_mode").CodeMode(max_tool_calls=None)
    transport = package("fastmcp.client.transports").StdioTransport(command, list(arguments), env=dict(os.environ))
    async with package("fastmcp").Client(transport) as client:
        server = package("fastmcp.server").create_proxy(client, name="codemode", transforms=[mode])
        await server.run_stdio_async(show_banner=False)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
