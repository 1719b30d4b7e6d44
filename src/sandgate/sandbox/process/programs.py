"""Finds the files of the programs that may be run as commands, and refuses what could not run behind the walls."""

from __future__ import annotations

import os
import platform
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from ...errors import ConfigError
from .commands import Commands
from .root import LIBRARIES

ELF = struct.Struct("<4sBB10xHHIQQQIHHH")
"""Magic, class, order; type, machine, version, entry, headers, sections, flags, sizes: a file for 64 bits."""
SEGMENT = struct.Struct("<IIQQQQQQ")
INTERPRETER = 3
"""The kind of segment that names the loader."""
BITS_64, LITTLE_ENDIAN = 2, 1
MACHINES = {"x86_64": 62, "aarch64": 183}
LONGEST_LINE = 4096
MOST = 200


def found(names: Iterable[str], path: str, *, time_seconds: float, output_kb: int) -> Commands:
    """The programs of these names in the folders of `path`. Raises ConfigError, with the cure, for one that is not."""
    files = {name: _file(name, path) for name in names}
    if len(files) > MOST:
        raise ConfigError(f"commands.allow names {len(files)} programs; {MOST} are the most there may be")
    loaders = {loader for name, file in files.items() if (loader := _loader(name, file))}
    texts = {name: str(file) for name, file in files.items()}
    return Commands(files=texts, loaders=tuple(sorted(loaders)), time_seconds=time_seconds, output_kb=output_kb)


def _file(name: str, path: str) -> Path:
    """Folders that are not absolute do not count: a project could have a `jq` of its own in the current one."""
    folders = [folder for folder in path.split(os.pathsep) if os.path.isabs(folder)]
    for folder in folders:
        file = Path(folder, name)
        if file.is_file() and os.access(file, os.X_OK):
            return file.resolve()
    raise ConfigError(f"commands.allow: there is no program {name} in PATH; install it, or take it off the list")


def _loader(name: str, file: Path) -> str | None:
    """What the kernel loads the program with; None where it needs nothing."""
    try:
        with file.open("rb") as opened:
            loader = _named_loader(name, file, opened)
    except (OSError, struct.error, UnicodeDecodeError) as error:
        raise ConfigError(f"commands.allow: {name} ({file}) cannot be read: {error}") from error
    if loader is None:
        return None
    real = os.path.realpath(loader)
    if not any(real.startswith(os.path.realpath(folder) + "/") for folder in LIBRARIES):
        raise ConfigError(f"commands.allow: {name} needs {loader}, which is not among the libraries that programs see")
    return real


def _named_loader(name: str, file: Path, opened: BinaryIO) -> str | None:
    start = opened.read(LONGEST_LINE)
    if start.startswith(b"#!"):
        interpreter = start[2:].split(b"\n")[0].decode("utf-8", "replace").strip()
        told = f"{name} ({file}) is a script for {interpreter}"
        raise ConfigError(f"commands.allow: {told}; only programs that need no interpreter can be commands")
    magic, bits, order, _, machine, _, _, headers, _, _, _, size, count = ELF.unpack_from(start)
    if (magic, bits, order, machine) != (b"\x7fELF", BITS_64, LITTLE_ENDIAN, MACHINES.get(platform.machine())):
        raise ConfigError(f"commands.allow: {name} ({file}) is no program for {platform.machine()}")
    for number in range(count):
        opened.seek(headers + number * size)
        kind, _, offset, _, _, length, _, _ = SEGMENT.unpack(opened.read(SEGMENT.size))
        if kind == INTERPRETER:
            opened.seek(offset)
            return opened.read(min(length, LONGEST_LINE)).rstrip(b"\0").decode()
    return None
