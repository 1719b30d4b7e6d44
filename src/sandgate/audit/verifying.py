"""Whether the audit is as it was written: every row, their order, where it begins and where it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .chain import COLUMNS, FIGURES, Mark, columns_of, hashed
from .database import Database
from .ledger import ANCHOR, HEAD, mark_of

PAGE = 5_000
MOST_PROBLEMS = 20
STORED = """
select e.seq, e.hash, c.content, e.kind, e.at, e.execution, e.number, e.who, e.session, e.server, e.tool, e.risk,
       e.outcome, e.seconds, e.tokens_in, e.tokens_out, e.bytes, e.tokens_results
from events e left join contents c on c.seq = e.seq where e.seq > ? order by e.seq limit ?
"""
STRAY = "select min(c.seq) from contents c where not exists (select 1 from events e where e.seq = c.seq)"
_UNENDED = """
select min(e.seq) as seq from events e where e.kind in ('started', 'call') and e.execution <> '' and not exists (
    select 1 from events x where x.execution = e.execution and x.execution <> '' and x.number = e.number
    and x.kind in ('ended', 'answer') and x.seq > e.seq)
group by e.execution, e.number
"""
HIDDEN = f"select min(u.seq) from ({_UNENDED}) u where u.seq not in (select seq from begun)"  # noqa: S608 - words of ours
INVENTED = f"select min(b.seq) from begun b where b.seq not in ({_UNENDED})"  # noqa: S608
BESIDE = {
    STRAY: "there is a content, and no row for it",
    HIDDEN: "it has not ended, and is missing among what is unfinished",
    INVENTED: "it is said to be unfinished, and is not",
}
"""What is not in the chain, and whoever looks things up relies on."""


class Problem(NamedTuple):
    seq: int
    what: str


@dataclass(slots=True)
class Verified:
    """What was found. Without problems, nobody has changed the audit who does not have its key."""

    rows: int = 0
    first: int = 0
    last: int = 0
    hash: str = ""
    """Of the last row. Whoever notes it elsewhere can tell later that nothing before it was changed."""
    signed: bool = False
    """Whether the key was there to check both ends."""
    problems: list[Problem] = field(default_factory=list[Problem])
    clock_went_back_at: list[int] = field(default_factory=list[int])

    @property
    def ok(self) -> bool:
        return not self.problems


def verify(database: Database, key: bytes | None, expected: tuple[int, str] | None = None) -> Verified:
    """Check every row. `expected` is the number of a row and the hash it had, from a note kept elsewhere."""
    with database.reading():
        check = _Check(key, expected)
        check.begin(mark_of(database, ANCHOR))
        for row in _stored(database):
            check.row(row)
            if len(check.found.problems) >= MOST_PROBLEMS:
                return check.found
        check.end(mark_of(database, HEAD))
        for look, what in BESIDE.items():
            ((seq,),) = database.execute(look)
            if seq is not None:
                check.complain(seq, what)
        return check.found


def _stored(database: Database) -> Iterator[tuple[Any, ...]]:
    after = -(2**62)  # an inserted row may have any number
    while rows := database.execute(STORED, (after, PAGE)):
        yield from rows
        after = rows[-1][0]


class _Check:
    def __init__(self, key: bytes | None, expected: tuple[int, str] | None) -> None:
        self._key, self._expected = key, expected
        self._next, self._before = 1, b""
        self._known = True
        """Whether the hash of the row before is known."""
        self.found = Verified(signed=key is not None)

    def complain(self, seq: int, what: str) -> None:
        self.found.problems.append(Problem(seq, what))

    def begin(self, anchor: Mark) -> None:
        if self._key and not anchor.holds(self._key, ANCHOR):
            self.complain(anchor.seq, "the anchor, up to which rows were removed, was not signed with this key")
        self._next, self._before = anchor.seq + 1, anchor.hash
        self.found.first, self.found.last = self._next, anchor.seq

    def row(self, row: tuple[Any, ...]) -> None:
        seq, hash, content, *columns = row
        hash = bytes(hash)
        self._place(seq)
        if content is None:
            self.complain(seq, "its content is missing")
        elif self._known and hashed(self._before, seq, content) != hash:
            what = "its content, its number or the row before it is not what was written"
            self.complain(seq, f"it does not follow from row {seq - 1}: {what}")
        else:
            self._columns(seq, content, columns)
        if self._expected and self._expected[0] == seq and self._expected[1] != hash.hex():
            self.complain(seq, "its hash is not the expected one: it, or a row before it, was written anew")
        self._next, self._before, self._known = seq + 1, hash, True
        self.found.rows, self.found.last, self.found.hash = self.found.rows + 1, seq, hash.hex()

    def end(self, head: Mark) -> None:
        last = self.found.last
        if head.seq > last:
            self.complain(last + 1, f"the end is cut off: rows {last + 1} to {head.seq} are missing")
        elif head.seq < last:
            self.complain(head.seq + 1, f"rows {head.seq + 1} to {last} were added after the signed end")
        elif head.hash != self._before:
            self.complain(last, "it is not the row that the signed end names")
        if self._key and not head.holds(self._key, HEAD):
            self.complain(head.seq, "the end was not signed with this key")
        if self._expected and self._expected[0] > last:
            self.complain(last + 1, f"the expected row {self._expected[0]} is missing")

    def _place(self, seq: int) -> None:
        if seq > self._next:
            rows = f"rows {self._next} to {seq - 1} are" if seq - 1 > self._next else f"row {self._next} is"
            self.complain(self._next, f"{rows} missing")
            self._known = False
        elif seq < self._next:
            self.complain(seq, "it stands before the beginning of the audit: it was inserted")
            self._known = False

    def _columns(self, seq: int, content: str, columns: list[Any]) -> None:
        try:
            known: dict[str, Any] = json.loads(content)
            wanted = columns_of(known)
        except (ValueError, KeyError, TypeError):
            self.complain(seq, "its content is no event")
            return
        for name, stored, derived in zip((*COLUMNS, *FIGURES), columns, wanted, strict=True):
            if stored != derived:
                self.complain(seq, f"its column {name} is not what its content says")
        if known["kind"] == "clock":
            self.found.clock_went_back_at.append(seq)
