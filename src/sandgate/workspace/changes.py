"""What is being changed in a workspace while nobody else changes it: files put, made, removed, within its room."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sandgate.sandbox.process.folder import CHUNK, OpenFolder

PAGE = 4096
"""Each file takes whole pages where programs see it, so that is how it is counted here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What the workspace of a session may hold."""

    size_mb: int = 256
    files: int = 10_000


class Changes:
    """What is being changed in one workspace, and the room that is left in it."""

    def __init__(self, home: Path, files: OpenFolder, sizes: dict[str, int], room: Room) -> None:
        self._home, self._files, self.sizes, self._room = home, files, sizes, room
        self._taken = sum(map(_paged, sizes.values()))

    def refuses(self, path: str, size: int) -> str:
        """Why a file of that size does not fit, in words; empty where it does."""
        taken = self._taken - _paged(self.sizes.get(path, 0))
        if taken + _paged(size) > self._room.size_mb * 2**20:
            left = max(0, self._room.size_mb * 2**20 - taken) / 2**20
            what = f"it has {size / 2**20:.1f} MB and {left:.1f} MB are left"
            return f"{what}; the workspace may hold {self._room.size_mb} MB (limits.workspace_mb)"
        new = sum(1 for one in _lineage(path) if one not in self.sizes)
        if new and len(self.sizes) + new > self._room.files:
            return f"the workspace may hold {self._room.files:,} files and is full (limits.workspace_files)"
        return ""

    def put(self, path: str, content: BinaryIO) -> None:
        """In place of what there is, at once: who reads it sees the old or the new."""
        staged = self._home / "new" / secrets.token_hex(8)
        try:
            with staged.open("xb") as file:
                shutil.copyfileobj(content, file, CHUNK)
                size = file.tell()
            self._files.take_in(staged, path)
        finally:
            staged.unlink(missing_ok=True)
        self._taken += _paged(size) - _paged(self.sizes.get(path, 0))
        self._count(path)
        self.sizes[path] = size

    def make(self, path: str) -> None:
        self._files.make(path)
        self._count(path)

    def _count(self, path: str) -> None:
        for one in _lineage(path):
            self.sizes.setdefault(one, 0)

    def remove(self, path: str) -> None:
        self._files.remove(path)
        self._taken -= _paged(self.sizes.pop(path, 0))


def _paged(size: int) -> int:
    return -(-size // PAGE) * PAGE


def _lineage(path: str) -> Iterator[str]:
    """A path, and the folders that it is in."""
    parts = path.split("/")
    return ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
