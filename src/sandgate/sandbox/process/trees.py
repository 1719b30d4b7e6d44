"""Folders that a program has filled: gone through and removed without trusting a name, a link or a depth in them.

By descriptors and without recursion: a path can be longer than the kernel takes, and a tree deeper than Python's stack.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from typing import Any

DEEPEST = 200
"""Levels that are looked at; each costs descriptors. Python's own tools give up at about a thousand."""
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Walk:
    """Every entry of a tree, with a descriptor of the folder it is in. Links are entries and never followed."""

    def __init__(self, top: str | int) -> None:
        """`top` is a path, or a descriptor of the folder."""
        self._top = top
        self.inside: list[str] = []
        """The names of the folders around the entry that was last given."""
        self.cut = False
        """Whether there was more below DEEPEST."""

    def __iter__(self) -> Iterator[tuple[int, os.DirEntry[str]]]:
        with ExitStack() as everything:
            levels: list[tuple[int, Iterator[os.DirEntry[str]], ExitStack]] = []
            everything.callback(lambda: [level[2].close() for level in reversed(levels)])
            with contextlib.suppress(OSError):
                path, at = (self._top, None) if isinstance(self._top, str) else (".", self._top)
                levels.append(_opened(os.open(path, FOLDER, dir_fd=at)))
            while levels:
                descriptor, entries, level = levels[-1]
                entry = next(entries, None)
                if entry is None:
                    levels.pop()
                    level.close()
                    del self.inside[-1:]
                    continue
                yield descriptor, entry
                if not entry.is_dir(follow_symlinks=False):
                    continue
                if len(levels) == DEEPEST:
                    self.cut = True
                    continue
                with contextlib.suppress(OSError):
                    levels.append(_opened(os.open(entry.name, FOLDER, dir_fd=descriptor)))
                    self.inside.append(entry.name)


def _opened(descriptor: int) -> tuple[int, Iterator[os.DirEntry[str]], ExitStack]:
    with ExitStack() as level:
        level.callback(os.close, descriptor)
        listing: AbstractContextManager[Any] = os.scandir(descriptor)
        return descriptor, level.enter_context(listing), level.pop_all()
    raise AssertionError("a stack that closes swallows nothing")


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
    if _unlinked(top, name):
        return
    folder = os.open(name, FOLDER, dir_fd=top)
    try:
        for inner in os.listdir(folder):
            if not _unlinked(folder, inner):  # a folder, which only someone who may write to it can move
                os.rename(inner, secrets.token_hex(8), src_dir_fd=folder, dst_dir_fd=top)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=top)


def _unlinked(parent: int, name: str) -> bool:
    """Remove what is no folder; make a folder ours to change."""
    try:
        os.unlink(name, dir_fd=parent)
    except (IsADirectoryError, PermissionError):
        os.chmod(name, 0o700, dir_fd=parent)
        return False
    return True
