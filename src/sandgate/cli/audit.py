"""What happened: every execution and call that was written down. Look it up, check that nobody changed it, export it.

Times are UTC, such as 2026-01-31 or 2026-01-31T12:30, or back from now: 90m, 24h, 7d. Names may hold `*`; several are
separated by commas.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager

from sandgate.audit.database import Database
from sandgate.audit.events import KINDS, OUTCOMES
from sandgate.audit.exporting import as_json, export, when
from sandgate.audit.reading import Filter, Reader, Record
from sandgate.audit.settings import key_for_reading, opened_for_reading
from sandgate.audit.verifying import Verified, verify
from sandgate.config.tables import nearest
from sandgate.errors import BadArguments
from sandgate.model import RISKS

from . import audit_report
from .display import Cell, Style, on_terminal, plural, say, say_json, say_table, warn
from .options import add_config, add_json, config_of
from .times import time_of

HEADERS = ["Row", "Time", "What", "Who", "Name", "Risk", "Outcome", "Seconds", "Execution"]
POLL_SECONDS = 1.0
NOTHING = "Nothing has been written yet"
STYLES: dict[str, Style] = {"ok": "green", "error": "red", "deny": "red", "denied": "red", "unfinished": "yellow"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = actions.add_parser("list", help="the newest rows that fit, oldest first")
    _add_filters(listed)
    listed.add_argument("--limit", type=int, default=50, metavar="N", help="how many rows (50)")
    listed.add_argument("--every", action="store_true", help="also the beginnings of what has ended")
    _add_usual(listed)
    show = actions.add_parser("show", help="everything about one execution, or one row")
    show.add_argument("id", metavar="ID", help="an execution's id, or the number of a row")
    _add_usual(show)
    tail = actions.add_parser("tail", help="the newest rows, and further ones as they are written")
    _add_filters(tail)
    tail.add_argument("--limit", type=int, default=10, metavar="N", help="how many rows to begin with (10)")
    tail.add_argument("--once", action="store_true", help="do not wait for further ones")
    _add_usual(tail)
    check = actions.add_parser("verify", help="check that no row was changed, removed, inserted or moved")
    check.add_argument("--expect", metavar="ROW:HASH", help="a row and its hash that an earlier verify has shown")
    _add_usual(check)
    out = actions.add_parser("export", help="all rows that fit, for other programs")
    _add_filters(out)
    out.add_argument(
        "--format", choices=["jsonl", "csv", "ocsf"], default="jsonl", help="jsonl, csv, or OCSF 1.9.0 as JSON Lines"
    )
    out.add_argument("--output", metavar="FILE", help="where to; standard output if not given")
    add_config(out)
    audit_report.add_arguments(actions.add_parser("report", help="what happened over a period, for a review"))


def run(arguments: argparse.Namespace) -> int:
    actions = {"list": _list, "show": _show, "tail": _tail, "verify": _verify, "export": _export}
    actions["report"] = audit_report.run
    return actions[arguments.action](arguments)


def _list(arguments: argparse.Namespace) -> int:
    wanted = filter_of(arguments)
    with _opened(arguments) as database:
        rows = Reader(database).last(wanted, arguments.limit, every=arguments.every) if database else []
    if arguments.json:
        say_json([as_json(row) for row in rows])
    elif rows:
        say_table(HEADERS, [_cells(row) for row in rows], right=[0, 7], whole=[1, 2, 6, 8])
    else:
        say("No row fits" if database else NOTHING)
    return 0


def _show(arguments: argparse.Namespace) -> int:
    with _opened(arguments) as database:
        rows = _found(Reader(database), arguments.id) if database else []
    if not rows:
        raise BadArguments(f"{arguments.id} is neither an execution nor the number of a row; see `sandgate audit list`")
    if arguments.json:
        say_json([as_json(row) for row in rows])
        return 0
    for row in rows:
        say(f"row {row.seq}: {row.kind}, {when(row.content['at'])}", "bold")
        for name, value in row.content.items():
            if name not in ("kind", "at", "execution"):
                say(f"{name}: {value if isinstance(value, str) else json.dumps(value)}")
        say(f"hash: {row.hash}\n", "dim")
    if rows[0].kind == "started" and not any(row.kind == "ended" for row in rows):
        say("It has not ended: it is still running, or its gateway was killed.", "yellow")
    return 0


def _found(reader: Reader, id: str) -> list[Record]:
    found = reader.execution(id)
    if not found and id.isdecimal() and (row := reader.row(int(id))):
        return [row]
    return found


def _tail(arguments: argparse.Namespace) -> int:
    wanted = filter_of(arguments)
    with _opened(arguments) as database:
        if database is None:
            say(NOTHING)
            return 0
        for row in followed(Reader(database), wanted, arguments.limit, once=arguments.once):
            if arguments.json:
                export([row], "jsonl", sys.stdout)
            elif on_terminal():  # a table needs to know all its rows
                say("  ".join(filter(None, (cell if isinstance(cell, str) else cell[0] for cell in _cells(row)))))
            else:
                say_table(HEADERS, [_cells(row)])
            sys.stdout.flush()
    return 0


def followed(reader: Reader, wanted: Filter, most: int, *, once: bool) -> Iterator[Record]:
    """The newest rows, then each that is written, for as long as somebody reads."""
    last = 0
    for row in reader.last(Filter(), 1, every=True):
        last = row.seq
    yield from reader.last(wanted, most, every=True)
    while not once:
        for row in reader.all(wanted, after=last):
            last = row.seq
            yield row
        time.sleep(POLL_SECONDS)


def _verify(arguments: argparse.Namespace) -> int:
    config = config_of(arguments)
    with _opened(arguments) as database:
        key = key_for_reading(config)
        found = verify(database, key, _expected(arguments.expect)) if database else Verified(signed=key is not None)
    if arguments.json:
        problems = [problem._asdict() for problem in found.problems]
        known = {name: getattr(found, name) for name in ("rows", "first", "last", "hash", "signed")}
        say_json({"ok": found.ok, **known, "problems": problems, "clock_went_back_at": found.clock_went_back_at})
        return 0 if found.ok else 1
    _say_verified(found)
    return 0 if found.ok else 1


def _say_verified(found: Verified) -> None:
    for problem in found.problems:
        say(f"row {problem.seq}: {problem.what}", "red")
    if not found.ok:
        say(f"The audit was changed: {plural(len(found.problems), 'problem')}.")
        return
    ends = "both ends are signed" if found.signed else "its ends are not checked, because the key is not here"
    rows = f"Rows {found.first:,} to {found.last:,}" if found.rows else "No rows:"
    say(f"{rows} as they were written; {ends}.", "green")
    if found.clock_went_back_at:
        say(f"The clock went back before row {', '.join(map(str, found.clock_went_back_at[:10]))}.", "yellow")
    if found.rows:
        say(f"Note this elsewhere, for a later `sandgate audit verify --expect`: {found.last}:{found.hash}")


def _export(arguments: argparse.Namespace) -> int:
    wanted = filter_of(arguments)
    with _opened(arguments) as database:
        rows = Reader(database).all(wanted) if database else iter(())
        if not arguments.output:
            export(rows, arguments.format, sys.stdout)
            return 0
        with open(arguments.output, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123 - a name as it was typed
            count = export(rows, arguments.format, file)
    warn(f"{plural(count, 'row')} in {arguments.output}")
    return 0


@contextmanager
def _opened(arguments: argparse.Namespace) -> Generator[Database | None]:
    database = opened_for_reading(config_of(arguments))
    try:
        yield database
    finally:
        if database:
            database.close()


def _cells(row: Record) -> list[Cell]:
    content = row.content
    name = ".".join(filter(None, (content.get("server"), content.get("tool"))))
    seconds = f"{content['seconds']:.3f}" if "seconds" in content else ""
    known = [content.get("user", ""), name, content.get("risk", "")]
    outcome: Cell = (_outcome(row), STYLES.get(row.outcome, ""))
    at = when(content["at"])
    shown = at[5:19].replace("T", " ") if on_terminal() else at  # a line of a terminal has little room
    return [str(row.seq), shown, row.kind, *known, outcome, seconds, content.get("execution", "")]


def _outcome(row: Record) -> str:
    """With what it was of, where one call has several rows of a kind."""
    content = row.content
    return f"{row.outcome} {content['count']:,} {content['data']}" if row.kind == "crossing" else row.outcome


def _add_usual(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_config(parser)


def _add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--since", metavar="TIME", help="not before this time")
    parser.add_argument("--until", metavar="TIME", help="before this time")
    parser.add_argument("--user", metavar="NAMES", help="whose programs")
    parser.add_argument("--session", metavar="NAMES", help="of which sessions")
    parser.add_argument("--server", metavar="NAMES", help="which servers")
    parser.add_argument("--tool", metavar="NAMES", help="which tools, with or without their server")
    parser.add_argument("--risk", metavar="NAMES", help="low, medium, high, critical")
    parser.add_argument("--outcome", metavar="NAMES", help="such as ok, error, timeout, denied, unfinished")
    parser.add_argument("--kind", metavar="NAMES", help="such as ended, answer, approval, connection, rule")


def filter_of(arguments: argparse.Namespace) -> Filter:
    def names(text: str | None) -> tuple[str, ...]:
        return tuple(part.strip() for part in text.split(",") if part.strip()) if text else ()

    def known(given: tuple[str, ...], words: Sequence[str], option: str) -> tuple[str, ...]:
        for word in given:
            if word not in words and "*" not in word:
                raise BadArguments(f"{option} {word} is not known; {nearest(word, words)}")
        return given

    return Filter(
        since=time_of(arguments.since, "--since"),
        until=time_of(arguments.until, "--until"),
        user=names(arguments.user),
        session=names(arguments.session),
        server=names(arguments.server),
        tool=names(arguments.tool),
        risk=known(names(arguments.risk), RISKS, "--risk"),
        outcome=known(names(arguments.outcome), OUTCOMES, "--outcome"),
        kind=known(names(arguments.kind), KINDS, "--kind"),
    )


def _expected(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    row, _, hash = text.partition(":")
    if not row.isdecimal() or not re.fullmatch("[0-9a-f]{64}", hash):
        raise BadArguments("--expect wants ROW:HASH, as `sandgate audit verify` shows it")
    return int(row), hash
