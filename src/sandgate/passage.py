"""Where every call passes, whatever it is of: permitted or not, on record either way, told of where it fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NoReturn, TypeVar

from .audit import Called, Journal
from .audit.noting import Told
from .errors import Denied, SandgateError
from .model import JsonObject
from .policy.commands import arguments_of
from .policy.commands import weigh as weigh_command
from .policy.gatekeeper import Paused, Weigh
from .policy.policy import Policy
from .policy.run import Passed, Run
from .telemetry import Telemetry

T = TypeVar("T")


class Passage:
    """Policy before a call, the audit around it, and telemetry around both."""

    def __init__(self, policy: Policy, journal: Journal, telemetry: Telemetry) -> None:
        self._policy, self._journal, self._telemetry = policy, journal, telemetry

    async def call(
        self,
        run: Run,
        names: Sequence[str],
        arguments: JsonObject,
        weigh: Weigh,
        make: Callable[[JsonObject, Told], Awaitable[T]],
        *,
        batch: str,
        paused: Paused,
    ) -> T:
        """Make a call that may be made: with the arguments that are sent; what becomes of it is told. Raises Denied."""
        called = _called(names[0], arguments, weigh, batch)
        with self._telemetry.call(names[0]) as watched:
            try:
                sent, passed = await self._policy.permit(run, names, arguments, weigh, batch=batch, paused=paused)
            except Denied as denied:
                await self._refused(run, called, denied)
            async with self._journal.calling(run, _passed(called, passed, sent)) as told:
                made = await self._made(run, names, make(sent, told))
            watched.cached = told.cached
            return made

    async def command(
        self,
        run: Run,
        words: Sequence[str],
        input: str,
        execute: Callable[[], Awaitable[T]],
        *,
        batch: str,
        paused: Paused,
    ) -> T:
        """The same for a command."""
        name, arguments = f"commands.{words[0]}", arguments_of(words, input)
        called = _called(name, arguments, lambda given: weigh_command(words[0], given), batch)
        with self._telemetry.call(name):
            try:
                passed = await self._policy.permit_command(run, words, input, batch=batch, paused=paused)
            except Denied as denied:
                await self._refused(run, called, denied)
            async with self._journal.calling(run, _passed(called, passed, None)):
                return await execute()

    async def _refused(self, run: Run, called: Called, denied: Denied) -> NoReturn:
        """What is not permitted is on record as well, before anybody hears of it."""
        await self._journal.refused(run, called, str(denied)).wait()
        raise denied

    async def _made(self, run: Run, names: Sequence[str], making: Awaitable[T]) -> T:
        try:
            made = await making
        except SandgateError as error:
            self._policy.alerts.failed(names[-1])
            told = run.boundary.complaint(names, str(error))  # a server that fails may say whose data it was about
            if told == str(error):
                raise
            raise type(error)(told) from None
        self._policy.alerts.worked(names[-1])
        return made


def _called(name: str, arguments: JsonObject, weigh: Weigh, batch: str) -> Called:
    server, _, tool = name.partition(".")
    weighed = weigh(arguments)
    return Called(
        server=server,
        tool=tool,
        arguments=arguments,
        risk=weighed.risk,
        changes_data=weighed.changes_data,
        batch=batch,
    )


def _passed(called: Called, passed: Passed, sent: JsonObject | None) -> Called:
    return replace(
        called,
        sent=sent,
        verdict=passed.verdict,
        by=passed.by,
        approval=passed.approval,
        approved_by=passed.approved_by,
    )
