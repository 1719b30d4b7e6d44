"""Folders that a program has filled: gone through and removed without trusting a name, a link or a depth in them.

By descriptors and without recursion: a path can be longer than the kernel takes, and a tree deeper than Python's stack.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator

DEEPEST = 200
"""Levels that are looked at; each costs a descriptor. Python's own tools give up at about a thousand."""
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def walk(top: str) -> Iterator[tuple[int, os.DirEntry[str]]]:
    """Every entry with a descriptor of the folder it is in. Links are entries and never followed."""
    open_folders: list[tuple[int, Iterator[os.DirEntry[str]]]] = []
    with contextlib.suppress(OSError):
        _enter(open_folders, os.open(top, FOLDER))
    try:
        while open_folders:
            descriptor, entries = open_folders[-1]
            entry = next(entries, None)
            if entry is None:
                os.close(open_folders.pop()[0])
                continue
            yield descriptor, entry
            if entry.is_dir(follow_symlinks=False) and len(open_folders) < DEEPEST:
                with contextlib.suppress(OSError):
                    _enter(open_folders, os.open(entry.name, FOLDER, dir_fd=descriptor))
    finally:
        for descriptor, _ in open_folders:
            os.close(descriptor)


def _enter(open_folders: list[tuple[int, Iterator[os.DirEntry[str]]]], descriptor: int) -> None:
    open_folders.append((descriptor, os.scandir(descriptor)))


def remove(top: str) -> None:
    """Remove a folder however deep it is: what a folder in it holds is first moved up. Nobody may be writing to it."""
    try:
        descriptor = os.open(top, FOLDER)
    except OSError:
        return
    try:
        while names := os.listdir(descriptor):
            for name in names:
                _remove(descriptor, name)
    finally:
        os.close(descriptor)
    with contextlib.suppress(OSError):
        os.rmdir(top)


def _remove(top: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=top)
    except (IsADirectoryError, PermissionError):
        os.chmod(name, 0o700, dir_fd=top)
        folder = os.open(name, FOLDER, dir_fd=top)
        for inner in os.listdir(folder):
            os.rename(inner, secrets.token_hex(8), src_dir_fd=folder, dst_dir_fd=top)
        os.close(folder)
        os.rmdir(name, dir_fd=top)
