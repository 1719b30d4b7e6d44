"""Which wrappers and skills have changed since somebody last asked: the checker remembers those it has read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

MADE, CHANGED, REMOVED = 1, 2, 3
Stamp = tuple[int, int]


class Change(NamedTuple):
    path: str
    """From the folder that holds all of them."""
    kind: int


class Tree:
    """A tree of modules: folders of files. Only folders that were written to are looked into."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._folders: dict[str, Stamp] = {}
        self._files: dict[str, dict[str, Stamp]] = {}

    def changes(self) -> list[Change]:
        """Since the last time. Of the first time nobody remembers anything, so it is everything."""
        now = {"": (0, 0), **_entries(self._folder, folders=True)}
        found: list[Change] = []
        for name in {*now, *self._folders}:
            if name and name in now and now[name] == self._folders.get(name):
                continue
            files = _entries(self._folder / name, folders=False) if name in now else {}
            found += _between(name, self._files.get(name, {}), files)
            self._files[name] = files
        self._folders = now
        return found


def _between(folder: str, before: dict[str, Stamp], after: dict[str, Stamp]) -> list[Change]:
    kinds = {name: CHANGED if name in before else MADE for name, stamp in after.items() if before.get(name) != stamp}
    kinds |= {name: REMOVED for name in before if name not in after}
    return [Change(f"{folder}/{name}" if folder else name, kind) for name, kind in kinds.items()]


def _entries(folder: Path, *, folders: bool) -> dict[str, Stamp]:
    try:
        with os.scandir(folder) as entries:
            return {
                entry.name: (entry.stat().st_mtime_ns, entry.inode())
                for entry in entries
                if (entry.is_dir() if folders else entry.name.endswith(".ts"))
            }
    except OSError:
        return {}  # replaced in this moment: it will be seen the next time
