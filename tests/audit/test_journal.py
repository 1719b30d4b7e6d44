"""Every execution leaves one line, and several gateways of one person add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.audit import Entry, Journal
from sandgate.errors import SandgateError
from sandgate.model import CallRecord, Outcome, Program
from sandgate.policy.run import Run

pytestmark = pytest.mark.anyio


def entry(id: str, *, ok: bool = True) -> Entry:
    calls = (
        CallRecord(tool="a.b", status="ok", result_bytes=100),
        CallRecord(tool="a.c", status="error", result_bytes=0),
    )
    outcome = Outcome(status="ok" if ok else "timeout", id=id, duration_seconds=1.5, memory_peak_mb=20.0, calls=calls)
    return Entry(run=Run(id=id), program=Program(code="1 + 1"), outcome=outcome, tokens_in=7, tokens_out=3)


async def test_totals_add_up_over_gateways_that_share_a_journal(tmp_path: Path) -> None:
    first, second = Journal(tmp_path / "new" / "journal.db"), Journal(tmp_path / "new" / "journal.db")

    await first.record(entry("1"))
    await second.record(entry("2", ok=False))

    totals = await first.totals()
    await first.close()
    await second.close()
    assert (totals.executions, totals.succeeded, totals.calls, totals.failed_calls) == (2, 1, 4, 2)
    assert (totals.seconds, totals.bytes_from_tools, totals.tokens_in, totals.tokens_out) == (3.0, 200, 14, 6)


async def test_an_empty_journal_has_zero_totals(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")

    totals = await journal.totals()

    await journal.close()
    assert (totals.executions, totals.seconds) == (0, 0)


async def test_the_code_itself_is_not_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")

    await journal.record(entry("1"))
    await journal.close()

    assert b"1 + 1" not in (tmp_path / "journal.db").read_bytes()


async def test_a_journal_that_cannot_be_written_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "journal.db").mkdir()

    with pytest.raises(SandgateError, match=r"journal\.db cannot be used"):
        await Journal(tmp_path / "journal.db").totals()
