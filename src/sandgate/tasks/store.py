"""How tasks stand, on disk: it is there after a restart. No code, no inputs and no values are written down."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from sandgate.errors import SandgateError

from .owners import Owners
from .schema import STEPS
from .task import LONGEST_REASON, NO_STATS, Result, Standing, Stats, Status, Task

BUSY_SECONDS = 10.0
KEPT_SECONDS = 30 * 86_400.0
LONGEST_DESCRIPTION = 1000
COLUMNS = (
    "id, status, reason, agent, session, description, submitted_at, started_at, ended_at,"
    " duration_seconds, tokens_in, tokens_out, memory_mb, calls, tools_called, attempts"
)
INTERRUPTED = {
    "pending": "Sandgate was ended before its turn came; submit it again",
    "running": "Sandgate was ended while it ran; what it had written until then stays written",
}


class Store:
    """Opened on first use, for any thread. Several gateways may share it. Everything raises SandgateError."""

    def __init__(self, folder: Path) -> None:
        self._file, self._owners = folder / "tasks.db", Owners(folder / "owners")
        self._connection: sqlite3.Connection | None = None
        self._inode = 0
        self._one_at_a_time = Lock()

    def add(self, tasks: Sequence[Task]) -> list[int]:
        """All of them or none. The numbers they go under."""
        insert = (
            "insert into tasks (id, owner, agent, session, description, status, submitted_at)"
            " values (?, ?, ?, ?, ?, 'pending', ?)"
        )
        with self._changing() as database:
            rows = [_storable((task.id, self._owners.own, *_about(task), time.time())) for task in tasks]
            return [database.execute(insert, row).lastrowid or 0 for row in rows]

    def began(self, number: int) -> None:
        with self._changing() as database:
            database.execute(
                "update tasks set status = 'running', started_at = ? where number = ?", (time.time(), number)
            )

    def ended(self, number: int, result: Result) -> None:
        sets = "status = ?, reason = ?, ended_at = ?, duration_seconds = ?, tokens_in = ?, tokens_out = ?"
        used = result.stats
        row = (result.status, result.reason[:LONGEST_REASON], time.time())
        row = (*row, used.duration_seconds, used.tokens_in, used.tokens_out, used.memory_mb, used.calls)
        row = (*row, json.dumps(used.tools_called), used.attempts, number)
        with self._changing() as database:
            database.execute(
                f"update tasks set {sets}, memory_mb = ?, calls = ?, tools_called = ?, attempts = ? where number = ?",  # noqa: S608 - our own words
                _storable(row),
            )

    def find(self, id: str) -> Standing | None:
        """The last one of that id."""
        found = self._select("where id = ? order by number desc limit 1", _storable((id,)))
        return found[0] if found else None

    def list(self, agent: str | None, status: Status | None, limit: int) -> list[Standing]:
        """The newest first."""
        where = "where (? is null or agent = ?) and (? is null or status = ?) order by number desc limit ?"
        return self._select(where, (agent, agent, status, status, limit))

    def ask_to_cancel(self, id: str, reason: str) -> Standing | None:
        """Tell whoever carries the last task of that id to end it. It is returned as it stood; None is no such task."""
        found = self.find(id)
        if found and found.status in INTERRUPTED:
            with self._changing() as database:
                database.execute(
                    "update tasks set cancel_reason = ? where status in ('pending', 'running')"
                    " and number = (select max(number) from tasks where id = ?)",
                    _storable((reason[:LONGEST_REASON], id)),
                )
        return found

    def asked_to_cancel(self) -> dict[int, str]:
        """The numbers of own tasks that somebody else wants ended, and why."""
        with self._changing() as database:
            rows = database.execute(
                "select number, cancel_reason from tasks"
                " where owner = ? and status in ('pending', 'running') and cancel_reason is not null",
                (self._owners.own,),
            )
            return dict(rows.fetchall())

    def close(self) -> None:
        with self._one_at_a_time:
            if self._connection is not None:
                self._connection.close()
                self._connection = None
            with suppress(OSError):
                self._owners.end()

    def _select(self, where: str, values: Sequence[object]) -> list[Standing]:
        with self._changing() as database:
            self._bury(database)
            rows = database.execute(f"select {COLUMNS} from tasks {where}", values)  # noqa: S608 - our own words
            return [_standing(row) for row in rows]

    def _bury(self, database: sqlite3.Connection) -> None:
        """Whose gateway is dead has ended with it."""
        open_ones = "select distinct owner from tasks where status in ('pending', 'running')"
        for (owner,) in database.execute(open_ones).fetchall():
            if not self._owners.lives(owner):
                for status, reason in INTERRUPTED.items():
                    database.execute(
                        "update tasks set status = 'interrupted', reason = ?,"
                        " ended_at = coalesce(started_at, submitted_at) where owner = ? and status = ?",
                        (reason, owner, status),
                    )

    @contextmanager
    def _changing(self) -> Generator[sqlite3.Connection]:
        """All of it or nothing, whoever is killed in between."""
        with self._one_at_a_time:
            try:
                database = self._connected()
                database.execute("begin immediate")
                yield database
                database.execute("commit")
            except (sqlite3.Error, OSError) as error:
                if self._connection is not None:
                    self._connection.close()  # and with it what was begun
                    self._connection = None
                cure = "make room, make it writable, or move it away: a new one begins"
                raise SandgateError(f"the list of tasks {self._file} cannot be used: {error} ({cure})") from error

    def _connected(self) -> sqlite3.Connection:
        if self._connection is not None and not self._still_there():
            self._connection.close()
            self._connection = None
            self._owners.end()
        if self._connection is None:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._owners.begin()
            with suppress(FileExistsError):
                os.close(os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            self._inode = self._file.stat().st_ino
            self._connection = sqlite3.connect(
                self._file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            with suppress(
                sqlite3.OperationalError
            ):  # two at once: SQLite does not wait here, and the other one does it
                self._connection.execute("pragma journal_mode = wal")
            self._connection.execute("pragma synchronous = normal")  # who is killed loses nothing
            self._set_up(self._connection)
        return self._connection

    def _still_there(self) -> bool:
        """A file that was deleted goes on taking rows that nobody will find."""
        try:
            return self._file.stat().st_ino == self._inode
        except OSError:
            return False

    def _set_up(self, database: sqlite3.Connection) -> None:
        """Bring an older file up to date, remove what nobody asks for any more."""
        database.execute("begin immediate")
        ((done,),) = database.execute("pragma user_version").fetchall()
        if done > len(STEPS):
            raise sqlite3.DatabaseError("a newer Sandgate has written it")
        for number, step in enumerate(STEPS[done:], done + 1):
            for statement in step:
                database.execute(statement)
            database.execute(f"pragma user_version = {number}")
        self._bury(database)
        database.execute("delete from tasks where ended_at < ?", (time.time() - KEPT_SECONDS,))
        database.execute("commit")
        self._owners.sweep()


def _about(task: Task) -> tuple[str, str, str]:
    return task.agent, task.session or "", task.description[:LONGEST_DESCRIPTION]


def _storable(row: Iterable[object]) -> tuple[object, ...]:
    """Half characters, which a program may send, are none that SQLite takes."""
    return tuple(one.encode("utf-8", "replace").decode() if isinstance(one, str) else one for one in row)


def _standing(row: tuple[Any, ...]) -> Standing:
    id, status, reason, agent, session, description, submitted, started, ended, *used = row
    stats = NO_STATS
    if ended is not None:
        duration, tokens_in, tokens_out, memory, calls, tools, attempts = used
        stats = Stats(
            duration_seconds=duration,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            memory_mb=memory,
            calls=calls,
            tools_called=tuple(json.loads(tools)),
            attempts=attempts,
        )
    return Standing(
        id=id,
        status=status,
        reason=reason,
        agent=agent,
        session=session,
        description=description,
        submitted_at=submitted,
        started_at=started,
        ended_at=ended,
        stats=stats,
    )
