"""Find tools by what they do. No server is started unless its tools are not known yet."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from sandgate.catalog import Catalogue
from sandgate.catalog.wrappers.text import first_sentence
from sandgate.errors import ConfigError
from sandgate.model import Tool

from .display import say, say_code, say_json, say_table, warn
from .known import Known, known_tools
from .options import add_catalogue, add_config, add_json

FITTING = 10
"""So many of the tools that fit are shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="QUERY", help='words to look for; "" lists all tools')
    parser.add_argument(
        "--queries",
        type=Path,
        metavar="FILE",
        help='answer many queries: one {"id", "query"} a line in FILE, or in standard input for "-", '
        'gives one {"id", "tools"} a line',
    )
    parser.add_argument("--server", metavar="SERVER", help="only tools of this server")
    parser.add_argument("--category", metavar="NAME", help="only tools about this, such as files, mail or database")
    parser.add_argument("--read-only", action="store_true", help="only tools that say they change nothing")
    parser.add_argument("--has-output-schema", action="store_true", help="only tools that declare what they return")
    parser.add_argument(
        "--detail", choices=("name", "description", "full"), default="description", help="how much to show of each"
    )
    parser.add_argument("--limit", type=positive, metavar="N", help=f'how many to show ({FITTING}; all for "")')
    add_catalogue(parser)
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    if bool(arguments.query) == bool(arguments.queries):
        raise ConfigError("give either the words to look for or --queries FILE")
    server = arguments.server
    known = known_tools(arguments, lambda catalogue: [catalogue.server(server)] if server else catalogue.servers)
    known.indexed()
    return _answer_all(arguments, known) if arguments.queries else _answer(arguments, known)


def _answer(arguments: argparse.Namespace, known: Known) -> int:
    query, catalogue = " ".join(arguments.query), known.catalogue
    found = _found(arguments, known, query)
    limit = arguments.limit or (FITTING if query.strip() else len(found))
    shown, more = found[:limit], max(0, len(found) - limit)
    if arguments.json:
        say_json(_as_json(query, known, shown, more, full=arguments.detail == "full"))
        return 0
    _show(catalogue, shown, arguments.detail)
    if not found:
        warn(f"no tool fits {query[:80]!r}; the servers are: {', '.join(catalogue.servers) or 'none'}")
    elif more:
        warn(f"{more:,} more fit less well; raise --limit or narrow the query" if query.strip() else f"{more:,} more")
    return 0


def _answer_all(arguments: argparse.Namespace, known: Known) -> int:
    """Each answer is printed before the next line is read, so a bad line costs none of those before it."""
    for number, line in enumerate(_lines(arguments.queries), 1):
        if line.strip():
            id, query = _query(line, f"{arguments.queries}, line {number}")
            found = _found(arguments, known, query)[: arguments.limit or FITTING] if query.strip() else []
            print(json.dumps({"id": id, "tools": [_named(known.catalogue, tool) for tool in found]}))
    return 0


def _found(arguments: argparse.Namespace, known: Known, query: str) -> list[Tool]:
    found = known.catalogue.search(
        query,
        known.catalogue.server(arguments.server) if arguments.server else None,
        category=arguments.category,
        read_only=True if arguments.read_only else None,
        has_output_schema=True if arguments.has_output_schema else None,
    )
    return [tool for tool in found if not known.hides(tool)]


def _lines(file: Path) -> Iterator[bytes]:
    if str(file) == "-":
        yield from sys.stdin.buffer
        return
    with file.open("rb") as lines:
        yield from cast("Iterable[bytes]", lines)


def _query(line: bytes, place: str) -> tuple[Any, str]:
    """The id and the words of one line. Raises ConfigError, which names the line."""
    try:
        match json.loads(line, parse_constant=_refuse):
            case {"id": str() | int() | float() | None as id, "query": str() as query}:
                return id, query
            case _:
                raise ConfigError(
                    f'{place}: expected {{"id": ..., "query": "words"}}, the id a string, number, true, false or null'
                )
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{place} is not JSON: {error}") from error


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def _named(catalogue: Catalogue, tool: Tool) -> dict[str, str]:
    return {"server": tool.server, "name": catalogue.path(tool).partition(".")[2], "original_name": tool.name}


def import_line(catalogue: Catalogue, tool: Tool) -> str:
    server, _, name = catalogue.path(tool).partition(".")
    return f"from servers.{server} import {name}"


def positive(text: str) -> int:
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
