"""Look at tools one by one: `sandgate tools show github.create_issue`."""

from __future__ import annotations

import argparse
import json
from typing import Any

from sandgate.catalog import Catalogue
from sandgate.model import Tool

from .display import say_code, say_json
from .known import known_tools
from .options import add_catalogue, add_config, add_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="how to call a tool: its import, its types, what it says of itself")
    show.add_argument("name", metavar="SERVER.TOOL", help="the tool; the server may be left out if only one has it")
    show.add_argument("--schema", action="store_true", help="add the JSON schemas as the server gave them")
    add_catalogue(show)
    add_json(show)
    add_config(show)


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name
    known = known_tools(arguments, lambda known: [server] if (server := known.server_of(name)) else known.servers)
    catalogue = known.catalogue
    tool = catalogue.find(name)
    if arguments.json:
        say_json(_as_json(catalogue, tool))
        return 0
    say_code(catalogue.definition(tool), "python")
    if arguments.schema:
        schemas = {"inputSchema": tool.input_schema, "outputSchema": tool.output_schema}
        say_code(json.dumps(schemas, indent=2), "json")
    return 0


def _as_json(catalogue: Catalogue, tool: Tool) -> dict[str, Any]:
    return {
        "tool": catalogue.path(tool),
        "server": tool.server,
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "definition": catalogue.definition(tool),
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": tool.annotations,
    }
