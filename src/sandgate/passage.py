"""Where every call passes, whatever it is of: permitted or not, on record either way, told of where it fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NoReturn

from .audit import Called, Journal
from .audit.noting import Told
from .errors import Denied, SandgateError
from .model import JsonObject
from .policy.commands import arguments_of
from .policy.commands import weigh as weigh_command
from .policy.gatekeeper import Paused, Weigh
from .policy.policy import Policy
from .policy.risk import Weighed
from .policy.run import Passed, Run
from .privacy.boundary import discreet
from .sandbox.box import Answer
from .telemetry import Telemetry

NOT_PASSED = Passed("deny", "")


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
        make: Callable[[JsonObject, Told], Awaitable[Answer]],
        *,
        batch: str,
        paused: Paused,
    ) -> Answer:
        """Make a call that may be made: with the arguments that are sent; what becomes of it is told. Raises Denied."""
        weighed = weigh(arguments)
        with self._telemetry.call(names[0]) as watched:
            try:
                sent, passed = await self._policy.permit(run, names, arguments, weigh, batch=batch, paused=paused)
            except Denied as denied:
                await self._refused(run, _called(names[0], arguments, weighed, batch), denied)
            async with self._journal.calling(run, _called(names[0], arguments, weighed, batch, passed, sent)) as told:
                made = await self._made(run, names, make(sent, told))
            watched.cached = told.cached
            return Answer(made.blocks, made.cached, told.write)

    async def command(
        self,
        run: Run,
        words: Sequence[str],
        input: str,
        execute: Callable[[], Awaitable[Answer]],
        *,
        batch: str,
        paused: Paused,
    ) -> Answer:
        """The same for a command."""
        name, arguments = f"commands.{words[0]}", arguments_of(words, input)
        weighed = weigh_command(words[0], arguments)
        with self._telemetry.call(name):
            try:
                passed = await self._policy.permit_command(run, words, input, batch=batch, paused=paused)
            except Denied as denied:
                await self._refused(run, _called(name, arguments, weighed, batch), denied)
            async with self._journal.calling(run, _called(name, arguments, weighed, batch, passed)) as told:
                made = await execute()
            return Answer(made.blocks, made.cached, told.write)

    async def _refused(self, run: Run, called: Called, denied: Denied) -> NoReturn:
        """What is not permitted is on record as well, before anybody hears of it."""
        await self._journal.refused(run, called, str(denied)).wait()
        raise denied

    async def _made(self, run: Run, names: Sequence[str], making: Awaitable[Answer]) -> Answer:
        async with discreet(run.boundary, names):
            try:
                made = await making
            except SandgateError:
                self._policy.alerts.failed(names[-1])
                raise
        self._policy.alerts.worked(names[-1])
        return made


def _called(
    name: str,
    arguments: JsonObject,
    weighed: Weighed,
    batch: str,
    passed: Passed = NOT_PASSED,
    sent: JsonObject | None = None,
) -> Called:
    server, _, tool = name.partition(".")
    return Called(
        server=server,
        tool=tool,
        arguments=arguments,
        sent=sent,
        verdict=passed.verdict,
        by=passed.by,
        approval=passed.approval,
        approved_by=passed.approved_by,
        risk=weighed.risk,
        changes_data=weighed.changes_data,
        batch=batch,
    )
