"""One task: it waits for those before it and for its turn, runs, and runs again where it may."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from sandgate.audit import Who, os_user
from sandgate.errors import SandgateError
from sandgate.model import JsonObject, Outcome, Program
from sandgate.policy.approval import Question
from sandgate.workspace import Workspaces

from .entry import Entry, told, unsuccessful, unusable
from .inputs import program_of
from .queue import Queue, Turn
from .repeating import Stamps, may_repeat
from .task import Result, Task

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

OnTurn = Callable[[Entry], Awaitable[None]]
"""Writes down that a task is about to run. Where this raises, it does not."""
OnQuestion = Callable[[Turn, str], None]
"""Hears that a task waits for a person's answer to a question, and holds a turn that others could have."""


class Carrier:
    """Carries tasks to their results."""

    def __init__(
        self, gateway: Gateway, workspaces: Workspaces, queue: Queue, on_turn: OnTurn, on_question: OnQuestion
    ) -> None:
        self._gateway, self._workspaces, self._queue = gateway, workspaces, queue
        self._on_turn, self._on_question = on_turn, on_question

    async def carry(self, entry: Entry) -> Result:
        """Raises SandgateError where it could not be run."""
        inputs = dict(entry.task.inputs)
        for one in entry.before:
            before = await _ended(one)
            if why := unusable(before):
                return unsuccessful(entry, "skipped", why)
            inputs[before.id] = before.data
        while True:
            ended, again = await self._attempt(entry, inputs)
            if not again:
                return told(entry, ended)
            await anyio.sleep(entry.task.retry_seconds)

    async def _attempt(self, entry: Entry, inputs: JsonObject) -> tuple[Outcome | SandgateError, bool]:
        """How one run ended, and whether there is to be another."""
        task = entry.task
        ready = partial(program_of, task.code, inputs, task.limits or self._gateway.config.limits, task.language)
        program = await anyio.to_thread.run_sync(ready) if inputs else ready()
        async with self._queue.turn(task.agent, task.session, task.priority) as turn:
            if not entry.attempts:
                await self._on_turn(entry)
            entry.status, entry.attempts = "running", entry.attempts + 1
            retries = entry.attempts <= task.retries
            before = await self._stamps(task) if retries else {}
            ended = await self._run(task, program, turn)
            after = await self._stamps(task) if retries else {}
        again = retries and may_repeat(self._gateway, task, ended, before, after)
        return ended, again

    async def _run(self, task: Task, program: Program, turn: Turn) -> Outcome | SandgateError:
        def asked(question: Question) -> None:
            self._on_question(turn, question.id)

        who = Who(user=os_user(), client=task.agent)
        try:
            return await self._gateway.run_code(
                program, on_question=asked, read_only=task.read_only, session=task.session, who=who
            )
        except SandgateError as error:
            return error

    async def _stamps(self, task: Task) -> Stamps:
        """The files of its session; a task without one has new ones each time."""
        if task.session is None:
            return {}
        return await anyio.to_thread.run_sync(self._workspaces.of(task.session).stamps)


async def _ended(one: Entry | Result) -> Result:
    if isinstance(one, Result):
        return one
    await one.ended.wait()
    assert one.result
    return one.result
