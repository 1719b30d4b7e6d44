"""Which processes belong to a gateway, and waiting for their end. Linux only, like the walls themselves."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import anyio


def _table() -> dict[int, tuple[int, str]]:
    """Parent, and name with command line, of every process."""
    found: dict[int, tuple[int, str]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            start, _, rest = (entry / "stat").read_text().rpartition(")")
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            state, parent, *_ = rest.split()
            if state != "Z":
                found[int(entry.name)] = int(parent), f"{start.partition('(')[2]}: {command}"
    return found


def running(marker: str) -> list[int]:
    """Processes that have a text in their name or command line."""
    return sorted(pid for pid, (_, command) in _table().items() if marker in command)


def topmost(marker: str) -> list[int]:
    """The same without what they have started: a process looks like its parent until it becomes another."""
    table = _table()
    found = {pid for pid, (_, command) in table.items() if marker in command}
    return sorted(pid for pid in found if table[pid][0] not in found)


def below(root: int, containing: str = "") -> list[int]:
    """Everything a process has started, directly or not, that is still alive."""
    table = _table()
    family, grown = {root}, True
    while grown:
        more = {pid for pid, (parent, _) in table.items() if parent in family} - family
        family |= more
        grown = bool(more)
    return sorted(pid for pid in family - {root} if containing in table[pid][1])


@dataclass(slots=True)
class Watched:
    """Processes whose end is awaited. Opened while they live, so that a reused number cannot deceive."""

    pids: list[int]
    _descriptors: dict[int, int] = field(default_factory=dict[int, int])

    def __enter__(self) -> Self:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                self._descriptors[pid] = os.pidfd_open(pid)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for descriptor in self._descriptors.values():
            with suppress(ProcessLookupError):  # whatever a failing test left behind
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            os.close(descriptor)

    async def gone(self, within: float = 30.0) -> None:
        """Return when all have ended. Raises TimeoutError."""
        with anyio.fail_after(within):
            for descriptor in self._descriptors.values():
                await anyio.wait_readable(descriptor)
