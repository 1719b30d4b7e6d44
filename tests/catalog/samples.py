"""Tools to generate wrappers from: real ones chosen for their oddities, and invented ones that are worse."""

from __future__ import annotations

import inspect
import json
from functools import cache
from pathlib import Path
from typing import Any

from sandgate.catalog.wrappers.tree import ServerTools
from sandgate.model import Tool
from sandgate.sandbox.guest import client

CLIENT = inspect.getsource(client)
ODD_TOOLS = Path(__file__).parents[1] / "data" / "odd_tools.json"


def make(
    name: str = "find", schema: Any = None, output: Any = None, description: str = "", server: str = "lab"
) -> Tool:
    return Tool(server=server, name=name, description=description, input_schema=schema or {}, output_schema=output)


def takes(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


@cache
def odd_servers() -> tuple[ServerTools, ...]:
    entries: list[dict[str, Any]] = json.loads(ODD_TOOLS.read_text("utf-8"))
    return tuple(
        ServerTools(name=entry["server"], tools=tuple(_tool(entry["server"], tool) for tool in entry["tools"]))
        for entry in entries
    )


def odd_tools() -> list[Tool]:
    return [tool for server in odd_servers() for tool in server.tools]


def invented() -> ServerTools:
    """A server nobody wrote, with what no captured one has."""
    text = {"type": "string"}
    recursive = {
        "$defs": {
            "Filter": {"anyOf": [{"$ref": "#/$defs/And"}, {"$ref": "#/$defs/Leaf"}]},
            "And": takes(**{"$and": {"type": "array", "items": {"$ref": "#/$defs/Filter"}}}),
            "Leaf": {**takes(field=text, parent={"$ref": "#/$defs/Leaf"}), "required": ["field"]},
        },
        **takes(filter={"$ref": "#/$defs/Filter"}),
    }
    keywords = takes(**{"from": text, "from_": text, "class": text, "self": text, "__x": text, "a-b": text, "3d": text})
    shadows = takes(list={"type": "array", "items": text}, tags={"type": "array", "items": text}, Any={}, more={})
    pairs = {"type": "array", "prefixItems": [{"type": "number"}, text], "items": False}
    either = {
        "anyOf": [{**takes(a=text, k=text), "required": ["a", "k"]}, {**takes(b=text, k=text), "required": ["k"]}]
    }
    tools = (
        make("filter", recursive, recursive),
        make("keywords", {**keywords, "required": ["from", "self"]}),
        make("shadows", shadows),
        make("pairs", takes(pair=pairs), {**takes(result=pairs), "required": ["result"]}),
        make("either", {"type": "object", **either}),
        make("open", {"type": "object", "additionalProperties": {"type": "integer"}}),
        make("nothing", {"type": "object"}, takes(self=text, ok={"type": "boolean"})),
        make("list-issues"),
        make("list.issues"),
        make("LIST_ISSUES"),
    )
    return ServerTools(
        name="in.vented", title='The "worst"""', instructions="# Head\nDo \\n not.\x00 Ever.", tools=tools
    )


def _tool(server: str, tool: dict[str, Any]) -> Tool:
    return Tool(
        server=server,
        name=tool["name"],
        title=tool.get("title", ""),
        description=tool.get("description", ""),
        input_schema=tool["inputSchema"],
        output_schema=tool.get("outputSchema"),
    )
