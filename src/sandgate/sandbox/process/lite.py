"""The first process of a run without namespaces: it makes the run's folder, finds its tree, and ends it.

Every descendant whose parent goes comes to it, because it is a subreaper. Standard library only.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Mapping
from typing import Any

from . import kernel, trees

BLOCK = 512


def furnish(order: Mapping[str, Any]) -> None:
    """The run's own folder, which it takes with it, and links to what it may read."""
    kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGTERM)  # the zygote goes with the gateway
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    os.mkdir(order["home"], 0o755)
    for path in order["writable"]:
        os.mkdir(path, 0o700)
        if order["uid"] is not None:
            os.chown(path, order["uid"], order["uid"])
    for name, path in order["folders"].items():
        os.symlink(path, f"{order['home']}/{name}")


def reached(order: Mapping[str, Any]) -> str | None:
    """The limit on its files that the run is over, as far as can be seen: no file system of its own holds them."""
    room, files = order["disk_mb"] * 2**20, order["workspace_files"]
    for folder in order["writable"]:
        walk = trees.Walk(folder)
        for _, entry in walk:
            with contextlib.suppress(OSError):
                room -= entry.stat(follow_symlinks=False).st_blocks * BLOCK
            files -= 1
            if room < 0:
                return "disk_mb"
            if files < 0:
                return "workspace_files"
        if walk.cut:
            return "workspace_files"  # deeper than anybody looks
    return None


def descendants() -> list[int]:
    """Every process below this one."""
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        children = _children(waiting.pop())
        found += children
        waiting += children
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                found += [int(child) for child in file.read().split()]
    return found


def end_tree() -> None:
    """Stop everything until nothing new appears, so that nobody can outrun us by forking; then kill it."""
    stopped: set[int] = set()
    while new := set(descendants()) - stopped:
        _signal(new, signal.SIGSTOP)
        stopped |= new
    while left := descendants():
        _signal(left, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)


def _signal(processes: set[int] | list[int], number: int) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def processes_of_user() -> int:
    """How many processes and threads this user has already."""
    count = 0
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == os.getuid():
                count += len(os.listdir(f"/proc/{name}/task"))
    return count
