"""A report says what the store says, in every form, whatever servers and programs are named."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sandgate.audit import Answered, Called, Journal, RuleChanged, SkillChanged, Who
from sandgate.audit.pricing import Price
from sandgate.audit.report import Format, Period, Report, report_of, write
from sandgate.model import Program
from sandgate.policy.approval import Answer
from sandgate.policy.egress import Connection
from sandgate.policy.run import Decided, Run
from sandgate.policy.validation import Finding
from sandgate.privacy.boundary import Crossed

from .shelf import ADA, Shelf, entry, lite, ran

pytestmark = pytest.mark.anyio

HOSTILE = "<script>alert(1)</script>\"'&\u202e=cmd|' /C calc'!A0"
ALWAYS = Period(None, 4e9)


async def called(journal: Journal, run: Run, name: str, outcome: str, **more: Any) -> None:
    server, _, tool = name.partition(".")
    call = journal.called(run, Called(server=server, tool=tool, arguments={"id": 7}, **more))
    await call.wait()
    journal.answered(run, call, Answered(outcome=outcome, seconds=0.5, bytes=100))


async def busy(journal: Journal) -> None:
    """A bit of everything: one program that does much, one that is stopped, one that fails, one that never ends."""
    much = Run()
    await journal.started(much, Program(code="1"), ADA)
    much.decided.append(Decided("crm.delete", "critical", Answer(decision="once", by="grace", through="cli"), 1.0))
    await called(
        journal, much, "crm.delete", "ok", risk="critical", verdict="ask", approval="once", approved_by="grace"
    )
    await called(journal, much, "crm.find", "ok", risk="low")
    await called(journal, much, "mail.send", "error", risk="medium")
    much.decided.append(Decided("mail.send_all", "high", Answer(decision="deny", by="bob", through="client"), 2.0))
    journal.refused(much, Called(server="mail", tool="send-all", arguments={}, risk="high"), "a person said no")
    much.crossed.append(Crossed("crm.find", "EMAIL", "hidden", 12))
    much.crossed.append(Crossed("mail.send", "EMAIL", "restored", 2))
    much.connections.append(Connection(host="api.example.com", port=443, bytes_out=10, bytes_in=90))
    much.connections.append(Connection(host="evil.example.com", port=443, verdict="denied"))
    await journal.record(entry(much))
    stopped = Run(findings=(Finding("process.spawn", 1, "block", "it starts a process", "call a tool"),))
    await journal.record(entry(stopped, "blocked"))
    await ran(journal, status="timeout", who=Who(user="eve"))
    open_ended = Run()
    await journal.started(open_ended, Program(code="1"), ADA)
    await journal.called(open_ended, Called(server="crm", tool="delete", arguments={}, risk="high")).wait()
    await journal.write(RuleChanged(what="the rules at the start", sha256="ab", now={}), ADA)
    await journal.write(SkillChanged(tool="weekly", outcome="saved", sha256="cd", version="1"), ADA)
    await journal.close()


def made(shelf: Shelf, period: Period = ALWAYS) -> Report:
    with closing(shelf.open()) as database:
        return report_of(database, period)


def written(report: Report, form: Format) -> str:
    out = io.StringIO()
    write(report, form, out)
    return out.getvalue()


def table(report: Report, section: str, id: str) -> list[list[Any]]:
    return [list(row) for found in report.section(section).tables if found.id == id for row in found.rows]


async def test_its_numbers_are_the_store_s(shelf: Shelf) -> None:
    journal = shelf.journal()
    await busy(journal)
    for _ in range(5):
        await ran(journal, "crm.find", "crm.find", who=Who(user="bob"))
    await journal.close()

    report = made(shelf)

    rows = shelf.rows(every=False)
    programs = [row for row in rows if row.kind in ("ended", "started")]
    calls = [row for row in rows if row.kind in ("answer", "call")]
    glance = report.section("summary").figures
    assert (glance["executions"], glance["calls"]) == (len(programs), len(calls))
    risky = [row for row in calls if row.content.get("risk") in ("high", "critical")]
    assert glance["high-risk calls"] == len(risky) == len(table(report, "high_risk", "actions"))
    used = Counter(f"{row.content['server']}.{row.content['tool']}" for row in calls)
    assert {row[0]: row[1] for row in table(report, "tools", "tools")} == used
    ends = [row.content for row in rows if row.kind == "ended"]
    assert list(report.section("tokens").figures.values())[:3] == [
        sum(one[count] for one in ends) for count in ("tokens_in", "tokens_out", "tokens_results")
    ]
    by_day = table(report, "executions", "over_time")
    assert [sum(row[at] for row in by_day) for at in (1, 2, 3)] == [6, 1, 1]
    edges = report.section("record").figures
    assert (edges["first row"], edges["last row"], edges["last row's hash"]) == (1, rows[-1].seq, rows[-1].hash)


async def test_each_section_tells_its_part(shelf: Shelf) -> None:
    await busy(shelf.journal())

    report = made(shelf)

    assert report.section("violations").figures == {
        "programs that were not let in": 1,
        "calls that were denied": 1,
        "connections that were denied": 1,
    }
    assert table(report, "violations", "blocked_programs") == [["process.spawn", 1]]
    assert table(report, "violations", "denied_calls") == [["mail.send-all", "high", 1]]
    assert table(report, "violations", "denied_connections") == [["evil.example.com", 443, 1]]
    assert sorted(row[:4] for row in table(report, "high_risk", "decisions")) == [
        ["bob", "client", "deny", 1],
        ["grace", "cli", "once", 1],
    ]
    assert [row[3] for row in table(report, "failures", "runs")] == ["unfinished", "timeout", "blocked"]
    assert table(report, "personal_data", "by_kind") == [["EMAIL", 14, 12, 2]]
    assert table(report, "network", "connections")[0] == ["api.example.com", 443, "allowed", 1, 10, 90]
    assert [row[2:6] for row in table(report, "changes", "changes")] == [
        ["skill", "weekly", "saved", "1"],
        ["rule", "the rules at the start", "", ""],
    ]
    assert report.section("record").figures["executions that never ended"] == 1


async def test_a_risky_call_is_shown_with_who_said_yes_or_no(shelf: Shelf) -> None:
    await busy(shelf.journal())

    actions = table(made(shelf), "high_risk", "actions")

    assert [row[2:9] for row in actions] == [
        ["crm.delete", "high", "allow", "", "", "", "unfinished"],
        ["mail.send-all", "high", "deny", "", "deny", "bob", "denied"],
        ["crm.delete", "critical", "ask", "", "once", "grace", "ok"],
    ]


async def test_durations_are_the_mean_and_what_95_of_100_did_not_exceed(shelf: Shelf) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)
    for seconds in range(1, 101):
        call = journal.called(run, Called(server="a", tool="b", arguments={}))
        journal.answered(run, call, Answered(outcome="ok", seconds=float(seconds)))
    await journal.close()

    programs, calls = table(made(shelf), "durations", "durations")

    assert programs == ["programs", 0, 0.0, 0.0, 0.0]
    assert calls == ["calls", 100, 50.5, 96.0, 100.0]


async def test_a_cost_is_shown_where_the_settings_have_a_price_and_nowhere_else(shelf: Shelf) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)
    await journal.record(replace(entry(run), tokens={"results": 600_000}, tokens_in=300_000, tokens_out=100_000))
    await journal.close()

    with closing(shelf.open()) as database:
        priced = report_of(database, ALWAYS, price=Price(2.5, "EUR")).section("tokens")
    plain = made(shelf).section("tokens")

    assert plain.figures["tokens of results that went to programs"] == 600_000
    assert priced.figures["cost of what models wrote and read (EUR)"] == 1.0
    assert priced.figures["cost of results, had models read them (EUR)"] == 1.5
    assert "At 2.5 EUR for a million tokens" in priced.says
    assert not [name for name in plain.figures if "cost" in name]


async def test_no_question_of_a_report_walks_through_all_rows(tmp_path: Path) -> None:
    """But those for the first and the last row of the period, which end there."""
    shelf = lite(tmp_path)
    await busy(shelf.journal())
    plans: list[str] = []
    with closing(shelf.open()) as database:
        ask = database.execute

        def overheard(sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
            if sql.lstrip().startswith(("select", "with")) and "limit 1\n" not in f"{sql}\n":
                plans.extend(f"{row[-1]}: {sql}" for row in ask(f"explain query plan {sql}", values))
            return ask(sql, values)

        database.execute = overheard  # pyright: ignore[reportAttributeAccessIssue] - a test's own
        report_of(database, Period(1.0, 4e9))

    assert len(plans) > 10
    assert [plan for plan in plans if re.match(r"SCAN (e|c|events|contents)(?! USING (COVERING )?INDEX)", plan)] == []


async def test_only_its_period_counts(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = shelf.journal()
    for at in (1_000_000.0, 2_000_000.0, 3_000_000.0):
        monkeypatch.setattr(time, "time", lambda at=at: at)
        await ran(journal, "crm.find")
    await busy(journal)

    report = made(shelf, Period(2_000_000.0, 3_000_000.0))

    assert (report.section("summary").figures["executions"], report.section("summary").figures["violations"]) == (1, 0)
    assert table(report, "executions", "over_time") == [["1970-01-24", 1, 0, 0]]
    assert table(report, "changes", "changes") == table(report, "failures", "runs") == []


async def test_a_day_begins_at_midnight(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = shelf.journal()
    for at in (86_400 * 10 - 0.4, 86_400 * 10, 86_400 * 11 - 0.6, 86_400 * 11 + 0.5):
        monkeypatch.setattr(time, "time", lambda at=at: at)
        await ran(journal)
    await journal.close()

    days = table(made(shelf), "executions", "over_time")

    assert days == [["1970-01-10", 1, 0, 0], ["1970-01-11", 2, 0, 0], ["1970-01-12", 1, 0, 0]]


async def test_a_year_is_told_by_the_week(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = shelf.journal()
    for day in (1, 3, 8, 365):
        monkeypatch.setattr(time, "time", lambda day=day: day * 86_400.0)
        await ran(journal)
    await journal.close()

    weeks = table(made(shelf), "executions", "over_time")

    assert len(weeks) == 53
    assert (weeks[0][1], weeks[1][1], weeks[-1]) == (2, 1, ["1971-01-01", 1, 0, 0])


async def test_more_than_are_listed_are_counted(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandgate.audit.report.actions.LISTED", 2)
    monkeypatch.setattr("sandgate.audit.report.rare.PAGE", 2)
    journal = shelf.journal()
    await busy(journal)
    await ran(journal, "crm.delete", "crm.delete", "crm.delete")
    await journal.close()

    report = made(shelf)

    (actions,) = [one for one in report.section("high_risk").tables if one.id == "actions"]
    assert (len(actions.rows), actions.total) == (2, 6)
    assert report.section("personal_data").figures == {"values": 14}
    assert "2 of 6 are shown. <code>sandgate audit export</code> has all." in written(report, "html")


def test_where_nothing_was_written_a_report_says_so() -> None:
    report = report_of(None, ALWAYS)

    assert report.section("summary").figures["executions"] == 0
    assert "Nobody was asked." in written(report, "html")
    assert json.loads(written(report, "json"))["sections"]["record"]["figures"]["first row"] is None
    assert written(report, "csv").startswith("summary,figures,0,figure,value\n")


async def test_an_audit_without_rows_makes_the_same(shelf: Shelf) -> None:
    assert made(shelf).section("summary") == report_of(None, ALWAYS).section("summary")


class Page(HTMLParser):
    """What a browser would make of a page: its elements, and the text of each cell."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.cells: dict[str, list[str]] = {}
        self._in_cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag == "section":
            self.ids.append(dict(attrs).get("id") or "")
        if tag in ("td", "dd"):
            self._in_cell = True
            self.cells.setdefault(self.ids[-1], []).append("")

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in ("td", "dd")

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.cells[self.ids[-1]][-1] += data


