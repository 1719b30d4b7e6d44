"""The audit as the gateway sees it: say what begins, what is called and how it ended; wait until it is on disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import anyio
import anyio.to_thread

from sandgate.errors import SandgateError
from sandgate.model import JsonObject, Program
from sandgate.policy.run import Run
from sandgate.privacy.boundary import OPEN, Crossed

from .chain import canonical
from .database import Database, JournalError
from .events import LONGEST_NAME, Answered, Called, Ended, Event, RuleChanged, Who, content_of, os_user
from .keeping import sentence
from .ledger import Batch, Ledger
from .noting import Open, Told, answer_of, crossing_of, ended_of, news_of
from .settings import Store, in_file
from .statistics import Statistics, statistics
from .summaries import (
    CROSSED,
    MOST_USED,
    TOTALS,
    USED,
    Counted,
    Entry,
    Totals,
    crossed_rows,
    hash_of,
    statements_of,
    token_rows,
    tokens_counted,
    totals_of,
)
from .writer import Writer, Written

T = TypeVar("T")
log = logging.getLogger("sandgate")
MOST_OPEN = 10_000
"""Executions that are remembered while they run. Whoever never says how one ended must not fill the memory."""
DAY_SECONDS = 86_400
LONG = 16 * 1024
"""Characters of code that are looked through in a thread."""


@dataclass(frozen=True, slots=True)
class CallWritten:
    """A call in the audit: its number in the program, and the promise that it is on disk."""

    number: int
    called: Called
    written: Written

    @property
    def about(self) -> dict[str, str]:
        """What is said of it again with its answer."""
        return {"server": self.called.server, "tool": self.called.tool, "risk": self.called.risk}

    async def wait(self) -> None:
        if not self.written.safe:
            await self.written.wait()


class Calling(AbstractAsyncContextManager[Told]):
    """Around one call."""

    __slots__ = ("_began", "_call", "_journal", "_run", "_told")

    def __init__(self, journal: Journal, run: Run, called: Called) -> None:
        self._journal, self._run, self._told = journal, run, Told()
        self._call, self._began = journal.called(run, called), time.perf_counter()

    async def __aenter__(self) -> Told:
        if self._call.called.changes_data is not False:
            await self._call.wait()
        return self._told

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        seconds = time.perf_counter() - self._began
        if error is None:
            self._told.write = partial(self._well, seconds)
            await self._call.wait()
            return
        self._journal.answered(self._run, self._call, answer_of(self._told, seconds, error))
        if isinstance(error, Exception):  # the program hears of it, and it is on disk before; nobody else waits
            with suppress(SandgateError):
                await self._call.wait()

    def _well(self, seconds: float) -> None:
        self._journal.answered_well(self._run, self._call, partial(answer_of, self._told, seconds))


class Journal:
    """Opened on first use. One thread writes, in the order of the calls here; readers have a connection of their own.

    What `started`, `record`, `record_crossed` and `write` were given is on disk when they return, and they raise
    SandgateError where it cannot be. `called` and `answered` return at once; the promise they return can be awaited.
    """

    def __init__(self, store: Store | Path) -> None:
        self._store = in_file(store) if isinstance(store, Path) else store
        ledger = Ledger(self._store.open, self._store.key)
        days = self._store.keep_days
        prune = (lambda: ledger.prune(days * DAY_SECONDS)) if days else None
        self._writer = Writer(ledger, refuse=self._store.refuse, prune=prune, spools=self._store.spools)
        self._open: dict[str, Open] = {}
        self._reader: Database | None = None
        self._one_at_a_time = anyio.Lock()

    async def started(self, run: Run, program: Program, who: Who | None, sandbox: str = "") -> Written:
        """Write down what is about to run. Where this raises, it must not run."""
        written = await self.starts(run, program, who, sandbox)
        await written.wait()
        return written

    async def starts(self, run: Run, program: Program, who: Who | None, sandbox: str = "") -> Written:
        """The same without the wait, which must come before anything runs."""
        keeping, looks = self._store.keeping, run.boundary is not OPEN and len(program.code) >= LONG
        if looks:
            event = await anyio.to_thread.run_sync(keeping.started, run, program, sandbox)
        else:
            event = keeping.started(run, program, sandbox)
        self._remember(run, who)
        return self._writer.post(self._batch(run, event), keep=False)

    def called(self, run: Run, called: Called) -> CallWritten:
        """Have a call written down that is about to be sent. Wait for it before the program gets an answer, and, where
        the call changes something, before it is sent.
        """
        known = self._known(run)
        known.calls += 1
        arguments = self._store.keeping.arguments_of(run, called, self._store.key)
        *news, content = self._contents(run, called, known.calls)
        content.pop("sent", None)
        if called.batch:
            content["batch"] = run.boundary.text(called.batch)[:LONGEST_NAME]
        if callable(arguments):
            posted = Batch([*news, lambda: {**content, "arguments": arguments()}])
        else:
            posted = Batch([*news, {**content, "arguments": arguments}])
        return CallWritten(known.calls, called, self._writer.post(posted, keep=True))

    def answered(self, run: Run, call: CallWritten, answer: Answered) -> Written:
        """Have it written down what became of a call."""
        if answer.error:
            answer = replace(answer, error=sentence(run, answer.error))
        return self._writer.post(self._batch(run, answer, call.number, **call.about), keep=True)

    def answered_well(self, run: Run, call: CallWritten, answer: Callable[[], Answered]) -> None:
        """The same for a call whose program has its answer: that it went well can wait a moment, and is said then."""
        known, at = self._known(run), time.time()
        if news_of(run, known):
            self.answered(run, call, answer())
            return

        def made() -> Batch:
            return Batch([content_of(answer(), known.who, at, run.id, call.number) | call.about])

        self._writer.owe(made)

    def calling(self, run: Run, called: Called) -> AbstractAsyncContextManager[Told]:
        """A call from before it is sent until its answer may be given: inside, it is made. What changes something is
        not sent before it is on disk; what only reads is written while it is under way. That it went well is written
        by `Told.write`, when the program has its answer.
        """
        return Calling(self, run, called)

    def refused(self, run: Run, called: Called, reason: str) -> Written:
        """Have a call written down that was not sent, because a rule or a person said no."""
        call = self.called(run, replace(called, verdict="deny"))
        return self.answered(run, call, Answered(outcome="denied", error=reason))

    async def record(self, entry: Entry) -> None:
        """Write down how an execution ended, and everything about it that is not written yet."""
        run = entry.run if entry.run.id == entry.outcome.id else replace(entry.run, id=entry.outcome.id)
        first: list[JsonObject] = []
        if run.id not in self._open:  # it was not let in, or nobody said that it began
            self._remember(run, entry.who)
            first = self._contents(run, self._store.keeping.started(run, entry.program, entry.outcome.sandbox))
        contents = [*first, *self._contents(run, ended_of(entry))]
        self._open.pop(run.id, None)
        # what a person has decided is looked up right after, and has taken seconds already
        batch, asked = Batch([*contents], list(statements_of(entry))), bool(run.decided)
        await self._writer.post(batch, keep=True, wait=asked).wait()

    @contextmanager
    def ending(self, run: Run) -> Generator[None]:
        """Around the run of a program that has started: whatever keeps it from an outcome is written down."""
        try:
            yield
        except BaseException as error:
            self.given_up(run, "failed" if isinstance(error, Exception) else "cancelled")
            raise

    def given_up(self, run: Run, outcome: str = "cancelled") -> Written:
        """Have it written down that an execution has no outcome: it was cancelled, or nobody could run it."""
        batch = self._batch(run, Ended(outcome=outcome, risk=run.impact.risk if run.impact else ""))
        self._open.pop(run.id, None)
        return self._writer.post(batch, keep=True)

    async def record_crossed(self, id: str, crossed: Sequence[Crossed], who: Who | None = None) -> None:
        """Personal values that were turned back outside of any program."""
        rows, at = list(crossed_rows(id, crossed)), time.time()
        contents = [content_of(crossing_of(row), who or Who(), at, id) for row in rows]
        await self._writer.post(Batch([*contents], [("crossed", rows)]), keep=True, wait=True).wait()

    async def write(self, event: Event, who: Who | None = None) -> None:
        """Write down what belongs to no execution: a changed rule, a changed skill."""
        await self._writer.post(Batch([content_of(event, who or Who(), time.time())]), keep=True, wait=True).wait()

    async def count_tokens(self, session: str, counts: Mapping[str, int]) -> None:
        """Add to the account of a session what no program has cost. It is written soon."""
        self._writer.post(Batch([], [("tokens", list(token_rows(session, counts)))]), keep=True)

    async def tokens(self, session: str) -> Counted:
        """The account of a session, and of all together."""
        return await self._read(lambda database: tokens_counted(database, session))

    async def rules_are(self, rules: JsonObject, who: Who | None = None) -> bool:
        """Say at the start what holds. It is written where it is not what the audit had last; whether it was."""
        sha = hash_of(canonical(rules))
        last = "select content from contents where seq = (select max(seq) from events where kind = 'rule')"
        found = await self._read(lambda database: database.execute(last))
        if found and f'"sha256":"{sha}"' in found[0][0]:
            return False
        await self.write(RuleChanged(what="the rules at the start", sha256=sha, now=rules), who)
        return True

    async def crossed(self) -> list[tuple[str, str, str, int, int]]:
        """Tools, kinds, ways, values and executions: what personal data went where."""
        rows = await self._read(lambda database: database.execute(CROSSED))
        return [(tool, kind, way, int(count), int(runs)) for tool, kind, way, count, runs in rows]

    async def used_together(self) -> list[list[str]]:
        """The tools of each program that ended well, newest first."""
        rows = await self._read(lambda database: database.execute(USED, (MOST_USED,)))
        programs: dict[str, list[str]] = {}
        for execution, tool in rows:
            programs.setdefault(execution, []).append(tool)
        return list(programs.values())

    async def totals(self) -> Totals:
        (row,) = await self._read(lambda database: database.execute(TOTALS))
        return totals_of(row)

    async def statistics(self) -> Statistics:
        """How executions and calls ended, how long they took, and which tools were called."""
        return await self._read(statistics)

    async def close(self) -> None:
        """Write what is left. The promises of whoever still waits are kept."""
        with anyio.CancelScope(shield=True):
            self._writer.catch_up()
            await anyio.to_thread.run_sync(self._writer.stop)
            async with self._one_at_a_time:
                if self._reader:
                    await anyio.to_thread.run_sync(self._reader.close)
                    self._reader = None

    async def _read(self, work: Callable[[Database], T]) -> T:
        if not self._writer.idle:
            with suppress(SandgateError):  # what cannot be written can be read without it
                await self._writer.post(Batch(), keep=False, wait=True).wait()
        async with self._one_at_a_time:
            try:
                return await anyio.to_thread.run_sync(self._worked, work)
            except JournalError as error:
                log.error("%s", error)
                raise error.without_place() from error

    def _worked(self, work: Callable[[Database], T]) -> T:
        if self._reader and not self._reader.still_there():
            self._reader.close()
            self._reader = None
        if self._reader is None:
            self._reader = self._store.open()
        return work(self._reader)

    def _remember(self, run: Run, who: Who | None = None) -> None:
        """Where nobody is named, it is whose process this is."""
        who = who or Who(user=os_user())
        self._open[run.id] = Open(replace(who, session=who.session or run.session or ""))
        if len(self._open) > MOST_OPEN:
            del self._open[next(iter(self._open))]

    def _known(self, run: Run) -> Open:
        if run.id not in self._open:
            self._remember(run)
        return self._open[run.id]

    def _batch(self, run: Run, event: Event, number: int = 0, **more: str) -> Batch:
        return Batch([*self._contents(run, event, number, **more)])

    def _contents(self, run: Run, event: Event, number: int = 0, **more: str) -> list[JsonObject]:
        """An event, after what policy has noted since the last one."""
        known, at = self._known(run), time.time()
        news = [content_of(one, known.who, at, run.id) for one in news_of(run, known)]
        return [*news, content_of(event, known.who, at, run.id, number) | more]
