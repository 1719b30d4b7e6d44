"""An audit that cannot be written says why, lets nothing run, and loses nothing that has run."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import anyio
import pytest

from sandgate.audit import Answered, Called, Journal
from sandgate.audit.database import Database, Lite, Unusable
from sandgate.audit.settings import Store
from sandgate.audit.writer import Writer
from sandgate.errors import SandgateError
from sandgate.model import Program
from sandgate.policy.run import Run

from .shelf import ADA, Shelf, entry, fill, lite, make_read_only, ran

pytestmark = pytest.mark.anyio


def remove(folder: Path) -> None:
    for path in folder.glob("journal.db*"):
        path.unlink()


async def test_on_a_full_disk_nothing_runs_and_what_has_run_is_written_when_there_is_room(small_disk: Path) -> None:
    shelf = lite(small_disk)
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)
    fill(small_disk / "ballast")
    with pytest.raises(SandgateError, match=r"the disk is full|the disk cannot be"):
        await journal.record(entry(run, code="x" * 100_000))

    with pytest.raises(SandgateError, match=r"the disk is full|the disk cannot be"):
        await journal.started(Run(), Program(code="y" * 100_000), ADA)
    (small_disk / "ballast").unlink()
    await ran(journal, run=(later := Run()))
    await journal.close()

    assert [(row.kind, row.content["execution"]) for row in shelf.rows()] == [
        ("started", run.id),
        ("ended", run.id),
        ("started", later.id),
        ("ended", later.id),
    ]
    assert shelf.verified().ok


async def test_a_database_that_may_not_grow_is_full(tmp_path: Path) -> None:
    """The same without a disk: SQLite is told how many pages there are."""

    def cramped() -> Database:
        database = Lite(tmp_path / "journal.db")
        ((pages,),) = database.execute("pragma page_count")
        database.execute(f"pragma max_page_count = {pages + 4}")
        return database

    shelf = lite(tmp_path)
    with closing(shelf.open()):
        pass
    journal = Journal(Store(open=cramped, key=lambda: shelf.key))

    with pytest.raises(
        SandgateError, match=r"cannot be used: database or disk is full \(the disk is full; make room\)"
    ):
        await journal.started(Run(), Program(code="x" * 100_000), ADA)

    await journal.close()
    assert shelf.rows() == []


async def test_in_a_folder_that_is_read_only_nothing_runs(small_disk: Path) -> None:
    make_read_only(small_disk)
    journal = Journal(small_disk / "journal.db")

    with pytest.raises(SandgateError, match="Read-only file system"):
        await journal.started(Run(), Program(code="1"), ADA)

    await journal.close()


async def test_a_file_that_becomes_read_only_is_named_with_the_cure(small_disk: Path) -> None:
    shelf = lite(small_disk)
    journal = shelf.journal()
    await ran(journal)
    await journal.close()
    make_read_only(small_disk)
    journal = shelf.journal()

    with pytest.raises(SandgateError, match=r"cannot be used: .*(read-only|cannot be opened|Read-only)"):
        await journal.started(Run(), Program(code="1"), ADA)

    await journal.close()


@pytest.mark.parametrize("damage", [b"this is no database" * 500, b""])
async def test_a_file_that_is_no_database_is_named_and_left_as_it_is(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "journal.db"
    file.write_bytes(damage)
    journal = Journal(file)

    if damage:
        with pytest.raises(SandgateError, match="it is no database; restore it from a backup, or move it away"):
            await journal.started(Run(), Program(code="1"), ADA)
        assert file.read_bytes() == damage
    else:  # an empty file is an empty database
        await journal.started(Run(), Program(code="1"), ADA)

    await journal.close()


async def test_a_damaged_page_is_an_error_and_a_restored_file_goes_on(tmp_path: Path) -> None:
    shelf = lite(tmp_path)
    journal = shelf.journal()
    for _ in range(60):
        await ran(journal, "a.b")
    await journal.close()
    whole = (tmp_path / "journal.db").read_bytes()
    (tmp_path / "journal.db").write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    journal = shelf.journal()

    with pytest.raises(SandgateError, match=r"cannot be used: .*(damaged|no database)"):
        await ran(journal)

    remove(tmp_path)
    (tmp_path / "journal.db").write_bytes(whole)
    await ran(journal)
    await journal.close()
    assert (shelf.verified().problems, shelf.verified().rows) == ([], 242)


async def test_a_database_that_somebody_keeps_locked_is_named_and_waits_are_short(tmp_path: Path) -> None:
    shelf = lite(tmp_path)
    journal = Journal(Store(open=partial(Lite, tmp_path / "journal.db", busy_seconds=0.05), key=lambda: shelf.key))
    run = Run()
    await journal.started(run, Program(code="1"), ADA)
    with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
        other.execute("begin immediate")

        with pytest.raises(SandgateError, match="another process keeps it locked"):
            await journal.started(Run(), Program(code="1"), ADA)
        with pytest.raises(SandgateError, match="another process keeps it locked"):
            await journal.record(entry(run))

        other.execute("rollback")
    await ran(journal)
    await journal.close()
    assert [row.kind for row in shelf.rows()] == ["started", "ended", "started", "ended"]


async def test_a_clock_that_goes_back_is_written_down_and_the_order_stays(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = shelf.journal()
    await ran(journal)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() - 3600)

    await ran(journal)
    await journal.close()

    rows, found = shelf.rows(), shelf.verified()
    assert [row.kind for row in rows] == ["started", "ended", "clock", "started", "ended"]
    assert rows[2].content["seconds"] == pytest.approx(3600, abs=60)
    assert (found.problems, found.clock_went_back_at) == ([], [3])


async def test_a_file_that_is_replaced_under_a_running_gateway_is_noticed(tmp_path: Path) -> None:
    shelf = lite(tmp_path)
    journal = shelf.journal()
    await ran(journal)
    remove(tmp_path)

    with pytest.raises(SandgateError, match="it was cut or replaced"):
        await ran(journal)

    await journal.close()


async def test_where_the_settings_say_warn_programs_run_and_their_rows_follow_later(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    away = Away(shelf)
    journal, run = Journal(Store(open=away, key=lambda: shelf.key, refuse=False)), Run()
    away.gone = True

    written = await journal.started(run, Program(code="1"), ADA)
    call = journal.called(run, Called(server="a", tool="b", arguments={}))
    await call.wait()
    journal.answered(run, call, Answered(outcome="ok"))
    await journal.record(entry(run))
    nothing_yet = shelf.rows()
    away.gone = False
    await ran(journal)
    await journal.close()

    assert nothing_yet == []
    assert written.warning == "the journal is away"
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == [
        "the journal is away; programs run all the same (audit.when_unwritable)"
    ]
    assert [row.kind for row in shelf.rows()] == ["started", "call", "answer", "ended", "started", "ended"]


async def test_what_no_memory_can_hold_is_counted_as_lost(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandgate.audit.writer.MOST_KEPT", 3)
    away = Away(shelf)
    journal = Journal(Store(open=away, key=lambda: shelf.key, refuse=False))
    away.gone = True
    for _ in range(5):
        await ran(journal)
    away.gone = False

    await ran(journal)
    await journal.close()

    lost = shelf.rows(kind=["lost"])
    assert [(row.content["count"], row.content["reason"]) for row in lost] == [(7, "the journal is away")]
    assert [row.kind for row in shelf.rows()] == ["lost", "started", "ended", "started", "started", "ended"]


async def test_what_was_not_written_until_the_end_is_said_in_the_log(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    away = Away(shelf)
    journal, run = Journal(Store(open=away, key=lambda: shelf.key)), Run()
    await journal.started(run, Program(code="1"), ADA)
    away.gone = True
    with pytest.raises(SandgateError, match="away"):
        await journal.record(entry(run))

    await journal.close()

    assert "1 entries of the audit were not written: the journal is away" in caplog.text


async def test_a_row_that_the_database_refuses_takes_no_other_with_it(shelf: Shelf) -> None:
    journal, good, bad = shelf.journal(), Run(), Run()
    for run in (good, bad):
        await journal.started(run, Program(code="1"), ADA)
    impossible = entry(bad)
    object.__setattr__(impossible.outcome, "duration_seconds", object())
    problems: list[Exception] = []

    async def end(what: Run) -> None:
        try:
            await journal.record(impossible if what is bad else entry(good))
        except SandgateError as error:
            problems.append(error)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(end, bad)
        tasks.start_soon(end, good)
    await ran(journal)
    await journal.close()

    assert len(problems) == 1
    assert [row.content["count"] for row in shelf.rows(kind=["lost"])] == [1]
    assert shelf.rows(kind=["ended"])[0].content["execution"] == good.id
    assert shelf.verified().ok


async def test_a_commit_whose_answer_was_lost_is_not_written_twice(shelf: Shelf) -> None:
    deaf = Deaf(shelf)
    journal, run = Journal(Store(open=deaf, key=lambda: shelf.key)), Run()
    await journal.started(run, Program(code="1"), ADA)
    deaf.once = True
    with pytest.raises(SandgateError, match="connection broke"):
        await journal.record(entry(run))

    await ran(journal)
    await journal.close()

    assert [row.kind for row in shelf.rows()] == ["started", "ended", "started", "ended"]
    assert shelf.verified().ok


async def test_a_key_that_cannot_be_used_lets_nothing_run(shelf: Shelf) -> None:
    (shelf.folder / "audit.key").write_bytes(b"short")
    journal = shelf.journal()

    with pytest.raises(SandgateError, match=r"audit\.key is not a key of 32 bytes"):
        await ran(journal)

    await journal.close()


def test_a_writer_that_was_never_used_has_nothing_to_stop() -> None:
    Writer(ledger=None).stop()  # pyright: ignore[reportArgumentType] - it must not be asked


@dataclass
class Away:
    """A database that can be gone for a while."""

    shelf: Shelf
    gone: bool = False

    def __call__(self) -> Database:
        self._look()
        return _overheard(self.shelf.open(), before=lambda _: self._look())

    def _look(self) -> None:
        if self.gone:
            raise Unusable("", "the journal is away")


@dataclass
class Deaf:
    """A database that once takes a transaction and loses the connection before it says so."""

    shelf: Shelf
    once: bool = False

    def __call__(self) -> Database:
        return _overheard(self.shelf.open(), after=self._break)

    def _break(self, sql: str) -> None:
        if sql == "commit" and self.once:
            self.once = False
            raise Unusable("", "the connection broke")


def _overheard(
    database: Database, before: Callable[[str], None] = lambda _: None, after: Callable[[str], None] = lambda _: None
) -> Database:
    """The same database, with something else around each statement."""
    real = database.execute

    def execute(sql: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        before(sql)
        found = real(sql, values)
        after(sql)
        return found

    database.execute = execute  # pyright: ignore[reportAttributeAccessIssue] - a test's own
    return database
