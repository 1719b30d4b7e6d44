"""One line per execution, kept in SQLite, so that several gateways of one person add up."""

from __future__ import annotations

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import anyio
import anyio.to_thread

from sandgate.errors import SandgateError
from sandgate.model import Outcome, Program
from sandgate.policy.run import Run
from sandgate.privacy.boundary import Crossed

MIGRATIONS = (
    """
create table if not exists executions (
    id text primary key, at real not null, language text not null, code_sha256 text not null, status text not null,
    seconds real not null, memory_mb real not null, calls integer not null, failed_calls integer not null,
    bytes_from_tools integer not null, tokens_in integer not null, tokens_out integer not null
);
create table if not exists approvals (
    execution text not null, at real not null, tool text not null, decision text not null, person text not null,
    through text not null, reason text not null, seconds real not null
);
create table if not exists connections (
    execution text not null, host text not null, port integer not null, address text not null, verdict text not null,
    reason text not null, bytes_out integer not null, bytes_in integer not null, seconds real not null
);
create table if not exists tools_used (execution text not null, tool text not null, primary key (execution, tool));
""",
    """
alter table approvals add column risk text not null default '';
create table reviews (
    execution text not null primary key, risk text not null, changes_data integer not null, undoable integer,
    impact text not null, findings text not null
);
""",
    """
create table crossed (
    execution text not null, tool text not null, kind text not null, way text not null, count integer not null
);
""",
)
"""In their order; the database knows how many of them it has had."""
TOTALS = """
select count(*), coalesce(sum(status = 'ok'), 0), coalesce(sum(calls), 0), coalesce(sum(failed_calls), 0),
       coalesce(sum(seconds), 0), coalesce(max(memory_mb), 0), coalesce(sum(bytes_from_tools), 0),
       coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0)
from executions
"""
USED = """
select execution, tool from tools_used join executions on id = execution where status = 'ok' order by at desc limit ?
"""
MOST_USED = 20_000
"""Calls that are looked back at."""
INSERT = "insert into executions values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_APPROVAL = "insert into approvals values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
INSERT_CROSSED = "insert into crossed values (?, ?, ?, ?, ?)"
CROSSED = """
select tool, kind, way, sum(count), count(distinct execution) from crossed
group by tool, kind, way order by tool, way, kind
"""
T = TypeVar("T")
Row = tuple[object, ...]
REACHED = ("host", "port", "address", "verdict", "reason", "bytes_out", "bytes_in", "seconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An execution as it is recorded: what the program cost, never what it said."""

    program: Program
    outcome: Outcome
    tokens_in: int
    tokens_out: int
    run: Run
    """What policy has to say about it."""


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


class Journal:
    """Opened on first use; every statement runs in one worker thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database: sqlite3.Connection | None = None
        self._one_at_a_time = anyio.Lock()

    async def record(self, entry: Entry) -> None:
        outcome, calls = entry.outcome, entry.outcome.calls
        row = (
            outcome.id,
            time.time(),
            entry.program.language,
            sha256(entry.program.code.encode("utf-8", "replace")).hexdigest(),
            outcome.status,
            outcome.duration_seconds,
            outcome.memory_peak_mb,
            len(calls),
            sum(call.status != "ok" for call in calls),
            sum(call.result_bytes for call in calls),
            entry.tokens_in,
            entry.tokens_out,
        )
        used = [(outcome.id, tool) for tool in sorted({call.tool for call in calls if call.status == "ok"})]
        await self._do(lambda database: _insert(database, row, used, entry.run))

    async def record_crossed(self, id: str, crossed: Sequence[Crossed]) -> None:
        """Personal values that were turned back outside of any program."""
        rows = list(_crossed(id, crossed))
        await self._do(lambda database: database.executemany(INSERT_CROSSED, rows))

    async def crossed(self) -> list[tuple[str, str, str, int, int]]:
        """Tools, kinds, ways, values and executions: what personal data went where."""
        return await self._do(lambda database: database.execute(CROSSED).fetchall())

    async def used_together(self) -> list[list[str]]:
        """The tools of each program that ended well, newest first."""
        rows = await self._do(lambda database: database.execute(USED, (MOST_USED,)).fetchall())
        programs: dict[str, list[str]] = {}
        for execution, tool in rows:
            programs.setdefault(execution, []).append(tool)
        return list(programs.values())

    async def totals(self) -> Totals:
        row = await self._do(lambda database: database.execute(TOTALS).fetchone())
        names = Totals.__dataclass_fields__
        return Totals(**dict(zip(names, row, strict=True)))

    async def close(self) -> None:
        async with self._one_at_a_time:
            if self._database:
                await anyio.to_thread.run_sync(self._database.close)
                self._database = None

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        async with self._one_at_a_time:
            try:
                return await anyio.to_thread.run_sync(self._work, work)
            except sqlite3.Error as error:
                raise SandgateError(f"the journal {self._path} cannot be used: {error}") from error

    def _work(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._database is None:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            database = sqlite3.connect(self._path, timeout=10, isolation_level=None, check_same_thread=False)
            database.execute("pragma journal_mode=wal")
            database.execute(
                "pragma synchronous=normal"
            )  # a killed gateway loses nothing; a sync costs more than a run
            _migrate(database)
            self._database = database
        return work(self._database)


def _migrate(database: sqlite3.Connection) -> None:
    """Bring an older database up to date. Several gateways may open one at once: the first does it."""
    for number, script in enumerate(MIGRATIONS, 1):
        database.execute("begin immediate")
        (done,) = database.execute("pragma user_version").fetchone()
        if done < number:
            for statement in filter(str.strip, script.split(";")):
                database.execute(statement)
            database.execute(f"pragma user_version = {number}")
        database.execute("commit")


def _insert(database: sqlite3.Connection, row: Row, used: Sequence[tuple[str, str]], run: Run) -> None:
    database.execute(INSERT, row)
    if used:
        database.executemany("insert or ignore into tools_used values (?, ?)", used)
    if run.decided:
        database.executemany(INSERT_APPROVAL, _approvals(run))
    if run.connections:
        reached = [(run.id, *(getattr(one, name) for name in REACHED)) for one in run.connections]
        database.executemany("insert into connections values (?, ?, ?, ?, ?, ?, ?, ?, ?)", reached)
    if run.crossed:
        database.executemany(INSERT_CROSSED, _crossed(run.id, run.crossed))
    if run.impact or run.findings:
        database.execute("insert into reviews values (?, ?, ?, ?, ?, ?)", _review(run))


def _approvals(run: Run) -> Iterator[Row]:
    for decided in run.decided:
        said = decided.answer
        who = (said.decision, said.by, said.through, said.reason, said.seconds)
        yield (run.id, decided.at, decided.tool, *who, decided.risk)


def _crossed(id: str, crossed: Sequence[Crossed]) -> Iterator[Row]:
    """Together by tool and kind: a loop of calls is one line."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for one in crossed:
        counts[one.tool, one.kind, one.way] += one.count
    return ((id, *what, count) for what, count in counts.items())


def _review(run: Run) -> Row:
    findings = json.dumps([asdict(finding) for finding in run.findings])
    if (impact := run.impact) is None:  # it was not let in, so nobody asked what it would have done
        return (run.id, "", False, None, "{}", findings)
    return (run.id, impact.risk, impact.changes_data, impact.undoable, json.dumps(asdict(impact)), findings)