async def test_the_page_has_the_numbers_of_the_report(shelf: Shelf) -> None:
    await busy(shelf.journal())
    report = made(shelf)

    page = Page(written(report, "html"))

    assert page.ids == [section.id for section in report.sections]
    for section in report.sections:
        cells: list[object] = list(section.figures.values())
        cells += [cell for one in section.tables if one.chart != "columns" for row in one.rows for cell in row]
        assert page.cells.get(section.id, []) == [shown(cell) for cell in cells], section.id


def shown(cell: object) -> str:
    if cell is None or cell == "":
        return "–"
    return f"{cell:,.3f}" if isinstance(cell, float) else f"{cell:,}" if isinstance(cell, int) else str(cell)


async def hostile(shelf: Shelf) -> Report:
    journal, who = shelf.journal(), Who(user=HOSTILE, client=HOSTILE, session=HOSTILE)
    run = Run(findings=(Finding(HOSTILE, 1, "block", HOSTILE, HOSTILE),))
    await journal.started(run, Program(code=HOSTILE), who)
    run.decided.append(Decided(f"a.{HOSTILE}", "high", Answer(decision="deny", by=HOSTILE, through=HOSTILE), 1.0))
    run.crossed.append(Crossed(f"a.{HOSTILE}", HOSTILE, "hidden", 1))
    run.connections.append(Connection(host=HOSTILE, port=1, verdict="denied"))
    await called(journal, run, f"{HOSTILE}.{HOSTILE}", HOSTILE, risk="high", verdict=HOSTILE, by=HOSTILE)
    journal.refused(run, Called(server=HOSTILE, tool=HOSTILE, arguments={}, risk="low"), HOSTILE)
    await journal.record(entry(run, "error"))
    await journal.record(entry(Run(), HOSTILE))  # pyright: ignore[reportArgumentType] - no status of ours
    await journal.write(RuleChanged(what=HOSTILE, sha256=HOSTILE), who)
    await journal.write(SkillChanged(tool=HOSTILE, outcome=HOSTILE, version=HOSTILE), who)
    await journal.close()
    return made(shelf)


