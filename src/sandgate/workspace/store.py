"""The files of each session on disk: replaced whole, never half-written, counted against what a session may hold."""

from __future__ import annotations

import errno
import fcntl
import io
import math
import os
import secrets
import shutil
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from sandgate.errors import BadArguments, SandgateError
from sandgate.sandbox.process.folder import OpenFolder
from sandgate.sandbox.process.trees import FOLDER

from .changes import Changes, Room
from .names import SESSION, path_of, session_of, shown

DAY_SECONDS = 86_400.0
MOST_NAMED = 10
TRIES = 100
GOING = ".going-"
"""What a workspace is called once it is deleted, until all of it is gone."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file or a folder of a workspace."""

    path: str
    size: int
    modified: float
    folder: bool = False


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
            named = (path for path in self._folder.iterdir() if SESSION.fullmatch(path.name) and path.is_dir())
            found = [Workspace(path, self._room) for path in named]
            return sorted(found, key=lambda one: one.used, reverse=True)
        return []

    def sweep(self) -> list[str]:
        """Remove what nobody has used for so long that it need not be kept. Whose they were."""
        for left in self._folder.glob(f"{GOING}*"):  # by whoever was killed while it deleted
            shutil.rmtree(left, ignore_errors=True)
        if self._keep_days <= 0:
            return []
        since = time.time() - self._keep_days * DAY_SECONDS
        return [one.session for one in self.all() if one.used < since and one.delete(unless_used_since=since)]


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
        for path in (self._home / "lock", self._home):  # one that is just being made has no lock yet
            with suppress(OSError):
                return path.stat().st_mtime
        return 0.0

    def list(self, folder: str = "") -> list[Stored]:
        """All that is in a folder and below it, by path. Raises BadArguments."""
        return self._below(path_of(folder, top=True))

    def _below(self, top: str) -> list[Stored]:
        found = sorted(self._stored(), key=lambda one: one.path)
        if top and not any(one.path == top for one in found):
            raise BadArguments(self._missing(top, found))
        return [one for one in found if not top or one.path == top or one.path.startswith(f"{top}/")]

    @contextmanager
    def open(self, path: str) -> Generator[BinaryIO]:
        """Raises BadArguments where there is no such file."""
        path = path_of(path)
        with ExitStack() as opened:
            try:
                file = opened.enter_context(self.kept(path))
            except OSError as error:
                raise BadArguments(self._missing(path, self._stored())) from error
            yield file

    @contextmanager
    def kept(self, path: str) -> Generator[BinaryIO]:
        """A file by the very path it is kept under. Raises OSError."""
        with self._opened() as files, files.open(path) as file:
            yield file

    def write(self, path: str, content: bytes, *, append: bool = False) -> Stored:
        """Put a file there, all of it or nothing. Raises BadArguments, or SandgateError where it does not fit."""
        path = path_of(path)
        with self.changing() as changes:
            if append and path in changes.sizes:
                content = self._content(path) + content
            if full := changes.refuses(path, len(content)):
                raise SandgateError(f"{shown(path)} was not written: {full}")
            try:
                changes.put(path, io.BytesIO(content))
            except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
                raise BadArguments(f"{shown(path)} cannot be written: {_in_its_place(path, changes)}") from error
            return Stored(path, len(content), time.time())

    def _content(self, path: str) -> bytes:
        try:
            with self.kept(path) as file:
                return file.read()
        except OSError as error:
            raise BadArguments(f"{shown(path)} is a folder: nothing can be appended to it") from error

    def remove(self, path: str) -> None:
        """A file, or a folder with all that is in it. Raises BadArguments."""
        with self.changing() as changes:
            for one in reversed(self._below(path_of(path.rstrip("/")))):
                changes.remove(one.path)

    def delete(self, *, unless_used_since: float = math.inf) -> bool:
        """All of it, at once. False where there is nothing, somebody has used it since then, or it cannot be."""
        going = self._home.with_name(f"{GOING}{secrets.token_hex(8)}")
        with suppress(OSError):
            if not self._home.is_dir():
                return False
            with self._held():
                if self.used >= unless_used_since:
                    return False
                self._home.rename(going)
            shutil.rmtree(going, ignore_errors=True)
            return True
        return False

    @contextmanager
    def changing(self) -> Generator[Changes]:
        """Nobody else changes it meanwhile. Raises SandgateError where it cannot be written."""
        try:
            with self._held() as lock:
                os.utime(lock.fileno())
                for name in ("files", "new"):
                    (self._home / name).mkdir(exist_ok=True, mode=0o700)
                for left in (self._home / "new").iterdir():  # by whoever was killed while it wrote
                    left.unlink()
                with self._opened() as files:
                    yield Changes(self._home, files, {one.path: one.size for one in self._stored()}, self._room)
        except OSError as error:
            raise SandgateError(f"the workspace {self.session!r} cannot be written: {error.strerror}") from error

    def _held(self) -> TextIO:
        """Its lock, which only one has. Raises OSError."""
        for tried in range(TRIES):
            gone = (FileNotFoundError, FileExistsError) if tried < TRIES - 1 else ()  # deleted, between two steps
            with suppress(*gone), ExitStack() as opened:
                self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
                lock = opened.enter_context(open(self._home / "lock", "a", opener=_for_its_owner))
                fcntl.flock(lock, fcntl.LOCK_EX)
                if os.path.samestat(os.fstat(lock.fileno()), (self._home / "lock").stat()):
                    opened.pop_all()
                    return lock
        raise FileNotFoundError(errno.ENOENT, "it is deleted again and again")

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
        names = [shown(one.path) for one in found if not one.folder]
        there = f"there are: {', '.join(names[:MOST_NAMED])}{', …' if len(names) > MOST_NAMED else ''}"
        return f"there is no file {shown(path)!r} in the workspace; {there if names else 'it is empty'}"


def _in_its_place(path: str, changes: Changes) -> str:
    if path in changes.sizes:
        return "there is a folder of that name"
    return "one of the folders it is in is a file"


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)
