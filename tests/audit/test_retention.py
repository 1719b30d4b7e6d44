"""What is too old is removed, and the rest can still be verified."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial

import anyio
import pytest

from sandgate.audit import Journal
from sandgate.audit.ledger import Ledger

from .shelf import Shelf, ran

pytestmark = pytest.mark.anyio
DAY = 86_400


def shifted(real: Callable[[], float], seconds: float) -> float:
    return real() + seconds


async def with_old_rows(shelf: Shelf, monkeypatch: pytest.MonkeyPatch, *days_ago: float) -> Shelf:
    """A program with a call, four rows, on each of these days."""
    for days in days_ago:
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", partial(shifted, time.time, -days * DAY))
            journal = shelf.journal()
            await ran(journal, "mail.send")
            await journal.close()
    return shelf


def pruned(shelf: Shelf, days: float) -> int:
    ledger = Ledger(shelf.open, lambda: shelf.key)
    try:
        return ledger.prune(days * DAY)
    finally:
        ledger.close()


async def test_rows_that_are_too_old_go_and_the_rest_verifies_from_the_anchor(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    await with_old_rows(shelf, monkeypatch, 40, 35, 5, 0)

    removed = pruned(shelf, days=30)

    found, rows = shelf.verified(), shelf.rows()
    assert (removed, found.problems, found.first, found.last) == (8, [], 9, 17)
    assert (rows[-1].kind, rows[-1].content["first"], rows[-1].content["last"]) == ("checkpoint", 1, 8)
    assert pruned(shelf, days=30) == 0


async def test_counts_stay_and_names_go(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    await with_old_rows(shelf, monkeypatch, 40, 0)
    pruned(shelf, days=30)
    journal = shelf.journal()

    totals, together = await journal.totals(), await journal.used_together()

    await journal.close()
    assert (totals.executions, together) == (2, [["mail.send"]])


async def test_an_old_row_behind_a_young_one_stays(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chain has one beginning: what goes, goes from there."""
    await with_old_rows(shelf, monkeypatch, 0, 40)

    assert pruned(shelf, days=30) == 0
    assert shelf.verified().ok


async def test_a_clock_that_runs_ahead_makes_nothing_older(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    await with_old_rows(shelf, monkeypatch, 1, 0)
    monkeypatch.setattr(time, "time", partial(shifted, time.time, 3650 * DAY))

    assert pruned(shelf, days=30) == 0


async def test_rows_that_are_removed_without_the_key_are_missed(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    await with_old_rows(shelf, monkeypatch, 40, 35, 0)
    pruned(shelf, days=37)

    shelf.tampered(
        "update marks set seq = 8, hash = (select hash from events where seq = 8) where name = 'anchor'",
        "delete from events where seq <= 8",
        "delete from contents where seq <= 8",
    )

    problems = shelf.verified().problems
    assert [problem.what for problem in problems] == [
        "the anchor, up to which rows were removed, was not signed with this key"
    ]


async def test_a_gateway_prunes_while_nobody_writes(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    await with_old_rows(shelf, monkeypatch, 40)
    monkeypatch.setattr("sandgate.audit.writer.IDLE_SECONDS", 0.01)
    journal = Journal(replace(shelf.store, keep_days=30))

    await ran(journal)

    with anyio.fail_after(10):
        while not shelf.rows(kind=["checkpoint"]):  # noqa: ASYNC110 - another thread does it when it has time
            await anyio.sleep(0.01)
    await journal.close()
    assert [row.kind for row in shelf.rows()] == ["started", "ended", "checkpoint"]
    assert shelf.verified().ok


async def test_much_is_removed_in_several_goes(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandgate.audit.ledger.AT_ONCE", 3)
    await with_old_rows(shelf, monkeypatch, 40, 35, 0)

    removed = [pruned(shelf, days=30) for _ in range(4)]

    with closing(shelf.open()) as database:
        ((left,),) = database.execute("select count(*) from contents")
    assert removed == [3, 3, 2, 0]
    assert (shelf.verified().problems, left) == ([], 4 + 3)
