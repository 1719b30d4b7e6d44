"""The sandbox as the gateway sees it: programs in, outcomes out, whatever the walls are made of."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from types import TracebackType
from typing import Self

import anyio

from sandgate.errors import first_cause
from sandgate.model import Limits, Outcome, Program

from . import bridge
from .clock import Clock
from .folder import Files
from .protocol import Answer, Backend, Command, OnNetwork, OnOutput, OnRequest, ReadLink, Request, Worker
from .spares import Spares

__all__ = [
    "Answer",
    "Backend",
    "Clock",
    "Command",
    "Files",
    "OnNetwork",
    "OnOutput",
    "ReadLink",
    "Request",
    "Sandbox",
]


class Sandbox:
    """Programs go in, outcomes come out; nothing else gets through the walls of its backend.

    Use as a context: workers with the usual limits wait ready inside it, and on leaving all of them have ended. `stand`
    puts up the walls, when the first spare or program wants them.
    """

    def __init__(self, stand: Callable[[], Awaitable[Backend]], limits: Limits, spares: int = 0, most: int = 0) -> None:
        self._stand, self._limits = stand, limits
        self._standing = anyio.Lock()
        self._backend: Backend | None = None
        self._spares = Spares(self.ready, limits, spares, most)

    async def __aenter__(self) -> Self:
        await self._spares.__aenter__()
        self._spares.prepare()
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
            await self._spares.__aexit__(kind, error, trace)
        finally:
            with anyio.CancelScope(shield=True):
                if self._backend:
                    await self._backend.close()

    async def run(
        self,
        program: Program,
        on_request: OnRequest,
        on_output: OnOutput,
        files: Files | None = None,
        on_network: OnNetwork | None = None,
    ) -> Outcome:
        """Raises SandboxError if no walls could be put up; then nothing has run."""
        worker = await self._spares.take(program.limits)
        try:
            async with _let_out(worker, on_network):
                outcome = await bridge.run(worker, program, on_request, on_output, files)
        finally:
            self._spares.prepare()
        return replace(outcome, sandbox=self.name)


@asynccontextmanager
async def _let_out(worker: Worker, on_network: OnNetwork | None) -> AsyncGenerator[None]:
    """Serve the connections of a program while it runs, where it has any and somebody serves them."""
    if on_network is None or (listener := worker.take_listener()) is None:
        yield
        return
    try:
        async with anyio.create_task_group() as serving:
            serving.start_soon(on_network, listener)
            yield
            serving.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise first_cause(group) from None
