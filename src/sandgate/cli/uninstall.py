"""Take Sandgate out of a client's configuration, and put back the servers that `sandgate init --move` took from it."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from typing import Any

from sandgate.config import CLIENT_NAMES, ClientName

from .display import say, say_json, short
from .entries import TITLES
from .moving.ledger import Ledger
from .moving.returning import Returning, plan_returning
from .moving.written import one_at_a_time
from .options import add_json
from .places import surroundings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    known = ", ".join(CLIENT_NAMES)
    parser.add_argument("client", nargs="?", choices=CLIENT_NAMES, metavar="CLIENT", help=f"{known}; all of them")
    parser.add_argument("--project", action="store_true", help="the files of this folder, not those of the user")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    chosen: list[ClientName] = [arguments.client] if arguments.client else list(CLIENT_NAMES)
    told: list[dict[str, Any]] = []
    with nullcontext() if arguments.dry_run else one_at_a_time():
        for name in chosen:
            told += _client(name, arguments)
    if arguments.json:
        say_json(told)
    elif not told:
        where = "this folder's files" if arguments.project else "the user's files"
        say(f"There is nothing of Sandgate in {where} of {TITLES[chosen[0]] if arguments.client else 'any client'}.")
    return 1 if any(one["not_done"] for one in told) else 0


def _client(name: ClientName, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    ledger = Ledger(name)
    told: list[dict[str, Any]] = []
    for plan in plan_returning(ledger, project=arguments.project):
        backup = None
        if not arguments.json:
            _show(name, plan)
        if not arguments.dry_run:
            backup = plan.carry_out()
            ledger.keep(one for one in ledger.moved if one not in plan.back)  # only now: it is in the file again
        told.append(_as_json(name, plan, str(backup) if backup else None))
        if not arguments.json:
            _show_end(name, plan, ledger, told[-1], done=not arguments.dry_run)
    if not arguments.json:
        _show_elsewhere(ledger, project=arguments.project)
    return told


def _show_elsewhere(ledger: Ledger, *, project: bool) -> None:
    """Folders whose servers are still behind Sandgate: they are not undone from here."""
    here = str(surroundings().cwd) if project else None
    for folder in sorted({one.project for one in ledger.moved if one.project and one.project != here}):
        say(
            f"Servers of {short(folder)} are still moved: `sandgate uninstall {ledger.client} --project` there.",
            "yellow",
        )


def _show(name: ClientName, plan: Returning) -> None:
    say(f"{short(plan.file)} ({TITLES[name]}):")
    for entry in plan.taken_out:
        say(f"- {entry}", "red")
    for one in plan.back:
        say(f"+ {one.name}", "green")


def _show_end(name: ClientName, plan: Returning, ledger: Ledger, told: dict[str, Any], *, done: bool) -> None:
    for entry, why in plan.stuck:
        say(f"not done: {entry}: {why}", "yellow")
    if any(one.name == entry for one in ledger.moved for entry, _ in plan.stuck):
        say(f"What could not be put back is kept in {short(ledger.file)}, and Sandgate reaches it.")
    if not done:
        say("Nothing was changed; leave out --dry-run to do it.")
    elif plan.removed:
        say("the file is gone: it was not there before `sandgate init`", "green")
    elif plan.exact:
        say("the file is what it was before `sandgate init`", "green")
    elif plan.edit:
        kept = f"; a copy from before is {short(told['backup'])}" if told["backup"] else ""
        say(f"written to {short(plan.file)}{kept}", "green")
    if done:
        say(f"Restart {TITLES[name]}.")


def _as_json(name: ClientName, plan: Returning, backup: str | None) -> dict[str, Any]:
    return {
        "client": name,
        "file": str(plan.file),
        "taken_out": plan.taken_out,
        "put_back": [one.name for one in plan.back],
        "not_done": [{"name": entry, "reason": why} for entry, why in plan.stuck],
        "as_it_was": plan.exact,
        "backup": backup,
    }
