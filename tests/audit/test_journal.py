"""What the gateway says is in the audit, in its order, and several gateways add up."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import anyio
import pytest

from sandgate.audit import Answered, Called, Entry, Journal, SkillChanged, Who
from sandgate.errors import CallFailed, CallTimeout, Denied, SandboxError, SandgateError
from sandgate.model import CallRecord, Outcome, Program
from sandgate.policy.approval import Answer
from sandgate.policy.egress import Connection
from sandgate.policy.run import Decided, Run
from sandgate.policy.validation import Finding
from sandgate.privacy.boundary import Crossed

from .shelf import ADA, Shelf, entry, ran

pytestmark = pytest.mark.anyio


def counted(id: str, *, ok: bool = True) -> Entry:
    calls = (
        CallRecord(tool="a.b", status="ok", result_bytes=100),
        CallRecord(tool="a.c", status="error", result_bytes=0),
    )
    outcome = Outcome(status="ok" if ok else "timeout", id=id, duration_seconds=1.5, memory_peak_mb=20.0, calls=calls)
    return Entry(run=Run(id=id), program=Program(code="1 + 1"), outcome=outcome, tokens_in=7, tokens_out=3)


async def test_totals_add_up_over_gateways_that_share_a_journal(shelf: Shelf) -> None:
    first, second = shelf.journal(), shelf.journal()

    await first.record(counted("1"))
    await second.record(counted("2", ok=False))

    totals = await first.totals()
    await first.close()
    await second.close()
    assert (totals.executions, totals.succeeded, totals.calls, totals.failed_calls) == (2, 1, 4, 2)
    assert (totals.seconds, totals.bytes_from_tools, totals.tokens_in, totals.tokens_out) == (3.0, 200, 14, 6)
    assert isinstance(totals.tokens_in, int)


async def test_tools_of_programs_that_ended_well_are_known_together_newest_first(shelf: Shelf) -> None:
    journal = shelf.journal()

    await ran(journal, "a.b", "a.c")
    await ran(journal, "a.d", status="error")
    await ran(journal, "a.e")

    together = await journal.used_together()
    await journal.close()
    assert [sorted(tools) for tools in together] == [["a.e"], ["a.b", "a.c"]]


async def test_an_empty_journal_has_zero_totals(shelf: Shelf) -> None:
    journal = shelf.journal()

    totals = await journal.totals()

    await journal.close()
    assert (totals.executions, totals.seconds) == (0, 0)


async def test_an_execution_begins_calls_and_ends_in_this_order(shelf: Shelf) -> None:
    journal = shelf.journal()

    run = await ran(journal, "mail.send", "mail.list")
    await journal.close()

    rows = shelf.rows()
    assert [row.kind for row in rows] == ["started", "call", "answer", "call", "answer", "ended"]
    assert {(row.content["execution"], row.content["user"], row.content["client"]) for row in rows} == {
        (run.id, "ada", "test-client")
    }
    assert [row.content.get("number") for row in rows] == [0, 1, 1, 2, 2, 0]
    started, call, answer, *_, ended = (row.content for row in rows)
    assert (started["code"], started["sandbox"], started["limits"]["memory_mb"]) == ("1 + 1", "process/full", 512)
    assert (call["server"], call["tool"], call["arguments"], call["risk"]) == ("mail", "send", {"id": 7}, "high")
    assert (answer["tool"], answer["outcome"], answer["seconds"], answer["bytes"]) == ("send", "ok", 0.25, 100)
    assert (ended["outcome"], ended["tokens_in"], ended["calls"]) == ("ok", 7, 2)
    assert shelf.verified().ok


async def test_a_call_is_there_before_its_answer_is(shelf: Shelf) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)
    call = journal.called(run, Called(server="mail", tool="send", arguments={}))

    await call.wait()

    kinds = [row.kind for row in shelf.rows()]
    journal.answered(run, call, Answered(outcome="ok"))
    await journal.close()
    assert kinds == ["started", "call"]
    assert [row.kind for row in shelf.rows()] == ["started", "call", "answer"]


@pytest.mark.parametrize(
    ("error", "outcome", "said"),
    [
        (None, "ok", None),
        (CallFailed("no such lead"), "error", "no such lead"),
        (CallTimeout("after 60 s"), "timeout", "after 60 s"),
        (Denied("too many"), "denied", "too many"),
        (KeyError("a value"), "cancelled", "KeyError"),
    ],
)
async def test_what_becomes_of_a_call_is_written_whatever_that_is(
    shelf: Shelf, error: Exception | None, outcome: str, said: str | None
) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)
    sent: list[str] = []

    with suppress(SandgateError, KeyError):
        async with journal.calling(run, Called(server="crm", tool="find", arguments={})) as told:
            sent = [row.kind for row in shelf.rows()]
            told.bytes, told.cached = 99, True
            if error:
                raise error
        told.write()
    await journal.close()

    answer = shelf.rows()[-1]
    assert sent == ["started", "call"], "it may change something, so it is on disk before it is sent"
    assert (answer.kind, answer.outcome, answer.content.get("error")) == ("answer", outcome, said)
    assert (answer.content["bytes"], answer.content["cached"], answer.content["tool"]) == (99, True, "find")


async def test_a_call_that_only_reads_is_on_disk_before_its_answer_is_given(shelf: Shelf) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)

    async with journal.calling(run, Called(server="crm", tool="find", arguments={}, changes_data=False)):
        pass
    kinds = [row.kind for row in shelf.rows()]

    await journal.close()
    assert kinds[:2] == ["started", "call"]


async def test_a_call_that_was_refused_is_there_with_the_reason(shelf: Shelf) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)

    journal.refused(run, Called(server="crm", tool="delete", arguments={}, risk="high"), "denied by rule 1")
    await journal.close()

    call, answer = shelf.rows()[1:]
    assert (call.content["verdict"], answer.outcome, answer.content["error"]) == ("deny", "denied", "denied by rule 1")


async def test_decisions_connections_findings_and_personal_data_are_written_when_they_happen(shelf: Shelf) -> None:
    journal = shelf.journal()
    run = Run(findings=(Finding("processes", 3, "warn", "starts a process", "use a tool"),))
    await journal.started(run, Program(code="1"), ADA)
    run.decided.append(Decided("mail.send", "high", Answer(decision="once", by="Bob", through="web"), 1.0))
    run.connections.append(Connection(host="api.example.com", port=443, bytes_in=9))
    run.crossed += [Crossed("mail.send", "EMAIL", "restored", 2), Crossed("mail.send", "EMAIL", "restored", 1)]

    await journal.called(run, Called(server="mail", tool="send", arguments={})).wait()
    before_the_end = [row.kind for row in shelf.rows()]
    await journal.record(entry(run))
    await journal.close()

    rows = {row.kind: row.content for row in shelf.rows()}
    assert before_the_end == ["review", "started", "approval", "connection", "crossing", "call"]
    assert [row.kind for row in shelf.rows()] == [*before_the_end, "ended"]
    assert (rows["approval"]["by"], rows["approval"]["outcome"], rows["approval"]["user"]) == ("Bob", "once", "ada")
    assert (rows["connection"]["server"], rows["connection"]["bytes"]) == ("api.example.com", 9)
    assert (rows["crossing"]["data"], rows["crossing"]["count"]) == ("EMAIL", 3)
    assert (rows["review"]["outcome"], rows["review"]["findings"][0]["line"]) == ("warn", 3)
    assert (rows["ended"]["approvals"], rows["started"]["findings"]) == (1, 1)


async def test_a_program_that_was_not_let_in_is_there_with_its_code(shelf: Shelf) -> None:
    journal = shelf.journal()

    await journal.record(entry(Run(), "blocked", code="import os"))
    await journal.close()

    started, ended = shelf.rows()
    assert (started.content["code"], ended.outcome) == ("import os", "blocked")


@pytest.mark.parametrize(
    ("error", "outcome"), [(SandboxError("no walls"), "failed"), (KeyboardInterrupt(), "cancelled")]
)
async def test_an_execution_without_an_outcome_is_not_unfinished(
    shelf: Shelf, error: BaseException, outcome: str
) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)

    with suppress(SandboxError, KeyboardInterrupt), journal.ending(run):
        raise error
    await journal.close()

    rows = shelf.rows(every=False)
    assert [(row.kind, row.outcome, row.content["user"]) for row in rows] == [("ended", outcome, "ada")]


async def test_many_programs_at_once_make_one_chain(shelf: Shelf) -> None:
    journal = shelf.journal()

    async with anyio.create_task_group() as tasks:
        for number in range(40):
            tasks.start_soon(ran, journal, f"a.b{number}", "a.c")
    await journal.close()

    found = shelf.verified()
    assert (found.problems, found.rows) == ([], 40 * 6)


async def test_what_belongs_to_no_program_is_written_too(shelf: Shelf) -> None:
    journal = shelf.journal()

    await journal.record_crossed("x", [Crossed("sandgate.restore_pii", "EMAIL", "restored", 4)], Who(user="ada"))
    await journal.write(SkillChanged(tool="weekly", outcome="saved", sha256="ab"), Who(user="ada"))
    crossed = await journal.crossed()
    await journal.close()

    crossing, skill = shelf.rows()
    assert crossed == [("sandgate.restore_pii", "EMAIL", "restored", 4, 1)]
    assert (crossing.content["count"], crossing.content["user"]) == (4, "ada")
    assert (skill.kind, skill.content["tool"], skill.outcome) == ("skill", "weekly", "saved")


async def test_rules_are_written_only_where_they_are_others_than_before(shelf: Shelf) -> None:
    journal = shelf.journal()

    said = [await journal.rules_are({"profile": profile}) for profile in ("a", "a", "b", "b", "a")]
    await journal.close()

    assert said == [True, False, True, False, True]
    assert [row.content["now"]["profile"] for row in shelf.rows(kind=["rule"])] == ["a", "b", "a"]


@pytest.mark.parametrize(
    "text", ["zero \0 byte", "half \ud83d character", "Ünïcode 🙂", "x" * 5000, "'; drop table events; --"]
)
async def test_whatever_a_program_names_things_is_written(shelf: Shelf, text: str) -> None:
    journal, run = shelf.journal(), Run(session=text)
    await journal.started(run, Program(code=text), Who(user=text))
    run.decided.append(Decided(f"mail.{text}", "low", Answer(decision="once", by=text), 1.0))
    call = journal.called(run, Called(server="s", tool=text, arguments={text: [text, 2**70, float("nan")]}))
    journal.answered(run, call, Answered(outcome="error", error=text))

    await journal.record(entry(run, calls=[CallRecord(tool=text, status="ok")]))
    await journal.close()

    found = shelf.verified()
    assert (found.problems, found.rows) == ([], 5)


async def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "new" / "journal.db")
    await journal.record(counted("1"))
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in (tmp_path / "new").iterdir()}
    await journal.close()

    assert {name.split("-")[0] for name in modes} == {"journal.db", "audit.key", "audit"}
    assert len(modes) == 5
    assert set(modes.values()) == {"0o600"}


async def test_a_call_that_fails_is_on_disk_before_its_program_hears_of_it(shelf: Shelf) -> None:
    journal, run = shelf.journal(), Run()
    await journal.started(run, Program(code="1"), ADA)

    with pytest.raises(CallFailed):
        async with journal.calling(run, Called(server="crm", tool="find", arguments={}, changes_data=False)):
            raise CallFailed("no")
    there = [row.kind for row in shelf.rows()]

    await journal.close()
    assert "call" in there
    assert [row.outcome for row in shelf.rows(kind=["answer"])] == ["error"]


async def test_a_journal_that_cannot_be_opened_is_an_error_and_the_log_names_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "journal.db").mkdir()

    with pytest.raises(SandgateError, match="the journal cannot be used: unable to open") as caught:
        await Journal(tmp_path / "journal.db").totals()

    assert str(tmp_path) not in str(caught.value)
    assert f"the journal {tmp_path / 'journal.db'} cannot be used" in caplog.text
