from __future__ import annotations

from pathlib import Path

import anyio

from sandgate.audit import Answered, Called, Entry, Journal, Who
from sandgate.model import CallRecord, Outcome, Program
from sandgate.policy.run import Run

from .person import MISSING, Person


def record(path: Path, *outcomes: Outcome) -> None:
    async def write() -> None:
        journal = Journal(path)
        for outcome in outcomes:
            await journal.record(
                Entry(run=Run(), program=Program(code="1"), outcome=outcome, tokens_in=10, tokens_out=5)
            )
        await journal.close()

    anyio.run(write)


def called(path: Path, *outcomes: str) -> None:
    """One program, and how its calls ended."""

    async def write() -> None:
        journal, run = Journal(path), Run()
        await journal.started(run, Program(code="1"), Who())
        for outcome in outcomes:
            call = journal.called(run, Called(server="desk", tool="send", arguments={}))
            journal.answered(run, call, Answered(outcome=outcome, seconds=0.25, bytes=10))
        outcome = Outcome(status="ok", id=run.id)
        await journal.record(Entry(run=run, program=Program(code="1"), outcome=outcome, tokens_in=1, tokens_out=1))
        await journal.close()

    anyio.run(write)


def test_totals_come_from_the_journal_and_no_server_is_started(person: Person) -> None:
    person.has_servers(broken=MISSING)
    call = CallRecord(tool="desk.send", status="ok", result_bytes=700)
    journal = person.state / "sandgate" / "journal.db"
    record(journal, Outcome(status="ok", id="a", calls=(call, call)), Outcome(status="error", id="b"))

    told = person.types("stats", "--json").json

    totals = told["totals"]
    assert (totals["executions"], totals["succeeded"], totals["calls"]) == (2, 1, 2)
    assert (totals["bytes_from_tools"], totals["tokens_in"], totals["tokens_out"]) == (1400, 20, 10)
    assert (told["servers"], told["tools"], told["journal"]) == (1, 0, str(journal))
    assert told["limits"]["time_seconds"] == 30


def test_the_text_has_one_figure_to_a_line(person: Person) -> None:
    record(person.state / "sandgate" / "journal.db", Outcome(status="ok", id="a"))

    said = person.types("stats")

    assert said.rows[0] == ["programs run", "1"]
    assert "\x1b" not in said.out


def test_calls_errors_and_durations_are_told_by_tool(person: Person) -> None:
    called(person.state / "sandgate" / "journal.db", "ok", "ok", "timeout")

    said, told = person.types("stats"), person.types("stats", "--json").json["statistics"]

    (tool,) = told["tools"]
    assert (tool["tool"], tool["calls"], tool["errors"]) == ("desk.send", 3, {"timeout": 1})
    assert (told["calls"]["p95_seconds"], told["executions"]["outcomes"]) == (0.25, {"ok": 1})
    assert [row for row in said.rows if row[0] in ("tool calls", "… that failed", "bytes from tools")] == [
        ["tool calls", "3"],
        ["… that failed", "1"],
        ["bytes from tools", "30"],
    ]
    assert ["desk.send", "3", "0.250", "30", "1 timeout"] in said.rows
    assert ["calls", "3", "0.250", "0.250", "0.250", "0.250", "2 ok, 1 timeout"] in said.rows


def test_a_cost_is_told_where_there_is_a_price(person: Person) -> None:
    record(person.state / "sandgate" / "journal.db", Outcome(status="ok", id="a"))
    without, plain = person.types("stats", "--json").json, person.types("stats").out
    person.write("sandgate.toml", "accounting.price_per_million_tokens = 1000\naccounting.currency = 'EUR'\n")

    told, said = person.types("stats", "--json").json["cost"], person.types("stats").out

    assert (told["currency"], told["in_context"]) == ("EUR", 0.015)
    assert "At 1,000 EUR for a million tokens" in said
    assert "cost" not in without
    assert "EUR" not in plain


def test_before_the_first_run_all_is_zero_and_no_file_is_made(person: Person) -> None:
    said = person.types("stats")
    told = person.types("stats", "--json").json

    assert "Nothing has run yet" in said.out
    assert set(told["totals"].values()) == {0}
    assert not person.state.exists()


def test_a_damaged_journal_is_one_line_on_stderr(person: Person) -> None:
    journal = person.state / "sandgate" / "journal.db"
    journal.parent.mkdir(parents=True)
    journal.write_text("this is no database, however long it may be" * 100)

    said = person.types("stats", "--json")

    assert (said.code, said.out) == (2, "")
    assert "cannot be used" in said.err
