"""Folders of the host that programs may read, as packets for a machine that has none of them mounted.

What the machine has already is not sent again. Meant for worker threads: it looks through the folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..remote import packets

Stamps = dict[str, tuple[int, int, int]]


@dataclass(slots=True)
class Shown:
    """What one machine has of them so far."""

    folders: Mapping[str, Path]
    had: Mapping[str, Stamps] = field(default_factory=dict[str, Stamps])

    def changes(self) -> list[bytes]:
        """What it takes to have them as they are now."""
        have = {name: dict(_files(path)) for name, path in self.folders.items()}
        bodies = [body for name in self.folders for body in self._changes(name, have[name])]
        self.had = have
        return bodies

    def _changes(self, name: str, have: Stamps) -> Iterator[bytes]:
        top, had = self.folders[name], self.had.get(name, {})
        changed = sorted(path for path, stamp in have.items() if had.get(path) != stamp)
        gone = sorted(had.keys() - have.keys())
        batch = _Batch(name, gone)
        for path in changed:
            content = _content(top / path)
            if content is None:
                have.pop(path)  # gone since we looked
                continue
            for at in range(0, len(content) or 1, packets.FILE_CHUNK):
                piece = content[at : at + packets.FILE_CHUNK]
                if batch.size + len(piece) > packets.FILE_CHUNK:
                    yield batch.body()
                    batch = _Batch(name)
                batch.add(path, piece, last=at + len(piece) == len(content))
        if batch.files or batch.gone:
            yield batch.body()


@dataclass(slots=True)
class _Batch:
    name: str
    gone: list[str] = field(default_factory=list[str])
    files: list[tuple[str, int, bool]] = field(default_factory=list[tuple[str, int, bool]])
    pieces: list[bytes] = field(default_factory=list[bytes])
    size: int = 0

    def add(self, path: str, piece: bytes, *, last: bool) -> None:
        self.files.append((path, len(piece), last))
        self.pieces.append(piece)
        self.size += len(piece) + len(path) + 32

    def body(self) -> bytes:
        folders = sorted({path.rpartition("/")[0] for path, _, _ in self.files} - {""})
        message = {"folder": self.name, "gone": self.gone, "folders": folders, "files": self.files}
        return packets.with_content(message, b"".join(self.pieces))


def _files(top: Path) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """Every file below, with what tells whether it was changed. Links are left out: they lead elsewhere."""
    left = [""]
    while left:
        inside = left.pop()
        try:
            entries = [*os.scandir(top / inside)]
        except OSError:
            continue  # gone since we looked
        for entry in entries:
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.is_dir(follow_symlinks=False):
                left.append(path)
            elif entry.is_file(follow_symlinks=False):
                try:
                    stamp = stamp_of(entry)
                except OSError:
                    continue
                yield path, stamp


def stamp_of(file: Path | os.DirEntry[str]) -> tuple[int, int, int]:
    """What tells whether it was changed. Raises OSError."""
    about = file.stat(follow_symlinks=False)
    return about.st_mtime_ns, about.st_size, about.st_ino


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
