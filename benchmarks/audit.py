"""What the audit costs one execution, and how long a question takes when there are a million rows."""

from __future__ import annotations

import io
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import median

import sandgate
from sandgate import app
from sandgate.audit import Called, Entry, Journal, Who
from sandgate.audit.database import Lite
from sandgate.audit.journal import CallWritten
from sandgate.audit.noting import Told
from sandgate.audit.reading import Filter, Reader
from sandgate.audit.report import Format, Period, report_of, write
from sandgate.audit.statistics import statistics
from sandgate.audit.writer import Written
from sandgate.gateway import Gateway
from sandgate.model import Json, JsonObject, Program
from sandgate.policy.run import Run

from .calls import pause
from .million import ROWS, journal_of
from .report import Comparison, Figure, Row
from .stage import Stage, value_of
from .timing import Times, Work, in_turn

ROUNDS = 100
PLAIN = Row(
    name="`1 + 1`, written down",
    against="the same, nothing written",
    meaning="The library runs it with the audit, and in the same process with one that writes nothing. The goals are "
    "10 % and 1 ms; the difference in milliseconds is below.",
    goal=1.1,
)
CALLING = Row(
    name="one call in a program, written down",
    against="the same, nothing written",
    meaning="The same with a program that calls a tool once: four rows.",
    goal=1.1,
)
PROGRAMS: Mapping[Row, tuple[str, Json]] = {
    PLAIN: ("1 + 1", 2),
    CALLING: ("from servers.bench import add\nawait add(a=1, b=1)", "2"),
}
REPEATED = 5
TIMED = "The median of five, in one process. The goal for list and report is 2 s."


class Silent(Journal):
    """An audit that writes nothing."""

    async def started(self, run: Run, program: Program, who: Who | None, sandbox: str = "") -> Written:
        return _done()

    def called(self, run: Run, called: Called) -> CallWritten:
        return CallWritten(1, called, _done())

    @asynccontextmanager
    async def calling(self, run: Run, called: Called) -> AsyncGenerator[Told]:
        yield Told()

    async def record(self, entry: Entry) -> None: ...

    @contextmanager
    def ending(self, run: Run) -> Generator[None]:
        yield

    async def count_tokens(self, session: str, counts: Mapping[str, int]) -> None: ...

    async def rules_are(self, rules: JsonObject, who: Who | None = None) -> bool:
        return False


def _done() -> Written:
    written = Written()
    written.settle(None)
    return written


async def overhead(stage: Stage) -> tuple[list[Comparison], list[Figure]]:
    """The same program with the audit and without, turn by turn."""
    comparisons: list[Comparison] = []
    async with _silent(stage) as silent:
        for row, (code, answer) in PROGRAMS.items():

            async def run(gateway: Gateway, code: str = code, answer: Json = answer) -> None:
                assert await value_of(gateway, code) == answer

            works = {"ours": Work(partial(run, stage.gateway), pause), "theirs": Work(partial(run, silent), pause)}
            times = await in_turn(works, ROUNDS)
            comparisons.append(Comparison(row, times["ours"], times["theirs"]))
    return comparisons, [_added(one) for one in comparisons]


@asynccontextmanager
async def _silent(stage: Stage) -> AsyncGenerator[Gateway, None]:
    async with AsyncExitStack() as stack:
        real, app.Journal = app.Journal, Silent
        try:
            silent = await stack.enter_async_context(sandgate.open(stage.config))
        finally:
            app.Journal = real
        yield silent


def _added(one: Comparison) -> Figure:
    pairs = zip(one.ours.seconds, one.theirs.seconds, strict=True)
    apart = 1000 * median(ours - theirs for ours, theirs in pairs)
    return Figure(
        name=one.row.name,
        value=f"{1000 * (one.ours.p50 - one.theirs.p50):+.2f} ms p50, {apart:+.2f} ms from turn to turn",
        meaning=f"What the audit adds: the difference of the medians, and the median difference of {ROUNDS} turns. "
        "The goal is less than 1 ms.",
    )


def million() -> list[Figure]:
    """Questions to an audit of a million rows, as the real writer leaves it."""
    with tempfile.TemporaryDirectory() as folder:
        journal = journal_of(Path(folder))
        with closing(Lite(journal, only=True)) as database:
            period, reader = Period(None, time.time() + 1), Reader(database)

            def report(form: Format) -> object:
                return write(report_of(database, period), form, io.StringIO())

            questions: dict[str, Callable[[], object]] = {
                "`audit list`": lambda: reader.last(Filter(), 50),
                "`audit list --user nobody`": lambda: reader.last(Filter(user=["nobody"]), 50),
                "`audit list --outcome unfinished`": lambda: reader.last(Filter(outcome=["unfinished"]), 50),
                "`audit report`, JSON": partial(report, "json"),
                "`audit report`, HTML": partial(report, "html"),
                "`stats`": lambda: statistics(database),
            }
            return [_asked(name, question) for name, question in questions.items()]


def _asked(name: str, question: Callable[[], object]) -> Figure:
    seconds: Sequence[float] = [_seconds(question) for _ in range(REPEATED)]
    return Figure(name=f"{name} with {ROWS:,} rows", value=f"{1000 * Times(tuple(seconds)).p50:,.0f} ms", meaning=TIMED)


def _seconds(question: Callable[[], object]) -> float:
    started = time.perf_counter()
    question()
    return time.perf_counter() - started
