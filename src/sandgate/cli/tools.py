"""Look at tools one by one, or learn what one returns: `sandgate tools show github.create_issue`."""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict, replace
from typing import Any, cast

from sandgate.catalog import Catalogue
from sandgate.config import Config, load
from sandgate.errors import BadArguments, ConfigError, Denied
from sandgate.model import Call, JsonObject, Tool

from .display import say_code, say_json, warn
from .known import known_tools
from .options import add_catalogue, add_config, add_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="how to call a tool: its import, its types, what it says of itself")
    _add_name(show)
    show.add_argument("--schema", action="store_true", help="add the JSON schemas as the server gave them")
    add_catalogue(show)
    learn = actions.add_parser(
        "learn", help="call a tool once and remember the types of what it returns, not the values"
    )
    _add_name(learn)
    learn.add_argument("--args", default="{}", metavar="JSON", help="the arguments of the call, a JSON object")
    learn.add_argument("--yes", action="store_true", help="call it without asking, even if it may change something")
    learn.set_defaults(schema=False, catalogue=None)
    for action in (show, learn):
        add_json(action)
        add_config(action)


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="SERVER.TOOL", help="the tool; the server may be left out if only one has it")


def run(arguments: argparse.Namespace) -> int:
    values = _parsed(arguments.args) if arguments.action == "learn" else {}
    name = arguments.name
    known = known_tools(arguments, lambda known: [server] if (server := known.server_of(name)) else known.servers)
    catalogue, tool = known.catalogue, known.catalogue.find(name)
    if arguments.action == "learn":
        config = load(arguments.config)
        _check_allowed(config, tool, agreed=arguments.yes)
        catalogue = _learned(config, tool, values)
    _show(catalogue, tool, arguments)
    return 0


def _show(catalogue: Catalogue, tool: Tool, arguments: argparse.Namespace) -> None:
    if arguments.json:
        say_json(_as_json(catalogue, tool))
        return
    say_code(catalogue.definition(tool), "python")
    if arguments.schema:
        schemas = {"inputSchema": tool.input_schema, "outputSchema": tool.output_schema}
        say_code(json.dumps(schemas, indent=2), "json")


def _parsed(text: str) -> JsonObject:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"""--args is not JSON: {error}; write it like '{{"id": 7}}'""") from error
    if not isinstance(values, dict):
        raise BadArguments("""--args must be a JSON object, like '{"id": 7}'""")
    return cast("JsonObject", values)


def _check_allowed(config: Config, tool: Tool, *, agreed: bool) -> None:
    """Somebody must have agreed to call a tool that does not say it only reads."""
    if not config.catalogue.learn:
        raise ConfigError("nothing is learned: `learn` under [catalogue] is false")
    if agreed or tool.read_only:
        return
    about = f"{tool.server}.{tool.name} is not marked as read-only and is really called"
    if not sys.stdin.isatty():
        raise Denied(f"{about}; add --yes if that is meant")
    print(f"{about}. Call it? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Denied("it was not called")


def _learned(config: Config, tool: Tool, values: JsonObject) -> Catalogue:
    import anyio

    catalogue = anyio.run(_learn, config, tool, values)
    if catalogue.observed(tool) is None:
        warn("nothing was learned: the server says itself what this tool returns, or the answer was not JSON or text")
    return catalogue


async def _learn(config: Config, tool: Tool, values: JsonObject) -> Catalogue:
    from sandgate.app import open_gateway  # the SDK takes half a second; whoever only looks need not wait for it

    by_itself_never = replace(config.catalogue, refresh_after_hours=math.inf)
    alone = replace(config, catalogue=by_itself_never, sandbox=replace(config.sandbox, spares=0))
    async with open_gateway(alone) as gateway:
        await gateway.call_tool(Call(tool=f"{tool.server}.{tool.name}", arguments=values))
    return gateway.discovery.catalogue


def _as_json(catalogue: Catalogue, tool: Tool) -> dict[str, Any]:
    observed = catalogue.observed(tool)
    return {
        "tool": catalogue.path(tool),
        "server": tool.server,
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "definition": catalogue.definition(tool),
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "observed": asdict(observed) if observed else None,
        "annotations": tool.annotations,
    }
