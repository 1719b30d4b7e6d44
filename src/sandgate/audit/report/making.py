"""From what was gathered to a report: which section says what."""

from __future__ import annotations

import time
from collections.abc import Callable

from sandgate import __version__
from sandgate.audit.database import Database
from sandgate.audit.events import UNFINISHED
from sandgate.audit.exporting import when
from sandgate.audit.pricing import Price
from sandgate.audit.verifying import Verified

from .actions import RISKY
from .allowing import changes, high_risk, stopped, violations
from .gathering import Gathered, Period, gathered
from .nouns import Cell, Report, Section
from .reaching import network, personal_data, tools
from .running import durations, executions, failures, tokens
from .sections import how_many, section


def report_of(
    database: Database | None, period: Period, verified: Verified | None = None, price: Price | None = None
) -> Report:
    """A report from the audit; None is one in which nothing has been written. Raises SandgateError."""
    found = gathered(database, period) if database else Gathered()
    sections = [make(found) for make in _SECTIONS] + [tokens(found, price), _record(found, verified)]
    return Report(made_at=time.time(), since=period.since, until=period.until, version=__version__, sections=sections)


def _summary(found: Gathered) -> Section:
    risky = [one for one in found.calls if one.risk in RISKY]
    figures: dict[str, Cell] = {
        "executions": how_many(found.executions),
        "executions that did not end well": how_many(one for one in found.executions if one.outcome != "ok"),
        "calls": how_many(found.calls),
        "high-risk calls": how_many(risky),
        "decisions of people": sum(sums.count for sums in found.rare.decisions.values()),
        "violations": sum(stopped(found).values()),
        "personal values handled": sum(found.rare.crossed.values()),
        "changes of rules and skills": len(found.rare.changes),
    }
    return section("summary", "At a glance", "What ran in this period, and what was kept from running.", figures)


def _record(found: Gathered, verified: Verified | None) -> Section:
    first, last, rare = found.first, found.last, found.rare
    if verified is None:
        checked = "not checked for this report; `sandgate audit verify` checks it, `--verify` puts the result here"
    elif not verified.ok:
        checked = f"CHANGED: {len(verified.problems):,} problems, the first at row {verified.problems[0].seq:,}"
    else:
        checked = "as it was written" + ("" if verified.signed else "; its ends were not checked, for want of the key")
    figures: dict[str, Cell] = {
        "chain of hashes": checked,
        "first row": first.seq if first else None,
        "first row's time": when(first.at) if first else None,
        "last row": last.seq if last else None,
        "last row's time": when(last.at) if last else None,
        "last row's hash": last.hash if last else None,
        "events that could not be written": rare.lost,
        "times the clock went back": rare.clock_went_back,
        "rows that retention removed in this period": rare.removed,
        "executions that never ended": how_many(one for one in found.executions if one.outcome == UNFINISHED),
    }
    says = "Whether the record is complete: rows are only added, and each has a hash over the one before it."
    return section("record", "The record itself", says, figures)


_SECTIONS: tuple[Callable[[Gathered], Section], ...] = (
    _summary,
    executions,
    violations,
    high_risk,
    failures,
    tools,
    personal_data,
    network,
    changes,
    durations,
)
