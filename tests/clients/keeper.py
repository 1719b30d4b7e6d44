"""`python keeper.py SECONDS COMMAND…`: run a command and wait for all that it started, also for what it left behind."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

LEFT = 98
"""The exit status if something did not end in time."""
GRACE_SECONDS = 20
PR_SET_CHILD_SUBREAPER = 36


class _TooLate(Exception): ...


def main(seconds: int, command: list[str]) -> int:
    # What loses its parent becomes a child of this process, so that nothing can be overlooked.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    signal.signal(signal.SIGALRM, _ring)
    try:
        signal.alarm(seconds)
        status = subprocess.call(command)
        signal.alarm(GRACE_SECONDS)
        with suppress(ChildProcessError):
            while True:
                os.wait()
    except _TooLate:
        print("did not end:", *(_end(pid) for pid in _children()), sep="\n", file=sys.stderr)
        return LEFT
    return status


def _ring(number: int, frame: object) -> None:
    raise _TooLate


def _children() -> list[int]:
    lists = Path("/proc/self/task").glob("*/children")
    return [int(pid) for one in lists for pid in one.read_text().split()]


def _end(pid: int) -> str:
    """Kill a process with all below it; its command line."""
    for child in Path(f"/proc/{pid}/task").glob("*/children"):
        for below in child.read_text().split():
            _end(int(below))
    command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    os.kill(pid, signal.SIGKILL)
    return command


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
