"""The sandbox as the gateway sees it: programs in, outcomes out, whatever the walls are made of."""

from __future__ import annotations

from sandgate.model import Outcome, Program

from . import bridge
from .protocol import Answer, Backend, OnOutput, OnRequest, ReadLink, Request

__all__ = ["Answer", "Backend", "OnOutput", "ReadLink", "Request", "Sandbox"]


class Sandbox:
    """Programs go in, outcomes come out; nothing else gets through the walls of its backend."""

    def __init__(self, backend: Backend, path: str = bridge.GUEST_PATH) -> None:
        self._backend, self._path = backend, path

    @property
    def name(self) -> str:
        return self._backend.name

    async def run(self, program: Program, on_request: OnRequest, on_output: OnOutput) -> Outcome:
        """Raises SandboxError if no walls could be put up; then nothing has run."""
        worker = await self._backend.spawn()
        return await bridge.run(worker, program, on_request, on_output, self._path)
