"""A server that answers with recorded results: `python -m benchmarks.tokens.replay SERVER DATA EXPECTED`.

It answers only the calls that the file EXPECTED holds at that moment, each as often as it stands there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import anyio
import mcp.types as wire
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from sandgate.model import JsonObject

from .counting import text_of
from .tasks import Call, listings

Context = ServerRequestContext[Any]


def expect(file: Path, run: int, calls: tuple[Call, ...]) -> None:
    """Say what the next program will call. `run` is a new number each time."""
    written = [{"tool": list(it.tool), "arguments": it.arguments, "result": it.result} for it in calls]
    file.write_text(json.dumps({"run": run, "calls": written}), encoding="utf-8")


class Replay:
    def __init__(self, name: str, data: Path, expected: Path) -> None:
        self._name, self._expected = name, anyio.Path(expected)
        self._tools = listings(data)[name].tools
        self._run, self._left = -1, list[JsonObject]()
        self.server: Server[Any] = Server(name, on_list_tools=self._list, on_call_tool=self._call)

    async def _list(self, context: Context, params: wire.PaginatedRequestParams | None) -> wire.ListToolsResult:
        del context, params
        shown = [
            wire.Tool(name=tool.name, description=tool.description, input_schema=dict(tool.input_schema))
            for tool in self._tools
        ]
        return wire.ListToolsResult(tools=shown)

    async def _call(self, context: Context, params: wire.CallToolRequestParams) -> wire.CallToolResult:
        del context
        expected = json.loads(await self._expected.read_bytes())
        if expected["run"] != self._run:
            self._run, self._left = expected["run"], expected["calls"]
        wanted = [self._name, params.name], params.arguments or {}
        for call in self._left:
            if (call["tool"], call["arguments"]) == wanted:
                self._left.remove(call)
                text = text_of(call["result"])
                return wire.CallToolResult(content=[wire.TextContent(text=text)] if text else [])
        refused = f"no such call was recorded: {params.name} {json.dumps(params.arguments)}"
        return wire.CallToolResult(content=[wire.TextContent(text=refused)], is_error=True)


async def main(name: str, data: Path, expected: Path) -> None:
    server = Replay(name, data, expected).server
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
