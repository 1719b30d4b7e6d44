"""What is kept, who has written to which server, and what goes when it is full. What lies here is sealed."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from .database import Database, without_waiting

SCHEMA = """
create table if not exists results (
    id integer primary key, key blob not null unique, server text not null, tool text not null,
    asked_at real not null, expires_at real not null, used_at real not null, size integer not null
);
create index if not exists by_server on results (server);
create index if not exists by_end on results (expires_at);
create index if not exists by_use on results (used_at);
create table if not exists contents (result integer primary key, sealed blob not null);
create trigger if not exists contents_go_too after delete on results
    begin delete from contents where result = old.id; end;
create table if not exists generations (server text primary key, number integer not null);
create table if not exists writes (id integer primary key, server text not null, until real not null);
"""
EVERY_SERVER = ""
UNKNOWN_SECONDS = 600.0
"""How long a write counts as under way of which nobody says that it ended: its gateway was killed."""
TOUCH_SECONDS = 10.0
"""How exactly we know when a result was last used: a hit need not write each time."""
LARGEST_SHARE = 4
"""One result takes at most a quarter of the space, so that it does not push out all others."""
SIZE = (
    "select (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size"
)
"""Bytes of the file that hold something."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is kept of one tool."""

    server: str
    tool: str
    results: int
    bytes: int
    used_at: float


class Shelf:
    """One for all gateways of a person. Every method raises OSError or sqlite3.Error where the disk does not obey."""

    def __init__(self, folder: Path, size_mb: float) -> None:
        self._database, self._most = Database(folder / "results.db", SCHEMA), int(size_mb * 2**20)
        self.file = self._database.file
        self.close, self.start_over = self._database.close, self._database.start_over

    def takes(self, size: int) -> bool:
        return size <= self._most // LARGEST_SHARE

    def find(self, key: bytes, seconds: float) -> bytes | None:
        """What was asked for within the last `seconds`."""
        with self._database.opened() as database:
            now = time.time()
            row = database.execute(
                "select id, used_at, sealed from results join contents on result = id"
                " where key = ? and asked_at > ? and asked_at <= ?",
                (key, now - seconds, now),
            ).fetchone()
            if row is None:
                return None
            id, used_at, sealed = row
            if abs(now - used_at) > TOUCH_SECONDS:
                without_waiting(database, "update results set used_at = ? where id = ?", (now, id))
            return sealed

    def generation(self, server: str) -> int:
        """A number that is another one after each write to the server."""
        with self._database.opened() as database:
            return _generation(database, server)

    def put(
        self, key: bytes, server: str, tool: str, sealed: bytes, *, asked_at: float, seconds: float, generation: int
    ) -> None:
        """Keep a result, unless it may be older than a write to its server, or than what is kept already."""
        with self._database.changing() as database:
            now = time.time()
            database.execute("delete from results where expires_at <= ?", (now,))
            if _generation(database, server) != generation or _written_to(database, server, now):
                return
            newer = "select 1 from results where key = ? and asked_at > ? and asked_at <= ?"
            if database.execute(newer, (key, asked_at, now)).fetchone():
                return
            database.execute("delete from results where key = ?", (key,))
            self._make_room(database, len(sealed))
            row = (key, server, tool, asked_at, asked_at + seconds, now, len(sealed))
            id = database.execute("insert into results values (null, ?, ?, ?, ?, ?, ?, ?)", row).lastrowid
            database.execute("insert into contents values (?, ?)", (id, sealed))

    def drop(self, key: bytes) -> None:
        with self._database.changing() as database:
            database.execute("delete from results where key = ?", (key,))

    def write_begins(self, server: str, write: int) -> None:
        """Forget all of a server, and keep nothing of it until `write` has ended."""
        with self._database.changing() as database:
            _forget(database, server)
            database.execute("insert into writes values (?, ?, ?)", (write, server, time.time() + UNKNOWN_SECONDS))

    def write_ended(self, server: str, write: int) -> None:
        with self._database.changing() as database:
            database.execute("delete from writes where id = ? or until <= ?", (write, time.time()))
            _forget(database, server)

    def forget(self, server: str) -> int:
        """How many results are gone: those of a server, or with EVERY_SERVER all."""
        with self._database.changing() as database:
            return _forget(database, server)

    def rows(self) -> list[Row]:
        """What is kept and not over, by server and tool."""
        query = (
            "select server, tool, count(*), sum(size), max(used_at) from results where expires_at > ?"
            " group by server, tool order by server, tool"
        )
        with self._database.opened() as database:
            return [Row(*row) for row in database.execute(query, (time.time(),))]

    def _make_room(self, database: sqlite3.Connection, size: int) -> None:
        while database.execute(SIZE).fetchone()[0] + size > self._most:
            oldest = database.execute(
                "delete from results where id = (select id from results order by used_at limit 1)"
            )
            if not oldest.rowcount:
                return


def _generation(database: sqlite3.Connection, server: str) -> int:
    numbers = "select coalesce(sum(number), 0) from generations where server in (?, ?)"
    return database.execute(numbers, (server, EVERY_SERVER)).fetchone()[0]


def _written_to(database: sqlite3.Connection, server: str, now: float) -> bool:
    writes = "select 1 from writes where server = ? and until > ?"
    return database.execute(writes, (server, now)).fetchone() is not None


def _forget(database: sqlite3.Connection, server: str) -> int:
    """A read that is under way is not kept either: it may be older than the reason to forget."""
    advance = "insert into generations values (?, 1) on conflict (server) do update set number = number + 1"
    database.execute(advance, (server,))
    return database.execute("delete from results where server = ? or ? = ''", (server, server)).rowcount
