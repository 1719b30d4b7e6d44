"""A workspace elsewhere as the gateway sees it: every look at it is a question to the first process there.

Used in worker threads, as the workspaces do. What comes back is hostile.
"""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

import anyio.from_thread

from ...errors import SandboxError
from ..folder import Entry
from . import packets
from .wire import Wire

KINDS = ("file", "folder", "other")
BUFFER = packets.FILE_CHUNK


class RemoteFolder:
    """Raises SandboxError where that place has gone."""

    def __init__(self, wire: Wire, most: int) -> None:
        """`most` is how many things can be in it."""
        self._wire, self._most = wire, most

    @property
    def empty(self) -> bool:
        """As it was when its program ended. Before that nobody knows, and it counts as not."""
        return bool(self._wire.report and self._wire.report.get("empty") is True)

    def entries(self) -> Iterator[Entry]:
        first, left = True, self._most
        while told := self._asked({"do": "entries", "first": first})[0]:
            first = False
            if not isinstance(told, list) or (left := left - len(cast("list[Any]", told))) < 0:
                raise SandboxError(f"{self._wire.called} tells of more than can be in its workspace")
            yield from (self._entry(one) for one in cast("list[Any]", told))

    @contextmanager
    def open(self, path: str) -> Generator[BinaryIO]:
        file = _File(self, path)
        file.fill()
        with io.BufferedReader(file, BUFFER) as reader:
            yield reader

    def read(self, path: str, at: int) -> bytes:
        return self._asked({"do": "read", "path": path, "at": at})[1]

    def write(self, path: str, content: BinaryIO) -> None:
        piece = content.read(packets.FILE_CHUNK)
        self._asked({"do": "write", "path": path, "new": True}, piece)
        while piece := content.read(packets.FILE_CHUNK):
            self._asked({"do": "write", "path": path, "new": False}, piece)

    def make(self, path: str) -> None:
        self._asked({"do": "make", "path": path})

    def remove(self, path: str) -> None:
        self._asked({"do": "remove", "path": path})

    def _entry(self, told: Any) -> Entry:
        match told:
            case [str(path), str(kind), int(size), [*stamp]] if (
                kind in KINDS and size >= 0 and all(isinstance(n, int) for n in stamp)
            ):
                return Entry(path, kind, size, tuple(stamp))
            case _:
                raise SandboxError(f"{self._wire.called} tells of its workspace in an unknown way")

    def _asked(self, message: dict[str, Any], content: bytes = b"") -> tuple[Any, bytes]:
        return anyio.from_thread.run(self._wire.ask, message, content)


class _File(io.RawIOBase):
    """A file that is fetched piece by piece. It may change meanwhile; then it is what it is."""

    def __init__(self, folder: RemoteFolder, path: str) -> None:
        self._folder, self._path = folder, path
        self._at, self._held = 0, memoryview(b"")

    def readable(self) -> bool:
        return True

    def fill(self) -> None:
        self._held = memoryview(self._folder.read(self._path, self._at))
        self._at += len(self._held)

    def readinto(self, buffer: Any, /) -> int:
        if not self._held and self._at:
            self.fill()
        target = memoryview(buffer)
        taken = min(len(self._held), len(target))
        target[:taken] = self._held[:taken]
        self._held = self._held[taken:]
        return taken
