"""Where the audit is kept: one small interface, and SQLite behind it. Statements are written with `?` for values."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, Protocol, Self

from sandgate.errors import SandgateError

from .schema import SQLITE

Synchronous = Literal["normal", "full"]
BUSY_SECONDS = 10.0
MARKED = """
insert into marks values (?, ?, ?, ?, ?)
on conflict (name) do update set seq = excluded.seq, hash = excluded.hash, at = excluded.at, mac = excluded.mac
"""


class JournalError(SandgateError):
    """Something is wrong with the audit. `told` is what programs and the model may hear: it names no place of ours."""

    def __init__(self, name: str, what: str, told: str = "") -> None:
        super().__init__(f"the journal {name} cannot be used: {what}" if name else what)
        self.told = f"the journal cannot be used: {told or what}" if name else what

    def without_place(self) -> Self:
        return type(self)("", self.told)


class Unusable(JournalError):
    """The database itself cannot be used now: it is full, locked, damaged, read-only or away."""


class Database(Protocol):
    """One connection, for one thread at a time. What goes wrong is raised as SandgateError."""

    name: str
    """For messages; holds no password."""

    @property
    def up_to_date(self) -> bool:
        """Whether it has all tables of this version."""
        ...

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]: ...
    def many(self, sql: str, rows: Iterable[Sequence[object]]) -> None: ...
    def writing(self) -> AbstractContextManager[None]:
        """Everything inside happens at once or not at all, and nobody else writes meanwhile."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """Everything inside sees the same state."""
        ...

    def still_there(self) -> bool:
        """Whether this is still the database of that name."""
        ...

    def close(self) -> None: ...


def storable(row: Sequence[object]) -> Sequence[object]:
    """A row without what a text column cannot hold: zero bytes and half characters, which a program may send."""
    return [whole(value) if isinstance(value, str) else value for value in row]


def whole(text: str) -> str:
    if text.isascii() and "\0" not in text:
        return text
    return text.replace("\0", "").encode("utf-8", "replace").decode()


class Lite:
    """A file of SQLite's. Several processes may use it at once."""

    def __init__(
        self, path: Path, synchronous: Synchronous = "normal", *, busy_seconds: float = BUSY_SECONDS, only: bool = False
    ) -> None:
        """`only` opens it for reading, as it is."""
        self.name, self._path = str(path), path
        try:
            if not only:
                _make(path)
            self._inode = path.stat().st_ino
            address = f"{path.absolute().as_uri()}?mode={'ro' if only else 'rw'}"
            self._connection = sqlite3.connect(
                address, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False
            )
        except (sqlite3.Error, OSError) as error:
            raise _explained(error, self.name) from error
        if not only:
            self._set_up(synchronous)

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise _explained(error, self.name) from error

    def many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        try:
            self._connection.executemany(sql, rows)
        except sqlite3.Error as error:
            raise _explained(error, self.name) from error

    @contextmanager
    def writing(self) -> Generator[None]:
        self.execute("begin immediate")
        try:
            yield
            self.execute("commit")
        except BaseException:
            with suppress(sqlite3.Error):  # some errors have rolled it back already
                self._connection.execute("rollback")
            raise

    @contextmanager
    def reading(self) -> Generator[None]:
        self.execute("begin")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._connection.execute("rollback")

    def still_there(self) -> bool:
        """A file that was deleted or replaced goes on taking rows that nobody will find."""
        try:
            return os.stat(self.name).st_ino == self._inode  # noqa: PTH116 - before every write; pathlib takes thrice as long
        except OSError:
            return False

    def close(self) -> None:
        self._connection.close()

    @property
    def up_to_date(self) -> bool:
        return self._steps_done() == len(SQLITE)

    def _set_up(self, synchronous: Synchronous) -> None:
        try:
            with suppress(Unusable):  # this one does not wait: another process is switching it just now
                self.execute("pragma journal_mode=wal")
            # normal: a killed gateway loses nothing, a machine without power its last rows
            self.execute(f"pragma synchronous={synchronous}")
            self.execute("pragma secure_delete=on")  # what retention removes is not to be found in the file
            self._migrate()
        except BaseException:
            self._connection.close()
            raise

    def _migrate(self) -> None:
        """Bring an older file up to date. Several gateways may open one at once: the first does it."""
        if self.up_to_date:
            return
        with self.writing():
            for number, step in enumerate(SQLITE, 1):
                if self._steps_done() < number:
                    for statement in step:
                        self.execute(statement)
                    self.execute(f"pragma user_version = {number}")

    def _steps_done(self) -> int:
        ((done,),) = self.execute("pragma user_version")
        if done > len(SQLITE):
            raise Unusable(self.name, "a newer Sandgate has written it; use that one")
        return done


def _make(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    if path.is_file() and path.stat().st_mode & 0o077:  # older versions left it open to everybody
        path.chmod(0o600)


_CURES = {
    sqlite3.SQLITE_FULL: "the disk is full; make room",
    sqlite3.SQLITE_READONLY: "it is read-only; make the file and its folder writable for this user",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; its folder must exist and be writable for this user",
    sqlite3.SQLITE_PERM: "this user may not open it",
    sqlite3.SQLITE_CORRUPT: "it is damaged; restore it from a backup, or move it away and a new one begins",
    sqlite3.SQLITE_NOTADB: "it is no database; restore it from a backup, or move it away and a new one begins",
    sqlite3.SQLITE_BUSY: "another process keeps it locked; end that one",
    sqlite3.SQLITE_LOCKED: "another process keeps it locked; end that one",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
}


def _explained(error: sqlite3.Error | OSError, name: str) -> JournalError:
    if isinstance(error, OSError):
        return Unusable(name, error.strerror or type(error).__name__)
    code: int = getattr(error, "sqlite_errorcode", 0) or 0
    cure = _CURES.get(code & 0xFF)
    said = f"{error} ({cure})" if cure else str(error)
    return (Unusable if cure else JournalError)(name, said)
