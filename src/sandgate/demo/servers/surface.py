"""How the demo servers register tools, word their answers and keep time."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from difflib import get_close_matches

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations

from sandgate.demo.servers.records import NOW, stamp

READ = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADD = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
# Most real servers leave destructiveHint unsaid for an update; so do these.
CHANGE = ToolAnnotations(read_only_hint=False, idempotent_hint=True, open_world_hint=False)
DESTROY = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


def offer(server: MCPServer, annotations: ToolAnnotations, *tools: Callable[..., Awaitable[object]]) -> None:
    """Register each function under its own name, described by its docstring.

    Tools are coroutines although they await nothing: the SDK would run plain functions in threads, where two calls
    could change the same record at once.
    """
    for tool in tools:
        # Only Python 3.13 strips the indentation itself; without this the token counts would depend on the version.
        server.add_tool(tool, description=inspect.getdoc(tool), annotations=annotations)


def text(value: object) -> TextContent:
    """An answer without a declared shape: JSON in one text block, or the text itself."""
    return TextContent(type="text", text=value if isinstance(value, str) else _compact(value))


def structured(value: object) -> CallToolResult:
    """An answer with a declared shape. The text block repeats it, as the protocol asks for older clients."""
    block = text(value)
    # Read back from the text: a later call may change the record before this answer is on the wire.
    return CallToolResult(content=[block], structured_content=json.loads(block.text))


def not_found(kind: str, wanted: str, known: Iterable[str]) -> ToolError:
    near = get_close_matches(wanted, list(known), n=3)
    hint = f" Did you mean {', '.join(near)}?" if near else ""
    return ToolError(f"{kind} '{wanted}' not found.{hint}")


class Clock:
    """Time as the servers tell it: it starts at a fixed moment and moves one second with each reading."""

    def __init__(self) -> None:
        self._seconds = 0

    def now(self) -> str:
        self._seconds += 1
        return stamp(NOW + timedelta(seconds=self._seconds))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
