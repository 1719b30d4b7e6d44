"""The report at the command line."""

from __future__ import annotations

import pytest

from .person import Person
from .test_audit import journal_of, write


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ((), "<!doctype html>"),
        (("--format", "json"), '{\n  "sandgate"'),
        (("--format", "csv"), "summary,figures,0"),
    ],
)
def test_a_report_is_printed_or_written(person: Person, words: tuple[str, ...], begins: str) -> None:
    write(journal_of(person), "ada")

    said = person.types("audit", "report", *words)
    told = person.types("audit", "report", *words, "--output", "out")

    assert said.out.startswith(begins)
    assert (person.project / "out").read_text(encoding="utf-8").startswith(begins)
    assert (told.code, told.out) == (0, "")


def test_the_name_of_the_file_says_its_form(person: Person) -> None:
    write(journal_of(person), "ada")

    person.types("audit", "report", "--output", "out.CSV")

    assert (person.project / "out.CSV").read_text(encoding="utf-8").startswith("summary,")


def test_a_name_that_promises_another_form_is_refused(person: Person) -> None:
    said = person.types("audit", "report", "--output", "out.pdf")
    meant = person.types("audit", "report", "--output", "out.pdf", "--format", "html")

    assert said.code == 2
    assert "a report is json, csv, html, and no .pdf" in said.err
    assert (meant.code, (person.project / "out.pdf").exists()) == (0, True)


def test_a_period_and_the_result_of_verify_are_in_it(person: Person) -> None:
    write(journal_of(person), "ada", "bob")

    now = person.types("audit", "report", "--format", "json", "--since", "1h", "--verify").json
    old = person.types("audit", "report", "--format", "json", "--until", "1d").json

    assert now["sections"]["record"]["figures"]["chain of hashes"] == "as it was written"
    assert [one["sections"]["summary"]["figures"]["executions"] for one in (now, old)] == [2, 0]


def test_a_period_that_ends_before_it_begins_is_refused(person: Person) -> None:
    said = person.types("audit", "report", "--since", "2026-02-01", "--until", "2026-01-01")

    assert (said.code, said.out) == (2, "")
    assert "--since must be before --until" in said.err


def test_before_anything_was_written_there_is_a_report_and_no_database(person: Person) -> None:
    said = person.types("audit", "report", "--format", "json")

    assert said.json["sections"]["summary"]["figures"]["executions"] == 0
    assert not person.state.exists()


def test_a_report_that_cannot_be_made_leaves_no_file(person: Person) -> None:
    journal_of(person).parent.mkdir(parents=True)
    journal_of(person).write_bytes(b"no database" * 1000)

    said = person.types("audit", "report", "--output", "out.html")

    assert said.code == 2
    assert not (person.project / "out.html").exists()
