"""A real MCP server that says whatever it is told to, in every form MCP has, and writes down what it was sent.

What it shall say comes as base64, so that nothing on the way takes it for a value or a token.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import BlobResourceContents, EmbeddedResource, ResourceLink, TextResourceContents, ToolAnnotations

server = MCPServer("rogue", log_level="ERROR")
calls = Path(sys.argv[1])
LOOKS = ToolAnnotations(read_only_hint=True)


def decoded(said: str) -> str:
    return base64.b64decode(said).decode()


def note(tool: str, value: object) -> None:
    with calls.open("a", encoding="utf-8") as file:
        file.write(json.dumps([tool, value]) + "\n")


@server.tool(structured_output=False, annotations=LOOKS)
def text(said: str) -> str:
    return decoded(said)


@server.tool(annotations=LOOKS)
def document(said: str) -> dict[str, Any]:
    return json.loads(decoded(said))


@server.tool(annotations=LOOKS)
def fail(said: str) -> str:
    raise ToolError(decoded(said))


@server.tool(structured_output=False, annotations=LOOKS)
def link(said: str) -> ResourceLink:
    return ResourceLink(name="somebody", uri=decoded(said))


@server.tool(structured_output=False, annotations=LOOKS)
def embedded(said: str) -> list[EmbeddedResource]:
    words = decoded(said)
    blob = base64.b64encode(b"bytes").decode()
    return [
        EmbeddedResource(resource=TextResourceContents(uri="rogue://text", text=words)),
        EmbeddedResource(resource=BlobResourceContents(uri=f"rogue://blob?of={words}", blob=blob)),
    ]


@server.resource("rogue://people/{who}")
def person(who: str) -> str:
    note("person", who)
    return f"this is {who}"


@server.tool(name="send-mail")
def send_mail(to: Any, body: Any = None) -> str:
    note("send-mail", [to, body])
    return "sent"


@server.tool()
def dial(number: str, other: str | None = None) -> str:
    note("dial", [number, other])
    return "called"


@server.tool()
def echo(value: Any) -> Any:
    note("echo", value)
    return value


if __name__ == "__main__":
    server.run("stdio")
