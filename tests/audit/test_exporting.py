"""The audit in the forms that other programs take."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from sandgate.audit import Answered, Called, RuleChanged, SkillChanged
from sandgate.audit.exporting import Format, export
from sandgate.model import Program
from sandgate.policy.approval import Answer
from sandgate.policy.egress import Connection
from sandgate.policy.run import Decided, Run
from sandgate.privacy.boundary import Crossed

from .shelf import ADA, Shelf, entry

pytestmark = pytest.mark.anyio

REQUIRED = {"activity_id", "category_uid", "class_uid", "type_uid", "severity_id", "time", "metadata"}
BESIDES: dict[int, set[str]] = {
    6003: {"actor", "api", "src_endpoint"},
    1007: {"actor", "device", "process"},
    4001: {"dst_endpoint", "src_endpoint"},
    3004: {"actor", "entity"},
    0: set(),
}
"""What version 1.9.0 requires of each class."""


async def exported(shelf: Shelf, form: Format) -> str:
    journal, run = shelf.journal(), Run()
    await journal.rules_are({"profile": "read_only"})
    await journal.started(run, Program(code="1"), ADA)
    run.decided.append(Decided("mail.send", "high", Answer(decision="once", by="Bob"), 1.0))
    run.connections.append(Connection(host="api.example.com", port=443, verdict="denied"))
    run.crossed.append(Crossed("mail.send", "EMAIL", "restored", 1))
    called = Called(server="mail", tool="=HYPERLINK(1)", arguments={"to": "[EMAIL_1]"}, risk="high", changes_data=False)
    call = journal.called(run, called)
    journal.answered(run, call, Answered(outcome="error", seconds=0.5, error="no such address"))
    await journal.record(entry(run))
    await journal.write(SkillChanged(tool="weekly", outcome="saved"))
    await journal.write(RuleChanged(what="mail.send is always allowed"))
    await journal.close()
    out = io.StringIO()
    assert export(shelf.rows(), form, out) == 10
    return out.getvalue()


async def test_json_lines_hold_every_row_as_it_is_hashed(shelf: Shelf) -> None:
    lines = [json.loads(line) for line in (await exported(shelf, "jsonl")).splitlines()]

    rows = shelf.rows()
    assert [(line["seq"], line["hash"], line["kind"]) for line in lines] == [(r.seq, r.hash, r.kind) for r in rows]
    assert all(line["time"].endswith("Z") for line in lines)


async def test_csv_has_a_line_per_row_and_no_formulas(shelf: Shelf) -> None:
    table = list(csv.DictReader(io.StringIO(await exported(shelf, "csv"))))

    calls = [line for line in table if line["kind"] in ("call", "answer")]
    assert [(line["tool"], line["outcome"]) for line in calls] == [
        ("'=HYPERLINK(1)", ""),
        ("'=HYPERLINK(1)", "error"),
    ]
    assert json.loads(calls[0]["content"])["arguments"] == {"to": "[EMAIL_1]"}


async def test_ocsf_events_have_what_their_class_requires(shelf: Shelf) -> None:
    events: list[dict[str, Any]] = [json.loads(line) for line in (await exported(shelf, "ocsf")).splitlines()]

    classes = [event["class_uid"] for event in events]
    assert classes == [3004, 1007, 6003, 4001, 0, 6003, 6003, 1007, 3004, 3004]
    for event in events:
        assert REQUIRED | BESIDES[event["class_uid"]] <= set(event)
        assert event["type_uid"] == event["class_uid"] * 100 + event["activity_id"]
        assert event["category_uid"] == event["class_uid"] // 1000
        assert event["metadata"]["version"] == "1.9.0"
    call, answer = events[5], events[6]
    assert (call["activity_id"], call["severity_id"], call["api"]["request"]["data"]) == (2, 4, {"to": "[EMAIL_1]"})
    assert (answer["status_id"], answer["api"]["response"]["error_message"]) == (2, "no such address")
    assert (events[3]["activity_id"], events[3]["dst_endpoint"]["hostname"]) == (5, "api.example.com")
    assert events[0]["unmapped"]["sandgate"]["hash"] == shelf.rows()[0].hash
