"""Control groups: the kernel's own limits on the memory and the processes of a whole run.

Used where we may write them: version 1, or a version 2 group that was delegated to us and that we are alone in. Without
them the first process of a run holds the same limits a little later.
"""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ...model import Limits
from .root import SHARED_MEMORY_MB

log = logging.getLogger("sandgate.sandbox")
PREFIX = "sandgate-"
CONTROLLERS = ("memory", "pids")
SHARING = "cpu"
"""Where there is a group for it (version 1), all runs together weigh as much as one session, and each as much as any
other: else the gateway, on whom all of them wait, would be one among many. Elsewhere time is shared out by session. Its
limit is held by the first process of a run.
"""
FIRST_PROCESS = 2
"""Processes of a run that are ours."""


@dataclass(frozen=True, slots=True)
class Cgroup:
    """The group of one run, in each hierarchy."""

    folders: tuple[Path, ...]

    def add(self, pid: int) -> None:
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(pid), encoding="ascii")

    def ran_out_of_memory(self) -> bool:
        for folder in self.folders:
            for name in ("memory.events", "memory.oom_control"):
                with suppress(OSError):
                    lines = (folder / name).read_text(encoding="ascii").splitlines()
                    return any(line.startswith("oom_kill ") and line != "oom_kill 0" for line in lines)
        return False

    def remove(self) -> None:
        for folder in self.folders:
            with suppress(OSError):  # still busy: whoever ends the zygote removes it
                folder.rmdir()


@dataclass(frozen=True, slots=True)
class Cgroups:
    """Where groups for the runs of one zygote are made."""

    folders: tuple[Path, ...]

    def make(self, limits: Limits) -> Cgroup:
        """Raises OSError where the kernel refuses after all."""
        name = secrets.token_hex(8)
        group = Cgroup(tuple(folder / name for folder in self.folders))
        for folder in group.folders:
            folder.mkdir()
            for file, value in _limits(limits).items():
                with suppress(FileNotFoundError):  # each version and controller has its own
                    _write(folder / file, value)
        return group

    def remove(self) -> None:
        for folder in self.folders:
            remove(folder)


def _limits(limits: Limits) -> Mapping[str, int]:
    # What a run keeps in /tmp is memory too. The first process of the run holds memory_mb itself, without it.
    memory = (limits.memory_mb + limits.disk_mb + limits.workspace_mb + SHARED_MEMORY_MB) * 2**20
    return {
        "memory.max": memory,
        "memory.swap.max": 0,
        "memory.oom.group": 1,
        "memory.limit_in_bytes": memory,
        "memory.memsw.limit_in_bytes": memory,
        "pids.max": limits.processes + FIRST_PROCESS,
    }


def _write(file: Path, value: int) -> None:
    if not file.exists():  # writing would try to create it, which the kernel refuses with another error
        raise FileNotFoundError(file)
    file.write_text(str(value), encoding="ascii")


def found(own: Path = Path("/proc/self/cgroup"), mounts: Path = Path("/sys/fs/cgroup")) -> Cgroups | None:
    """A place for new groups; None where we may not make any."""
    try:
        parents = _parents(own.read_text(encoding="utf-8"), mounts)
        for parent in parents:
            _sweep(parent)
        place = Cgroups(tuple(parent / f"{PREFIX}{os.getpid()}-{secrets.token_hex(4)}" for parent in parents))
        for folder in place.folders:
            folder.mkdir()
            if (folder / "cgroup.subtree_control").exists():
                _enable(folder)
    except OSError as error:
        log.debug("control groups are not used: %s", error)
        return None
    return place if place.folders else None


def _parents(own: str, mounts: Path) -> list[Path]:
    """The groups we are in ourselves, if we may make others in them."""
    paths = {
        name: path for line in own.splitlines() for _, names, path in [line.split(":", 2)] for name in names.split(",")
    }
    if all(name in paths for name in CONTROLLERS):
        folders = [mounts / name / paths[name].lstrip("/") for name in (*CONTROLLERS, SHARING) if name in paths]
        return [folder for folder in folders if os.access(folder, os.W_OK)]
    unified = mounts / paths.get("", "").lstrip("/")
    if not os.access(unified / "cgroup.subtree_control", os.W_OK):
        return []
    if not {*CONTROLLERS} <= {*(unified / "cgroup.controllers").read_text(encoding="ascii").split()}:
        return []
    _make_room(unified)
    return [unified]


def _make_room(unified: Path) -> None:
    """A group of version 2 has processes or limited groups, not both: step aside, if nobody else is in it."""
    if {*CONTROLLERS} <= {*(unified / "cgroup.subtree_control").read_text(encoding="ascii").split()}:
        return
    inside = (unified / "cgroup.procs").read_text(encoding="ascii").split()
    if inside != [str(os.getpid())]:
        raise OSError("other processes share our control group")
    leaf = unified / f"{PREFIX}gateway"
    leaf.mkdir(exist_ok=True)
    (leaf / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")
    _enable(unified)


def _enable(unified: Path) -> None:
    wanted = " ".join(f"+{name}" for name in CONTROLLERS)
    (unified / "cgroup.subtree_control").write_text(wanted, encoding="ascii")


def _sweep(parent: Path) -> None:
    """Remove what gateways left that were killed together with everything that cleans up after them."""
    for folder in _ours(parent):
        pid = folder.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            remove(folder)


def _ours(parent: Path) -> Iterator[Path]:
    yield from parent.glob(f"{PREFIX}*")


def remove(folder: Path) -> None:
    """Groups can only be removed empty, from the innermost out."""
    with suppress(OSError):
        for inner in folder.iterdir():
            if inner.is_dir():
                remove(inner)
        folder.rmdir()
