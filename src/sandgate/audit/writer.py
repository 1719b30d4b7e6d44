"""One thread writes: what is posted while it is busy is written together, in one transaction."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import anyio
import anyio.from_thread
from anyio.lowlevel import EventLoopToken, current_token

from sandgate.errors import SandgateError
from sandgate.promptly import later, next_turn

from .database import JournalError, Unusable
from .events import Lost, Who, content_of
from .ledger import Batch, Ledger
from .spool import Spool, recover

log = logging.getLogger("sandgate")
MOST_TOGETHER = 500
MOST_KEPT = 10_000
"""Batches that are kept in memory while they cannot be written."""
Ring = Literal["now", "soon", "end"]
GATHER_SECONDS, LONGEST_GATHERING_SECONDS = 0.05, 0.5
"""How long entries that are in the spool wait for others: as long as others come, but not for ever."""
OWED_SECONDS = 0.02
"""How long something may be owed."""
PRUNE_EVERY_SECONDS = 3600.0
IDLE_SECONDS = 1.0


class Written:
    """The promise that something is on disk; `wait` for it. `warning` says why it is not, where that is allowed."""

    __slots__ = ("_done", "_error", "_event", "_token", "warning")

    def __init__(self) -> None:
        self._done = False
        self._error: SandgateError | None = None
        self._event: anyio.Event | None = None
        self._token: EventLoopToken | None = None
        self.warning: str | None = None

    @property
    def safe(self) -> bool:
        """Whether it is on disk already, so that nobody need wait."""
        return self._done and self._error is None

    async def wait(self) -> None:
        """Raises SandgateError where it could not be written."""
        if not self._done:
            self._token, self._event = current_token(), anyio.Event()
            if not self._done:  # the writer looks for the event after it says done, so one of us sees the other
                await self._event.wait()
        if self._error:
            raise self._error

    def settle(self, error: SandgateError | None) -> None:
        """For the writer's thread alone."""
        self._error, self._done = error, True

    @property
    def awaited(self) -> tuple[EventLoopToken, anyio.Event] | None:
        return (self._token, self._event) if self._token and self._event else None


@dataclass(slots=True)
class Job:
    batch: Batch
    keep: bool
    """Whether it has happened, and must be written later where it cannot be now."""
    entry: int | None = None
    """Its number in the spool, where it is there: then nobody waits for it."""
    written: Written = field(default_factory=Written)
    posted_at: float = field(default_factory=time.time)
    make: Callable[[], Batch] | None = None
    """Makes the batch, where only its place in the order is taken so far."""


