"""What a report needs from the store, in few walks through it: counts, times, and the newest of what is listed.

An index answers most of it. The planner takes one of the partial indexes only where a query repeats its condition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sandgate.audit.database import Database
from sandgate.audit.events import UNFINISHED
from sandgate.audit.reading import ENDS, OPEN

from .actions import RISKY, Action, Run, actions, runs
from .rare import Rare, rare

TALLIES = f"""
select kind, risk, outcome, server, tool, count(*), coalesce(sum(seconds), 0), coalesce(max(seconds), 0),
       coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), coalesce(sum(bytes), 0),
       coalesce(sum(tokens_results), 0)
from events e where {ENDS} and {{period}} group by kind, risk, outcome, server, tool
"""  # noqa: S608 - words of ours, here and below
UNENDED = f"select seq, kind, risk, server, tool from events e where {OPEN} and {{period}}"  # noqa: S608
BY_DAY = f"""
select cast(round(at - 0.5) as bigint) / 86400, outcome, count(*) from events e
where {ENDS} and kind = 'ended' and {{period}} group by 1, 2 order by 1
"""  # noqa: S608
# round(at - 0.5) is the whole second in SQLite and PostgreSQL alike; a cast alone rounds in one of them
BY_USER = f"select who, outcome, count(*) from events e where {ENDS} and kind = 'ended' and {{period}} group by 1, 2"  # noqa: S608
SLOWER = f"""
select coalesce(seconds, 0) from events e where {ENDS} and kind = '{{kind}}' and {{period}}
order by seconds desc limit 1 offset ?
"""  # noqa: S608
EDGE = "select seq, at, hash from events e where {period} order by seq {way} limit 1"


@dataclass(frozen=True, slots=True)
class Period:
    """From `since`, which counts, until `until`, which does not."""

    since: float | None
    until: float

    @property
    def condition(self) -> str:
        return "at < ?" if self.since is None else "at < ? and at >= ?"

    @property
    def values(self) -> Sequence[float]:
        return (self.until,) if self.since is None else (self.until, self.since)


@dataclass(frozen=True, slots=True)
class Tally:
    """Rows that are alike, and what they add up to."""

    kind: str
    risk: str
    outcome: str
    server: str
    tool: str
    count: int
    seconds: float = 0.0
    longest: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    bytes: int = 0
    tokens_results: int = 0


@dataclass(frozen=True, slots=True)
class Durations:
    count: int = 0
    mean: float = 0.0
    p95: float = 0.0
    longest: float = 0.0


NONE = Durations()


class Edge(NamedTuple):
    seq: int
    at: float
    hash: str


@dataclass(slots=True)
class Gathered:
    executions: list[Tally] = field(default_factory=list[Tally])
    calls: list[Tally] = field(default_factory=list[Tally])
    days: list[tuple[int, str, int]] = field(default_factory=list[tuple[int, str, int]])
    users: list[tuple[str, str, int]] = field(default_factory=list[tuple[str, str, int]])
    program_seconds: Durations = NONE
    call_seconds: Durations = NONE
    rare: Rare = field(default_factory=Rare)
    actions: list[Action] = field(default_factory=list[Action])
    failed: list[Run] = field(default_factory=list[Run])
    first: Edge | None = None
    last: Edge | None = None


def gathered(database: Database, period: Period) -> Gathered:
    """All of it as it was at one moment. Raises SandgateError."""
    with database.reading():
        first, last = (_edge(database, period, way) for way in ("asc", "desc"))
        return _gathered(database, period, first, last) if first and last else Gathered()


def _gathered(database: Database, period: Period, first: Edge, last: Edge) -> Gathered:
    condition, values = period.condition, period.values
    unended = _rows(database, UNENDED, period)
    tallies = [*map(_tally, _rows(database, TALLIES, period)), *_unended(unended)]
    risky = [seq for seq, kind, risk, *_ in unended if kind == "call" and risk in RISKY]
    running = [seq for seq, kind, *_ in unended if kind == "started"]
    return Gathered(
        executions=[one for one in tallies if one.kind in ("ended", "started")],
        calls=[one for one in tallies if one.kind in ("answer", "call")],
        days=[(int(day), outcome, int(count)) for day, outcome, count in _rows(database, BY_DAY, period)],
        users=[(who, outcome, int(count)) for who, outcome, count in _rows(database, BY_USER, period)],
        program_seconds=_durations(database, tallies, "ended", period),
        call_seconds=_durations(database, tallies, "answer", period),
        rare=rare(database, first.seq, last.seq, period.since or 0.0, period.until),
        actions=actions(database, condition, values, risky),
        failed=runs(database, condition, values, running),
        first=first,
        last=last,
    )


def _tally(row: Sequence[Any]) -> Tally:
    """PostgreSQL adds whole numbers up to decimals."""
    kind, risk, outcome, server, tool, count, seconds, longest, *sums = row
    return Tally(kind, risk, outcome, server, tool, int(count), float(seconds), float(longest), *map(int, sums))


def _unended(rows: Iterable[Sequence[Any]]) -> Iterator[Tally]:
    for (kind, risk, server, tool), count in Counter(tuple(row[1:]) for row in rows).items():
        yield Tally(kind, risk, UNFINISHED, server, tool, count)


def _durations(database: Database, tallies: Sequence[Tally], kind: str, period: Period) -> Durations:
    timed = [one for one in tallies if one.kind == kind]
    if not (count := sum(one.count for one in timed)):
        return NONE
    slower = count - 1 - min(count - 1, int(count * 0.95))  # counted from the slowest, which are few
    ((p95,),) = database.execute(SLOWER.format(kind=kind, period=period.condition), (*period.values, slower))
    mean, longest = sum(one.seconds for one in timed) / count, max(one.longest for one in timed)
    return Durations(count, mean, float(p95), longest)


def _edge(database: Database, period: Period, way: str) -> Edge | None:
    for seq, at, hash in _rows(database, EDGE, period, way=way):
        return Edge(int(seq), float(at), bytes(hash).hex())
    return None


def _rows(database: Database, sql: str, period: Period, **parts: str) -> list[tuple[Any, ...]]:
    return database.execute(sql.format(period=period.condition, **parts), period.values)
