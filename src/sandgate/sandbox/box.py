"""The sandbox as the gateway sees it: programs in, outcomes out, whatever the walls are made of."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

import anyio

from sandgate.model import Limits, Outcome, Program

from . import bridge
from .clock import Clock
from .protocol import Answer, Backend, OnOutput, OnRequest, ReadLink, Request, Workspace
from .spares import Spares

__all__ = ["Answer", "Backend", "Clock", "OnOutput", "ReadLink", "Request", "Sandbox", "Workspace"]


class Sandbox:
    """Programs go in, outcomes come out; nothing else gets through the walls of its backend.

    Use as a context: workers with the usual limits wait ready inside it, and on leaving all of them have ended.
    """

    def __init__(self, backend: Backend, limits: Limits, spares: int = 0, path: str = bridge.GUEST_PATH) -> None:
        self._backend, self._limits = backend, limits
        self._spares = Spares(backend, limits, spares)
        self._path = path
        self.name = backend.name

    async def __aenter__(self) -> Self:
        await self._spares.__aenter__()
        self._spares.prepare()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._spares.__aexit__(kind, error, trace)
        finally:
            with anyio.CancelScope(shield=True):
                await self._backend.close()

    @asynccontextmanager
    async def workspace(self) -> AsyncGenerator[Workspace]:
        """Files for several runs. They are gone when this is left."""
        workspace = await self._backend.keep(self._limits)
        try:
            yield workspace
        finally:
            with anyio.CancelScope(shield=True):
                await workspace.close()

    async def run(
        self, program: Program, on_request: OnRequest, on_output: OnOutput, workspace: Workspace | None = None
    ) -> Outcome:
        """Raises SandboxError if no walls could be put up; then nothing has run."""
        worker = await self._spares.take(program.limits)
        return await bridge.run(worker, program, on_request, on_output, self._path, workspace)
