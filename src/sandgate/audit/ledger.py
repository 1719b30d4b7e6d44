"""The chain in a database: rows are added at its end, or removed from its beginning, and both ends are signed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sandgate.model import JsonObject

from .chain import Mark, linked
from .database import MARKED, Database, JournalError, Unusable, storable
from .events import Checkpoint, ClockWentBack, Who, content_of
from .summaries import INSERTS, Statement

HEAD, ANCHOR = "head", "anchor"
CLOCK_SECONDS = 2.0
"""Gateways of several machines differ by less; a clock that went back by more is written down."""
AT_ONCE = 20_000
"""Rows that are removed in one go: whoever wants to write waits for it."""
INSERT_EVENT = """
insert into events (seq, hash, kind, at, execution, number, who, session, server, tool, risk, outcome, seconds,
                    tokens_in, tokens_out, bytes, tokens_results)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
# by their names: a later version may add a column while gateways of this one still run
INSERT_CONTENT = "insert into contents values (?, ?)"
SPOOLED = "insert into spools values (?, ?) on conflict (name) do update set done = excluded.done"
SUMMARIES = ("approvals", "connections", "reviews", "crossed", "tools_used")
"""What retention clears besides the chain. The counts in `executions` stay: they say nothing about anybody."""

Content = JsonObject | Callable[[], JsonObject]
"""What takes a while to work out is left to the thread that writes."""


@dataclass(slots=True)
class Batch:
    """What is written at once: events of the chain, and rows of the tables beside it."""

    contents: list[Content] = field(default_factory=list[Content])
    statements: list[Statement] = field(default_factory=list[Statement])


