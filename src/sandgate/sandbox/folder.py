"""A program's workspace as the gateway sees it: what was put there before, and what the program left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import BinaryIO, Literal, Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a workspace. A program may have put anything there, under any name."""

    path: str
    """Its parts, joined by `/`."""
    kind: Literal["file", "folder", "other"]
    """`other` is a link, a pipe, a socket: nothing that is kept."""
    size: int = 0
    stamp: tuple[int, ...] = ()
    """Another one means that it was changed."""


class Folder(Protocol):
    """Where the gateway puts files for a program, and takes those it left. What is in there is hostile."""

    @property
    def empty(self) -> bool: ...
    def entries(self) -> Iterator[Entry]:
        """Everything in it, folders before what is in them."""
        ...

    def open(self, path: str) -> AbstractContextManager[BinaryIO]:
        """A file's bytes. Raises OSError where it is none, whatever it was a moment ago."""
        ...

    def write(self, path: str, content: BinaryIO) -> None:
        """Put a file there, in place of what there is."""
        ...

    def make(self, path: str) -> None:
        """A folder, with those around it."""
        ...

    def remove(self, path: str) -> None:
        """A file or an empty folder. What is not there, or not empty, stays as it is."""
        ...


class Files(Protocol):
    """What outlives a run: put into its workspace before it begins, taken out when it has ended."""

    @property
    def read_only(self) -> bool:
        """Whether what the program writes is forgotten."""
        ...

    async def load(self, folder: Folder) -> None:
        """Raises SandgateError where it cannot all be put there; then the program does not run."""
        ...

    async def save(self, folder: Folder) -> tuple[str, ...]:
        """Keep what is new. What could not be kept, in words."""
        ...
