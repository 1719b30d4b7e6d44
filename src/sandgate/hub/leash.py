"""Become a server's command, on a leash: when the gateway dies, by whatever death, the kernel ends the server too.

Run as a script by the interpreter itself; it replaces itself with the command, so nothing of it stays in memory.
Standard library only. Many servers do not end when their input does, and `kill -9` leaves us no time to tell them.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def become(gateway: int, command: list[str]) -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGTERM))
    if os.getppid() != gateway:
        sys.exit("the gateway had gone before its server started")
    os.execvp(command[0], command)  # noqa: S606 - without a shell is how it must be


if __name__ == "__main__":
    become(int(sys.argv[1]), sys.argv[2:])
