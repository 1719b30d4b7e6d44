"""What is said is in a file at once; the database follows, and nothing is lost or written twice between the two."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import anyio
import pytest

from sandgate.audit import Called, Journal
from sandgate.audit.events import SkillChanged
from sandgate.audit.ledger import Batch, Ledger
from sandgate.audit.settings import opened_for_reading
from sandgate.audit.spool import Spool, recover
from sandgate.audit.writer import OWED_SECONDS
from sandgate.config import Config
from sandgate.model import Program
from sandgate.policy.run import Run
from sandgate.promptly import later

from .shelf import ADA, Shelf, entry, lite, ran

pytestmark = pytest.mark.anyio


@pytest.fixture
def spooled(tmp_path: Path) -> Shelf:
    return lite(tmp_path, tmp_path)


def content(name: str) -> Batch:
    return Batch([{"kind": "skill", "at": 1.0, "tool": name}])


def left(shelf: Shelf, *names: str, then: bytes = b"") -> Path:
    """A spool whose gateway was killed."""
    spool = Spool(shelf.folder)
    for name in names:
        assert spool.add(content(name))
    path = spool.path
    path.write_bytes(path.read_bytes() + then)
    spool.done = -1
    spool.close()
    return path


def names(shelf: Shelf) -> list[str]:
    return [row.content["tool"] for row in shelf.rows()]


async def test_a_spool_is_empty_and_gone_after_a_good_end(spooled: Shelf) -> None:
    journal = spooled.journal()
    for _ in range(3):
        await ran(journal, "a.b")
    during = list(spooled.folder.glob("*.spool"))

    await journal.close()

    with closing(spooled.open()) as database:
        remembered = database.execute("select * from spools")
    assert len(during) == 1
    assert (list(spooled.folder.glob("*.spool")), remembered) == ([], [])
    assert (spooled.verified().problems, spooled.verified().rows) == ([], 12)


async def test_figures_count_what_is_still_in_the_spool(spooled: Shelf) -> None:
    journal = spooled.journal()
    for _ in range(5):
        await ran(journal)

    totals = await journal.totals()

    await journal.close()
    assert totals.executions == 5


async def test_what_a_killed_gateway_left_comes_before_what_the_next_one_writes(spooled: Shelf) -> None:
    path = left(spooled, "one", "two")
    journal = spooled.journal()

    await ran(journal)
    await journal.close()

    assert [row.kind for row in spooled.rows()] == ["skill", "skill", "started", "ended"]
    assert not path.exists()
    assert spooled.verified().ok


def test_an_entry_that_was_cut_off_is_left_out_and_all_before_it_are_not(spooled: Shelf) -> None:
    left(spooled, "one", "two", then=b'3 00000000 [[{"kind":"sk')

    assert spooled.recovered() == 2
    assert names(spooled) == ["one", "two"]


def test_a_changed_entry_and_what_follows_it_is_not_taken(spooled: Shelf) -> None:
    path = left(spooled, "one", "two", "six")
    path.write_bytes(path.read_bytes().replace(b"two", b"ten"))

    assert spooled.recovered() == 1


def test_entries_that_are_in_the_database_already_are_not_written_twice(spooled: Shelf) -> None:
    """The gateway was killed after the transaction and before it let go of the entries."""
    path = left(spooled, "one", "two", "six")
    ledger = Ledger(spooled.open, lambda: spooled.key)
    ledger.append([content("one"), content("two")], (path.stem.removeprefix("audit-"), 2))
    ledger.close()

    assert spooled.recovered() == 1
    assert spooled.recovered() == 0
    assert names(spooled) == ["one", "two", "six"]


def test_the_spool_of_a_gateway_that_lives_is_left_alone(spooled: Shelf) -> None:
    alive = Spool(spooled.folder)
    alive.add(content("one"))

    assert spooled.recovered() == 0

    alive.close()
    assert spooled.recovered() == 1


def test_an_entry_that_the_database_never_takes_is_counted_as_lost(spooled: Shelf) -> None:
    spool = Spool(spooled.folder)
    spool.add(content("one"))
    spool.add(Batch([{"kind": "skill", "at": 1.0, "tool": "two"}], [("tools_used", [["only one value"]])]))
    spool.add(content("six"))
    spool.close()

    spooled.recovered()

    assert [(row.kind, row.content.get("count")) for row in spooled.rows()] == [
        ("skill", None),
        ("lost", 1),
        ("skill", None),
    ]


def test_whoever_reads_the_audit_takes_in_what_was_left(spooled: Shelf) -> None:
    with closing(spooled.open()):
        pass
    left(spooled, "one")

    database = opened_for_reading(Config(state_dir=spooled.folder))

    assert database
    database.close()
    assert names(spooled) == ["one"]


def test_a_spool_that_grew_is_begun_anew_when_all_of_it_is_written(
    spooled: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandgate.audit.spool.LARGE", 200)
    spool = Spool(spooled.folder)
    assert [spool.add(content("one")) for _ in range(5)] == [1, 2, 3, 4, 5]
    before = spool.path.stat().st_size

    spool.done = 5
    spool.add(content("two"))

    assert spool.path.stat().st_size < before
    spool.close()
    assert recover(spooled.folder, Ledger(spooled.open, lambda: spooled.key)) == 1


def test_what_does_not_fit_is_waited_for(spooled: Shelf) -> None:
    spool = Spool(spooled.folder)

    refused = [
        spool.add(Batch([{"kind": "skill", "at": 1.0, "tool": "x" * 100_000}])),
        spool.add(Batch([{"kind": "skill", "at": 1.0, "tool": "half \ud83d"}])),
        spool.add(Batch([lambda: {"kind": "skill", "at": 1.0}])),
    ]

    spool.close()
    assert refused == [None, None, None]
    assert not list(spooled.folder.glob("*.spool"))


async def test_where_no_spool_can_be_made_everybody_waits_for_the_database(spooled: Shelf) -> None:
    journal = spooled.journal(spools=spooled.folder / "not" / "there")

    await ran(journal)
    await ran(journal)

    assert len(spooled.rows()) == 4
    await journal.close()


async def test_a_full_spool_is_waited_for_and_the_order_stays(spooled: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int, __: bytes, ___: int) -> int:
        return 0

    monkeypatch.setattr(os, "pwrite", full)
    journal, run = spooled.journal(), Run()

    await journal.started(run, Program(code="1"), ADA)
    await journal.record(entry(run))
    there = [row.kind for row in spooled.rows()]

    await journal.close()
    assert there == ["started", "ended"]


async def calls(journal: Journal, run: Run, *tools: str) -> None:
    """Calls that go well, each told of when its program has the answer."""
    for tool in tools:
        async with journal.calling(run, Called(server="s", tool=tool, arguments={}, changes_data=True)) as told:
            pass
        told.write()


async def healthy(journal: Journal) -> Run:
    """A program that has started, with a spool that is as good as the database."""
    await ran(journal)
    await journal.totals()
    run = Run()
    await journal.started(run, Program(code="1"), ADA)
    return run


async def test_that_a_call_went_well_stands_before_the_next_call_though_it_is_written_after_it(spooled: Shelf) -> None:
    journal = spooled.journal()
    run = await healthy(journal)

    await calls(journal, run, "a", "b")
    (spool,) = spooled.folder.glob("*.spool")
    in_the_file = [line.count(b'"kind":"answer"') for line in spool.read_bytes().splitlines()[-3:]]
    await journal.record(entry(run))
    await journal.close()

    kinds = [(row.kind, row.content.get("tool")) for row in spooled.rows()][-5:]
    assert kinds == [("call", "a"), ("answer", "a"), ("call", "b"), ("answer", "b"), ("ended", None)]
    assert in_the_file == [0, 0, 0]  # neither was made yet: nobody has waited
    assert spooled.verified().ok


async def test_what_nobody_asks_for_is_written_soon_all_the_same(spooled: Shelf) -> None:
    journal = spooled.journal()
    run = await healthy(journal)

    await calls(journal, run, "a")
    later(OWED_SECONDS, (a_moment := anyio.Event()).set)
    await a_moment.wait()

    (spool,) = spooled.folder.glob("*.spool")
    assert b'"kind":"answer"' in spool.read_bytes()
    await journal.close()


def test_what_a_killed_gateway_wrote_out_of_order_comes_in_its_order(spooled: Shelf) -> None:
    spool = Spool(spooled.folder)
    owed = spool.reserve()
    assert spool.add(content("second")) == owed + 1
    assert spool.fill(owed, content("first"))
    spool.done = -1
    spool.close()

    assert spooled.recovered() == 2
    assert names(spooled) == ["first", "second"]


async def test_whoever_waits_for_the_database_has_what_was_owed_there_before(spooled: Shelf) -> None:
    journal = spooled.journal()
    run = await healthy(journal)

    await calls(journal, run, "a")
    await journal.write(SkillChanged(tool="s", outcome="saved"), ADA)

    assert [row.kind for row in spooled.rows()][-3:] == ["call", "answer", "skill"]
    await journal.close()
