"""The levels probes are tried at, and which of them get through where, each with its reason."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from sandgate.model import Level
from sandgate.sandbox.process import cgroups
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import why_not
from tests.sandbox.test_levels import readable_python

NO_FILE_COUNT = "its folders are limited in bytes, not in the number of files"
EXISTENCE = "without a mount namespace the kernel tells that a file exists, though not what is in it"
VISIBLE = "without a process namespace the numbers of other processes can be seen; they cannot be signalled"
OUR_PLACE = "without a mount namespace a run lives in the host's own folders and sees what they are called"
LOCKS = "files that all runs may read can be locked by all of them; SQLite needs locks, and no lock of ours is in reach"
WHERE = "where Sandgate and Python lie is no secret: nothing there can be changed, and only Python's library be read"
EVERYWHERE = {"x-51": LOCKS, "x-52": LOCKS}
GAPS: Mapping[Level, Mapping[str, str]] = {
    "full": EVERYWHERE | {"sec-54": WHERE, "sec-55": WHERE},
    "bwrap": EVERYWHERE
    | {
        "res-05": NO_FILE_COUNT,
        "res-55": NO_FILE_COUNT,
        "res-56": NO_FILE_COUNT,
        "res-57": NO_FILE_COUNT,
    },
    "lite": EVERYWHERE
    | {
        "fs-read-10": EXISTENCE,
        "fs-read-53": EXISTENCE,
        "net-56": VISIBLE,
        "proc-02": VISIBLE,
        "proc-54": VISIBLE,
        "proc-64": VISIBLE,
        "sec-54": OUR_PLACE,
        "sec-55": OUR_PLACE,
        "sec-58": "without a namespace for it the machine's name is its own",
    },
}
"""Probes that a level does not block wherever it runs: by id, why."""
UNGROUPED = {"res-63": "without a control group the buffers of sockets are limited only by the number of descriptors"}
BOUNDING = {
    "proc-59": "an ordinary user cannot empty the set that capabilities come from; no_new_privs lets none come from it"
}
ONE_ID = {"x-60": "where runs have one user id, the kernel counts their descriptors in flight together"}


def expected(level: Level) -> dict[str, str]:
    """What is known to get through at this level on this machine, and why."""
    gaps = dict(GAPS[level])
    if level != "full" or not _has_groups():
        gaps |= UNGROUPED
    if level == "bwrap" or os.getuid() != 0:
        gaps |= ONE_ID
    if level == "lite" and os.getuid() != 0:
        gaps |= BOUNDING
    return gaps


def _has_groups() -> bool:
    place = cgroups.found()
    if place:
        place.remove()
    return place is not None


def walls(level: Level, servers: Path | None = None) -> ProcessBackend:
    """Runs at the weaker levels cannot read a Python that lies in root's own folder: the system's stands in for it."""
    return ProcessBackend(servers, level=level, python=None if level == "full" else readable_python())


async def missing(level: Level) -> str:
    """Why a level cannot stand on this machine; nothing where it can."""
    backend = walls(level)
    try:
        return await why_not(backend)
    finally:
        await backend.close()
