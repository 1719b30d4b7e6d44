"""One process that holds one Monty: its workspace, its end, and what its exit code means."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.to_thread
from anyio.abc import SocketAttribute

from ..process import trees
from ..process.folder import OpenFolder
from ..protocol import Exit
from ..spawning import Started
from .inside.exits import CPU, CRASHED

HOME = "/sandgate"
LEAVING_SECONDS = 2.0


class MontyWorker(Started):
    """The process is the leader of its group, and Monty is in it: they are ended together."""

    home = HOME
    root: Path | None = None
    """The folder that its workspace is in."""
    folder: OpenFolder | None = None
    ended: Exit | None = None

    def begin(self) -> None: ...

    def furnish(self, root: Path) -> None:
        """Give it a folder, which it removes at its end. The program can make no links in there."""
        self.root = root
        self.folder = OpenFolder(os.open(root / "workspace", trees.FOLDER))

    def stop(self) -> bool:
        """Hang up. The process then ends Monty and itself, whatever the program is doing."""
        if self.ended is None:
            with suppress(OSError, anyio.ClosedResourceError):
                self.channel.extra(SocketAttribute.raw_socket).shutdown(socket.SHUT_RDWR)  # noqa: S610 - not Django's
        return False

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        if self.ended is None:
            await self._gone_after(grace_seconds)
            self.stop()
            await self._gone_after(LEAVING_SECONDS)
            if self.process.returncode is None or self.process.returncode < 0:  # it could not look after Monty
                with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group of the dead
                    os.killpg(self.process.pid, signal.SIGKILL)
            self.ended = _meaning(await self.process.wait())
            await self.channel.aclose()
        return self.ended

    async def _gone_after(self, seconds: float) -> None:
        with anyio.move_on_after(seconds):
            await self.process.wait()

    async def forget(self) -> None:
        await self.output.aclose()
        if self.folder:
            self.folder.close()
            self.folder = None
        if self.root:
            root, self.root = self.root, None
            await anyio.to_thread.run_sync(trees.remove, str(root))


def _meaning(code: int) -> Exit:
    if code == CPU:
        return Exit(limit="cpu_seconds")
    if code == CRASHED:
        return Exit(lost="Monty's own process crashed")
    return Exit(signal=-code) if code < 0 else Exit(code=code)
