"""Check what works on this machine, and say what to do where something does not.

A program is really run in the sandbox; servers are not started (`sandgate servers --check` does that).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from sandgate.model import Limits

from . import checks, containers, machines, packages, walls
from .checks import Check, Health
from .display import Cell, Style, on_terminal, progress, say, say_json, say_table
from .options import add_config, add_json

COLOURS: dict[Health, Style] = {"ok": "green", "info": "dim", "warn": "yellow", "fail": "red"}
HEALTHY = "All that is needed works. Next: sandgate init CLIENT --write, or sandgate run FILE."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    with progress("Checking"):
        found = list(_examined(arguments.config))
    healthy = not any(check.health == "fail" for check in found)
    if arguments.json:
        say_json({"ok": healthy, "checks": [_as_json(check) for check in found]})
    else:
        _show(found)
        if on_terminal():
            say(HEALTHY if healthy else "Something that is needed does not work: see above.")
    return 0 if healthy else 1


def _examined(path: Path | None) -> Iterator[Check]:
    yield checks.python()
    yield checks.system()
    config, told = checks.configuration(path)
    yield from told
    if config:
        yield checks.servers(config)
        yield checks.state_folder(config)
    yield walls.sandbox(config.limits, config.sandbox.minimum_level) if config else walls.sandbox(Limits())
    if config:
        yield from packages.packages(config)
    levels = walls.levels()
    yield from levels.values()
    yield containers.docker(config)
    yield machines.vm(config)
    yield machines.monty()
    yield machines.typescript(next((level for level, one in levels.items() if one.health == "ok"), None))
    yield walls.namespaces()
    yield from walls.features()
    yield checks.tokenizer()
    yield checks.search()
    yield from checks.programs(config)


def _as_json(check: Check) -> dict[str, str | None]:
    return {**asdict(check), "cure": check.cure or None}


def _show(found: list[Check]) -> None:
    rows: list[list[Cell]] = [
        [(check.health, COLOURS[check.health]), (check.name, "bold"), _told(check)] for check in found
    ]
    say_table(["", "Check", "What was found"], rows)


def _told(check: Check) -> str:
    return f"{check.message} → {check.cure}" if check.cure else check.message