class Writer:
    """Posts come from the event loop, in their order; rows go to the ledger from a thread of its own."""

    def __init__(
        self,
        ledger: Ledger,
        *,
        refuse: bool = True,
        prune: Callable[[], int] | None = None,
        spools: Path | None = None,
    ) -> None:
        """`spools` is the folder for entries that wait to be written; without it everybody waits for the database."""
        self._ledger, self._refuse, self._prune, self._spools = ledger, refuse, prune, spools
        self._spool: Spool | None = None
        """There once something could be written, and as long as it can be."""
        self._waiting: deque[Job] = deque()
        """What was posted, in its order."""
        self._owed: list[Job] = []
        """Those among them that are still to be made."""
        self._reminded = False
        """Whether they are made soon in any case."""
        self._bell: queue.SimpleQueue[Ring] = queue.SimpleQueue()
        self._rung = False
        """Whether the writer knows that something waits which is in the spool."""
        self._thread: threading.Thread | None = None
        self._kept: list[Job] = []
        self._lost, self._lost_since, self._said = 0, 0.0, ""
        self._healthy = False
        self._prune_at = 0.0

    def post(self, batch: Batch, *, keep: bool, wait: bool = False) -> Written:
        """Have it written, soon. What was posted before is written before. `wait` is for the database, not a spool."""
        job = Job(batch, keep or not self._refuse)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sandgate-audit", daemon=True)
            self._thread.start()
        if not wait and self._healthy and self._spool and (entry := self._spool.add(batch)):
            job.entry, job.keep = entry, True
            job.written.settle(None)
        else:
            self.catch_up()
        self._waiting.append(job)
        if not job.entry:
            self._bell.put("now")
        else:
            self._ring()
            if self._owed:
                next_turn(self.catch_up)
        return job.written

    def owe(self, make: Callable[[], Batch]) -> None:
        """Have something written that has happened and that nobody waits for: its place in the order is taken now, and
        it is made when the loop has time, which it has while a server works.
        """
        if not (self._healthy and self._spool):
            self.post(make(), keep=True)
            return
        job = Job(Batch(), keep=True, entry=self._spool.reserve(), make=make)
        self._waiting.append(job)
        self._owed.append(job)
        if not self._reminded:
            self._reminded = True
            later(OWED_SECONDS, self._remind)

    def _remind(self) -> None:
        self._reminded = False
        self.catch_up()

    def catch_up(self) -> None:
        """Make what is owed. For the loop's thread, as all that posts."""
        owed, self._owed = self._owed, []
        for job in owed:
            assert job.make
            job.batch = job.make()
            if not (job.entry and self._spool and self._spool.fill(job.entry, job.batch)):
                job.entry = None
            job.written.settle(None)
            job.make = None  # from here on the writer may take it
        if owed:
            self._ring()

    def _ring(self) -> None:
        """To wake a thread for each entry costs a program more than the entry."""
        if not self._rung:
            self._rung = True
            self._bell.put("soon")

    @property
    def idle(self) -> bool:
        """Whether nothing was ever posted."""
        return self._thread is None

    def stop(self) -> None:
        """Write what is left and end the thread. Blocks."""
        if self._thread:
            self._bell.put("end")
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        self._recovered()
        while True:
            jobs, last = self._next()
            if jobs or (last and self._kept):
                self._write(jobs)
            if last:
                break
            if not jobs:
                self._pruned()
        self._end()

    def _end(self) -> None:
        if self._kept:
            later = "; the next start writes what is in its spool" if any(job.entry for job in self._kept) else ""
            log.error("%d entries of the audit were not written: %s%s", len(self._kept), self._said, later)
        if self._spool:
            self._spool.close()
            with suppress(SandgateError):
                if not self._kept:
                    self._ledger.forget(self._spool.name)
        self._ledger.close()

    def _recovered(self) -> None:
        """What a gateway has left that was killed comes first."""
        try:
            if self._spools and (count := recover(self._spools, self._ledger)):
                log.warning("%d entries of a gateway that was killed are in the audit now", count)
        except (SandgateError, OSError) as error:  # whoever writes next hears of it
            log.debug("%s", error)

    def _next(self) -> tuple[list[Job], bool]:
        """What waits, and whether nothing comes after it; nothing where it is time to look for what is too old."""
        ring: Ring = "now"
        with suppress(queue.Empty):
            if not self._has_made or self._rung:
                ring = self._bell.get(timeout=IDLE_SECONDS if self._prune else None)
            if ring == "soon":  # nobody waits for it, so more may come; the programs have the processor meanwhile
                ring = self._gathered()
        self._rung = False
        return self._taken(len(self._waiting) if ring == "end" else MOST_TOGETHER), ring == "end"

    @property
    def _has_made(self) -> bool:
        """Whether something can be written in its order: nothing behind what is still to be made."""
        return bool(self._waiting) and self._waiting[0].make is None

    def _taken(self, most: int) -> list[Job]:
        jobs: list[Job] = []
        while len(jobs) < most and self._has_made:
            jobs.append(self._waiting.popleft())
        return jobs

    def _gathered(self) -> Ring:
        """Wait until nothing more comes, or somebody cannot wait."""
        until = time.monotonic() + LONGEST_GATHERING_SECONDS
        while True:
            before = len(self._waiting)
            with suppress(queue.Empty):
                return self._bell.get(timeout=GATHER_SECONDS)
            if len(self._waiting) == before or before >= MOST_TOGETHER or time.monotonic() > until:
                return "soon"

    def _write(self, jobs: list[Job]) -> None:
        together = [*self._kept, *jobs]
        error = self._tried(together)
        if error and not isinstance(error, Unusable) and len(together) > 1:
            self._one_by_one(together)  # one that the database refuses must not take the others with it
        else:
            self._settled(together, error)
        _wake(jobs)

    def _one_by_one(self, jobs: Sequence[Job]) -> None:
        for number, job in enumerate(jobs):
            error = self._tried([job])
            if isinstance(error, Unusable):
                self._settled(jobs[number:], error)
                return
            self._settled([job], error)

    def _tried(self, jobs: Sequence[Job]) -> SandgateError | None:
        batches = [*self._confession(), *(job.batch for job in jobs)]
        entries = [job.entry for job in jobs if job.entry]
        try:
            self._ledger.append(batches, (self._spool.name, max(entries)) if self._spool and entries else None)
        except SandgateError as error:
            return error
        except Exception as error:  # a thread that ends would leave everybody waiting
            log.exception("the audit could not be written")
            return SandgateError(f"the audit could not be written: {type(error).__name__}")
        self._lost, self._said = 0, ""
        self._well(entries)
        return None

    def _well(self, entries: Sequence[int]) -> None:
        """It can be written: from now on a spool is as good as the database."""
        if self._spool and entries:
            self._spool.done = max(entries)
        if self._spools and self._spool is None:
            try:
                self._spool = Spool(self._spools)
            except OSError as error:
                log.debug("there is no spool, so everybody waits for the database: %s", error)
        self._healthy = True

    def _confession(self) -> Iterable[Batch]:
        """What was given up on since the last time something could be written."""
        if self._lost:
            event = Lost(count=self._lost, since=self._lost_since, reason=self._said)
            yield Batch([content_of(event, Who(), time.time())])

    def _settled(self, jobs: Sequence[Job], error: SandgateError | None) -> None:
        waiting = {id(job) for job in self._kept}
        if not isinstance(error, Unusable):
            done = {id(job) for job in jobs}
            self._kept = [job for job in self._kept if id(job) not in done]
        self._healthy = self._healthy and error is None
        if isinstance(error, Unusable):
            self._say(str(error))
            self._keep([job for job in jobs if job.keep and id(job) not in waiting])
        elif error:  # it will never be taken
            self._say(str(error))
            self._give_up(jobs)
        for job in jobs:
            if id(job) not in waiting and not job.entry:
                told = error.without_place() if isinstance(error, JournalError) else error
                job.written.warning = None if told is None or self._refuse else str(told)
                job.written.settle(told if self._refuse else None)

    def _keep(self, jobs: Sequence[Job]) -> None:
        room = max(0, MOST_KEPT - len(self._kept))
        self._kept += jobs[:room]
        self._give_up([job for job in jobs[room:] if job.keep])

    def _give_up(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            self._lost_since = self._lost_since if self._lost else job.posted_at
            self._lost += max(1, len(job.batch.contents))

    def _say(self, what: str) -> None:
        if what != self._said:  # a flood of refusals is one line
            log.error("%s%s", what, "" if self._refuse else "; programs run all the same (audit.when_unwritable)")
        self._said = what

    def _pruned(self) -> None:
        if self._prune is None or time.monotonic() < self._prune_at:
            return
        try:
            more = self._prune()
        except SandgateError as error:
            log.warning("%s", error)
            more = 0
        self._prune_at = time.monotonic() + (0.0 if more else PRUNE_EVERY_SECONDS)


def _wake(jobs: Sequence[Job]) -> None:
    """Let those go on who wait. One trip to their loop for all of them."""
    waiting: dict[int, tuple[EventLoopToken, list[anyio.Event]]] = {}
    for found in filter(None, (job.written.awaited for job in jobs)):
        token, event = found
        waiting.setdefault(id(token.native_token), (token, []))[1].append(event)
    for token, events in waiting.values():
        try:
            anyio.from_thread.run_sync(_set_all, events, token=token)
        except RuntimeError:  # that loop has ended: nobody waits any more
            log.debug("nobody waits for the audit any more")


def _set_all(events: Iterable[anyio.Event]) -> None:
    for event in events:
        event.set()
