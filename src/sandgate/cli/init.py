"""Add Sandgate to a client's configuration: print the entry and where it belongs, or write it there with --write."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Literal

from sandgate.config import CLIENT_NAMES
from sandgate.errors import ConfigError

from .display import say, say_code, say_json, short
from .entries import TITLES, Connection, connection
from .init_move import NEXT, RESULTS, check_name, described, move
from .insertion import FORMATS, Edit, Unwritable, Wanted, prepare, write
from .moving.written import one_at_a_time, remember
from .options import add_json

LANGUAGES: dict[str, Literal["json", "toml", "yaml"]] = {".json": "json", ".toml": "toml", ".yaml": "yaml"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("client", choices=CLIENT_NAMES, metavar="CLIENT", help=", ".join(CLIENT_NAMES))
    parser.add_argument("--project", action="store_true", help="the file of this folder, not the one of the user")
    parser.add_argument("--write", action="store_true", help="put it into the file; a copy of the file is kept")
    parser.add_argument(
        "--move",
        action="store_true",
        help="put it into the file and take the servers there behind Sandgate; `sandgate uninstall` puts them back",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
    parser.add_argument("--force", action="store_true", help="replace an entry of that name that is another")
    parser.add_argument("--name", default="sandgate", metavar="NAME", help="what the client calls it (sandgate)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", arguments.name):
        raise ConfigError("--name may hold only letters, digits, _ and -")
    chosen = connection(arguments.client, arguments.name, project=arguments.project)
    if arguments.move:
        return move(chosen, arguments)
    if arguments.write and not arguments.dry_run:
        with one_at_a_time():
            return _write(chosen, force=arguments.force, as_json=arguments.json)
    if arguments.dry_run and not arguments.json:
        edit = _edit(chosen)
        _show_edit(edit)
        say(
            _has_it(chosen)
            if edit.state == "present"
            else "Nothing was changed; --write in place of --dry-run does it."
        )
        return 0
    if arguments.json:
        say_json(described(chosen, "not written", None))
        return 0
    say(f"{TITLES[chosen.client]} keeps this in {short(chosen.file)}:")
    say("")
    say_code(alone(chosen.file, chosen.wanted), LANGUAGES[chosen.file.suffix])
    say("")
    say("Add --write to put it there.")
    if chosen.command:
        say(f"Or let {TITLES[chosen.client]} do it: {chosen.command}")
    return 0


def alone(file: Path, wanted: Wanted) -> str:
    """The entry as it would stand in an empty file."""
    _, put = FORMATS[file.suffix]
    return put("", wanted.keys, wanted.name, wanted.entry).on("").rstrip("\n")


def _write(chosen: Connection, *, force: bool, as_json: bool) -> int:
    edit = _edit(chosen)
    check_name(chosen, edit.state, force=force)
    if not as_json:
        _show_edit(edit)
    backup = _written(edit, chosen) if edit.state != "present" else None
    if as_json:
        say_json(described(chosen, RESULTS[edit.state], backup))
        return 0
    if edit.state == "present":
        say(_has_it(chosen), "green")
        return 0
    kept = f"; a copy from before is {short(backup)}" if backup else ""
    say(f"written to {short(chosen.file)}{kept}", "green")
    say(NEXT.format(client=TITLES[chosen.client]))
    return 0


def _has_it(chosen: Connection) -> str:
    return f"{short(chosen.file)} has it already; nothing was changed"


def _written(edit: Edit, chosen: Connection) -> Path | None:
    backup = write(edit)
    remember(edit, backup, chosen.wanted.keys)
    return backup


def _edit(chosen: Connection) -> Edit:
    try:
        return prepare(chosen.file, chosen.wanted)
    except Unwritable as error:
        raise ConfigError(f"{error}:\n\n{alone(chosen.file, chosen.wanted)}") from error


def _show_edit(edit: Edit) -> None:
    if edit.state == "present":
        return
    say(f"{short(edit.file)}:")
    if edit.state == "differs":
        say("- (the entry that has this name now)", "red")
    for line in edit.added:
        say(f"+ {line}", "green")
