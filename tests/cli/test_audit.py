"""The audit at the command line: look it up, verify it, export it."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import get_args

import anyio
import pytest

from sandgate.audit import Answered, Called, Entry, Journal, Who
from sandgate.audit.database import Lite
from sandgate.audit.events import OUTCOMES
from sandgate.audit.reading import Filter, Reader
from sandgate.cli.audit import followed
from sandgate.cli.times import time_of
from sandgate.errors import BadArguments
from sandgate.model import Outcome, Program, Status
from sandgate.policy.approval import DECISIONS
from sandgate.policy.egress.refusals import Verdict
from sandgate.policy.run import Run
from sandgate.policy.validation import Severity
from sandgate.privacy.boundary import Crossed

from .person import Person


def journal_of(person: Person) -> Path:
    return person.state / "sandgate" / "journal.db"


def write(file: Path, *users: str, ends: bool = True) -> list[str]:
    """One program for each user, which deletes something."""

    async def written() -> list[str]:
        journal, runs = Journal(file), [Run() for _ in users]
        for user, run in zip(users, runs, strict=True):
            await journal.started(run, Program(code="delete()"), Who(user=user))
            call = journal.called(run, Called(server="crm", tool="delete", arguments={"id": 7}, risk="high"))
            if ends:
                journal.answered(run, call, Answered(outcome="ok", seconds=0.5))
                await journal.record(_entry(run))
        await journal.close()
        return [run.id for run in runs]

    return anyio.run(written)


def _entry(run: Run) -> Entry:
    outcome = Outcome(status="ok", id=run.id, duration_seconds=1.25)
    return Entry(run=run, program=Program(code="delete()"), outcome=outcome, tokens_in=1, tokens_out=1)


def test_a_crossing_is_listed_with_the_kind_of_data_and_how_often(person: Person) -> None:
    async def written() -> None:
        journal = Journal(journal_of(person))
        await journal.record_crossed("a", [Crossed("crm.people", "EMAIL", "hidden", 1200)])
        await journal.record_crossed("a", [Crossed("crm.people", "PHONE", "hidden", 1)])
        await journal.close()

    anyio.run(written)

    rows = person.types("audit", "list", "--kind", "crossing").rows

    assert [(row[4], row[6]) for row in rows] == [
        ("crm.people", "hidden 1,200 EMAIL"),
        ("crm.people", "hidden 1 PHONE"),
    ]


@pytest.mark.parametrize(
    ("action", "option", "word", "said"),
    [
        ("list", "--risk", "hgh", "--risk hgh is not known; did you mean high?"),
        ("tail", "--risk", "low,", ""),
        ("list", "--outcome", "ok,denyed", "--outcome denyed is not known; did you mean denied?"),
        ("list", "--outcome", "timeo*,once", ""),
        ("export", "--kind", "anwser", "--kind anwser is not known; did you mean answer?"),
        ("list", "--kind", "xyzzy", "--kind xyzzy is not known; there are: started, ended, call, answer"),
    ],
)
def test_a_word_that_no_row_can_have_is_refused(person: Person, action: str, option: str, word: str, said: str) -> None:
    told = person.types("audit", action, option, word)

    assert told.code == (2 if said else 0)
    assert said in told.err


def test_every_word_that_is_written_down_can_be_looked_for() -> None:
    written = {*get_args(Status), *DECISIONS, *get_args(Verdict), *get_args(Severity)}

    assert written <= set(OUTCOMES)


def test_the_list_has_a_line_for_each_thing_that_ended(person: Person) -> None:
    first, second = write(journal_of(person), "ada", "bob")

    rows = person.types("audit", "list").rows

    assert [(row[2], row[3], row[4], row[6], row[8]) for row in rows] == [
        ("answer", "ada", "crm.delete", "ok", first),
        ("ended", "ada", "", "ok", first),
        ("answer", "bob", "crm.delete", "ok", second),
        ("ended", "bob", "", "ok", second),
    ]


def test_filters_and_limits_hold(person: Person) -> None:
    write(journal_of(person), "ada", "bob")

    bobs = person.types("audit", "list", "--user", "bob,eve", "--tool", "crm.*", "--risk", "high", "--json").json
    last = person.types("audit", "list", "--limit", 1, "--every", "--json").json
    old = person.types("audit", "list", "--until", "1d")

    assert [(row["user"], row["kind"]) for row in bobs] == [("bob", "answer")]
    assert [row["kind"] for row in last] == ["ended"]
    assert old.out == "No row fits\n"


def test_what_never_ended_is_shown_as_unfinished(person: Person) -> None:
    (run,) = write(journal_of(person), "ada", ends=False)

    rows = person.types("audit", "list", "--outcome", "unfinished").rows
    told = person.types("audit", "show", run).out

    assert [(row[2], row[6]) for row in rows] == [("started", "unfinished"), ("call", "unfinished")]
    assert "It has not ended: it is still running, or its gateway was killed." in told


def test_one_execution_is_shown_with_its_code_and_arguments(person: Person) -> None:
    first, _ = write(journal_of(person), "ada", "bob")

    told = person.types("audit", "show", first).out
    row = person.types("audit", "show", 2, "--json").json

    assert "code: delete()\n" in told
    assert 'arguments: {"id": 7}\n' in told
    assert "bob" not in told
    assert [(one["seq"], one["kind"]) for one in row] == [(2, "call")]


def test_an_unknown_id_is_one_line_on_stderr(person: Person) -> None:
    write(journal_of(person), "ada")

    said = person.types("audit", "show", "ffff")

    assert (said.code, said.out) == (2, "")
    assert "ffff is neither an execution nor the number of a row" in said.err


def test_an_audit_that_nobody_changed_verifies_and_says_what_to_note(person: Person) -> None:
    write(journal_of(person), "ada")

    said = person.types("audit", "verify")
    noted = said.out.split()[-1]
    again = person.types("audit", "verify", "--expect", noted)

    assert (said.code, again.code) == (0, 0)
    assert "Rows 1 to 4 as they were written; both ends are signed." in said.out
    assert noted.startswith("4:")


def test_a_changed_row_is_named_and_the_command_fails(person: Person) -> None:
    write(journal_of(person), "ada", "bob")
    with closing(sqlite3.connect(journal_of(person))) as database, database:
        database.execute("drop trigger contents_update_refused")
        database.execute("update contents set content = replace(content, 'ada', 'eve') where seq = 3")

    said = person.types("audit", "verify")
    told = person.types("audit", "verify", "--json")

    assert (said.code, told.code) == (1, 1)
    assert said.out.startswith("row 3: it does not follow from row 2")
    assert (told.json["ok"], told.json["problems"][0]["seq"]) == (False, 3)


def test_without_its_key_the_ends_are_not_checked(person: Person) -> None:
    write(journal_of(person), "ada")
    journal_of(person).with_name("audit.key").unlink()

    said = person.types("audit", "verify")

    assert said.code == 0
    assert "its ends are not checked, because the key is not here" in said.out
    assert not journal_of(person).with_name("audit.key").exists()


@pytest.mark.parametrize("form", ["jsonl", "ocsf", "csv"])
def test_an_export_has_every_row(person: Person, form: str) -> None:
    write(journal_of(person), "ada")

    said = person.types("audit", "export", "--format", form)
    written = person.types("audit", "export", "--format", form, "--output", "out.txt")

    lines = said.out.splitlines()
    assert len(lines) == (5 if form == "csv" else 4)
    assert form == "csv" or all(json.loads(line) for line in lines)
    assert (person.project / "out.txt").read_text(encoding="utf-8") == said.out
    assert "4 rows in out.txt" in written.err


def test_the_tail_shows_the_newest_rows(person: Person) -> None:
    write(journal_of(person), "ada")

    rows = person.types("audit", "tail", "--limit", 2, "--once").rows
    told = person.types("audit", "tail", "--limit", 1, "--once", "--json").json

    assert [row[2] for row in rows] == ["answer", "ended"]
    assert told["kind"] == "ended"


def test_what_has_ended_is_not_unfinished_where_its_beginning_is_shown(person: Person) -> None:
    write(journal_of(person), "ada")
    write(journal_of(person), "bob", ends=False)

    for words in (("tail", "--once"), ("list", "--every")):
        rows = person.types("audit", *words).rows
        assert [(row[2], row[3], row[6]) for row in rows] == [
            ("started", "ada", ""),
            ("call", "ada", ""),
            ("answer", "ada", "ok"),
            ("ended", "ada", "ok"),
            ("started", "bob", "unfinished"),
            ("call", "bob", "unfinished"),
        ]


def test_whoever_follows_sees_each_new_row_once(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    write(journal_of(person), "ada")
    later = iter(["bob", "eve"])

    def somebody_works(_: float) -> None:
        write(journal_of(person), next(later))

    monkeypatch.setattr(time, "sleep", somebody_works)

    with closing(Lite(journal_of(person), only=True)) as database:
        rows = followed(Reader(database), Filter(kind=["ended"]), 5, once=False)
        users = [next(rows).content["user"] for _ in range(3)]

    assert users == ["ada", "bob", "eve"]


def test_before_anything_was_written_no_file_is_made(person: Person) -> None:
    said = [person.types("audit", action) for action in ("list", "verify", "export")]
    tail = person.types("audit", "tail")

    assert [one.code for one in said] == [0, 0, 0]
    assert (said[0].out, tail.out) == ("Nothing has been written yet\n", "Nothing has been written yet\n")
    assert not person.state.exists()


def test_what_a_program_named_is_no_command_for_the_terminal(person: Person) -> None:
    write(journal_of(person), "ada\x1b[31m")

    said = person.types_at_a_terminal("audit", "list")

    assert "\x1b[31mada" not in said.out
    assert "ada[31m" in said.out.replace("\x1b[0m", "")


@pytest.mark.parametrize("text", ["2026-01-31", "2026-01-31T00:00", "2026-01-31T01:00+01:00"])
def test_times_are_utc(text: str) -> None:
    assert time_of(text, "--since") == 1769817600.0


def test_times_go_back_from_now_and_nonsense_is_refused() -> None:
    back = time_of("2h", "--since")

    assert back == pytest.approx(time.time() - 7200, abs=60)
    with pytest.raises(BadArguments, match="--since yesterday is no time; write 2026-01-31"):
        time_of("yesterday", "--since")


@pytest.mark.parametrize("text", ["4", "x:y", "4:abc"])
def test_a_wrong_note_is_refused(person: Person, text: str) -> None:
    write(journal_of(person), "ada")

    said = person.types("audit", "verify", "--expect", text)

    assert (said.code, said.out) == (2, "")
    assert "--expect wants ROW:HASH" in said.err
