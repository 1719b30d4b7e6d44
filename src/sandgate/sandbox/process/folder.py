"""A run's workspace through a descriptor that its first process handed out: it can be read when the run is over."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ..folder import Entry
from . import kernel, trees

CHUNK = 2**20
READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class OpenFolder:
    """Everything is done by descriptors, one name at a time: a program may swap a folder for a link at any moment."""

    def __init__(self, descriptor: int) -> None:
        self._top = descriptor
        found = os.fstat(descriptor)
        self._owner = found.st_uid, found.st_gid

    @property
    def empty(self) -> bool:
        with os.scandir(self._top) as entries:
            return next(entries, None) is None

    def entries(self) -> Iterator[Entry]:
        walk = trees.Walk(self._top)
        for _, entry in walk:
            with suppress(OSError):  # gone, while the program still runs
                yield _entry("/".join([*walk.inside, entry.name]), entry.stat(follow_symlinks=False))

    @contextmanager
    def open(self, path: str) -> Generator[BinaryIO]:
        with self._parent(path) as (parent, name), open(trees.opened(name, READ, parent), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(f"{name} is no file")
            yield file

    def write(self, path: str, content: BinaryIO) -> None:
        with kernel.acting_as(*self._owner), self._parent(path, make=True) as (parent, name):
            with suppress(FileNotFoundError):
                os.unlink(name, dir_fd=parent)
            with open(os.open(name, CREATE, 0o644, dir_fd=parent), "wb") as file:
                shutil.copyfileobj(content, file, CHUNK)

    def take_in(self, file: Path, path: str) -> None:
        """Move a file of the same disk here, in place of what there is, at once."""
        with self._parent(path, make=True) as (parent, name):
            os.rename(file, name, dst_dir_fd=parent)

    def make(self, path: str) -> None:
        with kernel.acting_as(*self._owner), self._parent(f"{path}/.", make=True):
            pass

    def remove(self, path: str) -> None:
        with suppress(OSError), self._parent(path) as (parent, name):
            try:
                os.unlink(name, dir_fd=parent)
            except (IsADirectoryError, PermissionError):
                os.rmdir(name, dir_fd=parent)

    def close(self) -> None:
        os.close(self._top)

    @contextmanager
    def _parent(self, path: str, *, make: bool = False) -> Generator[tuple[int, str]]:
        """The folder that something is in, and its name there."""
        *folders, name = path.split("/")
        descriptor = os.dup(self._top)
        try:
            for folder in folders:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(folder, 0o755, dir_fd=descriptor)
                inner = trees.entered(folder, descriptor)
                os.close(descriptor)
                descriptor = inner
            yield descriptor, name
        finally:
            os.close(descriptor)


def _entry(path: str, found: os.stat_result) -> Entry:
    if stat.S_ISDIR(found.st_mode):
        return Entry(path, "folder")
    if not stat.S_ISREG(found.st_mode):
        return Entry(path, "other")
    stamp = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
    return Entry(path, "file", found.st_size, stamp)
