"""The workspace as the first process of a far place serves it to the gateway: standard library only."""

from __future__ import annotations

import contextlib
import io
import os
import stat
from collections.abc import Callable
from typing import Any

from sandgate.sandbox.process import trees
from sandgate.sandbox.process.folder import OpenFolder

from . import packets

APPEND = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
OWN_FOLDER, OWN_FILE = 0o700, 0o600
ENTRIES = 2000
"""How many are told at once. Names can be long, and packets not."""


class Shelf:
    """One question, one answer. Nothing is kept between them but a walk through the tree."""

    def __init__(self, path: str) -> None:
        self._top = os.open(path, trees.FOLDER)
        self._folder = Appendable(self._top)
        self._walk = self._folder.entries()

    @property
    def empty(self) -> bool:
        self._open_up()
        return self._folder.empty

    def _open_up(self) -> None:
        """Take back the modes by which a program shut its files: we have its user, and no right beyond that."""
        with contextlib.suppress(PermissionError):  # it is not the program's, who then cannot shut it either
            os.fchmod(self._top, OWN_FOLDER)
        for parent, entry in trees.Walk(self._top):
            with contextlib.suppress(OSError):  # gone, while the program still runs
                mode = entry.stat(follow_symlinks=False).st_mode
                if stat.S_ISDIR(mode) and mode & OWN_FOLDER != OWN_FOLDER:
                    os.chmod(entry.name, OWN_FOLDER, dir_fd=parent)
                elif stat.S_ISREG(mode) and not mode & stat.S_IRUSR:
                    os.chmod(entry.name, OWN_FILE, dir_fd=parent)

    def answer(self, body: bytes) -> bytes:
        message, content = packets.message_of(body)
        verbs: dict[str, Callable[..., tuple[Any, bytes]]] = {
            "entries": self._entries,
            "read": self._read,
            "write": self._write,
            "make": self._make,
            "remove": self._remove,
        }
        try:
            value, found = verbs[message.pop("do")](content=content, **message)
        except OSError as error:
            return packets.with_content({"errno": error.errno, "error": error.strerror or str(error)})
        return packets.with_content({"value": value}, found)

    def _entries(self, *, first: bool, content: bytes) -> tuple[Any, bytes]:
        del content
        if first:
            self._open_up()
            self._walk = self._folder.entries()
        told: list[Any] = []
        size = 0
        for entry in self._walk:
            told.append([entry.path, entry.kind, entry.size, entry.stamp])
            size += 6 * len(entry.path)
            if len(told) == ENTRIES or size > packets.FILE_CHUNK:
                break
        return told, b""

    def _read(self, *, path: str, at: int, content: bytes) -> tuple[Any, bytes]:
        del content
        with self._folder.open(path) as file:
            file.seek(at)
            return None, file.read(packets.FILE_CHUNK)

    def _write(self, *, path: str, new: bool, content: bytes) -> tuple[Any, bytes]:
        if new:
            self._folder.write(path, io.BytesIO(content))
        else:
            self._folder.append(path, content)
        return None, b""

    def _make(self, *, path: str, content: bytes) -> tuple[Any, bytes]:
        del content
        self._folder.make(path)
        return None, b""

    def _remove(self, *, path: str, content: bytes) -> tuple[Any, bytes]:
        del content
        self._folder.remove(path)
        return None, b""


class Appendable(OpenFolder):
    def append(self, path: str, content: bytes) -> None:
        with self._parent(path) as (parent, name), os.fdopen(os.open(name, APPEND, dir_fd=parent), "ab") as file:
            file.write(content)
