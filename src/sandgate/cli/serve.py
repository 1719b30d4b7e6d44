"""Be an MCP server for a client: over its pipes, or over HTTP."""

from __future__ import annotations

import argparse
from dataclasses import replace

import anyio

from sandgate.collecting import importing
from sandgate.errors import BadArguments

from .options import add_config, config_of

HIGHEST_PORT = 65_535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_config(parser)
    parser.add_argument("--http", action="store_true", help="streamable HTTP instead of stdio")
    parser.add_argument("--host", help="address to listen on (http.host)")
    parser.add_argument("--port", type=_port, metavar="PORT", help="port to listen on (http.port)")


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    if (arguments.port, arguments.host) != (None, None) and not arguments.http:
        raise BadArguments("--host and --port are for serving over HTTP; add --http, or leave them out")
    given = {name: value for name in ("host", "port") if (value := getattr(arguments, name)) is not None}
    config = replace(config, http=replace(config.http, **given))
    with importing():  # after the settings: what is wrong with them is told at once
        from sandgate.serving import serve

    anyio.run(lambda: serve(config, http=arguments.http))
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is no port; write a number from 1 to {HIGHEST_PORT}")
    return int(text)
