"""List the servers that were found: in which file, what became of each, and what is remembered of its tools.

Nothing is started, unless --check is given.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sandgate.catalog import Change
from sandgate.catalog.store import Remembered
from sandgate.config import Config, Found, State, load
from sandgate.config.concealing import target

from .asking import Answer, ask
from .display import Cell, Style, on_terminal, plural, say, say_code, say_json, say_table, short, warn
from .known import store_of
from .mistakes import mistakes
from .options import add_config, add_json
from .places import looked_for

COLOURS: dict[State, Style] = {
    "ready": "green",
    "disabled": "dim",
    "shadowed": "yellow",
    "duplicate": "dim",
    "self": "dim",
    "incomplete": "red",
}
EXAMPLE = """\
[servers.files]
command = "npx"
args = ["-y", "@modelcontextprotocol/server-filesystem", "/a/folder"]"""
"""What somebody without servers is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Everything that is known of one entry."""

    found: Found
    memory: Remembered | None
    changes: tuple[Change, ...]
    answer: Answer | None

    @property
    def transport(self) -> str:
        return self.found.spec.transport if self.found.spec else ""

    @property
    def target(self) -> str:
        return target(self.found.spec) if self.found.spec else ""

    @property
    def tools(self) -> int | None:
        return len(self.memory.listing.tools) if self.memory else None

    @property
    def listed_at(self) -> datetime | None:
        return datetime.fromtimestamp(self.memory.listed_at, UTC) if self.memory else None

    @property
    def notes(self) -> list[str]:
        """What a person should know besides: why it is not used, what went wrong, what changed."""
        error = self.answer.error if self.answer else ""
        return [note for note in (self.found.reason, error, changed(self.changes)) if note]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="start every server that is ready and list its tools")
    add_json(parser)
    add_config(parser)


def run(arguments: argparse.Namespace) -> int:
    config = load(arguments.config)
    for mistake in mistakes(config):
        raise mistake
    answers = {it.server: it for it in ask(config, [spec.name for spec in config.servers])} if arguments.check else {}
    lines = _lines(config, answers)
    if arguments.json:
        say_json(_as_json(config, lines, check=arguments.check))
    else:
        if lines:
            _show(lines, check=arguments.check)
        else:
            _show_nothing(config)
        for notice in config.notices:
            warn(notice)
    return 1 if any(answer.error for answer in answers.values()) else 0


def changed(changes: Sequence[Change], most: int = 5) -> str:
    """`2 tools changed since first seen: x (description), y (added)`."""
    kinds: dict[str, list[str]] = {}
    for change in changes:
        named = kinds.setdefault(change.tool, [])
        if change.kind not in named:
            named.append(change.kind)
    if not kinds:
        return ""
    told = [f"{tool} ({', '.join(kind.replace('_', ' ') for kind in of)})" for tool, of in list(kinds.items())[:most]]
    rest = [f"and {len(kinds) - most} more"] if len(kinds) > most else []
    return f"{plural(len(kinds), 'tool')} changed since first seen: {', '.join([*told, *rest])}"


def _lines(config: Config, answers: dict[str, Answer]) -> list[Line]:
    store = store_of(config)
    changes = store.changes()

    def line(found: Found) -> Line:
        if found.state != "ready" or found.spec is None:
            return Line(found=found, memory=None, changes=(), answer=None)
        own = tuple(change for change in changes if change.server == found.name)
        return Line(found=found, memory=store.load(found.spec), changes=own, answer=answers.get(found.name))

    return [line(found) for found in config.found]


def _as_json(config: Config, lines: Sequence[Line], *, check: bool) -> dict[str, Any]:
    return {
        "servers": [
            {
                "name": line.found.name,
                "client": line.found.client,
                "source": line.found.source,
                "state": line.found.state,
                "reason": line.found.reason,
                "transport": line.transport or None,
                "target": line.target or None,
                "tools": line.tools,
                "listed_at": line.listed_at.isoformat() if line.listed_at else None,
                "changes": [{"tool": it.tool, "kind": it.kind, "at": it.at} for it in line.changes],
                **({"check": _check_as_json(line.answer)} if check else {}),
            }
            for line in lines
        ],
        "config": str(config.source) if config.source else None,
        "notices": list(config.notices),
    }


def _check_as_json(answer: Answer | None) -> dict[str, Any] | None:
    if answer is None:
        return None
    seconds = round(answer.seconds, 3)
    return {"ok": not answer.error, "tools": answer.tools, "seconds": seconds, "error": answer.error or None}


def _show(lines: Sequence[Line], *, check: bool) -> None:
    if not on_terminal():
        say_table([], [[*_plain_row(line, check=check), "; ".join(line.notes)] for line in lines])
        return
    headers = ["Server", "State", *(["Check"] if check else []), "Tools", "Listed", "Found in", "Runs"]
    say_table(headers, [_row(line, check=check) for line in lines])
    for line in lines:
        for note in line.notes:
            say(f"{line.found.name} ({short(line.found.source)}): {note}", "yellow")


def _row(line: Line, *, check: bool) -> list[Cell]:
    found = line.found
    return [
        (found.name, "bold"),
        (found.state, COLOURS[found.state]),
        *([_checked(line.answer)] if check else []),
        "" if line.tools is None else str(line.tools),
        line.listed_at.astimezone().strftime("%b %d %H:%M") if line.listed_at else "",
        f"{found.client} {short(found.source)}",
        line.target if line.transport == "stdio" else f"{line.transport} {line.target}".strip(),
    ]


def _plain_row(line: Line, *, check: bool) -> list[Cell]:
    found = line.found
    return [
        found.name,
        found.state,
        *([_checked(line.answer)] if check else []),
        "" if line.tools is None else str(line.tools),
        line.listed_at.isoformat(timespec="seconds") if line.listed_at else "",
        found.client,
        short(found.source),
        line.transport,
        line.target,
    ]


def _checked(answer: Answer | None) -> Cell:
    if answer is None:
        return ""
    return ("failed", "red") if answer.error else (f"ok in {answer.seconds:.1f} s", "green")


def _show_nothing(config: Config) -> None:
    say("No servers were found. These files were looked for:")
    states = {True: "is there, without servers", False: "not there"}
    say_table(["Of", "File", ""], [[name, short(path), states[path.exists()]] for name, path in looked_for(config)])
    say("Write a server into sandgate.toml, or name a client's file: sandgate servers --config FILE")
    say_code(EXAMPLE, "toml")
