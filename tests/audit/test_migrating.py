"""A journal of an earlier version goes on as an audit, and nothing of it is lost."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from sandgate.audit.database import Lite
from sandgate.audit.schema import SQLITE
from sandgate.audit.settings import opened_for_reading
from sandgate.audit.statistics import statistics
from sandgate.config import AuditOptions, Config
from sandgate.errors import SandgateError

from .shelf import PostgresServer, Shelf, lite, ran

pytestmark = pytest.mark.anyio


def earlier(folder: Path, steps: int) -> Shelf:
    """A journal as the version with so many steps has left it: one execution that used two tools."""
    with closing(sqlite3.connect(folder / "journal.db")) as database, database:
        for step in SQLITE[:steps]:
            for statement in step:
                database.execute(statement)
        database.execute(f"pragma user_version = {steps}")
        database.execute("insert into executions values ('old', 1.0, 'python', 'ab', 'ok', 2.5, 10, 2, 0, 900, 11, 5)")
        database.execute("insert into tools_used values ('old', 'a.b'), ('old', 'a.c')")
    return lite(folder)


@pytest.mark.parametrize("steps", [1, 2, 3])
async def test_old_executions_still_count(tmp_path: Path, steps: int) -> None:
    journal = earlier(tmp_path, steps).journal()

    await ran(journal, "a.d")
    totals, together = await journal.totals(), await journal.used_together()

    await journal.close()
    assert (totals.executions, totals.seconds, totals.bytes_from_tools, totals.tokens_in) == (2, 4.0, 900, 18)
    assert together == [["a.d"], ["a.b", "a.c"]]
    assert lite(tmp_path).verified().ok


async def test_whoever_only_reads_brings_an_earlier_postgresql_database_up_to_date(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    with closing(postgres.shelf(tmp_path).open()) as database:
        database.execute("update steps_done set number = 99 where number = 3")
        behind = database.up_to_date
        database.execute("drop schema sandgate cascade")
    config = Config(state_dir=tmp_path, audit=AuditOptions(url=postgres.url))

    reading = opened_for_reading(config)

    assert reading
    with closing(reading):
        assert (behind, reading.up_to_date, statistics(reading).executions.count) == (False, True, 0)


def test_several_processes_that_start_at_once_migrate_once(tmp_path: Path) -> None:
    earlier(tmp_path, 2)

    with ThreadPoolExecutor(8) as starting:
        for database in starting.map(Lite, [tmp_path / "journal.db"] * 8):
            database.close()

    assert lite(tmp_path).verified().ok


def test_a_journal_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    earlier(tmp_path, 3)
    with closing(sqlite3.connect(tmp_path / "journal.db")) as database:
        database.execute("pragma user_version = 99")

    with pytest.raises(SandgateError, match="a newer Sandgate has written it"):
        Lite(tmp_path / "journal.db")
