"""One program run for the sake of it: how long a backend takes, for whoever must choose."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ..errors import SandboxError
from ..model import Limits, Program
from . import bridge
from .clock import Clock
from .protocol import Answer, Backend, Listeners, Request


@dataclass(frozen=True, slots=True)
class Took:
    """Milliseconds."""

    start: float
    """Until a place for a program is ready."""
    run: float
    """A program in a ready one, until nothing of it is left."""

    def __str__(self) -> str:
        return f"one is ready in {self.start:.0f} ms, a program in it takes {self.run:.0f} ms"


async def took(backend: Backend, limits: Limits) -> Took:
    """Raises SandboxError where it cannot be tried."""
    started = time.perf_counter()
    worker = await backend.spawn(limits)
    ready = time.perf_counter()
    await bridge.run(worker, Program(code="1 + 1", limits=limits), Listeners(_no_tools))
    return Took((ready - started) * 1000, (time.perf_counter() - ready) * 1000)


async def _no_tools(request: Request, _: Clock) -> Answer:
    raise SandboxError(f"there are no tools here: {request}")
