"""Rows are found by when, who, what and how it ended."""

from __future__ import annotations

import time
from contextlib import closing

import pytest

from sandgate.audit import Answered, Called, Who
from sandgate.audit.reading import Filter, Reader
from sandgate.model import Program
from sandgate.policy.run import Run

from .shelf import ADA, Shelf, ran

pytestmark = pytest.mark.anyio


async def filled(shelf: Shelf) -> Shelf:
    journal = shelf.journal()
    await ran(journal, "mail.send", who=Who(user="ada", session="s1"))
    await ran(journal, "crm.list_100%", status="error", who=Who(user="bob"))
    run = Run()
    await journal.started(run, Program(code="1"), ADA)
    journal.answered(run, journal.called(run, Called(server="crm", tool="find", arguments={})), Answered(outcome="ok"))
    await journal.called(run, Called(server="crm", tool="delete", arguments={}, risk="critical")).wait()
    await journal.close()
    return shelf


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, ["answer send", "ended", "answer list_100%", "ended", "started", "answer find", "call delete"]),
        ({"user": ["bob"]}, ["answer list_100%", "ended"]),
        ({"user": ["bob", "nobody"], "kind": ["ended"]}, ["ended"]),
        ({"session": ["s1"]}, ["answer send", "ended"]),
        ({"server": ["crm"]}, ["answer list_100%", "answer find", "call delete"]),
        ({"tool": ["send"]}, ["answer send"]),
        ({"tool": ["mail.send", "crm.find"]}, ["answer send", "answer find"]),
        ({"tool": ["*100%"]}, ["answer list_100%"]),
        ({"tool": ["list_*"]}, ["answer list_100%"]),
        ({"tool": ["%"]}, []),
        ({"tool": ["crm.*"]}, ["answer list_100%", "answer find", "call delete"]),
        ({"risk": ["critical"]}, ["call delete"]),
        ({"outcome": ["error"]}, ["ended"]),
        ({"outcome": ["unfinished"]}, ["started", "call delete"]),
        ({"outcome": ["error", "unfinished"]}, ["ended", "started", "call delete"]),
        ({"user": ["' or 1=1 --"]}, []),
    ],
)
async def test_filters_find_what_they_say(shelf: Shelf, wanted: dict[str, list[str]], found: list[str]) -> None:
    await filled(shelf)

    rows = shelf.rows(every=False, **wanted)

    assert [" ".join(filter(None, (row.kind, row.content.get("tool")))) for row in rows] == found


async def test_a_period_has_a_beginning_that_counts_and_an_end_that_does_not(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = shelf.journal()
    for at in (100.0, 200.0, 300.0):
        monkeypatch.setattr(time, "time", lambda at=at: at)
        await ran(journal)
    await journal.close()

    times = [row.content["at"] for row in shelf.rows(since=200.0, until=300.0)]

    assert times == [200.0, 200.0]


async def test_the_newest_rows_come_oldest_first(shelf: Shelf) -> None:
    await filled(shelf)

    with closing(shelf.open()) as database:
        rows = Reader(database).last(Filter(), 2)

    assert [row.content["tool"] for row in rows] == ["find", "delete"]


async def test_one_execution_is_told_from_its_beginning_to_its_end(shelf: Shelf) -> None:
    await filled(shelf)
    run = shelf.rows(user=["bob"])[0].content["execution"]

    with closing(shelf.open()) as database:
        rows = Reader(database).execution(run)
        none = Reader(database).execution("")

    assert [row.kind for row in rows] == ["started", "call", "answer", "ended"]
    assert none == []


async def test_more_rows_than_a_page_come_once_each(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandgate.audit.reading.PAGE", 3)
    await filled(shelf)

    assert [row.seq for row in shelf.rows()] == list(range(1, 13))
