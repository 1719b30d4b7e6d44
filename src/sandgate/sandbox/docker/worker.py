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
    unguarded: bool = False
    """Whether programs can stop our first process, and speak for it: gVisor's kernel lets them."""

    async def kill(self) -> None:
        with suppress(SandboxError), anyio.move_on_after(END_SECONDS):
            await self.engine.ask("POST", f"/containers/{self.container}/kill")

    async def limit_reached(self) -> str | None:
        """A kernel of the container's own goes as a whole when memory runs out, and our first process with it."""
        with suppress(SandboxError), anyio.move_on_after(END_SECONDS):
            if await self.engine.ran_out_of_memory(self.container):
                return "memory_mb"
        return None

    async def release(self) -> None:
        if self.unguarded:  # it may not hear that the connection was closed, and its program live on
            await self.kill()
        self.let_go(self.container)
