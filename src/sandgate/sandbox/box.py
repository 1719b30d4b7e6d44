"""The sandbox as the gateway sees it: programs in, outcomes out, whatever the walls are made of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

import anyio

from sandgate.model import Limits, Outcome, Program
from sandgate.promptly import lock

from . import bridge
from .clock import Clock
from .folder import Files
from .leading_out import let_out
from .protocol import Answer, Backend, Command, Listeners, OnNetwork, OnOutput, OnProgress, ReadLink, Request
from .sessions import Sessions
from .spares import Spares

__all__ = [
    "Answer",
    "Backend",
    "Clock",
    "Command",
    "Files",
    "Listeners",
    "OnNetwork",
    "OnOutput",
    "OnProgress",
    "ReadLink",
    "Request",
    "Sandbox",
    "Staying",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Staying:
    """How long sessions keep their variables."""

    most: int = 8
    idle_minutes: float = 15.0
    cpu_seconds: float = 600.0


USUAL = Staying()


class Sandbox:
    """Programs go in, outcomes come out; nothing else gets through the walls of its backend.

    Use as a context: workers with the usual limits wait ready inside it, and on leaving all of them have ended. `stand`
    puts up the walls, when the first spare or program wants them.
    """

    def __init__(
        self,
        stand: Callable[[], Awaitable[Backend]],
        limits: Limits,
        spares: int = 0,
        most: int = 0,
        staying: Staying = USUAL,
        *,
        eager: bool = True,
    ) -> None:
        """Where it is not `eager`, nothing waits ready before the first program has come."""
        self._stand, self._limits, self._eager = stand, limits, eager
        self._standing, self._opened = lock(), AsyncExitStack()
        self._backend: Backend | None = None
        self._spares = Spares(self.ready, limits, spares, most)
        longer = replace(limits, cpu_seconds=staying.cpu_seconds)
        self.sessions = Sessions(self._spares.take, longer, staying.most, staying.idle_minutes * 60)

    async def __aenter__(self) -> Self:
        await self._opened.enter_async_context(self._spares)
        await self._opened.enter_async_context(self.sessions)
        if self._eager:
            self._spares.prepare()
        self.sessions.start()
        return self

    async def ready(self) -> Backend:
        """The walls, put up once. Raises SandboxError where none may stand."""
        async with self._standing:
            if self._backend is None:
                self._backend = await self._stand()
            return self._backend

    @property
    def name(self) -> str:
        """What puts up the walls and how strong they are; empty as long as there are none."""
        return self._backend.name if self._backend else ""

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._opened.__aexit__(kind, error, trace)
        finally:
            with anyio.CancelScope(shield=True):
                if self._backend:
                    await self._backend.close()

    def claimed(self, session: str | None) -> AbstractAsyncContextManager[None]:
        """One program of a session runs at a time: wait for the others, before anything else is waited for."""
        return self.sessions.claimed(session) if session else nullcontext()

    async def run(
        self,
        program: Program,
        heard: Listeners,
        files: Files | None = None,
        on_network: OnNetwork | None = None,
        session: str | None = None,
    ) -> Outcome:
        """Raises SandboxError if no walls could be put up; then nothing has run.

        With a `session`, its names are those of the programs before it, and stay for those that come; it must have been
        `claimed`.
        """
        if session:
            outcome = await self.sessions.run(session, program, heard, files, on_network)
            return replace(outcome, sandbox=self.name)
        worker = await self._spares.take(program.limits)
        async with let_out(worker.take_listener(), on_network):
            outcome = await bridge.run(worker, program, heard, files, self._spares.forget)
        return replace(outcome, sandbox=self.name)
