"""All walls that programs run behind, in one table: who tests something against every backend takes them from here."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from sandgate.errors import SandboxError
from sandgate.model import Language, Level, Limits
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import why_not
from sandgate.sandbox.protocol import Backend
from sandgate.sandbox.typescript.backend import TypeScriptBackend

from .test_levels import readable_python

Make = Callable[[Path], Backend]
"""With the folder of wrappers, which every user must be able to read."""


@dataclass(frozen=True, slots=True)
class Walls:
    """One kind of walls, for programs of one language."""

    name: str
    language: Language
    make: Make

    def __str__(self) -> str:
        return f"{self.name}-{self.language}"


def _process(kind: type[ProcessBackend], level: Level, servers: Path) -> Backend:
    return kind(servers, level=level, python=None if level == "full" else readable_python())


LEVELS: tuple[Level, ...] = ("full", "bwrap", "lite")
TABLE = (
    *(Walls(f"process/{level}", "python", partial(_process, ProcessBackend, level)) for level in LEVELS),
    *(Walls(f"process/{level}", "typescript", partial(_process, TypeScriptBackend, level)) for level in LEVELS),
)
"""Another backend is another line here."""


@asynccontextmanager
async def standing(walls: Walls, servers: Path) -> AsyncGenerator[Backend]:
    """These walls, if they stand here; else the test is skipped with the reason."""
    if sys.platform != "linux":
        pytest.skip(f"{walls} was not tested: the process sandbox is made of Linux namespaces")
    backend = walls.make(servers)
    try:
        if reason := await _why_not(backend):
            pytest.skip(f"{walls} was not tested: {reason}")
        yield backend
    finally:
        await backend.close()


async def _why_not(backend: Backend) -> str:
    if isinstance(backend, ProcessBackend) and not isinstance(backend, TypeScriptBackend):
        return await why_not(backend)
    try:
        worker = await backend.spawn(Limits())
    except SandboxError as error:
        return str(error)
    await worker.end()
    await worker.forget()
    return ""
