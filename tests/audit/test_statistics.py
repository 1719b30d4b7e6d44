"""What all executions and calls add up to is kept as they are written, and stays right."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from sandgate.audit import Answered, Called, Journal, Statistics
from sandgate.audit.ledger import Ledger
from sandgate.audit.pricing import Price, price_of
from sandgate.audit.schema import SQLITE
from sandgate.audit.statistics import statistics
from sandgate.config.options import AccountingOptions, Config
from sandgate.model import Program
from sandgate.policy.run import Run

from .shelf import ADA, Shelf, lite, ran

pytestmark = pytest.mark.anyio


async def called(journal: Journal, run: Run, tool: str, outcome: str, seconds: float) -> None:
    call = journal.called(run, Called(server="crm", tool=tool, arguments={}))
    await call.wait()
    journal.answered(run, call, Answered(outcome=outcome, seconds=seconds, bytes=10))


def told(shelf: Shelf) -> Statistics:
    with closing(shelf.open()) as database:
        return statistics(database)


async def test_calls_and_errors_are_counted_by_tool_and_by_how_they_ended(any_shelf: Shelf) -> None:
    journal, run = any_shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)
    for tool, outcome in (("find", "ok"), ("find", "ok"), ("find", "timeout"), ("delete", "denied"), ("delete", "ok")):
        await called(journal, run, tool, outcome, 0.5)

    known = await journal.statistics()

    await journal.close()
    find, delete = known.tools
    assert (find.tool, find.calls, find.errors, find.bytes, find.mean_seconds) == (
        "crm.find",
        3,
        {"timeout": 1},
        30,
        0.5,
    )
    assert (delete.tool, delete.calls, delete.errors) == ("crm.delete", 2, {"denied": 1})
    assert known.calls.outcomes == {"ok": 3, "timeout": 1, "denied": 1}
    assert (known.executions.count, known.unfinished) == (0, 1)


async def test_durations_are_the_mean_the_middle_and_what_95_of_100_did_not_exceed(shelf: Shelf) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)
    for number in range(1, 101):
        await called(journal, run, "find", "ok", number / 1000)
    await journal.close()

    calls = told(shelf).calls

    assert (calls.count, calls.mean_seconds) == (100, pytest.approx(0.0505))
    assert (calls.p50_seconds, calls.p95_seconds, calls.longest_seconds) == (0.051, 0.096, 0.1)


async def test_programs_are_counted_by_how_they_ended_and_each_once(shelf: Shelf) -> None:
    journal = shelf.journal()
    for status in ("ok", "ok", "timeout"):
        await ran(journal, "mail.send", status=status)
    await journal.close()

    known = told(shelf)

    assert (known.executions.outcomes, known.unfinished) == ({"ok": 2, "timeout": 1}, 0)
    assert (known.executions.mean_seconds, known.executions.p95_seconds) == (1.5, 1.5)
    assert known.calls.count == 3


async def test_an_empty_audit_has_nothing_to_tell(shelf: Shelf) -> None:
    assert told(shelf) == Statistics()


async def test_what_retention_removes_still_counts_and_is_no_longer_unfinished(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, now = shelf.journal(), time.time()
    monkeypatch.setattr(time, "time", lambda: now - 40 * 86_400)
    await ran(journal, "mail.send")
    await journal.started(Run(), Program(code="1"), ADA)
    monkeypatch.setattr(time, "time", lambda: now)
    await ran(journal, "mail.send")
    await journal.close()
    before = told(shelf)
    ledger = Ledger(shelf.open, lambda: shelf.key)

    ledger.prune(30 * 86_400)
    ledger.close()

    assert (before.unfinished, told(shelf).unfinished) == (1, 0)
    assert (told(shelf).calls.count, told(shelf).executions.count) == (2, 2)
    assert shelf.verified().problems == []


async def test_a_journal_of_an_earlier_version_is_added_up_once(tmp_path: Path) -> None:
    """Its rows came before there was anything to add them up."""
    journal = lite(tmp_path).journal()
    await ran(journal, "mail.send", "mail.send")
    await ran(journal, status="error")
    await journal.started(Run(), Program(code="1"), ADA)
    await journal.close()
    now = told(lite(tmp_path))
    _put_back(tmp_path / "journal.db")

    again = told(lite(tmp_path))

    assert again == now
    assert (again.executions.count, again.calls.count, again.unfinished) == (2, 2, 1)
    journal = lite(tmp_path).journal()
    assert (await journal.totals()).executions == 2
    await journal.close()


def _put_back(file: Path) -> None:
    """The tables as they were before the last step."""
    with closing(sqlite3.connect(file)) as database, database:
        for name in ("events_begun", "events_ended", "executions_counted"):
            database.execute(f"drop trigger {name}")
        for name in ("begun", "tallies", "lasted", "totals"):
            database.execute(f"drop table {name}")
        for statement in ("drop index executions_at", "drop index events_figures"):
            database.execute(statement)
        database.execute("alter table events drop column tokens_results")
        (figures,) = (one for step in SQLITE[:5] for one in step if "index events_figures" in one)
        database.execute(figures)
        database.execute("pragma user_version = 5")


def test_without_a_price_in_the_settings_there_is_none() -> None:
    assert price_of(Config()) is None


def test_a_price_is_for_a_million_tokens() -> None:
    price = price_of(Config(accounting=AccountingOptions(price_per_million_tokens=2.5, currency="EUR")))

    assert price
    assert price == Price(2.5, "EUR")
    assert (price.of(400_000), price.told(400_000)) == (1.0, "1.00 EUR")
