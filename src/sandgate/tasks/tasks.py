"""All tasks of a gateway: submitted and checked together, carried each for itself, noted, cancelled, looked up."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import anyio
import anyio.to_thread

from sandgate.errors import BadArguments, SandgateError
from sandgate.model import JsonObject
from sandgate.ownership import Owner
from sandgate.workspace import Stored, Workspaces
from sandgate.workspace.settings import workspaces_of

from .carrying import Carrier
from .entry import Entry, cut_short, unsuccessful
from .graph import in_order
from .handing import Area, hand_over
from .kept import Kept
from .mapping import Mapped, OnProgress, unheard
from .needs import check_needs
from .queue import Queue, Turn
from .skills import SkillRuns
from .store import Store
from .task import Result, Standing, Status, Task
from .tokens import check_files, check_value

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

T = TypeVar("T")
log = logging.getLogger("sandgate.tasks")
LOOK_SECONDS = 1.0
"""How often it is looked whether somebody has cancelled a task from elsewhere, while there are any."""
END_SECONDS = 15.0
"""How long whoever is cancelled waits for the end of what it had begun."""


class Tasks(Owner):
    """Many programs for many agents, on one gateway. Use as a context: on leaving, what has not ended is cancelled."""

    def __init__(
        self,
        gateway: Gateway,
        workspaces: Workspaces | None = None,
        *,
        most: int | None = None,
        per_agent: int | None = None,
    ) -> None:
        """At most `most` tasks run at once, at most `per_agent` of one agent; else as many as programs may."""
        self._gateway, self._workspaces = gateway, workspaces or workspaces_of(gateway.config)
        self._queue = Queue(most or gateway.config.sandbox.concurrent_runs, per_agent)
        self._carrier = Carrier(gateway, self._workspaces, self._queue, self._began, self._lend)
        self._store = Store(gateway.config.state_dir / "tasks")
        self._writer = anyio.CapacityLimiter(1)
        self._live: dict[str, Entry] = {}
        self._watched = False
        self._kept = Kept()
        self.skills = SkillRuns(gateway.skills, self.execute)

    async def closing(self) -> None:
        for entry in self._live.values():
            entry.cancel("Sandgate was stopped")
        with anyio.move_on_after(END_SECONDS):
            for entry in [*self._live.values()]:
                await entry.ended.wait()
        await self._disk(self._store.close)

    async def execute(self, task: Task) -> Result:
        """Run one task and wait for its end. Raises Unmet or BadArguments where it cannot be run, and nothing was."""
        return (await self.run([task]))[task.id]

    async def run(self, tasks: Iterable[Task]) -> dict[str, Result]:
        """Run tasks in the order of their `after` and wait for the end of all. Cancelling this cancels them."""
        return dict(await self._run([*tasks], keep=True))

    async def submit(self, *tasks: Task) -> None:
        """Have tasks run; `wait` gives their results. Raises Unmet or BadArguments with all that is wrong with them."""
        await self._submit(tasks, keep=True)

    async def wait(self, id: str) -> Result:
        """How a task ended, once it has. Raises BadArguments where this gateway knows no such task, or not any more."""
        if entry := self._live.get(id):
            await entry.ended.wait()
            assert entry.result
            return entry.result
        if kept := self._kept.get(id):
            return kept
        raise BadArguments(f"there is no task {id[:80]!r} here whose result is known; `status` may say how it stands")

    def cancel(self, id: str, reason: str = "it was cancelled") -> bool:
        """End a task, or take it out of the queue. False where it has ended or was never there."""
        entry = self._live.get(id)
        return entry is not None and entry.cancel(reason)

    async def map(
        self,
        task: Task | str,
        inputs: Iterable[JsonObject],
        *,
        concurrency: int = 4,
        on_progress: OnProgress = unheard,
    ) -> list[Result]:
        """Run one program for each of many inputs; the results in their order, those that failed among them.

        A `task` gives its settings to all of them; its deadline is that of the whole. `on_progress` hears of each end.
        """
        mapped = Mapped(task, inputs, on_progress)
        await check_needs(self._gateway, [mapped.task])
        return await mapped.run(self._alone, concurrency)

    async def hand_over(
        self, files: Iterable[str], from_session: str, to_session: str, *, into: str | None = None
    ) -> Sequence[Stored]:
        """Copy files from one session's workspace into another's; see `handing.hand_over`."""
        check_files(self._gateway.config)
        return await hand_over(self._workspaces, files, from_session, to_session, into=into)

    def area(self, name: str, members: Collection[str]) -> Area:
        """A place for files that these sessions share. Raises Denied where they may not."""
        check_files(self._gateway.config)
        return Area(self._workspaces, name, members)

    async def status(self, id: str) -> Standing:
        """How the last task of that id stands, also of a gateway before this one. Raises BadArguments."""
        if found := await self._disk(partial(self._store.find, id)):
            return found
        raise BadArguments(f"there is no task {id[:80]!r}")

    async def list(
        self, *, agent: str | None = None, status: Status | None = None, limit: int = 100
    ) -> Sequence[Standing]:
        """Tasks, the newest first, also those of gateways before this one."""
        return await self._disk(partial(self._store.list, agent, status, limit))

    @property
    def stats(self) -> JsonObject:
        """How many wait and run, and how many may."""
        running = sum(1 for entry in self._live.values() if entry.status == "running")
        return {"pending": len(self._live) - running, "running": running, "most": self._queue.most}

    async def _disk(self, work: Callable[[], T]) -> T:
        """In a thread of its own: a list that another gateway holds must not take the threads of everybody else."""
        return await anyio.to_thread.run_sync(work, limiter=self._writer)

    async def _alone(self, task: Task) -> Result:
        """One of many like it: nobody comes after it, so that its result is not kept."""
        ((_, result),) = await self._run([task], keep=False)
        return result

    async def _run(self, tasks: Sequence[Task], *, keep: bool) -> list[tuple[str, Result]]:
        entries = await self._submit(tasks, keep=keep)
        try:
            for entry in entries:
                await entry.ended.wait()
        except BaseException:
            for entry in entries:
                self.cancel(entry.task.id, "whoever wanted it was cancelled")
            with anyio.move_on_after(END_SECONDS, shield=True):
                for entry in entries:
                    await entry.ended.wait()
            raise
        by_id = {entry.task.id: entry.result for entry in entries}
        return [(task.id, result) for task in tasks if (result := by_id[task.id])]

    async def _submit(self, tasks: Sequence[Task], *, keep: bool) -> Sequence[Entry]:
        entries = [self._entered(task) for task in in_order(tasks, self._live, self._kept)]
        try:  # their names are theirs from here on
            for entry in entries:
                self._check_tokens(entry)
            await check_needs(self._gateway, tasks)
            numbers = await self._disk(partial(self._store.add, [entry.task for entry in entries]))
        except BaseException:
            for entry in entries:  # somebody else's task may already come after one of them
                del self._live[entry.task.id]
                entry.end(unsuccessful(entry, "cancelled", "it was refused before it ran"))
            raise
        for entry, number in zip(entries, numbers, strict=True):
            entry.number = number
            self.tasks.start_soon(self._carry, entry, keep)
        if entries and not self._watched:
            self._watched = True
            self.tasks.start_soon(self._watch)
        return entries

    def _entered(self, task: Task) -> Entry:
        before = [self._live.get(id) or self._kept.get(id) for id in task.after]
        scope = anyio.CancelScope()
        if task.deadline_seconds is not None:
            scope.deadline = anyio.current_time() + task.deadline_seconds
        entry = self._live[task.id] = Entry(task, tuple(one for one in before if one), scope)
        return entry

    def _check_tokens(self, entry: Entry) -> None:
        for one in entry.before:
            task = one.task if isinstance(one, Entry) else one
            check_value(self._gateway.config, (task.id, task.session), (entry.task.id, entry.task.session))

    async def _carry(self, entry: Entry, keep: bool) -> None:
        """From here on, whatever happens to this task happens to no other."""
        result = None
        try:
            with entry.scope:
                result = await self._carrier.carry(entry)
        except SandgateError as error:
            result = unsuccessful(entry, "failed", str(error))
        except Exception as error:  # a defect that one agent's program finds must not end all others
            log.exception("task %r", entry.task.id)
            result = unsuccessful(entry, "failed", f"{type(error).__name__} in Sandgate itself; see its log")
        finally:
            with anyio.CancelScope(shield=True):
                await self._end(entry, result or cut_short(entry), keep=keep)

    async def _watch(self) -> None:
        """`sandgate tasks cancel` is another process: it leaves a word in the list."""
        while self._live:
            await anyio.sleep(LOOK_SECONDS)
            try:
                asked = await self._disk(self._store.asked_to_cancel)
            except SandgateError as error:  # the next look may go better
                log.warning("%s", error)
                continue
            for entry in [*self._live.values()]:
                if entry.number in asked:
                    entry.cancel(asked[entry.number])
        self._watched = False

    def _lend(self, turn: Turn, question: str) -> None:
        """A person must decide: others may run meanwhile."""
        self.tasks.start_soon(self._lent, turn, question)

    async def _lent(self, turn: Turn, question: str) -> None:
        with turn.lent():
            await self._gateway.settled(question)

    async def _began(self, entry: Entry) -> None:
        await self._disk(partial(self._store.began, entry.number))

    async def _end(self, entry: Entry, result: Result, *, keep: bool) -> None:
        try:
            await self._disk(partial(self._store.ended, entry.number, result))
        except SandgateError as error:  # it has run: its result must not be lost with the note of it
            result = replace(result, reason=f"{result.reason}\n{error}".strip())
        if keep:
            self._kept.put(result)
        del self._live[entry.task.id]
        entry.end(result)
