"""Makes workers in which Monty runs the program: a process each, the same on every system that has Python."""

from __future__ import annotations

import json
import os
import secrets
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.to_thread

from sandgate.errors import SandboxError
from sandgate.model import Limits

from ..process import trees
from ..spawning import ended_if_it_fails, first_word, start
from .availability import availability
from .worker import MontyWorker

START_SECONDS = 30.0
GUEST = "from sandgate.sandbox.monty.inside.main import main; main()"
FOLDERS = "sandgate-monty"


class MontyBackend:
    """Walls that are an interpreter: it knows no file, no network and no process but what it is handed."""

    name = "monty"

    def __init__(self, servers: Path | None = None, place: Path | None = None) -> None:
        """`servers` holds the wrappers, `place` the workspaces of running programs: by default a temporary folder."""
        self._servers = servers
        self._place = place or Path(tempfile.gettempdir()) / f"{FOLDERS}-{os.getuid()}"
        self._swept = False

    async def spawn(self, limits: Limits) -> MontyWorker:
        if not (found := availability()).usable:
            raise SandboxError(f"{found.message}: {found.command}")
        root = await anyio.to_thread.run_sync(self._folder)
        command = [sys.executable, "-I", "-c", GUEST, json.dumps(_terms(limits, self._servers, root))]
        try:
            worker = await start(MontyWorker, command, env={})
        except BaseException:
            trees.remove(str(root))
            raise
        async with ended_if_it_fails(worker):
            worker.furnish(root)
            if said := await first_word(worker, START_SECONDS):
                raise SandboxError(f"Monty could not be started: {said.get('error')}")
        return worker

    async def close(self) -> None: ...

    def _folder(self) -> Path:
        """A new one, for one worker. The first time, those of gateways that were killed are removed."""
        self._place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._place.is_symlink() or self._place.stat().st_uid != os.getuid():  # anybody can put one there first
            raise SandboxError(f"{self._place} was made by somebody else: remove it")
        if not self._swept:
            self._swept = True
            for path in self._place.iterdir():
                if _is_orphan(path.name):
                    trees.remove(str(path))
        root = self._place / f"{os.getpid()}-{secrets.token_hex(8)}"
        (root / "workspace").mkdir(mode=0o700, parents=True)
        return root


def _is_orphan(name: str) -> bool:
    """Whether the process that made this folder is gone."""
    owner = name.partition("-")[0]
    if not owner.isdigit():
        return False
    with suppress(PermissionError):
        try:
            os.kill(int(owner), 0)
        except (ProcessLookupError, OverflowError):
            return True
    return False


def _terms(limits: Limits, servers: Path | None, root: Path) -> dict[str, object]:
    return {
        "servers": str(servers) if servers else None,
        "root": str(root),
        "memory_mb": limits.memory_mb,
        "cpu_seconds": limits.cpu_seconds,
        "file_mb": limits.file_mb,
        "workspace_mb": limits.workspace_mb,
        "workspace_files": limits.workspace_files,
    }
