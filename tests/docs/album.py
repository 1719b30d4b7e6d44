"""A server whose tools return an image and a link: the demo servers have neither."""

from __future__ import annotations

import base64

from mcp.server import MCPServer
from mcp.types import ImageContent, ResourceLink

server = MCPServer("album", log_level="WARNING")
PIXELS = b"\x89PNG" + bytes(60)


@server.tool()
async def get_thumbnail(name: str) -> ImageContent:
    """A small picture."""
    return ImageContent(type="image", data=base64.b64encode(PIXELS).decode(), mime_type="image/png")


@server.tool()
async def find_picture(name: str) -> ResourceLink:
    """Where the whole picture is."""
    return ResourceLink(type="resource_link", uri=f"album://{name}", name=f"{name}.png", mime_type="image/png")


@server.resource("album://{name}", mime_type="image/png")
async def picture(name: str) -> bytes:
    return PIXELS * 100


if __name__ == "__main__":
    server.run()
