"""Folders that a program has filled: gone through and removed without trusting a name, a link or a depth in them.

By descriptors and without recursion: a path can be longer than the kernel takes, and a tree deeper than Python's stack.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Generator, Iterator
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
                levels.append(_opened(entered(path, at)))
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
                    levels.append(_opened(entered(entry.name, descriptor)))
                    self.inside.append(entry.name)


def entered(name: str, at: int | None) -> int:
    """A folder, opened. One that a program has closed is opened to its owner again: nothing hides in it, or is lost."""
    descriptor = opened(name, FOLDER, at)
    if not os.fstat(descriptor).st_mode & stat.S_IXUSR:
        _open_to_its_owner(descriptor)
    return descriptor


def opened(name: str, flags: int, at: int | None) -> int:
    """The same for a file. As root no folder and no file is closed."""
    try:
        return os.open(name, flags, dir_fd=at)
    except PermissionError:
        if at is not None:
            _open_to_its_owner(at)
        with contextlib.suppress(PermissionError), _pinned(name, at) as handle:
            _open_to_its_owner(handle)
        return os.open(name, flags, dir_fd=at)


@contextlib.contextmanager
def _pinned(name: str, at: int | None) -> Generator[int]:
    """The very thing that has this name now, and never what a link leads to."""
    handle = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=at)
    try:
        yield handle
    finally:
        os.close(handle)


def _open_to_its_owner(descriptor: int) -> None:
    with contextlib.suppress(OSError):  # somebody else's, or a link
        os.chmod(f"/proc/self/fd/{descriptor}", stat.S_IMODE(os.fstat(descriptor).st_mode) | stat.S_IRWXU)


def _opened(descriptor: int) -> tuple[int, Iterator[os.DirEntry[str]], ExitStack]:
    with ExitStack() as level:
        level.callback(os.close, descriptor)
        listing: AbstractContextManager[Any] = os.scandir(descriptor)
        return descriptor, level.enter_context(listing), level.pop_all()
    raise AssertionError("a stack that closes swallows nothing")


def remove(top: str) -> None:
    """Remove a folder however deep it is: what a folder in it holds is first moved up. Nobody may be writing to it."""
    try:
        descriptor = entered(top, None)
    except OSError:
        return
    try:
        _open_to_its_owner(descriptor)
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
