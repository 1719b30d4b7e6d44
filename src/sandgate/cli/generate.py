"""Write a typed wrapper for every tool into DIR/servers, to read, to search, or to type-check programs with.

A folder holds one language. In TypeScript, `tsc --strict --noEmit` accepts all of it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandgate.catalog import Catalogue, Written, write_tree
from sandgate.catalog.wrappers.language import PYTHON, Language
from sandgate.catalog.wrappers.names import collisions
from sandgate.catalog.wrappers.tree import tool_names
from sandgate.catalog.wrappers.typescript import TYPESCRIPT
from sandgate.catalog.wrappers.typescript import client_source as typescript_client
from sandgate.errors import ConfigError

from .display import plural, progress, say, say_json, short
from .known import known_tools
from .options import add_catalogue, add_config, add_json

LANGUAGES: dict[str, Language] = {"python": PYTHON, "typescript": TYPESCRIPT}
MARKER = ".sandgate"
"""Stands in every `servers` folder this command has made, so that it never takes over somebody else's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collision:
    """Names that wanted to be the same, and what each became."""

    server: str | None
    """None where the servers' own names collided."""
    names: dict[str, str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="DIR", help="where to write; the wrappers go to DIR/servers")
    parser.add_argument("--language", choices=tuple(LANGUAGES), default="python", help="what to write (python)")
    parser.add_argument(
        "--force",
        action="store_true",
        help="write even if DIR/servers is not Sandgate's or is in the other language; "
        "folders named like a server are replaced",
    )
    add_catalogue(parser)
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    folder: Path = arguments.folder
    language = LANGUAGES[arguments.language]
    if not arguments.force:
        _refuse_other_language(folder / "servers", language)
    _refuse_foreign(folder / "servers", force=arguments.force)
    started = time.perf_counter()
    known = known_tools(arguments, lambda catalogue: catalogue.servers)
    written = _write(folder, known.catalogue, language)
    report: dict[str, Any] = {
        "folder": str(folder.absolute()),
        "language": arguments.language,
        "servers": len(known.catalogue.servers) - len(known.catalogue.unlisted),
        "tools": len(known.catalogue.tools),
        "seconds": round(time.perf_counter() - started, 3),
        "changed": list(written.changed),
        "removed": list(written.removed),
        "collisions": [{"server": it.server, "names": it.names} for it in collided(known.catalogue, language)],
        "unavailable": known.unavailable,
    }
    if arguments.json:
        say_json(report)
    else:
        _show(report)
    return 1 if known.unavailable else 0


def collided(catalogue: Catalogue, language: Language = PYTHON) -> Iterator[Collision]:
    folders = language.names(catalogue.modules)
    for group in collisions(catalogue.servers, "server"):
        yield Collision(server=None, names={name: folders[catalogue.module(name)] for name in group})
    for server in catalogue.tree():
        names = tool_names(server, language)
        for group in collisions(names):
            yield Collision(server=server.name, names={name: names[name] for name in group})


def _refuse_foreign(servers: Path, *, force: bool) -> None:
    try:
        if servers.is_symlink() or (servers.exists() and not servers.is_dir()):
            raise ConfigError(f"{servers} is not a folder; choose another DIR")
        foreign = servers.is_dir() and any(servers.iterdir()) and not (servers / MARKER).exists()
    except OSError as error:
        raise ConfigError(f"cannot look into {servers}: {error.strerror}") from error
    if foreign and not force:
        raise ConfigError(
            f"{servers} holds files that `sandgate generate` did not write; choose another DIR, or add --force"
        )


def _refuse_other_language(servers: Path, language: Language) -> None:
    for name, other in LANGUAGES.items():
        if other is not language and (servers / MARKER).exists() and (servers / other.client).exists():
            raise ConfigError(f"{servers} holds wrappers in {name}; choose another DIR, or add --force to replace them")


def _write(folder: Path, catalogue: Catalogue, language: Language) -> Written:
    servers = folder / "servers"
    try:
        servers.mkdir(parents=True, exist_ok=True)
        _forget_others(servers, language)
        (servers / MARKER).write_text("Written by `sandgate generate`, which may replace everything here.\n", "utf-8")
        with progress(f"Writing {plural(len(catalogue.tools), 'wrapper')}"):
            return write_tree(folder, catalogue.tree(), _client(language), language=language)
    except OSError as error:
        raise ConfigError(f"cannot write to {servers}: {error.strerror or error}") from error


def _forget_others(servers: Path, language: Language) -> None:
    """Take away what an earlier run in another language put beside the servers; their folders are replaced."""
    if (servers / MARKER).exists():
        for other in LANGUAGES.values():
            for file in {other.index, other.client} - {language.index, language.client}:
                (servers / file).unlink(missing_ok=True)


def _client(language: Language) -> str:
    from sandgate.app import client_source

    return client_source() if language is PYTHON else typescript_client()


def _show(report: dict[str, Any]) -> None:
    what = f"{plural(report['tools'], 'tool')} of {plural(report['servers'], 'server')}"
    say(f"{what} written to {short(report['folder'])}/servers in {report['seconds']:.1f} s", "green")
    changed = f"{plural(len(report['changed']), 'server')} changed"
    say(f"{changed}, {len(report['removed']):,} removed, the rest was up to date")
    for collision in report["collisions"]:
        where = f"in {collision['server']}" if collision["server"] else "among the servers"
        names = ", ".join(f"{original} is {name}" for original, name in collision["names"].items())
        say(f"same name {where}: {names}", "yellow")
