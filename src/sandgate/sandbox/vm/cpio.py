"""A folder as an archive that a kernel unpacks into its memory when it starts. No program is needed to make one.

The same folder gives the same bytes: names in order, no times, no owners.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

MAGIC, END = b"070701", "TRAILER!!!"
DEVICES: Mapping[str, tuple[int, int, int]] = {
    "dev/console": (0o600, 5, 1),
    "dev/null": (0o666, 1, 3),
    "dev/zero": (0o666, 1, 5),
    "dev/full": (0o666, 1, 7),
    "dev/random": (0o666, 1, 8),
    "dev/urandom": (0o666, 1, 9),
}
"""What every machine has, written down here because only root could make them in a folder."""
COPIED = 2**20


def write(folder: Path, archive: BinaryIO) -> None:
    paths = sorted(folder.rglob("*"))
    for number, path in enumerate(paths, start=1):
        _put(archive, number, str(path.relative_to(folder)), path)
    for number, (name, (mode, major, minor)) in enumerate(DEVICES.items(), start=len(paths) + 1):
        _head(archive, name, number, stat.S_IFCHR | mode, device=(major, minor))
    _head(archive, END, 0, 0)


def _put(archive: BinaryIO, number: int, name: str, path: Path) -> None:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        target = os.fsencode(path.readlink())
        _head(archive, name, number, stat.S_IFLNK | 0o777, len(target))
        archive.write(target)
        _pad(archive, len(target))
    elif stat.S_ISDIR(found.st_mode):
        _head(archive, name, number, stat.S_IFDIR | 0o755)
    elif stat.S_ISREG(found.st_mode):
        _head(archive, name, number, stat.S_IFREG | (0o755 if found.st_mode & 0o100 else 0o644), found.st_size)
        with path.open("rb") as file:
            while piece := file.read(COPIED):
                archive.write(piece)
        _pad(archive, found.st_size)


def _head(
    archive: BinaryIO, name: str, number: int, mode: int, size: int = 0, device: tuple[int, int] = (0, 0)
) -> None:
    title = os.fsencode(name) + b"\0"
    fields = (number, mode, 0, 0, 1, 0, size, 0, 0, *device, len(title), 0)
    head = MAGIC + b"".join(b"%08X" % field for field in fields) + title
    archive.write(head)
    _pad(archive, len(head))


def _pad(archive: BinaryIO, written: int) -> None:
    archive.write(bytes(-written % 4))
