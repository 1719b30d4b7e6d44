"""The host's grip on a program's own process: stop it where it is, and see that nothing else of its run could go on."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from typing import Self

LONGEST = 4096
THREADS, ONE = 17, b"1"
"""How many there are stands there in `stat`, behind the name."""


class Grip:
    """A handle and three files of /proc, opened while nobody waits: to use them costs less than to wake whoever watches
    over the run. A process that has stopped gives nothing back yet, which would keep a processor busy for longer than a
    short program does.
    """

    def __init__(self, handle: int, siblings: int, children: int, status: int) -> None:
        self._handle, self._siblings, self._children, self._status = handle, siblings, children, status

    @classmethod
    def on(cls, first: int) -> Self | None:
        """On the only child of a run's first process. None where the kernel does not let us."""
        taken: list[int] = []
        try:
            taken.append(os.open(f"/proc/{first}/task/{first}/children", os.O_RDONLY | os.O_CLOEXEC))
            (worker,) = map(int, _read(taken[0]).split())
            for name in (f"{worker}/task/{worker}/children", f"{worker}/stat"):
                taken.append(os.open(f"/proc/{name}", os.O_RDONLY | os.O_CLOEXEC))
            return cls(os.pidfd_open(worker), *taken)
        except (OSError, ValueError):
            for descriptor in taken:
                os.close(descriptor)
            return None

    def stop(self) -> bool:
        """Whether that stops the whole run: the process has no other thread and no child, and its parent no other. In
        this order, because whoever loses his parent becomes a child of the first process.
        """
        with suppress(OSError):  # it has ended
            signal.pidfd_send_signal(self._handle, signal.SIGSTOP)
            threads = _read(self._status).rpartition(b")")[2].split()[THREADS]
            return threads == ONE and not _read(self._children) and len(_read(self._siblings).split()) == 1
        return False

    def close(self) -> None:
        for descriptor in (self._handle, self._siblings, self._children, self._status):
            os.close(descriptor)


def _read(descriptor: int) -> bytes:
    return os.pread(descriptor, LONGEST, 0)
