"""What the first process of a far place is told of the run that it is to begin, and how much such a place must hold."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ...model import JsonObject, Limits
from ..process import root
from ..typescript import runtime
from . import contents
from .speech import Speech


def room(limits: Limits, speech: Speech) -> Limits:
    """What a place needs that is to hold a program to these limits."""
    return runtime.roomier(limits) if speech.language == "typescript" else limits


def order(limits: Limits, speech: Speech, folders: Iterable[str], uid: int | None = None) -> JsonObject:
    """As `process.run` reads it: the walls are up already, as with bubblewrap. `folders` are those it may read."""
    needed = room(limits, speech)
    told: JsonObject = {
        "language": speech.language,
        "level": "bwrap",
        "uid": uid,
        "network": False,
        "loaders": None,
        "grouped": False,
        "home": root.HOME,
        "temporary": root.TEMPORARY,
        "writable": [root.TEMPORARY, root.SHARED_MEMORY, root.WORKSPACE],
        "folders": {name: f"{root.HOME}/{name}" for name in folders},
        "memory_mb": limits.memory_mb,
        "runtime_mb": needed.memory_mb - limits.memory_mb,
        "disk_mb": limits.disk_mb,
        "file_mb": limits.file_mb,
        "workspace_mb": limits.workspace_mb,
        "workspace_files": limits.workspace_files,
        "processes": needed.processes,
        "open_files": needed.open_files,
        "cpu_seconds": math.ceil(limits.cpu_seconds),
    }
    if speech.language == "typescript":
        told["folders"]["guest"] = f"{root.HOME}/guest"
        told |= {"checking": speech.checking, "loaders_of_runtime": [contents.loader(runtime.file_of())]}
    return told
