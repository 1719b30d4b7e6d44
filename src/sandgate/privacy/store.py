"""Vaults on disk: encrypted, one key for each session, forgotten when their time is over."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import orjson

from sandgate.errors import SandgateError

from .numbering import Numbers
from .sealing import NONCE_BYTES, MasterKey, Seal, Unsealable
from .vault import Kept, Vault, kept_of

SCHEMA = """
create table if not exists sessions (id text primary key, salt blob not null, expires_at real not null);
create table if not exists chunks (
    session text not null references sessions on delete cascade, number integer not null, nonce blob not null,
    sealed blob not null, primary key (session, number)
);
create table if not exists numbers (next integer not null);
"""
KEPT = """
select salt, number, nonce, sealed from sessions left join chunks on session = id where id = ? order by number
"""
SALT_BYTES = 16
TOUCHES = 8
"""How often a session that is in use says so while it would be kept."""


class VaultStore:
    """A database of sealed values. Each session has a key of its own: whoever deletes its salt, deletes its values."""

    def __init__(self, folder: Path, keep_seconds: float) -> None:
        self._folder, self._keep = folder, keep_seconds
        self._master = MasterKey(folder / "vault.key")
        self.numbers = Numbers(self._set_aside)

    def open(self, session: str) -> Vault:
        """What is kept of a session; empty where nothing is. Raises SandgateError where it cannot be read."""
        vault = Vault(numbers=self.numbers)
        self.catch_up(session, vault)
        return vault

    def catch_up(self, session: str, vault: Vault) -> None:
        """Have a vault learn what is kept of its session and it does not know: other processes write there as well.
        Raises SandgateError where it cannot be read.
        """
        try:
            with closing(self._connected()) as database, database:
                rows = database.execute(KEPT, (session,)).fetchall()  # at once: its time may be over in between
            seal = self._seal(session, rows[0][0] if rows else b"")
        except (OSError, sqlite3.Error, UnicodeError) as error:
            raise SandgateError(f"the vault for personal data cannot be used: {_why(error)}") from error
        for salt, number, nonce, sealed in rows:
            vault.copy_has(salt)
            if nonce and nonce not in vault.chunks:
                vault.learn(self._unsealed(seal, session, number, nonce, sealed))
                vault.chunks.add(nonce)

    def save(self, session: str, vault: Vault) -> None:
        """Write down what is new in a vault, and let it live for another while. Raises SandgateError."""
        news, sealed = list[Kept](), b""
        try:
            with closing(self._connected()) as database, database:
                salt = self._kept_alive(database, session)
                vault.copy_has(salt)
                number = _next(database, session)
                if news := vault.take_news():
                    sealed = self._seal(session, salt).sealed(_written(news), _about(session, number))
                    row = (session, number, sealed[:NONCE_BYTES], sealed[NONCE_BYTES:])
                    database.execute("insert into chunks values (?, ?, ?, ?)", row)
        except (OSError, sqlite3.Error, UnicodeError, SandgateError) as error:
            vault.give_back(news)
            raise SandgateError(f"the vault for personal data cannot be written: {_why(error)}") from error
        if news:
            vault.chunks.add(sealed[:NONCE_BYTES])
        vault.saved_at = time.time()

    def waits_for(self, vault: Vault) -> bool:
        """Whether there is something to save: values, or that they are still in use."""
        return vault.has_news or (len(vault) > 0 and time.time() - vault.saved_at > self._keep / TOUCHES)

    def has_forgotten(self, vault: Vault) -> bool:
        """Whether its copy on disk is gone because nobody used it."""
        return vault.saved_at > 0 and not vault.has_news and time.time() - vault.saved_at > self._keep

    @contextmanager
    def alone(self) -> Generator[None]:
        """Nobody else who asks for this is in here at the same time."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(self._folder / "vault.lock", "a", opener=_for_its_owner) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def forget(self, session: str) -> bool:
        with closing(self._connected()) as database, database:
            return database.execute("delete from sessions where id = ?", (session,)).rowcount > 0

    def close(self) -> None:
        """Numbers that nobody needed any more are for whoever comes next, unless others were set aside behind them."""
        if self.numbers.unused == self.numbers.end:
            return
        with suppress(OSError, sqlite3.Error), closing(self._connected()) as database, database:
            database.execute("update numbers set next = ? where next = ?", (self.numbers.unused, self.numbers.end))

    def _set_aside(self, count: int) -> int:
        """The first of some numbers that only we give to tokens. Raises SandgateError."""
        try:
            with closing(self._connected()) as database, database:
                database.execute("begin immediate")
                database.execute("insert into numbers select 1 where not exists (select 1 from numbers)")
                (first,) = database.execute("select next from numbers").fetchone()
                database.execute("update numbers set next = ?", (first + count,))
        except (OSError, sqlite3.Error) as error:
            raise SandgateError(f"the vault for personal data cannot be written: {_why(error)}") from error
        return first

    def _kept_alive(self, database: sqlite3.Connection, session: str) -> bytes:
        expires = time.time() + self._keep
        database.execute(
            "insert into sessions values (?, ?, ?) on conflict (id) do update set expires_at = excluded.expires_at",
            (session, os.urandom(SALT_BYTES), expires),
        )
        (salt,) = database.execute("select salt from sessions where id = ?", (session,)).fetchone()
        return salt

    def _connected(self) -> sqlite3.Connection:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._folder / "vault.db"
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        database = sqlite3.connect(file, timeout=10)
        try:
            database.execute("pragma foreign_keys = on")
            database.execute("pragma secure_delete = on")
            database.executescript(SCHEMA)
            with database:
                database.execute("delete from sessions where expires_at < ?", (time.time(),))
        except BaseException:
            database.close()
            raise
        return database

    def _seal(self, session: str, salt: bytes) -> Seal:
        return Seal(self._master.derived(salt + session.encode()))

    def _unsealed(self, seal: Seal, session: str, number: int, nonce: bytes, sealed: bytes) -> list[Kept]:
        try:
            return kept_of(json.loads(seal.opened(nonce + sealed, _about(session, number))))
        except (Unsealable, ValueError, TypeError) as error:
            what = "was changed, or its key is another"
            raise SandgateError(f"the vault for personal data cannot be read: session {session!r} {what}") from error


def _next(database: sqlite3.Connection, session: str) -> int:
    """The number of the chunk that comes next; another process may have written some."""
    last = database.execute("select coalesce(max(number), -1) from chunks where session = ?", (session,)).fetchone()
    return last[0] + 1


def _written(news: list[Kept]) -> bytes:
    if not any(isinstance(one.value, float) for one in news):  # it makes nothing of a number without end
        with suppress(TypeError):  # a number that is too large for it, or half a character
            return orjson.dumps(list(map(tuple, news)))
    return json.dumps(news).encode()


def _why(error: Exception) -> str:
    """Without the path: a model may read this. SQLite names none."""
    return str(error.strerror if isinstance(error, OSError) else error)


def _about(session: str, number: int) -> bytes:
    """Bound to what is sealed: a chunk of another session, or from another place, does not open."""
    return f"{session}\0{number}".encode()


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)
