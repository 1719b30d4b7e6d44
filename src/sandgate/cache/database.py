"""One SQLite file that several gateways share: opened on first use, and changed all or nothing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

WAIT_SECONDS = 0.5
"""How long another gateway may hold us up. A call must not wait long for what is only there to make it faster."""
LONGEST_LOG = 4 * 2**20


class Database:
    """For any thread, one at a time. Everything raises OSError or sqlite3.Error where the disk does not obey."""

    def __init__(self, file: Path, schema: str) -> None:
        self.file, self._schema = file, schema
        self._connection: sqlite3.Connection | None = None
        self._inode: tuple[int, int] | None = None
        self._one_at_a_time = Lock()

    @contextmanager
    def opened(self) -> Generator[sqlite3.Connection]:
        with self._one_at_a_time:
            try:
                yield self._connected()
            except BaseException:
                self._let_go()  # and with it what was begun
                raise

    @contextmanager
    def changing(self) -> Generator[sqlite3.Connection]:
        """All of it or nothing, whoever is killed in between."""
        with self.opened() as connection:
            connection.execute("begin immediate")
            yield connection
            connection.execute("commit")

    def close(self) -> None:
        with self._one_at_a_time:
            self._let_go()

    def start_over(self) -> None:
        """Make way for a new file where this one is no database. Gateways that have it open notice."""
        with self._one_at_a_time:
            self._let_go()
            for tail in ("-wal", "-shm", ""):  # the file last: a new one must not meet the log of another
                self.file.with_name(self.file.name + tail).unlink(missing_ok=True)

    def _connected(self) -> sqlite3.Connection:
        if self._connection is not None and self._inode == _inode(self.file):
            return self._connection
        self._let_go()
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            os.close(os.open(self.file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        self._inode = _inode(self.file)
        self._connection = sqlite3.connect(
            self.file, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
        )
        self._connection.execute("pragma journal_mode = wal")
        self._connection.execute(
            "pragma synchronous = normal"
        )  # who is killed loses nothing; a sync is slower than a call
        self._connection.execute(f"pragma journal_size_limit = {LONGEST_LOG}")
        self._connection.executescript(self._schema)
        return self._connection

    def _let_go(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()


def without_waiting(connection: sqlite3.Connection, statement: str, values: tuple[object, ...]) -> None:
    """Change something if nobody else is changing anything, and if the disk can be written at all."""
    connection.execute("pragma busy_timeout = 0")
    with suppress(sqlite3.OperationalError):
        connection.execute(statement, values)
    connection.execute(f"pragma busy_timeout = {WAIT_SECONDS * 1000:.0f}")


def _inode(file: Path) -> tuple[int, int] | None:
    """Which file it is; None where there is none."""
    try:
        found = os.stat(file)  # noqa: PTH116 - with each hit, and Path takes three times as long
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
