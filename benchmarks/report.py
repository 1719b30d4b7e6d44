"""What was measured, as a table for the terminal and as the page `docs/benchmarks.md`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .timing import Times

PAGE = """\
# Benchmarks

Written by `make bench WRITE=1`; no figure here is typed. Measured on {date}: {machine}.

Every time stands beside another one that was taken in the same run, turn by turn. Compare the ratios: seconds belong to
one machine and one moment. A wrong answer stops the run. p50 is the median, p95 the value that 95 of 100 stay below;
each ratio is ours divided by the other of the same kind.

## Time

{comparisons}

{meanings}

## Size and rate

{figures}

{figure_meanings}
"""
PEERS = """
## Beside others

The same programs, in the same run, on the same machine. Peers are installed by `make bench PEERS=1` into an environment
of their own.

{contests}
"""
VALIDATION = """
## Programs looked at before they run

`told` is a warning or more; `blocked` programs are not run. Of ordinary programs each one is a false alarm, and less
than 1 % may be blocked. The rows with a scenario are categories of RedCode; probes are attempts on the sandbox itself.
Validation is advice: what it does not see, the sandbox holds.

{rates}
"""
NOTES = """
## About this run

{notes}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One comparison before it is measured: what, against what, and what should come out."""

    name: str
    against: str
    meaning: str
    goal: float | None = None
    goal_p95: float | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Our times beside the others."""

    row: Row
    ours: Times
    theirs: Times

    @property
    def ratio(self) -> float:
        return self.ours.p50 / self.theirs.p50

    @property
    def ratio_p95(self) -> float:
        return self.ours.p95 / self.theirs.p95

    @property
    def met(self) -> bool | None:
        """Whether each goal was reached, as the figures are shown; None where there is none."""
        goals = ((self.ratio, self.row.goal), (self.ratio_p95, self.row.goal_p95))
        reached = [round(ratio, 2) <= goal for ratio, goal in goals if goal is not None]
        return all(reached) if reached else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Something that has no other side to be compared with."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Peer:
    """Another way to run the programs of a contest, with its times for each; none where it could not be measured."""

    name: str
    version: str
    kind: str
    times: tuple[Times, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """The same programs run by several, all of them divided by one."""

    title: str
    programs: tuple[str, ...]
    yardstick: str
    peers: tuple[Peer, ...]

    def ratio(self, peer: Peer, program: int) -> float:
        yardstick = next(other for other in self.peers if other.name == self.yardstick)
        return peer.times[program].p50 / yardstick.times[program].p50


@dataclass(slots=True)
class Report:
    """Everything one run has found."""

    date: str
    machine: str
    comparisons: list[Comparison] = field(default_factory=list[Comparison])
    figures: list[Figure] = field(default_factory=list[Figure])
    contests: list[Contest] = field(default_factory=list[Contest])
    validation: list[Figure] = field(default_factory=list[Figure])
    notes: list[str] = field(default_factory=list[str])


COMPARED = ("", "ours p50", "p95", "other p50", "p95", "ratio p50", "goal", "ratio p95", "goal", "", "against")
FIGURES = ("", "measured")


def comparison_cells(comparison: Comparison) -> tuple[str, ...]:
    row, ours, theirs = comparison.row, comparison.ours, comparison.theirs
    return (
        row.name,
        *(milliseconds(seconds) for seconds in (ours.p50, ours.p95, theirs.p50, theirs.p95)),
        times(comparison.ratio),
        goal(row.goal),
        times(comparison.ratio_p95),
        goal(row.goal_p95),
        {True: "met", False: "missed", None: ""}[comparison.met],
        row.against,
    )


def contest_cells(contest: Contest) -> list[tuple[str, ...]]:
    head = [cell for program in contest.programs for cell in (f"{program} p50", "ratio")]
    return [
        ("", "version", *head, "what it is"),
        *((peer.name, peer.version, *result_cells(contest, peer), peer.kind) for peer in contest.peers),
    ]


def result_cells(contest: Contest, peer: Peer) -> list[str]:
    if not peer.times:
        return ["", ""] * len(contest.programs)
    pairs = [(milliseconds(found.p50), times(contest.ratio(peer, number))) for number, found in enumerate(peer.times)]
    return [cell for pair in pairs for cell in pair]


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.1f} ms"


def times(ratio: float) -> str:
    return f"{ratio:.2f} ×"


def goal(value: float | None) -> str:
    return "" if value is None else f"≤ {value:g} ×"


def terminal(report: Report) -> str:
    """The tables in columns, widest cell first."""
    parts = [f"{report.date}: {report.machine}", columns([COMPARED, *map(comparison_cells, report.comparisons)])]
    if report.figures:
        parts.append(columns([FIGURES, *((figure.name, figure.value) for figure in report.figures)]))
    if report.validation:
        parts.append(columns([FIGURES, *((figure.name, figure.value) for figure in report.validation)]))
    parts += [f"{contest.title}\n{columns(contest_cells(contest))}" for contest in report.contests]
    return "\n\n".join([*parts, *report.notes])


def columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first, *middle = widths
    return "\n".join(
        "  ".join([row[0].ljust(first), *(cell.rjust(width) for cell, width in zip(row[1:-1], middle, strict=False))])
        + f"  {row[-1]}".rstrip()
        for row in rows
    )


def page(report: Report) -> str:
    """The page, whole."""
    text = PAGE.format(
        date=report.date,
        machine=report.machine,
        comparisons=markdown([COMPARED, *map(comparison_cells, report.comparisons)]),
        meanings=listed((item.row.name, item.row.meaning) for item in report.comparisons),
        figures=markdown([FIGURES, *((figure.name, figure.value) for figure in report.figures)]),
        figure_meanings=listed((figure.name, figure.meaning) for figure in report.figures),
    )
    if report.validation:
        rows = ((figure.name.removeprefix("validation: "), figure.value) for figure in report.validation)
        text += VALIDATION.format(rates=markdown([FIGURES, *rows]))
    if report.contests:
        tables = (f"{contest.title}\n\n{markdown(contest_cells(contest))}" for contest in report.contests)
        text += PEERS.format(contests="\n\n".join(tables))
    if report.notes:
        text += NOTES.format(notes="\n".join(f"- {note}" for note in report.notes))
    return text


def markdown(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    rule = ["---", *("---:" for _ in head[1:-1]), "---"]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *body))


def listed(meanings: Iterable[tuple[str, str]]) -> str:
    """What each name means, each said once."""
    return "\n".join(f"- **{name}**: {meaning}" for name, meaning in dict(meanings).items())
