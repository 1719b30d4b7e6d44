"""Tasks of programs that use Sandgate as a library: how they stand, also after a restart, and an end for one."""

from __future__ import annotations

import argparse
import getpass
from dataclasses import asdict
from datetime import UTC, datetime
from typing import get_args

from sandgate.errors import BadArguments
from sandgate.tasks import Standing, Status
from sandgate.tasks.store import Store

from .display import Cell, Style, say, say_json, say_table
from .options import add_config, add_json, config_of

STYLES: dict[Status, Style] = {"done": "green", "failed": "red", "running": "cyan", "interrupted": "yellow"}
OPEN: tuple[Status, ...] = ("pending", "running")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listed = actions.add_parser("list", help="tasks of all gateways, the newest first")
    listed.add_argument("--agent", metavar="NAME", help="only those of one agent")
    listed.add_argument("--status", choices=get_args(Status), metavar="STATUS", help=", ".join(get_args(Status)))
    listed.add_argument("--limit", type=int, default=50, metavar="N", help="how many at most; 50 by default")
    add_json(listed)
    add_config(listed)
    show = actions.add_parser("show", help="how one task stands, why, and what it used")
    show.add_argument("id", metavar="ID", help="its name; the last task of that name is shown")
    add_json(show)
    add_config(show)
    cancel = actions.add_parser("cancel", help="end a task, or take it out of the queue, whoever runs it")
    cancel.add_argument("id", metavar="ID", help="its name")
    cancel.add_argument("--reason", default="", metavar="TEXT", help="what whoever waits for it is told")
    add_config(cancel)


def run(arguments: argparse.Namespace) -> int:
    folder = config_of(arguments).state_dir / "tasks"
    store = Store(folder)
    try:
        if arguments.action == "list":
            known = (folder / "tasks.db").exists()  # looking makes no file
            limit = max(arguments.limit, 0)
            return _list(store.list(arguments.agent, arguments.status, limit) if known else [], as_json=arguments.json)
        if not (folder / "tasks.db").exists():
            raise _unknown(arguments.id)
        if arguments.action == "cancel":
            return _cancel(store, arguments.id, arguments.reason)
        return _show(store, arguments.id, as_json=arguments.json)
    finally:
        store.close()


def _list(tasks: list[Standing], *, as_json: bool) -> int:
    if as_json:
        say_json([asdict(task) for task in tasks])
    elif tasks:
        say_table(
            ["Task", "Status", "Agent", "Submitted", "Seconds", "Reason"], [_cells(it) for it in tasks], right=(4,)
        )
    else:
        say("There are no such tasks.")
    return 0


def _show(store: Store, id: str, *, as_json: bool) -> int:
    task = store.find(id)
    if task is None:
        raise _unknown(id)
    if as_json:
        say_json(asdict(task))
        return 0
    used = task.stats
    rows: list[tuple[str, str]] = [
        ("task", task.id),
        ("status", task.status),
        ("reason", task.reason),
        ("description", task.description),
        ("agent", task.agent),
        ("session", task.session),
        ("submitted", _time(task.submitted_at)),
        ("started", _time(task.started_at)),
        ("ended", _time(task.ended_at)),
        ("runs", str(used.attempts) if used.attempts else ""),
        ("tools called", ", ".join(used.tools_called)),
        ("tokens", f"{used.tokens_in:,} written, {used.tokens_out:,} read" if used.tokens_in else ""),
        ("memory", f"{used.memory_mb:,.0f} MB" if used.memory_mb else ""),
    ]
    say_table(["", ""], [row for row in rows if row[1]])
    return 0


def _cancel(store: Store, id: str, reason: str) -> int:
    why = f"{getpass.getuser()} cancelled it" + (f": {reason}" if reason else "")
    task = store.ask_to_cancel(id, why)
    if task is None:
        raise _unknown(id)
    if task.status not in OPEN:
        raise BadArguments(f"task {id[:80]!r} has ended: it is {task.status}")
    say(f"{id}: its gateway has been told, and ends it within seconds")
    return 0


def _unknown(id: str) -> BadArguments:
    return BadArguments(f"there is no task {id[:80]!r}; `sandgate tasks list` has those that are known")


def _cells(task: Standing) -> list[Cell]:
    seconds = f"{task.stats.duration_seconds:.1f}" if task.ended_at is not None else ""
    status = task.status, STYLES.get(task.status, "")
    return [task.id, status, task.agent, _time(task.submitted_at), seconds, task.reason]


def _time(at: float | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
