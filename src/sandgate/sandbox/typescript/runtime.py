"""Deno as the gateway knows it: where its file is, and what it takes of a place before there is a program in it."""

from __future__ import annotations

import shutil
import sys
import sysconfig
from dataclasses import replace
from functools import cache
from hashlib import file_digest
from importlib.util import find_spec
from pathlib import Path

from ... import extras
from ...errors import SandboxError
from ...model import Limits

GUEST = Path(__file__).parent / "guest"
RUNTIME_MB = 128
"""What the runtime has before a program comes, at most: it is not the program's."""
RUNTIME_THREADS = 64
"""Seven on two processors, more on larger machines."""
RUNTIME_FILES = 32
MISSING = f"TypeScript programs need Deno, which is not installed: {extras.command('typescript')}"
NOT_NODE = "Node is here, and cannot take its place: it checks no types"


def installed() -> str | None:
    """Deno from its package, beside this Python or among its scripts; else the one of the machine."""
    folders = (Path(sys.executable).parent, Path(sysconfig.get_path("scripts")))
    packaged = (folder / "deno" for folder in folders if find_spec("deno"))
    found = next((str(file) for file in packaged if file.is_file()), None) or shutil.which("deno")
    return found if found and Path(found).is_absolute() else None


def file_of(deno: str | None = None) -> str:
    """The runtime's own file, by default the installed one's. Raises SandboxError where there is none."""
    file = deno or installed()
    if file is None or not Path(file).is_file():
        raise SandboxError(MISSING)
    return str(Path(file).resolve())


def key(deno: str | None = None) -> str:
    """Which Deno it is, by all that is in its file. Raises SandboxError where there is none."""
    file = Path(file_of(deno))
    about = file.stat()
    return _digest(file, about.st_size, about.st_mtime_ns)


@cache
def _digest(file: Path, _size: int, _changed: int) -> str:
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()[:32]


def roomier(limits: Limits) -> Limits:
    """Of a place, what a program with these limits and the runtime need together."""
    return replace(
        limits,
        memory_mb=limits.memory_mb + RUNTIME_MB,
        processes=limits.processes + RUNTIME_THREADS,
        open_files=limits.open_files + RUNTIME_FILES,
    )
