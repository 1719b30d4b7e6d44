"""Looking things up in the audit: filters, pages, one execution. Nothing is written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from sandgate.model import JsonObject

from .database import Database
from .events import UNFINISHED

PAGE = 2_000
ROWS = """select e.seq, e.hash, c.content,
    exists (select 1 from begun b where b.execution = e.execution and b.number = e.number and b.seq = e.seq)
    from events e join contents c on c.seq = e.seq"""
BEGUN = """not (e.kind in ('started', 'call') and exists (
    select 1 from events x where x.execution = e.execution and x.execution <> '' and x.number = e.number
    and x.kind in ('ended', 'answer')))"""
"""What has ended is told by its end."""
OPEN = "e.seq in (select seq from begun)"
"""What has begun and not ended."""
ENDS = "kind in ('ended', 'answer')"
RARE = "kind not in ('started', 'ended', 'call', 'answer')"
"""Each has an index of its own; all rows together would have to be sorted."""
FILTERED = ("user", "server", "risk", "outcome", "kind", "session", "execution")
COLUMN_OF = {"user": "who"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What rows must be. A text may hold `*`; several of them are alternatives."""

    since: float | None = None
    until: float | None = None
    user: Sequence[str] = ()
    session: Sequence[str] = ()
    server: Sequence[str] = ()
    tool: Sequence[str] = ()
    """With or without its server: `send`, `mail.send`."""
    risk: Sequence[str] = ()
    outcome: Sequence[str] = ()
    kind: Sequence[str] = ()
    execution: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One row of the audit."""

    seq: int
    hash: str
    content: JsonObject = field(default_factory=dict[str, Any])
    goes_on: bool = False
    """Whether it is the beginning of something whose end is not there."""

    @property
    def kind(self) -> str:
        return self.content["kind"]

    @property
    def outcome(self) -> str:
        """What has begun and not ended is unfinished; how it ended, the row of its end says."""
        return self.content.get("outcome", UNFINISHED if self.goes_on else "")


class Reader:
    """The audit, through a connection that the caller closes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last(self, wanted: Filter, most: int, *, every: bool = False) -> list[Record]:
        """The newest rows that fit, oldest first. Beginnings whose end is there are left out, but for `every`."""
        where, values = _where(wanted, every)
        sql = f"{ROWS} where {where} order by e.seq desc limit ?"
        return [_record(row) for row in reversed(self._database.execute(sql, (*values, most)))]

    def all(self, wanted: Filter, *, after: int = 0, every: bool = True) -> Iterator[Record]:
        """Every row that fits, oldest first, page by page."""
        where, values = _where(wanted, every)
        sql = f"{ROWS} where e.seq > ? and {where} order by e.seq limit {PAGE}"
        while rows := self._database.execute(sql, (after, *values)):
            yield from map(_record, rows)
            after = rows[-1][0]

    def execution(self, id: str) -> list[Record]:
        """Everything about one execution, in its order."""
        sql = f"{ROWS} where e.execution = ? and e.execution <> '' order by e.seq"
        return [_record(row) for row in self._database.execute(sql, (id,))]

    def row(self, seq: int) -> Record | None:
        return next((_record(row) for row in self._database.execute(f"{ROWS} where e.seq = ?", (seq,))), None)


def _where(wanted: Filter, every: bool) -> tuple[str, list[object]]:
    """A condition of our own words; whatever was given is a value of it."""
    parts: list[str] = []
    values: list[object] = []
    for name, sign, at in (("at", ">=", wanted.since), ("at", "<", wanted.until)):
        if at is not None:
            parts.append(f"e.{name} {sign} ?")
            values.append(at)
    for name in FILTERED:
        _alternatives(parts, values, [f"e.{COLUMN_OF.get(name, name)}"], getattr(wanted, name))
    _alternatives(parts, values, ["e.tool", "e.server || '.' || e.tool"], wanted.tool)
    parts.append("1 = 1" if every else BEGUN)  # last, because it is another look for each row
    return " and ".join(parts), values


def _alternatives(parts: list[str], values: list[object], columns: Sequence[str], wanted: Sequence[str]) -> None:
    choices: list[str] = []
    for text in wanted:
        for column in columns:
            choices.append(f"{column} like ? escape '!'" if "*" in text else f"{column} = ?")
            values.append(_pattern(text) if "*" in text else text)
        if text == UNFINISHED:  # what has begun says nothing of its end
            choices.append(OPEN)
    if choices:
        parts.append(f"({' or '.join(choices)})")


def _pattern(text: str) -> str:
    for special in "!%_":
        text = text.replace(special, f"!{special}")
    return text.replace("*", "%")


def _record(row: Sequence[Any]) -> Record:
    seq, hash, content, goes_on = row
    known: Any = json.loads(content)
    return Record(seq, bytes(hash).hex(), cast("JsonObject", known), bool(goes_on))
