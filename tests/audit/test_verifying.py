"""Whoever changes the audit without its key is found out, and where."""

from __future__ import annotations

from contextlib import closing

import pytest

from sandgate.audit.chain import START, hashed
from sandgate.audit.keys import key_at
from sandgate.audit.verifying import verify
from sandgate.errors import SandgateError
from sandgate.model import Program
from sandgate.policy.run import Run

from .shelf import ADA, Shelf, ran

pytestmark = pytest.mark.anyio

SWAP = (
    "update {table} set seq = -1 where seq = 4",
    "update {table} set seq = 4 where seq = 5",
    "update {table} set seq = 5 where seq = -1",
)
MOVED_UP = ("update {table} set seq = -seq where seq > 4", "update {table} set seq = -seq - 1 where seq < 0")


def both(*statements: str) -> list[str]:
    return [statement.format(table=table) for table in ("events", "contents") for statement in statements]


async def filled(shelf: Shelf) -> Shelf:
    """Twelve rows, of three programs."""
    journal = shelf.journal()
    for _ in range(3):
        await ran(journal, "mail.send")
    await journal.close()
    return shelf


async def test_an_audit_that_nobody_changed_verifies(shelf: Shelf) -> None:
    found = (await filled(shelf)).verified()

    assert (found.problems, found.rows, found.first, found.last, found.signed) == ([], 12, 1, 12, True)


@pytest.mark.parametrize(
    ("statements", "row", "says"),
    [
        (["update contents set content = replace(content, 'mail', 'nail') where seq = 6"], 6, "does not follow"),
        (["update events set tool = 'other' where seq = 6"], 6, "its column tool is not what its content says"),
        (["update events set at = at + 1 where seq = 6"], 6, "its column at is"),
        (["update events set seconds = 99 where seq = 7"], 7, "its column seconds is"),
        (["update events set outcome = 'error' where seq = 8"], 8, "its column outcome is"),
        (both("delete from {table} where seq = 5"), 5, "row 5 is missing"),
        (both("delete from {table} where seq in (5, 6)"), 5, "rows 5 to 6 are missing"),
        (["delete from contents where seq = 5"], 5, "its content is missing"),
        (["delete from events where seq = 5"], 5, "row 5 is missing"),
        (both("delete from {table} where seq < 3"), 1, "rows 1 to 2 are missing"),
        (both("delete from {table} where seq > 10"), 11, "the end is cut off: rows 11 to 12 are missing"),
        (both("delete from {table}"), 1, "rows 1 to 12 are missing"),
        (both(*SWAP), 4, "does not follow from row 3"),
        (both("delete from {table} where seq = 4", *MOVED_UP), 4, "does not follow from row 3"),
        (["delete from marks"], 1, "rows 1 to 12 were added after the signed end"),
        (["update marks set seq = 11"], 12, "rows 12 to 12 were added after the signed end"),
        (["update marks set mac = 'x'"], 12, "the end was not signed with this key"),
        (["insert into contents values (99, '{}')"], 99, "there is a content, and no row for it"),
        (["insert into begun values ('x', 0, 6)"], 6, "it is said to be unfinished, and is not"),
    ],
)
async def test_a_change_is_found_where_it_was_made(shelf: Shelf, statements: list[str], row: int, says: str) -> None:
    await filled(shelf)

    shelf.tampered(*statements)

    problems = shelf.verified().problems
    assert problems, "nothing was found"
    assert problems[0].seq == row
    assert says in problems[0].what


async def test_what_never_ended_cannot_be_hidden(shelf: Shelf) -> None:
    journal = shelf.journal()
    await ran(journal, "mail.send")
    await journal.started(Run(), Program(code="1"), ADA)
    await journal.close()

    shelf.tampered("delete from begun")

    assert shelf.verified().problems == [(5, "it has not ended, and is missing among what is unfinished")]


@pytest.mark.parametrize("place", [-5, 0, 13])
async def test_an_inserted_row_is_found(shelf: Shelf, place: int) -> None:
    await filled(shelf)

    shelf.tampered(
        f"insert into events select {place}, hash, kind, at, execution, number, who, session, server, tool, risk,"
        " outcome, seconds, tokens_in, tokens_out, bytes, tokens_results from events where seq = 4",
        f"insert into contents select {place}, content from contents where seq = 4",
    )

    assert shelf.verified().problems[0].seq == place


async def test_a_chain_that_was_written_anew_without_the_key_does_not_end_as_it_was_signed(shelf: Shelf) -> None:
    """Every hash is right: only the signature of the end, and a hash noted elsewhere, tell."""
    await filled(shelf)
    noted = (12, shelf.verified().hash)
    contents = [row.content for row in shelf.rows()]
    with closing(shelf.open()) as database:
        texts = [text for (text,) in database.execute("select content from contents order by seq")]
    forged, before = list[bytes](), START
    for seq, text in enumerate(texts, 1):
        before = hashed(before, seq, text.replace("ada", "bob"))
        forged.append(before)
    literal = "decode('{}', 'hex')" if shelf.url else "x'{}'"
    hashes = [
        f"update events set hash = {literal.format(one.hex())} where seq = {n}" for n, one in enumerate(forged, 1)
    ]
    end = f"update marks set hash = {literal.format(forged[-1].hex())}"

    shelf.tampered(
        "update contents set content = replace(content, 'ada', 'bob')", "update events set who = 'bob'", *hashes, end
    )

    assert len(contents) == 12
    assert [problem.what for problem in shelf.verified().problems] == ["the end was not signed with this key"]
    assert "its hash is not the expected one" in shelf.verified(noted).problems[0].what


async def test_an_audit_that_was_put_back_to_an_earlier_day_lacks_the_row_that_was_noted(shelf: Shelf) -> None:
    found = (await filled(shelf)).verified((20, "00" * 32))

    assert [(problem.seq, problem.what) for problem in found.problems] == [(13, "the expected row 20 is missing")]


async def test_without_the_key_the_chain_is_checked_and_its_ends_are_not(shelf: Shelf) -> None:
    await filled(shelf)

    with closing(shelf.open()) as database:
        found = verify(database, None)

    assert (found.ok, found.signed, found.rows) == (True, False, 12)


async def test_another_key_is_not_the_one(shelf: Shelf) -> None:
    await filled(shelf)

    with closing(shelf.open()) as database:
        found = verify(database, key_at(shelf.folder / "other.key"))

    assert [problem.what for problem in found.problems] == ["the end was not signed with this key"]


async def test_nothing_is_added_to_an_audit_whose_end_was_changed(shelf: Shelf) -> None:
    await filled(shelf)
    shelf.tampered("update marks set seq = 3")
    journal = shelf.journal()

    with pytest.raises(SandgateError, match="its end is signed with another key, or was changed"):
        await ran(journal)

    await journal.close()


@pytest.mark.parametrize(
    "statement", both("update {table} set seq = 99 where seq = 2", "delete from {table} where seq = 2")
)
async def test_the_database_itself_refuses_changes(shelf: Shelf, statement: str) -> None:
    await filled(shelf)

    with closing(shelf.open()) as database, pytest.raises(SandgateError, match="the audit is append-only"):
        database.execute(statement)

    assert shelf.verified().ok
