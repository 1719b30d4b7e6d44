"""Find tools by what they do. No server is started unless its tools are not known yet."""

from __future__ import annotations

import argparse
from typing import Any

from sandgate.catalog import Catalogue
from sandgate.catalog.text import first_sentence
from sandgate.model import Tool

from .display import say, say_code, say_json, say_table, warn
from .known import Known, known_tools
from .options import add_catalogue, add_config, add_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="+", metavar="QUERY", help='words to look for; "" lists all tools')
    parser.add_argument("--server", metavar="SERVER", help="only tools of this server")
    parser.add_argument(
        "--detail", choices=("name", "description", "full"), default="description", help="how much to show of each"
    )
    parser.add_argument("--limit", type=_positive, default=10, metavar="N", help="how many to show (10)")
    add_catalogue(parser)
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    query, server = " ".join(arguments.query), arguments.server
    known = known_tools(arguments, lambda catalogue: [catalogue.server(server)] if server else catalogue.servers)
    catalogue = known.catalogue
    found = catalogue.search(query, catalogue.server(server) if server else None)
    shown, more = found[: arguments.limit], max(0, len(found) - arguments.limit)
    if arguments.json:
        say_json(_as_json(query, known, shown, more, full=arguments.detail == "full"))
        return 0
    _show(catalogue, shown, arguments.detail)
    if not found:
        warn(f"no tool fits {query!r}")
    elif more:
        warn(f"{more:,} more fit less well; raise --limit or narrow the query")
    return 0


def import_line(catalogue: Catalogue, tool: Tool) -> str:
    server, _, name = catalogue.path(tool).partition(".")
    return f"from servers.{server} import {name}"


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number above 0")
    return int(text)


def _as_json(query: str, known: Known, tools: list[Tool], more: int, *, full: bool) -> dict[str, Any]:
    catalogue = known.catalogue
    results = [
        {
            "tool": catalogue.path(tool),
            "server": tool.server,
            "name": tool.name,
            "description": tool.description,
            "import": import_line(catalogue, tool),
            **({"definition": catalogue.definition(tool)} if full else {}),
        }
        for tool in tools
    ]
    return {"query": query, "results": results, "more": more, "unavailable": known.unavailable}


def _show(catalogue: Catalogue, tools: list[Tool], detail: str) -> None:
    match detail:
        case "full":
            for tool in tools:
                say_code(catalogue.definition(tool), "python")
                say("")
        case "name":
            for tool in tools:
                say(catalogue.path(tool), "cyan")
        case _:
            about = [(catalogue.path(tool), first_sentence(tool.description or tool.title)) for tool in tools]
            say_table(["Tool", "What it does"], [[(path, "cyan"), text] for path, text in about])
