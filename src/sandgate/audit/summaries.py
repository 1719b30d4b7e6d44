"""The tables beside the chain: one line per execution and what belongs to it, for totals and for finding tools."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

import orjson

from sandgate.model import OWN, CallRecord, Outcome, Program
from sandgate.policy.run import Run
from sandgate.privacy.boundary import Crossed

from .database import Database
from .events import Who

TOTALS = """
select executions, succeeded, calls, failed_calls, seconds, memory_mb, bytes_from_tools, tokens_in, tokens_out
from totals
"""
"""Kept by the database with every row of `executions`."""
TOKENS = "select what, sum(count) from tokens group by what"
TOKENS_OF = "select what, count from tokens where session = ?"
SESSIONS = "select count(distinct session) from tokens"
USED = """
select execution, tool from tools_used join executions on id = execution where status = 'ok' order by at desc limit ?
"""
MOST_USED = 20_000
"""Calls that are looked back at."""
CROSSED = """
select tool, kind, way, sum(count), count(distinct execution) from crossed
group by tool, kind, way order by tool, way, kind
"""
INSERTS = {
    "executions": "insert into executions values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
    "tools_used": "insert into tools_used values (?, ?) on conflict do nothing",
    "approvals": "insert into approvals values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "connections": "insert into connections values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "reviews": "insert into reviews values (?, ?, ?, ?, ?, ?) on conflict do nothing",
    "crossed": "insert into crossed values (?, ?, ?, ?, ?)",
    "tokens": "insert into tokens values (?, ?, ?) "
    "on conflict (session, what) do update set count = tokens.count + excluded.count",
}
Statement = tuple[str, Sequence[Sequence[object]]]
"""The name of a table, and rows for it."""
REACHED = ("host", "port", "address", "verdict", "reason", "bytes_out", "bytes_in", "seconds")
Row = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An execution as it is recorded when it has ended."""

    program: Program
    outcome: Outcome
    tokens_in: int
    tokens_out: int
    run: Run
    """What policy has to say about it."""
    who: Who | None = None
    """Whose it is: None where nobody was named."""
    cpu_seconds: float | None = None
    tokens: Mapping[str, int] = field(default_factory=dict[str, int])
    """What it adds to the account of its session, besides its code and its answer."""

    @property
    def calls(self) -> list[CallRecord]:
        """Without what it asked of Sandgate itself."""
        return [call for call in self.outcome.calls if not call.tool.startswith(OWN)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    executions: int
    succeeded: int
    calls: int
    failed_calls: int
    seconds: float
    memory_peak_mb: float
    bytes_from_tools: int
    """What tools returned to programs and the model did not have to read."""
    tokens_in: int
    """Code the model wrote."""
    tokens_out: int
    """Answers the model read."""


def totals_of(row: Sequence[Any]) -> Totals:
    """PostgreSQL adds whole numbers up to decimals."""
    named = dict(zip(Totals.__dataclass_fields__, row, strict=True))
    seconds, memory = float(named.pop("seconds")), float(named.pop("memory_peak_mb"))
    return Totals(seconds=seconds, memory_peak_mb=memory, **{name: int(value) for name, value in named.items()})


def statements_of(entry: Entry) -> Iterator[Statement]:
    run, calls = entry.run, entry.calls
    yield "executions", [_execution(entry)]
    if used := sorted({call.tool for call in calls if call.status == "ok"}):
        yield "tools_used", [(entry.outcome.id, tool) for tool in used]
    if run.decided:
        yield "approvals", list(_approvals(run))
    if run.connections:
        yield "connections", [(run.id, *(getattr(one, name) for name in REACHED)) for one in run.connections]
    if run.crossed:
        yield "crossed", list(crossed_rows(run.id, run.crossed))
    yield "tokens", list(token_rows(run.session or "", token_counts(entry)))
    if run.impact or run.findings:
        yield "reviews", [_review(run)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Tokens by what was counted."""

    session: Mapping[str, int]
    whole: Mapping[str, int]
    sessions: int


def tokens_counted(database: Database, session: str) -> Counted:
    ((sessions,),) = database.execute(SESSIONS)
    return Counted(
        session={what: int(count) for what, count in database.execute(TOKENS_OF, (session,))},
        whole={what: int(count) for what, count in database.execute(TOKENS)},
        sessions=int(sessions),
    )


def token_counts(entry: Entry) -> dict[str, int]:
    return {"code": entry.tokens_in, "answers": entry.tokens_out, **entry.tokens}


def token_rows(session: str, counts: Mapping[str, int]) -> Iterator[Row]:
    return ((session, what, count) for what, count in counts.items() if count)


def hash_of(code: str) -> str:
    return sha256(code.encode("utf-8", "replace")).hexdigest()


def crossed_rows(id: str, crossed: Sequence[Crossed]) -> Iterator[Row]:
    """Together by tool and kind: a loop of calls is one line."""
    if not crossed:  # as it is for most calls, and a counter costs them more than all else here
        return iter(())
    counts: Counter[tuple[str, str, str]] = Counter()
    for one in crossed:
        counts[one.tool, one.kind, one.way] += one.count
    return ((id, *what, count) for what, count in counts.items())


def _execution(entry: Entry) -> Row:
    outcome, calls = entry.outcome, entry.calls
    return (
        outcome.id,
        time.time(),
        entry.program.language,
        hash_of(entry.program.code),
        outcome.status,
        outcome.duration_seconds,
        outcome.memory_peak_mb,
        len(calls),
        sum(call.status != "ok" for call in calls),
        sum(call.result_bytes for call in calls),
        entry.tokens_in,
        entry.tokens_out,
    )


def _approvals(run: Run) -> Iterator[Row]:
    for decided in run.decided:
        said = decided.answer
        who = (said.decision, said.by, said.through, said.reason, said.seconds)
        yield (run.id, decided.at, decided.tool, *who, decided.risk)


def _review(run: Run) -> Row:
    findings = _json(run.findings)
    if (impact := run.impact) is None:  # it was not let in, so nobody asked what it would have done
        return (run.id, "", 0, None, "{}", findings)
    undoable = None if impact.undoable is None else int(impact.undoable)
    return (run.id, impact.risk, int(impact.changes_data), undoable, _json(impact), findings)


def _json(value: object) -> str:
    """Nouns of ours as JSON. Every program pays for it, so in the fastest way."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # half characters of a program's text
        return json.dumps(value, default=asdict)
