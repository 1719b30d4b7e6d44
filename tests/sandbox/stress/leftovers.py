"""What a sandbox could leave behind: processes, mounts, control groups, descriptors, temporary folders."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

PROC = Path("/proc")
GROUPS = Path("/sys/fs/cgroup")
PREFIX = "sandgate-"
EXITING = 0x4
"""A flag of the kernel's for a process that is ending."""
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Process:
    """One process of this machine. Its start tells it from a later one with its number."""

    pid: int
    started: int
    parent: int = field(compare=False)
    name: str = field(compare=False)
    state: str = field(compare=False)

    @property
    def alive(self) -> bool:
        """Whether it still does anything: not where its end is certain, or only its parent has not asked yet."""
        now = process(self.pid)
        return now == self and now is not None and now.state not in "ZX" and not has_been_killed(self.pid)


def process(pid: int) -> Process | None:
    try:
        stat = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    head, _, rest = stat.rpartition(") ")
    words = rest.split()
    return Process(pid, int(words[19]), int(words[1]), head.partition("(")[2], words[0])


def has_been_killed(pid: int) -> bool:
    """Whether it can do nothing any more: gone, or about to. The kernel may still take back its memory."""
    try:
        flags = int(
            (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()[6]
        )
        status = (PROC / str(pid) / "status").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return True
    pending = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith(("SigPnd", "ShdPnd"))]
    return bool(flags & EXITING) or any(one & 1 << signal.SIGKILL - 1 for one in pending)


def processes() -> list[Process]:
    found = (process(int(entry.name)) for entry in PROC.iterdir() if entry.name.isdigit())
    return [one for one in found if one]


def descendants(pid: int, apart: Collection[Process] = ()) -> list[Process]:
    """Everything below a process, as far as its parents live; without those `apart` and what is below them."""
    children: dict[int, list[Process]] = {}
    for one in processes():
        if one not in apart:
            children.setdefault(one.parent, []).append(one)
    found: list[Process] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += [one.pid for one in below]
    return found


def zygotes(pid: int, apart: Collection[Process] = ()) -> list[Process]:
    """The processes of a gateway that runs are forked from: whatever has a launcher's command and forks."""
    tree = [one for one in descendants(pid, apart) if b"launch.py" in command(one.pid)]
    launchers = {one.pid for one in tree if one.parent == pid}
    return [one for one in tree if one.parent in launchers]


def command(pid: int) -> bytes:
    with suppress(OSError):
        return (PROC / str(pid) / "cmdline").read_bytes()
    return b""


def resident_mb(pid: int) -> float:
    return int((PROC / str(pid) / "statm").read_text(encoding="ascii").split()[1]) * PAGE / 2**20


def descriptors(pid: int) -> dict[str, str]:
    """By number, what each is; empty where the kernel does not let us look."""
    found: dict[str, str] = {}
    with suppress(PermissionError):
        for entry in (PROC / str(pid) / "fd").iterdir():
            with suppress(FileNotFoundError):  # the one we list with
                found[entry.name] = str(entry.readlink())
    return found


def groups(pid: int) -> Iterator[str]:
    """Control groups that a gateway made."""
    for folder, names, _ in os.walk(GROUPS):
        yield from (f"{folder}/{name}" for name in names if name.startswith(f"{PREFIX}{pid}-"))


def end(mark: str) -> None:
    """End every process of this name: a bomb that a broken wall let go must not outlive the test that shows it."""
    stopped: set[Process] = set()
    while new := {one for one in processes() if one.name == mark and one.alive} - stopped:
        _signal(new, signal.SIGSTOP)  # whoever is stopped cannot fork
        stopped |= new
    _signal(stopped, signal.SIGKILL)


def _signal(those: Iterable[Process], number: int) -> None:
    for one in those:
        with suppress(ProcessLookupError):
            os.kill(one.pid, number)


def mounts() -> frozenset[str]:
    return frozenset((PROC / "self" / "mountinfo").read_text(encoding="utf-8").splitlines())


@contextmanager
def temporary_folder() -> Generator[str]:
    """A temporary folder that only we use, so that what is left in it is ours."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # programs have users of their own
        usual, tempfile.tempdir = tempfile.tempdir, folder
        try:
            yield folder
        finally:
            tempfile.tempdir = usual


@dataclass(frozen=True, slots=True)
class Traces:
    """What there is of a gateway, seen from outside: compare before and after."""

    processes: frozenset[Process]
    mounts: frozenset[str]
    groups: frozenset[str]
    descriptors: frozenset[tuple[str, str]]
    folders: frozenset[str]

    @classmethod
    def of(cls, pid: int, mark: str) -> Self:
        """`mark` is what programs call their processes: one that lost its parents is found by it."""
        return cls(
            frozenset([*descendants(pid), *(one for one in processes() if one.name == mark)]),
            mounts(),
            frozenset(groups(pid)),
            frozenset(descriptors(pid).items()),
            frozenset(str(folder) for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*")),
        )

    def beyond(self, earlier: Self) -> dict[str, list[str]]:
        """What is here and was not there before."""
        new = {part.name: getattr(self, part.name) - getattr(earlier, part.name) for part in fields(self)}
        return {name: sorted(map(str, found)) for name, found in new.items() if found}
