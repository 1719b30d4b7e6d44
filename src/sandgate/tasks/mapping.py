"""The same program over many inputs: so many at once, progress with each end, what is not done told beside the rest."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from typing import Any

import anyio

from sandgate.errors import BadArguments, first_cause
from sandgate.model import JsonObject

from .task import Result, Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far it is, with the result that came last."""

    done: int
    """How many have ended."""
    failed: int
    """How many of these are not done well."""
    total: int | None
    """None where the inputs do not say how many they are."""
    number: int
    """Which of the inputs the result is for, counted from 0."""
    result: Result


MOST_AT_ONCE = 1000
OnProgress = Callable[[Progress], None]
Execute = Callable[[Task], Awaitable[Result]]


def unheard(_: Progress) -> None: ...


class Mapped:
    """One program and its inputs, which are taken as they are needed: they may be many."""

    def __init__(self, task: Task | str, inputs: Iterable[JsonObject], on_progress: OnProgress) -> None:
        self.task = Task(id=f"map-{secrets.token_hex(4)}", code=task) if isinstance(task, str) else task
        self.task.check()
        self._inputs: Iterator[tuple[int, Any]] = enumerate(inputs)
        self._total = len(inputs) if isinstance(inputs, Sized) else None
        self._on_progress, self._results, self._failed = on_progress, dict[int, Result](), 0
        seconds = self.task.deadline_seconds
        self._deadline = None if seconds is None else anyio.current_time() + seconds

    async def run(self, execute: Execute, concurrency: int) -> list[Result]:
        """Raises BadArguments for an input that is no object, and what `on_progress` raises; then no more are begun."""
        if concurrency < 1:
            raise BadArguments("concurrency is how many run at once: at least 1")
        try:
            async with anyio.create_task_group() as workers:
                for _ in range(min(concurrency, MOST_AT_ONCE if self._total is None else self._total)):
                    workers.start_soon(self._work, execute)
        except BaseExceptionGroup as group:
            raise first_cause(group) from None
        return [self._results[number] for number in sorted(self._results)]

    async def _work(self, execute: Execute) -> None:
        for number, given in self._inputs:
            task = self._task(number, given)
            late = task.deadline_seconds is not None and task.deadline_seconds <= 0
            self._note(number, _too_late(task) if late else await execute(task))

    def _task(self, number: int, given: object) -> Task:
        if not isinstance(given, dict):
            example = 'an object such as {"url": …}'
            raise BadArguments(f"input {number} is of type {type(given).__name__}: each must be {example}")
        left = None if self._deadline is None else self._deadline - anyio.current_time()
        inputs: JsonObject = {**self.task.inputs, **given}
        return replace(
            self.task, id=f"{self.task.id}/{number}", inputs=inputs, required_tools=(), deadline_seconds=left
        )

    def _note(self, number: int, result: Result) -> None:
        self._results[number] = result
        self._failed += not result.ok
        progress = Progress(
            done=len(self._results), failed=self._failed, total=self._total, number=number, result=result
        )
        self._on_progress(progress)


def _too_late(task: Task) -> Result:
    return Result(id=task.id, status="expired", reason="the deadline passed before its turn came")
