"""What `sandgate init --move` shows and does: Sandgate's entry comes in, the servers beside it go behind Sandgate."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandgate.errors import ConfigError

from .display import plural, say, say_json, short
from .entries import TITLES, Connection
from .moving.taking import Taking, plan_taking
from .moving.written import one_at_a_time

RESULTS: dict[str, str] = {"new": "written", "present": "unchanged", "differs": "replaced"}
NEXT = "Restart {client}. `sandgate servers` lists the servers it will reach through Sandgate."


def move(chosen: Connection, arguments: argparse.Namespace) -> int:
    """Plan, show and do it. Raises ConfigError; then no file was changed, or a file that is named."""
    if arguments.dry_run:
        taking = plan_taking(chosen, project=arguments.project)
        return _told(chosen, taking, [], arguments)
    with one_at_a_time():
        taking = plan_taking(chosen, project=arguments.project)
        check_name(chosen, taking.entry, force=arguments.force)
        return _told(chosen, taking, taking.carry_out(), arguments)


def check_name(chosen: Connection, state: str, *, force: bool) -> None:
    if state == "differs" and not force:
        raise ConfigError(
            f"{short(chosen.file)} already has another entry named {chosen.wanted.name}: "
            "choose a --name, or add --force to replace it"
        )


def described(chosen: Connection, result: str, backup: Path | None) -> dict[str, Any]:
    """What was done, for programs."""
    return {
        "client": chosen.client,
        "file": str(chosen.file),
        "section": list(chosen.wanted.keys),
        "name": chosen.wanted.name,
        "entry": chosen.wanted.entry,
        "command": chosen.command,
        "result": result,
        "backup": str(backup) if backup else None,
    }


def _told(chosen: Connection, taking: Taking, backups: Sequence[Path], arguments: argparse.Namespace) -> int:
    if arguments.json:
        result = "not written" if arguments.dry_run else RESULTS[taking.entry]
        say_json(described(chosen, result, backups[0] if backups else None) | _moved_as_json(taking, backups))
        return 0
    _show(taking)
    if arguments.dry_run:
        say("Nothing was changed; leave out --dry-run to do it.")
        return 0
    if not any(draft.edit for draft, _ in taking.drafts):
        say(f"{short(chosen.file)} has it already, and nothing to move; nothing was changed", "green")
        return 0
    for backup in backups:
        say(f"a copy from before is {short(backup)}")
    moved = plural(len(taking.moved), "server")
    say(f"{moved} moved to {short(taking.ledger.file)}; `sandgate uninstall {chosen.client}` undoes all this", "green")
    if arguments.project and taking.moved:
        say("Whoever shares this folder's files with you no longer has these servers; move the user's if that matters.")
    say(NEXT.format(client=TITLES[chosen.client]))
    return 0


def _show(taking: Taking) -> None:
    """Names only of what goes: the rest of an entry may hold secrets."""
    for draft, keys in taking.drafts:
        gone = [one for one in taking.moved if (one.file, one.keys) == (draft.file, keys)]
        if gone or draft.added:
            say(f"{short(draft.file)}:")
        for one in gone:
            say(f"- {one.name}", "red")
        for line in draft.added:
            say(f"+ {line}", "green")
    for name, why in taking.stays:
        say(f"stays: {name}: {why}", "yellow")


def _moved_as_json(taking: Taking, backups: Sequence[Path]) -> dict[str, Any]:
    return {
        "moved": [{"name": one.name, "file": str(one.file)} for one in taking.moved],
        "stays": [{"name": name, "reason": why} for name, why in taking.stays],
        "kept_in": str(taking.ledger.file),
        "backups": [str(backup) for backup in backups],
    }
