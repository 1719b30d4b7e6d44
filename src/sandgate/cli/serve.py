"""Be an MCP server for a client: over its pipes, or over HTTP."""

from __future__ import annotations

import argparse
from dataclasses import replace

import anyio

from sandgate.collecting import importing

from .options import add_config, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_config(parser)
    parser.add_argument("--http", action="store_true", help="streamable HTTP instead of stdio")
    parser.add_argument("--host", help="address to listen on (http.host)")
    parser.add_argument("--port", type=int, help="port to listen on (http.port)")


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    given = {name: value for name in ("host", "port") if (value := getattr(arguments, name)) is not None}
    config = replace(config, http=replace(config.http, **given))
    with importing():  # after the settings: what is wrong with them is told at once
        from sandgate.serving import serve

    anyio.run(lambda: serve(config, http=arguments.http))
    return 0
