"""Sandboxes to be measured without a gateway, and the plain Pythons they are measured against."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from sandgate.model import Json, Level, Limits, Program
from sandgate.sandbox.box import Answer, Backend, Clock, Request, Sandbox
from sandgate.sandbox.process.backend import ProcessBackend, ProcessWorker
from sandgate.sandbox.protocol import Listeners

BASE: str = getattr(sys, "_base_executable", sys.executable)
LIMITS = Limits()
READY_SECONDS = 30.0
# Without compiled bytecode an import costs up to three times as much, which is not what users see.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Counted(ProcessBackend):
    """Counts the workers it has made, so that one can wait for them."""

    made = 0

    async def spawn(self, limits: Limits) -> ProcessWorker:
        worker = await super().spawn(limits)
        self.made += 1
        return worker


class Box:
    """A sandbox whose spares can be waited for."""

    def __init__(self, level: Level, spares: int, most: int) -> None:
        self.backend = Counted(level=level)
        self.sandbox = Sandbox(self._stand, LIMITS, spares, most)
        self._spares, self._taken = spares, 0

    async def _stand(self) -> Backend:
        return self.backend

    async def ready(self) -> None:
        """Wait until as many workers wait as should."""
        with anyio.fail_after(READY_SECONDS):
            while self.backend.made < self._taken + self._spares:  # noqa: ASYNC110 - they are made behind our back
                await anyio.sleep(0.001)

    async def value(self, code: str, on_call: anyio.Event | None = None) -> Json:
        """The value of a program. A tool it calls never answers; `on_call` is set when it has called one."""
        self._taken += 1

        async def on_request(request: Request, clock: Clock) -> Answer:
            del request, clock
            if on_call:
                on_call.set()
            await anyio.sleep_forever()
            raise AssertionError("forever has ended")

        outcome = await self.sandbox.run(Program(code=code, limits=LIMITS), Listeners(on_request))
        assert outcome.ok, outcome.fault
        return outcome.value


@asynccontextmanager
async def a_box(level: Level, spares: int = 0, most: int = 0) -> AsyncGenerator[Box, None]:
    """A sandbox that has run its first program. Raises SandboxError where its walls do not stand."""
    box = Box(level, spares, most)
    async with box.sandbox:
        await box.value("1 + 1")  # walls that cannot be put up say why here; a spare would not
        await box.ready()
        yield box


@asynccontextmanager
async def clean_python() -> AsyncGenerator[str, None]:
    """The same Python with nothing installed: packages may run code at every start, which is not Python's own time."""
    async with anyio.TemporaryDirectory() as folder:
        await anyio.run_process([BASE, "-m", "venv", "--without-pip", folder])
        yield f"{folder}/bin/python"


async def printed(python: str, script: str) -> str:
    answer = await anyio.run_process([python, "-I", "-c", script], env=ENVIRONMENT)
    return answer.stdout.decode().strip()


def start_files() -> int:
    """How many files the base Python runs at every start because some package put them there."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folder = Path(sys.base_prefix) / "lib" / version / "site-packages"
    return sum("import" in file.read_text(encoding="utf-8", errors="replace") for file in folder.glob("*.pth"))
