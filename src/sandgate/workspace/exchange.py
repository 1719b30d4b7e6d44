"""A session's files for one run: copied to where the program sees them, and what it changed copied back."""

from __future__ import annotations

import errno
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

import anyio
import anyio.to_thread

from sandgate.errors import SandgateError
from sandgate.sandbox.folder import Entry, Folder

from .changes import Changes
from .names import is_path
from .store import Workspace

Stamps = dict[str, tuple[int, ...]]
Seen = dict[str, Entry]
MOST_TOLD = 5


@dataclass(slots=True)
class Exchange:
    """Programs that run at once do not see each other's changes; of a file that both wrote, the later end counts."""

    workspace: Workspace
    read_only: bool = False
    """Whether what the program changes is forgotten."""
    _loaded: Seen | None = None
    """What is there that need not be taken back, as it was then. None before the first load: then nothing is taken."""
    _stored: Stamps = field(default_factory=Stamps)
    """The same files, as they were in the store."""
    _folder: Folder | None = None

    async def load(self, folder: Folder) -> None:
        if folder is not self._folder:  # another place has nothing of what was put into the one before
            self._folder, self._loaded, self._stored = folder, None, {}
        if self._loaded is None and not self.workspace.exists:
            self._loaded = {}
            return
        try:
            await anyio.to_thread.run_sync(self._load, folder)
        except OSError as error:
            files = f"the files of session {self.workspace.session!r}"
            if error.errno == errno.ENOSPC:
                cure = "Raise limits.workspace_mb or limits.workspace_files, or remove some"
                raise SandgateError(f"{files} do not fit into a program's workspace. {cure}") from error
            raise SandgateError(f"{files} cannot be put into a program's workspace: {error.strerror}") from error

    async def save(self, folder: Folder) -> tuple[str, ...]:
        if self._loaded is None or (folder.empty and not self._loaded):
            return ()
        try:
            return await anyio.to_thread.run_sync(self._save, folder)
        except SandgateError as error:
            return (f"files were not kept: {error}",)
        except OSError as error:
            return (f"files were not kept: {error.strerror}",)

    def _load(self, folder: Folder) -> None:
        """Only what is new in the store: in a session, the rest has been there since the program before."""
        stored, known = self.workspace.stamps(), self._stored
        fresh = {path for path in known.keys() | stored.keys() if known.get(path) != stored.get(path)}
        for path in sorted(fresh - stored.keys(), reverse=True):
            folder.remove(path)
        for path in [path for path in stored if path in fresh]:
            if not self._put(folder, path, stored[path]):
                del stored[path]
        now = {entry.path: entry for entry in folder.entries()}
        before = self._loaded or {}
        untouched = {path: entry for path, entry in before.items() if path not in fresh}
        self._stored, self._loaded = stored, untouched | {path: now[path] for path in fresh if path in now}

    def _put(self, folder: Folder, path: str, stamp: tuple[int, ...]) -> bool:
        """False where somebody has removed it since it was listed."""
        if not stamp:
            folder.make(path)
            return True
        try:
            with self.workspace.kept(path) as file:
                folder.write(path, file)
        except FileNotFoundError:
            return False
        return True

    def _save(self, folder: Folder) -> tuple[str, ...]:
        assert self._loaded is not None
        found = {entry.path: entry for entry in folder.entries()}
        changed = [entry for path, entry in found.items() if self._loaded.get(path) != entry]
        gone = {path for path in self._loaded if path not in found and _is_gone(folder, path)}
        if not changed and not gone:
            return ()
        if self.read_only:
            return ("this program may only look: what it wrote to workspace/ was not kept",)
        with self.workspace.changing() as changes:
            self._forget(changes, gone)
            lost = {entry.path: why for entry in changed if (why := self._keep(changes, folder, entry))}
            now = self.workspace.stamps()
        ours = {entry.path for entry in changed} - lost.keys()
        self._stored = {path: stamp for path, stamp in self._stored.items() if path not in gone} | {
            path: now[path] for path in ours if path in now
        }
        self._loaded = {path: entry for path, entry in found.items() if path not in lost or not _may_fit(entry)} | {
            path: self._loaded[path] for path in lost if path in self._loaded and _may_fit(found[path])
        }
        return _told([f"{_quoted(path)} ({why})" for path, why in lost.items()])

    def _forget(self, changes: Changes, gone: Collection[str]) -> None:
        """What the program removed; not what somebody else has changed since it began."""
        now = self.workspace.stamps()
        for path in sorted(gone, reverse=True):
            if path in now and now[path] == self._stored.get(path):
                changes.remove(path)

    def _keep(self, changes: Changes, folder: Folder, entry: Entry) -> str:
        """Take one thing in; why it could not be, in words."""
        if entry.kind == "other":
            return "a link or special file"
        if not is_path(entry.path):
            return "such a name"
        was = self._stored.get(entry.path)
        if was is not None and bool(was) != (entry.kind == "file"):
            changes.remove(entry.path)  # a file where there was a folder, or the other way round
        if full := changes.refuses(entry.path, entry.size):
            return full
        try:
            if entry.kind == "folder":
                changes.make(entry.path)
                return ""
            with folder.open(entry.path) as file:
                changes.put(entry.path, _Limited(file, entry.size))  # type: ignore[arg-type]
        except OSError as error:
            return error.strerror or str(error)
        return ""


def _may_fit(entry: Entry) -> bool:
    """Whether it is worth trying again at the end of the next program what could not be kept of this one."""
    return entry.kind == "file" and is_path(entry.path)


def _is_gone(folder: Folder, path: str) -> bool:
    """Whether it is not there. What can only not be looked at now is: a folder may be closed, descriptors used up."""
    try:
        with folder.open(path):
            return False
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False


class _Limited:
    """No more of a file than it had when its size was looked at: a program may still be writing to it."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int) -> bytes:
        chunk = self._file.read(min(size, self._left))
        self._left -= len(chunk)
        return chunk


def _quoted(path: str) -> str:
    return ascii(path)[1:-1][:80]


def _told(lost: Sequence[str]) -> tuple[str, ...]:
    if not lost:
        return ()
    more = f", and {len(lost) - MOST_TOLD} more" if len(lost) > MOST_TOLD else ""
    return (f"not kept from workspace/: {', '.join(lost[:MOST_TOLD])}{more}",)
