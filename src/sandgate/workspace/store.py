"""The files of each session on disk: replaced whole, never half-written, counted against what a session may hold."""

from __future__ import annotations

import fcntl
import io
import os
import secrets
import shutil
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sandgate.errors import BadArguments, SandgateError
from sandgate.sandbox.process.folder import CHUNK, OpenFolder
from sandgate.sandbox.process.trees import FOLDER

from .names import path_of, session_of

PAGE = 4096
"""Each file takes whole pages where programs see it, so that is how it is counted here."""
DAY_SECONDS = 86_400.0
MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class Stored:
    """A file or a folder of a workspace."""

    path: str
    size: int
    modified: float
    folder: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What the workspace of a session may hold."""

    size_mb: int = 256
    files: int = 10_000


class Workspaces:
    """The workspaces of one person, each in a folder that is named after its session."""

    def __init__(self, folder: Path, room: Room, keep_days: float = 30.0) -> None:
        self._folder, self._room, self._keep_days = folder, room, keep_days

    def of(self, session: str) -> Workspace:
        """Raises BadArguments where that cannot name a session. Nothing is made before something is written."""
        return Workspace(self._folder / session_of(session), self._room)

    def all(self) -> list[Workspace]:
        """Those that exist, the one that was used last first."""
        with suppress(FileNotFoundError):
            found = [Workspace(path, self._room) for path in self._folder.iterdir() if path.is_dir()]
            return sorted(found, key=lambda one: one.used, reverse=True)
        return []

    def sweep(self) -> list[str]:
        """Remove what nobody has used for so long that it need not be kept. Whose they were."""
        if self._keep_days <= 0:
            return []
        old = [one for one in self.all() if one.used < time.time() - self._keep_days * DAY_SECONDS]
        for one in old:
            one.delete()
        return [one.session for one in old]


class Workspace:
    """The files of one session. Everything here waits for the disk: call it from a thread."""

    def __init__(self, home: Path, room: Room) -> None:
        self._home, self._room = home, room
        self.session = home.name

    @property
    def exists(self) -> bool:
        return (self._home / "files").is_dir()

    @property
    def used(self) -> float:
        """When something in it was last written."""
        try:
            return (self._home / "lock").stat().st_mtime
        except OSError:
            return 0.0

    def list(self, folder: str = "") -> list[Stored]:
        """All that is in a folder and below it, by path. Raises BadArguments."""
        top = path_of(folder, top=True)
        found = sorted(self._stored(), key=lambda one: one.path)
        if top and not any(one.path == top for one in found):
            raise BadArguments(self._missing(top, found))
        return [one for one in found if not top or one.path == top or one.path.startswith(f"{top}/")]

    @contextmanager
    def open(self, path: str) -> Generator[BinaryIO]:
        """Raises BadArguments where there is no such file."""
        path = path_of(path)
        try:
            with self._opened() as files, files.open(path) as file:
                yield file
        except OSError as error:
            raise BadArguments(self._missing(path, self._stored())) from error

    def write(self, path: str, content: bytes, *, append: bool = False) -> Stored:
        """Put a file there, all of it or nothing. Raises BadArguments, or SandgateError where it does not fit."""
        path = path_of(path)
        with self.changing() as changes:
            if append and path in changes.sizes:
                with self.open(path) as file:
                    content = file.read() + content
            if full := changes.refuses(path, len(content)):
                raise SandgateError(f"{path} was not written: {full}")
            try:
                changes.put(path, io.BytesIO(content))
            except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
                raise BadArguments(f"{path} cannot be written: there is a file or folder in its place") from error
            return Stored(path, len(content), time.time())

    def remove(self, path: str) -> None:
        """A file, or a folder with all that is in it. Raises BadArguments."""
        with self.changing() as changes:
            for one in reversed(self.list(path_of(path))):
                changes.remove(one.path)

    def delete(self) -> None:
        """All of it."""
        shutil.rmtree(self._home, ignore_errors=True)

    @contextmanager
    def changing(self) -> Generator[Changes]:
        """Nobody else changes it meanwhile. Raises SandgateError where it cannot be written."""
        try:
            for name in ("files", "new"):
                (self._home / name).mkdir(parents=True, exist_ok=True, mode=0o700)
            with open(self._home / "lock", "a", opener=_for_its_owner) as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                os.utime(lock.fileno())
                for left in (self._home / "new").iterdir():  # by whoever was killed while it wrote
                    left.unlink()
                with self._opened() as files:
                    yield Changes(self._home, files, {one.path: one.size for one in self._stored()}, self._room)
        except OSError as error:
            raise SandgateError(f"the workspace {self.session!r} cannot be written: {error.strerror}") from error

    @contextmanager
    def _opened(self) -> Generator[OpenFolder]:
        files = OpenFolder(os.open(self._home / "files", FOLDER))
        try:
            yield files
        finally:
            files.close()

    def _stored(self) -> Iterator[Stored]:
        if not self.exists:
            return
        with self._opened() as files:
            for entry in files.entries():
                if entry.kind != "other":
                    modified = entry.stamp[1] / 1e9 if entry.stamp else 0.0
                    yield Stored(entry.path, entry.size, modified, entry.kind == "folder")

    def stamps(self) -> dict[str, tuple[int, ...]]:
        """What there is, files with what tells whether they have been changed."""
        if not self.exists:
            return {}
        with self._opened() as files:
            return {entry.path: entry.stamp for entry in files.entries() if entry.kind != "other"}

    def _missing(self, path: str, found: Iterator[Stored] | list[Stored]) -> str:
        names = [one.path for one in found if not one.folder]
        there = f"there are: {', '.join(names[:MOST_NAMED])}{', …' if len(names) > MOST_NAMED else ''}"
        return f"there is no file {path!r} in the workspace; {there if names else 'it is empty'}"


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
        if path not in self.sizes and len(self.sizes) >= self._room.files:
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
        self.sizes[path] = size

    def make(self, path: str) -> None:
        self._files.make(path)
        self.sizes.setdefault(path, 0)

    def remove(self, path: str) -> None:
        self._files.remove(path)
        self._taken -= _paged(self.sizes.pop(path, 0))


def _paged(size: int) -> int:
    return -(-size // PAGE) * PAGE


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)
