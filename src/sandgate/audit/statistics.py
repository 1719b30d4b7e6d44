"""What all executions and calls add up to: how they ended, how long they took, which tools were called and failed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, cast

from sandgate.model import JsonObject

from .database import Database

TALLIES = "select kind, server, tool, outcome, count, seconds, longest, bytes from tallies"
LASTED = "select kind, seconds, count from lasted order by kind, seconds"
UNFINISHED = "select count(*) from begun where number = 0"
ENDED, ANSWER, OK = "ended", "answer", "ok"


@dataclass(frozen=True, slots=True)
class Tally:
    """Executions or calls that ended alike."""

    kind: str
    server: str
    tool: str
    outcome: str
    count: int
    seconds: float
    longest: float
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """How many have ended, how, and how long they took. p50 and p95 are right to three digits."""

    count: int = 0
    outcomes: Mapping[str, int] = field(default_factory=dict[str, int])
    mean_seconds: float = 0.0
    p50_seconds: float = 0.0
    p95_seconds: float = 0.0
    longest_seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """The calls of one tool."""

    tool: str
    calls: int
    errors: Mapping[str, int]
    """By how they ended, other than well."""
    mean_seconds: float
    longest_seconds: float
    bytes: int
    """What came back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    executions: Ends = field(default_factory=Ends)
    calls: Ends = field(default_factory=Ends)
    unfinished: int = 0
    """Executions that run now, or whose gateway was killed."""
    tools: tuple[Use, ...] = ()
    """The most used first."""

    def as_json(self, most_tools: int) -> JsonObject:
        """Numbers as people read them; further tools are counted."""
        known = {**asdict(self), "tools": [asdict(use) for use in self.tools[:most_tools]]}
        return cast("JsonObject", _rounded({**known, "further_tools": max(0, len(self.tools) - most_tools)}))


def statistics(database: Database) -> Statistics:
    """From what the database keeps added up: it looks at no row of the audit itself. Raises SandgateError."""
    tallies = [_tally(row) for row in database.execute(TALLIES)]
    lasted: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for kind, seconds, count in database.execute(LASTED):
        lasted[kind].append((float(seconds), int(count)))
    ((unfinished,),) = database.execute(UNFINISHED)
    return Statistics(
        executions=_ends([one for one in tallies if one.kind == ENDED], lasted[ENDED]),
        calls=_ends([one for one in tallies if one.kind == ANSWER], lasted[ANSWER]),
        unfinished=int(unfinished),
        tools=_uses([one for one in tallies if one.kind == ANSWER]),
    )


def _tally(row: Sequence[Any]) -> Tally:
    """PostgreSQL's whole numbers may come as decimals."""
    kind, server, tool, outcome, count, seconds, longest, size = row
    return Tally(kind, server, tool, outcome, int(count), float(seconds), float(longest), int(size))


def _ends(tallies: Sequence[Tally], lasted: Sequence[tuple[float, int]]) -> Ends:
    outcomes: Counter[str] = Counter()
    for one in tallies:
        outcomes[one.outcome] += one.count
    if not (count := outcomes.total()):
        return Ends()
    return Ends(
        count=count,
        outcomes=dict(outcomes.most_common()),
        mean_seconds=sum(one.seconds for one in tallies) / count,
        p50_seconds=_at(lasted, 0.5),
        p95_seconds=_at(lasted, 0.95),
        longest_seconds=max(one.longest for one in tallies),
    )


def _at(lasted: Sequence[tuple[float, int]], share: float) -> float:
    """The time that this share of them did not exceed."""
    wanted, seen = share * sum(count for _, count in lasted), 0
    for seconds, count in lasted:
        seen += count
        if seen > wanted:
            return seconds
    return lasted[-1][0] if lasted else 0.0


def _uses(tallies: Sequence[Tally]) -> tuple[Use, ...]:
    by_tool: dict[str, list[Tally]] = defaultdict(list)
    for one in tallies:
        by_tool[".".join(filter(None, (one.server, one.tool)))].append(one)
    uses = [_use(tool, own) for tool, own in by_tool.items()]
    return tuple(sorted(uses, key=lambda use: (-use.calls, use.tool)))


def _use(tool: str, own: Sequence[Tally]) -> Use:
    calls = sum(one.count for one in own)
    return Use(
        tool=tool,
        calls=calls,
        errors={one.outcome: one.count for one in own if one.outcome != OK},
        mean_seconds=sum(one.seconds for one in own) / calls,
        longest_seconds=max(one.longest for one in own),
        bytes=sum(one.bytes for one in own),
    )


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return round(value, 4)
        case dict():
            return {name: _rounded(one) for name, one in cast("dict[str, Any]", value).items()}
        case list():
            return [_rounded(one) for one in cast("list[Any]", value)]
        case _:
            return value
