"""Results that are kept so that servers need not be asked again: show how many there are, or forget them."""

from __future__ import annotations

import argparse
import sqlite3
import time
from dataclasses import asdict

from sandgate.cache.settings import keeps_anything, shelf_of
from sandgate.cache.shelf import EVERY_SERVER, Row, Shelf
from sandgate.config import Config
from sandgate.errors import ConfigError, SandgateError

from .display import Cell, plural, say, say_json, say_table, short
from .options import add_config, add_json, config_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    show = actions.add_parser("show", help="how much is kept of which tool; contents are sealed")
    add_json(show)
    add_config(show)
    clear = actions.add_parser("clear", help="forget what is kept: all of it, or that of one server")
    clear.add_argument("server", nargs="?", metavar="SERVER", help="the server; without it, all of them")
    add_config(clear)


def run(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    shelf = shelf_of(config)
    try:
        if arguments.action == "clear":
            return _clear(shelf, _known(config, shelf, arguments.server) if arguments.server else EVERY_SERVER)
        return _show(config, shelf, as_json=arguments.json)
    except sqlite3.Error as error:
        raise SandgateError(
            f"the cache {short(shelf.file)} cannot be used: {error}; {_cure(error, arguments)}"
        ) from error
    finally:
        shelf.close()


def _cure(error: sqlite3.Error, arguments: argparse.Namespace) -> str:
    if arguments.action == "clear":
        return "nothing was forgotten"
    if isinstance(error, sqlite3.OperationalError):
        return "another program holds it, or this user may not read it"
    return "`sandgate cache clear` makes a new one"


def _show(config: Config, shelf: Shelf, *, as_json: bool) -> int:
    rows = shelf.rows() if shelf.file.exists() else []
    if as_json:
        say_json(
            {"enabled": keeps_anything(config.cache), "file": str(shelf.file), "tools": [asdict(row) for row in rows]}
        )
        return 0
    if rows:
        say_table(["Server", "Tool", "Results", "Bytes", "Last used"], [_cells(row) for row in rows], right=(2, 3))
        total = sum(row.bytes for row in rows) / 2**20
        say(f"{total:,.1f} of {config.cache.size_mb:,} MB, sealed in {short(shelf.file)}", "dim")
    else:
        say("Nothing is kept.")
    if not keeps_anything(config.cache):
        say("The settings keep nothing: see [cache] in docs/reference/options.md")
    return 0


def _cells(row: Row) -> list[Cell]:
    seconds = max(0.0, time.time() - row.used_at)
    return [row.server, row.tool, f"{row.results:,}", f"{row.bytes:,}", f"{seconds:,.0f} s ago"]


def _known(config: Config, shelf: Shelf, server: str) -> str:
    """A server of the settings, or one that results are kept of. Raises ConfigError."""
    known = [spec.name for spec in config.servers]
    if server in known:
        return server
    kept = {row.server for row in shelf.rows()} if shelf.file.exists() else set[str]()
    if server not in kept:
        there = sorted({*known, *kept})
        raise ConfigError(f"there is no server {server!r}; the servers are: {', '.join(there) or 'none'}")
    return server


def _clear(shelf: Shelf, server: str) -> int:
    whose = f" of {server}" if server else ""
    if not shelf.file.exists():
        say(f"Nothing{whose} was kept.")
        return 0
    try:
        say(f"{plural(shelf.forget(server), 'result')}{whose} forgotten.")
    except sqlite3.OperationalError:  # somebody else holds it, or it cannot be written: it is a database all the same
        raise
    except sqlite3.DatabaseError as error:
        shelf.start_over()
        say(f"The file could not be read ({error}) and is gone; a new one is made when it is needed.")
    return 0
