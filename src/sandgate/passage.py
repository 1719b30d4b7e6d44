"""Where every call passes, whatever it is of: permitted or not, on record either way, told of where it fails."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

from .audit import Called, Journal
from .audit.noting import Told
from .errors import Denied, SandgateError
from .model import JsonObject
from .policy.commands import arguments_of
from .policy.commands import weigh as weigh_command
from .policy.gatekeeper import Paused, Weigh
from .policy.policy import Policy
from .policy.run import Passed, Run
from .privacy.boundary import Boundary
from .telemetry import Telemetry


class Passage:
    """Policy before a call, the audit around it, and telemetry around both."""

    def __init__(self, policy: Policy, journal: Journal, telemetry: Telemetry) -> None:
        self._policy, self._journal, self._telemetry = policy, journal, telemetry

    @asynccontextmanager
    async def call(
        self, run: Run, names: Sequence[str], arguments: JsonObject, weigh: Weigh, *, batch: str, paused: Paused
    ) -> AsyncGenerator[tuple[JsonObject, Told]]:
        """Inside, a call is made: with the arguments that are sent, and what becomes of it is told. Raises Denied."""
        called = _called(names[0], arguments, weigh, batch)
        with self._telemetry.call(names[0]) as watched:
            async with self._refusals(run, called):
                sent, passed = await self._policy.permit(run, names, arguments, weigh, batch=batch, paused=paused)
            async with self._journal.calling(run, _passed(called, passed, sent)) as told:
                with self._policy.alerts.calling(names[-1]), _complaining(run.boundary, names):
                    yield sent, told
            watched.cached = told.cached

    @asynccontextmanager
    async def command(
        self, run: Run, words: Sequence[str], input: str, *, batch: str, paused: Paused
    ) -> AsyncGenerator[None]:
        """The same for a command."""
        arguments = arguments_of(words, input)
        called = _called(f"commands.{words[0]}", arguments, lambda given: weigh_command(words[0], given), batch)
        with self._telemetry.call(f"commands.{words[0]}"):
            async with self._refusals(run, called):
                passed = await self._policy.permit_command(run, words, input, batch=batch, paused=paused)
            async with self._journal.calling(run, _passed(called, passed, None)):
                yield

    @asynccontextmanager
    async def _refusals(self, run: Run, called: Called) -> AsyncGenerator[None]:
        """What is not permitted is on record as well, before anybody hears of it."""
        try:
            yield
        except Denied as denied:
            await self._journal.refused(run, called, str(denied)).wait()
            raise


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


@contextmanager
def _complaining(boundary: Boundary, names: Sequence[str]) -> Generator[None]:
    """A server that fails may say whose data it was about."""
    try:
        yield
    except SandgateError as error:
        told = boundary.complaint(names, str(error))
        if told == str(error):
            raise
        raise type(error)(told) from None
