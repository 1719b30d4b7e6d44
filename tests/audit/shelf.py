"""An audit of a test's own, in a file or in a PostgreSQL server that is started for the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sandgate.audit import Answered, Called, Entry, Journal, Who
from sandgate.audit.database import Database, Lite
from sandgate.audit.keeping import Keeping
from sandgate.audit.keys import key_at
from sandgate.audit.ledger import Ledger
from sandgate.audit.reading import Filter, Reader, Record
from sandgate.audit.settings import Store
from sandgate.audit.spool import recover
from sandgate.audit.verifying import Verified, verify
from sandgate.model import CallRecord, Outcome, Program, Status
from sandgate.policy.run import Run

ADA = Who(user="ada", client="test-client", client_version="1.2")


@dataclass(frozen=True)
class Shelf:
    folder: Path
    open: Callable[[], Database]
    url: str = ""
    """Where it is, for a process of its own."""
    spools: Path | None = None

    @property
    def key(self) -> bytes:
        return key_at(self.folder / "audit.key")

    @property
    def store(self) -> Store:
        return Store(open=self.open, key=lambda: self.key, spools=self.spools)

    def recovered(self) -> int:
        """What somebody who looks at the audit does first."""
        ledger = Ledger(self.open, lambda: self.key)
        try:
            return recover(self.folder, ledger)
        finally:
            ledger.close()

    def journal(self, **settings: Any) -> Journal:
        return Journal(replace(self.store, **settings))

    def keeping(self, **settings: Any) -> Journal:
        return self.journal(keeping=Keeping(**settings))

    def verified(self, expected: tuple[int, str] | None = None) -> Verified:
        with closing(self.open()) as database:
            return verify(database, self.key, expected)

    def rows(self, every: bool = True, **wanted: Any) -> list[Record]:
        with closing(self.open()) as database:
            return list(Reader(database).all(Filter(**wanted), every=every))

    def tampered(self, *statements: str) -> None:
        """What somebody could do who owns the database and not the key."""
        with closing(self.open()) as database, database.writing():
            for guard in self._guards():
                database.execute(guard)
            for statement in statements:
                database.execute(statement)

    def _guards(self) -> Sequence[str]:
        if self.url:
            return [f"drop trigger if exists {table}_stay on {table}" for table in ("events", "contents")]
        names = [f"{table}_{what}_refused" for table in ("events", "contents") for what in ("update", "delete")]
        return [f"drop trigger if exists {name}" for name in names]


def lite(folder: Path, spools: Path | None = None) -> Shelf:
    return Shelf(folder, partial(Lite, folder / "journal.db"), spools=spools)


def entry(run: Run, status: Status = "ok", calls: Sequence[CallRecord] = (), code: str = "1 + 1") -> Entry:
    outcome = Outcome(status=status, id=run.id, duration_seconds=1.5, memory_peak_mb=20.0, calls=tuple(calls))
    return Entry(run=run, program=Program(code=code), outcome=outcome, tokens_in=7, tokens_out=3)


async def ran(journal: Journal, *tools: str, who: Who = ADA, status: Status = "ok", run: Run | None = None) -> Run:
    """A program that calls tools and ends."""
    run = run or Run()
    await journal.started(run, Program(code="1 + 1"), who, "process/full")
    for name in tools:
        server, _, tool = name.partition(".")
        call = journal.called(run, Called(server=server, tool=tool, arguments={"id": 7}, risk="high"))
        await call.wait()
        journal.answered(run, call, Answered(outcome="ok", seconds=0.25, bytes=100))
    await journal.record(entry(run, status, [CallRecord(tool=name, status="ok") for name in tools]))
    return run


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(bytes(4096))


def make_read_only(folder: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)


@contextmanager
def read_only(folder: Path) -> Generator[None]:
    """For whoever opens something in it now."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "ro,size=4k", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def missing() -> str:
    """What a PostgreSQL server needs that is not there."""
    if find_spec("psycopg") is None:
        return "psycopg is not installed"
    return "" if shutil.which("initdb") and shutil.which("pg_ctl") else "initdb and pg_ctl are not on the path"


@dataclass(frozen=True)
class PostgresServer:
    folder: Path

    @classmethod
    @contextmanager
    def running(cls) -> Generator[PostgresServer]:
        folder = Path(tempfile.mkdtemp(prefix="audit-pg-"))
        as_somebody = _as_somebody(folder)
        data = folder / "data"
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=50"
        do = partial(subprocess.run, check=True, stdout=subprocess.DEVNULL, cwd=folder)
        try:
            do([*as_somebody, "initdb", "-D", data, "-U", "audit", "-A", "trust", "--no-sync", "-E", "UTF8"])
            do([*as_somebody, "pg_ctl", "-D", data, "-o", options, "-l", folder / "log", "-w", "start"])
            try:
                yield cls(folder)
            finally:
                do([*as_somebody, "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"])
        finally:
            shutil.rmtree(folder)

    def shelf(self, folder: Path) -> Shelf:
        import psycopg

        from sandgate.audit.postgres import Great

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("set client_min_messages = warning")
            connection.execute("drop schema if exists sandgate cascade")
        return Shelf(folder, partial(Great, self.url), self.url)

    @property
    def url(self) -> str:
        return f"postgresql://audit@/postgres?host={self.folder}"


def _as_somebody(folder: Path) -> list[str]:
    """PostgreSQL does not run as root."""
    if os.getuid() != 0:
        return []
    shutil.chown(folder, "nobody")
    folder.chmod(0o755)
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
