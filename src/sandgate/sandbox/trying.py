"""A backend tried for the sake of it: whether attacks on it fail and how long it takes, for whoever must choose."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ..errors import SandboxError
from ..model import Limits, Program
from . import bridge
from .clock import Clock
from .protocol import Answer, Backend, Listeners, Request

COMMAND = re.compile("`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Took:
    """Milliseconds."""

    start: float
    """Until a place for a program is ready."""
    run: float
    """A program in a ready one, until nothing of it is left."""

    def __str__(self) -> str:
        return f"one is ready in {self.start:.0f} ms, a program in it takes {self.run:.0f} ms"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What came of it, in the words of `doctor`."""

    stands: bool
    message: str
    cure: str = ""
    """The command that would make it available."""
    failing: tuple[str, ...] = ()
    """What does not hold of what it promises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacks:
    """What a backend must withstand."""

    failing: Callable[[], Awaitable[list[str]]]
    """What it does not. Raises SandboxError where nothing could be tried."""
    number: int
    limits: Limits
    cure: str
    """What helps where something got through."""

    async def tried(self, backend: Backend) -> Tried:
        """Also where it cannot be put up: then it says so. The backend is closed."""
        try:
            if found := await self.failing():
                message = f"its self-test failed: {', '.join(found)}"
                return Tried(stands=False, message=message, failing=tuple(found), cure=self.cure)
            return Tried(stands=True, message=await stands(backend, self.number, self.limits))
        except SandboxError as error:
            return unusable(str(error))
        finally:
            await backend.close()


async def stands(backend: Backend, attacks: int, limits: Limits) -> str:
    """What is said of one that so many attacks failed on. Raises SandboxError where it cannot be timed."""
    taken = await took(backend, limits)  # before its name is asked for, which it may only know now
    return f"{backend.name} stands: {attacks} attacks on it failed; {taken}"


def unusable(why: str) -> Tried:
    command = COMMAND.search(why)
    return Tried(stands=False, message=f"cannot be used: {why}", cure=command[1] if command else "")


async def took(backend: Backend, limits: Limits) -> Took:
    """Raises SandboxError where it cannot be tried."""
    started = time.perf_counter()
    worker = await backend.spawn(limits)
    ready = time.perf_counter()
    await bridge.run(worker, Program(code="1 + 1", limits=limits), Listeners(_no_tools))
    return Took((ready - started) * 1000, (time.perf_counter() - ready) * 1000)


async def _no_tools(request: Request, _: Clock) -> Answer:
    raise SandboxError(f"there are no tools here: {request}")
