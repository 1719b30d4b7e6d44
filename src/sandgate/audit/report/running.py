"""Sections about programs: how many, how they ended, how long they took, what they cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from sandgate.audit.events import UNFINISHED
from sandgate.audit.exporting import when
from sandgate.audit.pricing import Price

from .gathering import Durations, Gathered
from .nouns import Cell, Section, Table
from .sections import counted, how_many, largest_first, rounded, section

RISKS = ("critical", "high", "medium", "low", "")
OUTCOMES = ("ok", "error", "timeout", "memory", "killed", "failed", "cancelled", "blocked", "denied", UNFINISHED)
REFUSED = ("blocked", "denied")
DAY_SECONDS = 86_400
MOST_DAYS = 92
"""More are shown week by week."""


def executions(found: Gathered) -> Section:
    says = (
        "Every program an agent ran, by the highest risk that its source shows and by how it ended. A program counts "
    )
    says += "when it ended; one that has not ended is unfinished: it still runs, or its gateway was killed."
    outcomes = [name for name in OUTCOMES if any(one.outcome == name for one in found.executions)]
    rest = sorted({one.outcome for one in found.executions} - set(OUTCOMES))
    columns = [*outcomes, *rest]
    cells: Counter[tuple[str, str]] = Counter()
    for one in found.executions:
        cells[one.risk if one.risk in RISKS else "", one.outcome] += one.count
    matrix = [
        [risk or "not known", *counts, sum(counts)]
        for risk in RISKS
        if any(counts := [cells[risk, outcome] for outcome in columns])
    ]
    tables = [
        Table(
            id="by_risk_and_outcome",
            title="By risk and outcome",
            columns=["risk", *columns, "all"],
            rows=matrix,
            chart="heat",
        ),
        _over_time(found.days),
        _by_user(found.users),
    ]
    return section("executions", "Executions", says, {"executions": how_many(found.executions)}, tables)


def _over_time(days: Sequence[tuple[int, str, int]]) -> Table:
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    first, last = (days[0][0], days[-1][0]) if days else (0, -1)
    step = 1 if last - first < MOST_DAYS else 7
    for day, outcome, count in days:
        counts[first + (day - first) // step * step][_group(outcome)] += count
    rows = [
        [when(day * DAY_SECONDS)[:10], *(counts[day][name] for name in ("ok", "failed", "refused"))]
        for day in range(first, last + 1, step)
    ]
    title = "By day (UTC)" if step == 1 else "By week, from its first day (UTC)"
    columns = ["from", "ok", "failed", "refused"]
    return Table(id="over_time", title=title, columns=columns, rows=rows, chart="columns")


def _group(outcome: str) -> str:
    return "ok" if outcome == "ok" else "refused" if outcome in REFUSED else "failed"


def _by_user(users: Iterable[tuple[str, str, int]]) -> Table:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for who, outcome, count in users:
        counts[who][_group(outcome)] += count
    rows = [
        [who or "not known", sum(one.values()), one["ok"], one["failed"], one["refused"]] for who, one in counts.items()
    ]
    rows.sort(key=largest_first)
    columns = ["user", "ended", "ok", "failed", "refused"]
    return Table(id="by_user", title="By user", columns=columns, rows=rows, chart="bars")


def failures(found: Gathered) -> Section:
    bad = [one for one in found.executions if one.outcome != "ok"]
    listed = [[when(one.at), *one[1:6], rounded(one.seconds), one.execution] for one in found.failed]
    table = Table(
        id="runs",
        title="Programs that did not end well, newest first",
        columns=["time", "user", "client", "outcome", "fault", "risk", "seconds", "execution"],
        rows=listed,
        total=how_many(bad),
    )
    figures: dict[str, Cell] = dict(counted(bad, lambda one: one.outcome))
    return section("failures", "Denied and failed runs", "Programs that ended otherwise than well.", figures, [table])


def durations(found: Gathered) -> Section:
    named = {"programs": found.program_seconds, "calls": found.call_seconds}
    columns = ["what", "ended", "mean seconds", "p95 seconds", "longest seconds"]
    rows = [[name, *_times(one)] for name, one in named.items()]
    table = Table(id="durations", title="How long it took", columns=columns, rows=rows)
    return section("durations", "Durations", "p95: 95 of 100 took no longer.", {}, [table])


def _times(one: Durations) -> list[Cell]:
    return [one.count, rounded(one.mean), rounded(one.p95), rounded(one.longest)]


def tokens(found: Gathered, price: Price | None = None) -> Section:
    written = sum(one.tokens_in for one in found.executions)
    read = sum(one.tokens_out for one in found.executions)
    apart = sum(one.tokens_results for one in found.executions)
    figures: dict[str, Cell] = {
        "tokens of code that models wrote": written,
        "tokens of answers that models read": read,
        "tokens of results that went to programs": apart,
        "bytes from tools": sum(one.bytes for one in found.calls),
    }
    says = "Counted with a tokenizer from the programs, answers and results themselves. Results went to programs, and "
    says += "models read the answers. Definitions of tools are counted by session: `sandgate stats` has them."
    if price:
        currency = f" ({price.currency})" if price.currency else ""
        figures[f"cost of what models wrote and read{currency}"] = price.of(written + read)
        figures[f"cost of results, had models read them{currency}"] = price.of(apart)
        says += f" {price.says}"
    return section("tokens", "Tokens", says, figures)
