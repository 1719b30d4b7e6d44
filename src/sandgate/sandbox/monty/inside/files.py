"""A program's workspace: a folder that Monty is shown, and how much may be in it."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic_monty import MontyFileHandle, MountDir

HOME = "/sandgate"
INSIDE = f"{HOME}/workspace/"
FULL = "no space left in the workspace"
FULL_OF_FILES = "no more files can be made in the workspace"
TOO_LONG = "the file is too large"
WRITES = {"Path.write_text", "Path.write_bytes", "Path.append_text", "Path.append_bytes"}
MAKES = {*WRITES, "open", "Path.mkdir"}


class Files:
    """Writes go through to the folder, whose room is counted from what it holds: no file system holds it to a size."""

    def __init__(self, root: str, workspace_mb: int, workspace_files: int, file_mb: int) -> None:
        self.folder = Path(root, "workspace")
        self.mount = MountDir(host_path=self.folder, virtual_path=f"{HOME}/workspace", mode="read-write")
        self._most, self._most_files, self._longest = workspace_mb * 2**20, workspace_files, file_mb * 2**20
        self._room = self._places = 0
        """What may still be added without another look."""

    def refused(self, name: str, args: tuple[Any, ...]) -> tuple[str, str] | None:
        """Why something may not be done there, and the limit that says so."""
        path = self.inside(args[0]) if name in MAKES else None
        if path is None or (name == "open" and "r" in str(args[1])):
            return None  # Monty says itself what is not there
        size = _size(args[1]) if name in WRITES else 0
        held = _length(path)
        if size + (held or 0 if name.startswith("Path.append") else 0) > self._longest:
            return TOO_LONG, "file_mb"
        new = 0 if held is not None else len(path.parts) - len(self.folder.parts) if name == "Path.mkdir" else 1
        if size > self._room or new > self._places:
            self._look()
        if size > self._room:
            return FULL, "workspace_mb"
        if new > self._places:
            return FULL_OF_FILES, "workspace_files"
        self._room -= size
        self._places -= new
        return None

    def _look(self) -> None:
        used = files = 0
        for folder, names, found in os.walk(self.folder):
            files += len(names) + len(found)
            used += sum(Path(folder, name).lstat().st_size for name in found)
        self._room, self._places = self._most - used, self._most_files - files

    def inside(self, given: object) -> Path | None:
        """Where a path of the program's is; None where it leads out of the workspace."""
        text = given.path if isinstance(given, MontyFileHandle) else str(given)
        whole = os.path.normpath(PurePosixPath(HOME, text))
        return self.folder / whole[len(INSIDE) :] if whole.startswith(INSIDE) else None


def _length(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _size(content: object) -> int:
    if isinstance(content, str):
        return len(content) if content.isascii() else len(content.encode("utf-8", "replace"))
    return len(content) if isinstance(content, bytes | bytearray) else 0