class Ledger:
    """The audit, for the one thread of this process that writes. Raises SandgateError; then nothing was written.

    Unusable is for a database that takes nothing now; any other for a row that it will never take.
    """

    def __init__(self, open: Callable[[], Database], key: Callable[[], bytes]) -> None:
        self._open, self._key_of = open, key
        self._database: Database | None = None
        self._key = b""
        self._last = Mark()
        """The last row this process wrote: an audit that ends before it was cut."""
        self._doubtful: tuple[Mark, Sequence[Batch]] | None = None
        """Batches, and where they ended, of which nobody knows whether they were written: the connection broke."""

    def append(self, batches: Sequence[Batch], spooled: tuple[str, int] | None = None) -> None:
        """Add rows at the end. `spooled` is the spool they come from, and the last entry of it that is among them."""
        database = self._ready()
        try:
            self._append(database, batches, spooled)
        except Unusable:
            self.close()  # what comes next opens it anew: it may have been mended, or moved
            raise

    def prune(self, keep_seconds: float) -> int:
        """Remove rows that are older, up to a signed anchor; at most so many at once. How many it were."""
        database = self._ready()
        with database.writing():
            head, anchor = self._head(database), self._anchor(database)
            before = min(time.time(), head.at) - keep_seconds  # a clock that runs ahead makes nothing older
            last = self._last_older(database, before, anchor, head)
            if last is None:
                return 0
            event = Checkpoint(first=anchor.seq + 1, last=last.seq, last_hash=last.hash.hex(), before=before)
            self._add(database, head, [content_of(event, Who(), time.time())])
            self._mark(database, ANCHOR, last)
            self._clear(database, last.seq)
        return last.seq - anchor.seq

    def spooled(self, name: str) -> int:
        """How far a spool is in here."""
        found = self._ready().execute("select done from spools where name = ?", (name,))
        return found[0][0] if found else 0

    def forget(self, spool: str) -> None:
        self._ready().execute("delete from spools where name = ?", (spool,))

    def close(self) -> None:
        if self._database:
            self._database.close()
            self._database = None

    def _ready(self) -> Database:
        if self._database and not self._database.still_there():
            self.close()
        if self._database is None:
            self._key = self._key_of()
            self._database = self._open()
        return self._database

    def _append(self, database: Database, batches: Sequence[Batch], spooled: tuple[str, int] | None) -> None:
        for batch in batches:
            batch.contents = [content() if callable(content) else content for content in batch.contents]
        with database.writing():
            there = self._there_already(database)
            batches = [batch for batch in batches if not any(batch is one for one in there)]
            contents = [content for batch in batches for content in batch.contents if not callable(content)]
            head = self._head(database)
            head = self._add(database, head, [*self._clock(head), *contents]) if contents else head
            for table, rows in (statement for batch in batches for statement in batch.statements):
                database.many(INSERTS[table], map(storable, rows))
            if spooled:
                database.execute(SPOOLED, spooled)
            self._doubtful = head, batches
        self._last, self._doubtful = head, None

    def _there_already(self, database: Database) -> Sequence[Batch]:
        """What broke off and was written all the same. It comes again, and must not be there twice."""
        doubtful, self._doubtful = self._doubtful, None
        if doubtful is None or doubtful[0].seq == self._last.seq:
            return ()
        end, batches = doubtful
        found = database.execute("select hash from events where seq = ?", (end.seq,))
        return batches if found and bytes(found[0][0]) == end.hash else ()

    def _head(self, database: Database) -> Mark:
        head = mark_of(database, HEAD)
        if head == self._last:
            return head
        if not head.holds(self._key, HEAD):
            raise Unusable(
                database.name,
                "its end is signed with another key, or was changed. `sandgate audit verify` says more; restore "
                "audit.key, or move the journal away and a new one begins",
            )
        if head.seq < self._last.seq:
            raise Unusable(
                database.name,
                f"it ends at row {head.seq:,}, and this process has written row {self._last.seq:,}: it was cut or "
                "replaced. Restore it, and start Sandgate anew",
            )
        return head

    def _anchor(self, database: Database) -> Mark:
        anchor = mark_of(database, ANCHOR)
        if not anchor.holds(self._key, ANCHOR):
            raise JournalError(database.name, "it is not pruned, because where it begins was changed")
        return anchor

    def _clock(self, head: Mark) -> list[JsonObject]:
        now = time.time()
        if now > head.at - CLOCK_SECONDS:
            return []
        event = ClockWentBack(seconds=round(head.at - now, 3), was=head.at)
        return [content_of(event, Who(), now)]

    def _add(self, database: Database, head: Mark, contents: Sequence[JsonObject]) -> Mark:
        links = linked(head, contents)
        database.many(INSERT_EVENT, [(link.seq, link.hash, *link.columns) for link in links])
        database.many(INSERT_CONTENT, [(link.seq, link.content) for link in links])
        end = Mark(links[-1].seq, links[-1].hash, time.time())
        return self._mark(database, HEAD, end)

    def _mark(self, database: Database, name: str, mark: Mark) -> Mark:
        signed = mark.signed(self._key, name)
        database.execute(MARKED, (name, signed.seq, signed.hash, signed.at, signed.mac))
        return signed

    def _last_older(self, database: Database, before: float, anchor: Mark, head: Mark) -> Mark | None:
        """The last of the rows that may go: all before it are as old, and the end of the chain stays."""
        end = min(anchor.seq + AT_ONCE, head.seq - 1)
        ((first_kept,),) = database.execute(
            "select min(seq) from events where seq > ? and seq <= ? and at >= ?", (anchor.seq, end, before)
        )
        last = end if first_kept is None else first_kept - 1
        if last <= anchor.seq:
            return None
        ((hash,),) = database.execute("select hash from events where seq = ?", (last,))
        return Mark(last, bytes(hash), before)

    def _clear(self, database: Database, last: int) -> None:
        gone = "select execution from events where seq <= ? and kind = 'ended'"
        for table in SUMMARIES:
            database.execute(f"delete from {table} where execution in ({gone})", (last,))  # noqa: S608 - names of ours
        database.execute("delete from begun where seq <= ?", (last,))
        database.execute("delete from contents where seq <= ?", (last,))
        database.execute("delete from events where seq <= ?", (last,))


def mark_of(database: Database, name: str) -> Mark:
    found = database.execute("select seq, hash, at, mac from marks where name = ?", (name,))
    return Mark(found[0][0], bytes(found[0][1]), *found[0][2:]) if found else Mark()