async def test_no_name_becomes_part_of_the_page(shelf: Shelf) -> None:
    text = written(await hostile(shelf), "html")

    page = Page(text)
    tags = {tag for tag, _ in page.elements}
    attributes = {(tag, name) for tag, given in page.elements for name in given}
    assert not tags & {"script", "img", "link", "iframe", "object", "form", "base"}
    assert {name for _, name in attributes if name.startswith("on")} == set()
    assert "\u202e" not in text, "what turns the reading direction is left out"
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert any("<script>" in cell for cells in page.cells.values() for cell in cells), "it is shown, as text"


async def test_the_page_asks_for_nothing_from_elsewhere(shelf: Shelf) -> None:
    await busy(shelf.journal())

    text = written(made(shelf), "html")

    page = Page(text)
    links = [given["href"] or "" for _, given in page.elements if "href" in given]
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"https?:|@import|url\(", text)
    assert not any("src" in given for _, given in page.elements)
    assert "default-src &#x27;none&#x27;" in text
    assert "not a certification" in text


async def test_no_cell_is_a_formula(shelf: Shelf) -> None:
    journal = shelf.journal()
    await ran(journal, '=HYPERLINK("x").y', "+1.y", "-1.y", "@a.y", who=Who(user="\t=1"))
    await journal.close()

    rows = list(csv.reader(io.StringIO(written(made(shelf), "csv"))))

    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t")) or re.match(r"-\D", cell)]
    assert ["tools", "tools", "1", "'+1.y"] in [row[:4] for row in rows]


