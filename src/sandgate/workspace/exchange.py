"""A session's files for one run: copied to where the program sees them, and what it changed copied back."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

import anyio
import anyio.to_thread

from sandgate.errors import SandgateError
from sandgate.sandbox.folder import Entry, Folder

from .names import is_path
from .store import Changes, Workspace

Stamps = dict[str, tuple[int, ...]]
MOST_TOLD = 5


@dataclass(slots=True)
class Exchange:
    """Programs that run at once do not see each other's changes; of a file that both wrote, the later end counts."""

    workspace: Workspace
    read_only: bool = False
    """Whether what the program changes is forgotten."""
    _loaded: Stamps | None = None
    """What was put there, as it was then. None before that: then there is nothing to take either."""
    _stored: Stamps = field(default_factory=Stamps)
    """The same files, as they were in the store."""

    async def load(self, folder: Folder) -> None:
        if self._loaded is None and not self.workspace.exists:
            self._loaded = {}
            return
        try:
            await anyio.to_thread.run_sync(self._load, folder)
        except OSError as error:
            what = f"the files of session {self.workspace.session!r} do not fit into a program's workspace"
            raise SandgateError(f"{what}: {error.strerror}. Raise limits.workspace_mb, or remove some") from error

    async def save(self, folder: Folder) -> tuple[str, ...]:
        if self._loaded is None or (folder.empty and not self._loaded):
            return ()
        try:
            return await anyio.to_thread.run_sync(self._save, folder)
        except SandgateError as error:
            return (f"files were not kept: {error}",)

    def _load(self, folder: Folder) -> None:
        stored, known = self.workspace.stamps(), self._stored
        for path in sorted(known.keys() - stored.keys(), reverse=True):
            folder.remove(path)
        for path, stamp in stored.items():
            if not stamp:
                folder.make(path)
            elif known.get(path) != stamp:
                with self.workspace.open(path) as file:
                    folder.write(path, file)
        self._stored = stored
        self._loaded = {entry.path: entry.stamp for entry in folder.entries()}

    def _save(self, folder: Folder) -> tuple[str, ...]:
        assert self._loaded is not None
        found = {entry.path: entry for entry in folder.entries()}
        changed = [entry for path, entry in found.items() if self._loaded.get(path) != entry.stamp]
        gone = [path for path in self._loaded if path not in found]
        if not changed and not gone:
            return ()
        if self.read_only:
            return ("this program may only look: what it wrote to workspace/ was not kept",)
        with self.workspace.changing() as changes:
            self._forget(changes, gone)
            lost = list(_kept(changes, folder, changed))
        self._stored = self.workspace.stamps()
        self._loaded = {path: entry.stamp for path, entry in found.items()}
        return _told(lost)

    def _forget(self, changes: Changes, gone: Sequence[str]) -> None:
        """What the program removed; not what somebody else has changed since it began."""
        now = self.workspace.stamps()
        for path in sorted(gone, reverse=True):
            if path in now and now[path] == self._stored.get(path):
                changes.remove(path)


def _kept(changes: Changes, folder: Folder, changed: Sequence[Entry]) -> Generator[str]:
    """Take files in; what could not be, in words."""
    for entry in changed:
        if entry.kind == "other":
            yield f"{_quoted(entry)} (a link or special file)"
        elif not is_path(entry.path):
            yield f"{_quoted(entry)} (such a name)"
        elif entry.kind == "folder":
            changes.make(entry.path)
        elif full := changes.refuses(entry.path, entry.size):
            yield f"{_quoted(entry)} ({full})"
        else:
            try:
                with folder.open(entry.path) as file:
                    changes.put(entry.path, _Limited(file, entry.size))  # type: ignore[arg-type]
            except OSError as error:
                yield f"{_quoted(entry)} ({error.strerror or error})"


class _Limited:
    """No more of a file than it had when its size was looked at: a program may still be writing to it."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._left = file, size

    def read(self, size: int) -> bytes:
        chunk = self._file.read(min(size, self._left))
        self._left -= len(chunk)
        return chunk


def _quoted(entry: Entry) -> str:
    return ascii(entry.path)[1:-1][:80]


def _told(lost: Sequence[str]) -> tuple[str, ...]:
    if not lost:
        return ()
    more = f", and {len(lost) - MOST_TOLD} more" if len(lost) > MOST_TOLD else ""
    return (f"not kept from workspace/: {', '.join(lost[:MOST_TOLD])}{more}",)
