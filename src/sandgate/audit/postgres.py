"""The audit in PostgreSQL, for gateways of several machines. Needs the extra `postgres`; nothing else imports it."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from typing import Any, LiteralString, cast
from urllib.parse import urlsplit

from sandgate import extras
from sandgate.errors import ConfigError

from .database import JournalError, Unusable
from .schema import POSTGRES

try:
    import psycopg
    from psycopg import conninfo
except ImportError as error:
    raise ConfigError(
        f"audit.url names a PostgreSQL database, and psycopg is not installed: {extras.command('postgres')}"
    ) from error

LOCK = 0x5A_6D_67_74
"""Held while tables are made: of several gateways that start at once, one does it."""
CONNECT_SECONDS = 10
WAIT_MS = 10_000


class Great:
    """A schema of its own, `sandgate`, in a database of PostgreSQL's."""

    def __init__(self, url: str, *, only: bool = False) -> None:
        """`only` reads: no table is made."""
        self.name = name_of(url)
        try:
            self._connection = psycopg.connect(
                url, autocommit=True, connect_timeout=CONNECT_SECONDS, application_name="sandgate"
            )
        except psycopg.Error as error:
            raise Unusable(self.name, _line(error), "its database cannot be reached") from error
        try:
            self.execute(f"set lock_timeout = {WAIT_MS}")
            self.execute("set search_path = sandgate")
            if not only:
                self._migrate()
        except BaseException:
            self._connection.close()
            raise

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._explained():
            cursor = self._connection.execute(_marked(sql), values or None)
            return cursor.fetchall() if cursor.description else []

    def many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        with self._explained(), self._connection.cursor() as cursor:
            cursor.executemany(_marked(sql), rows)

    @contextmanager
    def writing(self) -> Generator[None]:
        self.execute("begin")
        try:
            # one writer: the chain has one end. A crash of ours frees it.
            self.execute("select pg_advisory_xact_lock(?)", (LOCK,))
            yield
            self.execute("commit")
        except BaseException:
            with suppress(psycopg.Error):
                self._connection.execute("rollback")
            raise

    @contextmanager
    def reading(self) -> Generator[None]:
        self.execute("begin isolation level repeatable read read only")
        try:
            yield
        finally:
            with suppress(psycopg.Error):
                self._connection.execute("rollback")

    def still_there(self) -> bool:
        return not self._connection.closed

    def close(self) -> None:
        self._connection.close()

    def _migrate(self) -> None:
        with self.writing():
            if not self._has_schema():
                self.execute("create schema sandgate")
            self.execute("create table if not exists steps_done (number integer primary key, at double precision)")
            ((done,),) = self.execute("select coalesce(max(number), 0) from steps_done")
            if done > len(POSTGRES):
                raise Unusable(self.name, "a newer Sandgate has written it; use that one")
            for number, step in enumerate(POSTGRES[done:], done + 1):
                for statement in step:
                    self.execute(statement)
                self.execute("insert into steps_done values (?, ?)", (number, time.time()))

    @property
    def up_to_date(self) -> bool:
        known = "select 1 from pg_tables where schemaname = 'sandgate' and tablename = 'steps_done'"
        return bool(self.execute(known)) and self.execute("select max(number) from steps_done") == [(len(POSTGRES),)]

    def _has_schema(self) -> bool:
        return bool(self.execute("select 1 from pg_namespace where nspname = 'sandgate'"))

    @contextmanager
    def _explained(self) -> Generator[None]:
        try:
            yield
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as error:
            raise Unusable(self.name, _line(error), _told(error)) from error
        except psycopg.Error as error:
            # no right to write is a state of the database; a value it refuses is not
            denied = isinstance(error, psycopg.errors.InsufficientPrivilege | psycopg.errors.UndefinedTable)
            kind = Unusable if denied else JournalError
            raise kind(self.name, _line(error), _told(error)) from error


def name_of(url: str) -> str:
    """Which database an address means, without its password."""
    try:
        known = conninfo.conninfo_to_dict(url)
        return f"postgresql://{known.get('host', '')}/{known.get('dbname', '')}"
    except psycopg.Error:
        return f"{urlsplit(url).scheme}://…"


def _told(error: psycopg.Error) -> str:
    """Without addresses and names of tables, which the server puts into its words."""
    return _CURES.get(error.sqlstate or "", "its database refuses it, or is away; the log says why")


_CURES = {
    "53100": "the disk of its database is full; make room",
    "25006": "its database is read-only",
    "55P03": "another process keeps it locked; end that one",
    "42501": "its user may not write to the database",
    "42P01": "its tables are missing",
}


def _marked(sql: str) -> LiteralString:
    return cast("LiteralString", sql.replace("?", "%s"))


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
