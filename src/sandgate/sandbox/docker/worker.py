"""The gateway's hold on one container."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import anyio

from ...errors import SandboxError
from ..remote.worker import END_SECONDS, RemoteWorker
from .engine import Engine


@dataclass(slots=True, eq=False, kw_only=True)
class DockerWorker(RemoteWorker):
    """A container; once its first process has ended, the engine removes it."""

    no_commands: ClassVar[str] = "containers have no commands"
    engine: Engine
    container: str
    let_go: Callable[[str], None]

    async def kill(self) -> None:
        with suppress(SandboxError), anyio.move_on_after(END_SECONDS):
            await self.engine.ask("POST", f"/containers/{self.container}/kill")

    async def release(self) -> None:
        self.let_go(self.container)
