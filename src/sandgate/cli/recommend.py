"""The few tools a task needs, each with a reason: what fits it, and what was used together with that before."""

from __future__ import annotations

import argparse

from sandgate.catalog import Recommended, Together, recommended
from sandgate.catalog.wrappers.text import first_sentence

from .display import Cell, say_json, say_table, warn
from .known import Known, known_tools
from .options import add_catalogue, add_config, add_json, config_of
from .search import positive


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", nargs="+", metavar="TASK", help="what is to be done, in your own words")
    parser.add_argument("--limit", type=positive, default=6, metavar="N", help="how many at most (6)")
    add_catalogue(parser)
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    task = " ".join(arguments.task)
    known = known_tools(arguments, lambda catalogue: catalogue.servers)
    together = Together() if arguments.catalogue else _together(arguments, known)
    found = recommended(known.indexed(), task, together, arguments.limit, lambda tool: not known.hides(tool))
    if arguments.json:
        say_json({"task": task, "tools": [_as_json(known, one) for one in found], "unavailable": known.unavailable})
        return 0
    path = known.catalogue.path
    rows: list[list[Cell]] = [
        [(path(one.tool), "cyan"), first_sentence(one.tool.description), one.reason] for one in found
    ]
    if not found:
        warn(f"no tool fits {task[:80]!r}")
        return 0
    say_table(["Tool", "What it does", "Why"], rows)
    return 0


def _as_json(known: Known, one: Recommended) -> dict[str, str]:
    tool = one.tool
    return {"tool": known.catalogue.path(tool), "server": tool.server, "name": tool.name, "reason": one.reason}


def _together(arguments: argparse.Namespace, known: Known) -> Together:
    journal = config_of(arguments).state_dir / "journal.db"
    if not journal.exists():
        return Together()
    import anyio

    from sandgate.audit import Journal

    async def read() -> list[list[str]]:
        opened = Journal(journal)
        try:
            return await opened.used_together()
        finally:
            await opened.close()

    programs = [map(known.catalogue.known, names) for names in anyio.run(read)]
    return Together.of([(tool.server, tool.name) for tool in tools if tool] for tools in programs)
