"""Look through the whole catalogue: servers, tools, what each costs in tokens, what is missing, which names collide."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from sandgate.catalog import Catalogue

from .display import Cell, Style, on_terminal, say, say_json, say_table
from .known import Known, known_tools
from .options import add_catalogue, add_config, add_json
from .weighing import Sizes, Weighed, total, weigh

NAMES_SHOWN = 2
MISSING = {
    "input schema": "No input schema",
    "description": "No description",
    "parameter descriptions": "Parameters without a description",
    "output schema": "No output schema",
}
"""What a tool can lack, and how a list of such tools is headed; what keeps a model from calling one comes first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("server", nargs="?", metavar="SERVER", help="show the tools of this server")
    parser.add_argument("--problems", action="store_true", help="only what is missing, collides or was renamed")
    add_catalogue(parser)
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    wanted = arguments.server
    known = known_tools(arguments, lambda catalogue: [catalogue.server(wanted)] if wanted else catalogue.servers)
    catalogue = known.catalogue
    only = catalogue.server(wanted) if wanted else None
    tools = weigh(catalogue, [tool for tool in catalogue.tools if only in (None, tool.server)])
    if arguments.json:
        say_json(_as_json(known, tools, problems=arguments.problems))
    elif arguments.problems:
        _show_problems(catalogue, tools, every=only is not None)
    elif only:
        _show_tools(tools)
    else:
        _show_servers(tools)
    return 1 if known.unavailable else 0


def _show_servers(tools: Sequence[Weighed]) -> None:
    rows = [_row(name, f"{len(group):,}", total(group), _lacking(group)) for name, group in _largest_first(tools)]
    rows.append(_row("all", f"{len(tools):,}", total(tools), _lacking(tools), style="bold"))
    say_table(["Server", "Tools", "JSON", "Name", "Descr.", "Full", "%", "Untyped"], rows, right=range(1, 8))
    _explain("Untyped tools declare no result.")


def _show_tools(tools: Sequence[Weighed]) -> None:
    rows = [_row(it.name, None, it.sizes, ", ".join(it.missing)) for it in tools]
    rows.append(_row("all", None, total(tools), "", style="bold"))
    say_table(["Tool", "JSON", "Name", "Descr.", "Full", "%", "Missing"], rows, right=range(1, 6))
    _explain()


def _explain(more: str = "") -> None:
    """Only where the columns have a heading."""
    if on_terminal():
        say(f"Tokens: the listing as clients load it, against our three levels; % is full of JSON. {more}", "dim")


def _row(name: str, tools: str | None, sizes: Sizes, last: str, *, style: Style = "cyan") -> list[Cell]:
    numbers = [sizes.json, sizes.name, sizes.description, sizes.full]
    share = f"{100 * sizes.full / sizes.json:.0f}" if sizes.json else "-"
    return [(name, style), *([tools] if tools else []), *(f"{number:,}" for number in numbers), share, last]


def _lacking(tools: Sequence[Weighed]) -> str:
    return f"{sum('output schema' in it.missing for it in tools):,}"


def _show_problems(catalogue: Catalogue, tools: Sequence[Weighed], *, every: bool) -> None:
    sections = {
        heading: {server: [it.tool.name for it in group] for server, group in _by_server(lacking).items()}
        for kind, heading in MISSING.items()
        if (lacking := [it for it in tools if kind in it.missing])
    }
    sections["Same name on several servers"] = collisions(catalogue, tools)
    sections["Another name in Python"] = _by_place(renamed(catalogue, tools))
    for heading, found in sections.items():
        if found:
            say(f"{heading}: {sum(map(len, found.values())):,}", "yellow")
            rows: list[list[Cell]] = [[(it, "cyan"), f"{len(them):,}", _few(them, every)] for it, them in found.items()]
            say_table(["Where", "How many", "Which"], rows, right=(1,))
    if not any(sections.values()):
        say("Nothing is missing, no names collide", "green")


def _few(names: Sequence[str], every: bool) -> str:
    more = 0 if every else len(names) - NAMES_SHOWN
    return ", ".join(names[:NAMES_SHOWN] if more > 0 else names) + (f" and {more:,} more" if more > 0 else "")


def _by_place(names: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    return {where: [f"{original} is {name}" for original, name in found.items()] for where, found in names.items()}


def collisions(catalogue: Catalogue, tools: Iterable[Weighed]) -> dict[str, list[str]]:
    """Names that tools of several servers have, with the servers: such a tool cannot be named without its server."""
    servers: dict[str, list[str]] = {}
    for tool in catalogue.tools:
        found = servers.setdefault(tool.name, [])
        if tool.server not in found:
            found.append(tool.server)
    shown = {it.tool.name for it in tools}
    return {name: sorted(found) for name, found in sorted(servers.items()) if len(found) > 1 and name in shown}


def renamed(catalogue: Catalogue, tools: Iterable[Weighed]) -> dict[str, dict[str, str]]:
    """What has another name in Python, being no name there or not the only one: by server, original → name."""
    found: dict[str, dict[str, str]] = {}
    for server, group in _by_server(tools).items():
        names = {server: catalogue.module(server)} | {it.tool.name: it.name for it in group}
        if changed := {original: name for original, name in names.items() if original != name}:
            found[server] = changed
    return found


def _by_server(tools: Iterable[Weighed]) -> dict[str, list[Weighed]]:
    groups: dict[str, list[Weighed]] = {}
    for it in tools:
        groups.setdefault(it.tool.server, []).append(it)
    return groups


def _largest_first(tools: Iterable[Weighed]) -> list[tuple[str, list[Weighed]]]:
    return sorted(_by_server(tools).items(), key=lambda group: -total(group[1]).json)


def _as_json(known: Known, tools: Sequence[Weighed], *, problems: bool) -> dict[str, Any]:
    shown = [it for it in tools if it.missing] if problems else tools
    servers = [
        {"server": name, "module": known.catalogue.module(name), "tools": len(group), "tokens": asdict(total(group))}
        for name, group in _largest_first(tools)
    ]
    return {
        "tools": len(tools),
        "tokens": asdict(total(tools)),
        "servers": servers,
        "catalogue": [_tool_as_json(it) for it in shown],
        "missing": {kind: sum(kind in it.missing for it in tools) for kind in MISSING},
        "collisions": collisions(known.catalogue, tools),
        "renamed": renamed(known.catalogue, tools),
        "unavailable": known.unavailable,
    }


def _tool_as_json(it: Weighed) -> dict[str, Any]:
    own = {"tool": it.path, "server": it.tool.server, "name": it.tool.name}
    return own | {"tokens": asdict(it.sizes), "missing": list(it.missing)}