async def test_csv_and_json_have_every_cell(shelf: Shelf) -> None:
    await busy(shelf.journal())
    report = made(shelf)

    rows = list(csv.reader(io.StringIO(written(report, "csv"))))
    known = json.loads(written(report, "json"))

    for section in report.sections:
        told = known["sections"][section.id]
        assert told["figures"] == section.figures
        assert {"SOC 2"} <= set(told["evidence_for"])
        for one in section.tables:
            assert [list(row.values()) for row in told["tables"][one.id]["rows"]] == [list(row) for row in one.rows]
            own = [row[3:] for row in rows if row[:2] == [section.id, one.id]]
            assert own == [
                [*one.columns],
                *([str("" if cell is None else cell) for cell in row] for row in one.rows),
            ]


async def test_a_number_that_no_machine_word_holds_is_read(shelf: Shelf) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)
    await called(journal, run, "crm.delete", "ok", risk="high", batch="x")
    call = journal.called(run, Called(server="a", tool="b", arguments={"n": 10**40}, risk="high"))
    await call.wait()
    await journal.close()

    assert [row[2] for row in table(made(shelf), "high_risk", "actions")] == ["a.b", "crm.delete"]


async def test_a_damaged_audit_is_told_of(tmp_path: Any) -> None:
    from sandgate.audit.verifying import verify

    shelf = lite(tmp_path)
    await busy(shelf.journal())
    shelf.tampered("update contents set content = replace(content, 'eve', 'ada') where content like '%eve%'")

    with closing(shelf.open()) as database:
        bad = report_of(database, ALWAYS, verify(database, shelf.key))
        unknown = report_of(database, ALWAYS)

    assert str(bad.section("record").figures["chain of hashes"]).startswith("CHANGED: ")
    assert str(unknown.section("record").figures["chain of hashes"]).startswith("not checked")
