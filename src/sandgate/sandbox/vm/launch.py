"""Shut QEMU in before it starts: namespaces, a root with its own files only, Landlock, limits, a user of its own.

Standard library only. Started by `machine.py`; it stays as the parent, ends when the gateway does, and QEMU with it.
What QEMU itself gives up (`-sandbox`) comes on top.
"""

# ruff: noqa: PTH100, PTH102, PTH103, PTH110, PTH112, PTH114, PTH115, PTH120, PTH211 # pathlib costs 5 ms

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))))

from sandgate.sandbox.process import kernel, landlock, root

sys.path.pop(0)

REFUSED = 97
"""How it ends where namespaces may not be made."""
WALLS = (
    kernel.CLONE_NEWNS
    | kernel.CLONE_NEWPID
    | kernel.CLONE_NEWNET
    | kernel.CLONE_NEWIPC
    | kernel.CLONE_NEWUTS
    | kernel.CLONE_NEWCGROUP
)
LOADER = "/lib64/ld-linux-x86-64.so.2"
OPEN_FILES = 64


def launch(terms: Mapping[str, Any]) -> int:
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != terms["parent"]:
        return 1  # it has gone meanwhile, and nobody would end us
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, signal.SIGTERM})
    if not terms["walls"]:
        child = os.fork()
    else:
        try:
            child = shut_in(terms)
        except OSError as error:
            print(error, file=sys.stderr)
            return REFUSED
    if child == 0:
        become_machine(terms)
    return stand_by(child)


def shut_in(terms: Mapping[str, Any]) -> int:
    """Leave the host's namespaces and tree, and fork into the new ones. Returns twice, like `os.fork`."""
    uid, gid = os.getuid(), os.getgid()
    if uid != 0:
        kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
        kernel.write("/proc/self/setgroups", "deny")  # the kernel asks for this of a user who maps its own group
        kernel.map_ids("/proc/self", f"{uid} {uid} 1", f"{gid} {gid} 1")
    else:
        kernel.unshare(kernel.CLONE_NEWNS)
    build_root(terms["readable"], terms["devices"])
    child, _ = kernel.fork_into(WALLS)
    if child == 0:
        root.enter()
    return child


def build_root(readable: Sequence[str], devices: Sequence[str]) -> None:
    """QEMU's own files and libraries, and nothing else of the host."""
    kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("tmpfs", root.SCRATCH, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    for name in (root.OLD, root.NEW):
        os.mkdir(root.SCRATCH + name)
    kernel.pivot_root(root.SCRATCH, root.SCRATCH + root.OLD)
    os.chdir("/")
    kernel.mount("tmpfs", root.NEW, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,mode=755")
    for path in readable:
        show(path)
    for device in (*landlock.DEVICES, *devices):
        make_file(root.NEW + device)
        kernel.mount(root.OLD + device, root.NEW + device, flags=kernel.MS_BIND)
    os.makedirs(f"{root.NEW}/proc", exist_ok=True)


def show(path: str) -> None:
    old, new = root.OLD + path, root.NEW + path
    if os.path.lexists(new):
        return
    if os.path.islink(old):
        os.makedirs(os.path.dirname(new), exist_ok=True)
        os.symlink(os.readlink(old), new)
        return
    if os.path.isdir(old):
        os.makedirs(new)
    else:
        make_file(new)
    kernel.bind(old, new)


def make_file(path: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o644))


def become_machine(terms: Mapping[str, Any]) -> NoReturn:
    try:
        kernel.empty_bounding_set()
        if terms["uid"] is not None:
            os.setgroups(terms["groups"])
            os.setresgid(terms["uid"], terms["uid"], terms["uid"])
            os.setresuid(terms["uid"], terms["uid"], terms["uid"])
        kernel.drop_capabilities()
        kernel.no_new_privileges()
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)  # another user would have unset it
        limit(terms["memory_mb"], terms["file_mb"])
        if terms["landlock"]:
            readable = [path for path in terms["readable"] if os.path.exists(path)]
            landlock.restrict(readable, [], executable=[terms["words"][0], LOADER])
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        os.execve(terms["words"][0], terms["words"], {})  # noqa: S606 - no shell is wanted
    except OSError as error:
        print(error, file=sys.stderr)
    os._exit(1)


def limit(memory_mb: int, file_mb: int) -> None:
    for kind, value in (
        (resource.RLIMIT_AS, memory_mb * 2**20),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_FSIZE, file_mb * 2**20),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (value, value))


def stand_by(child: int) -> int:
    """Until it ends, or its end is wanted. It is gone when this returns."""
    os.closerange(3, 1024)  # what QEMU holds, it alone is to hold: its end must be heard
    ended = status = 0
    while not ended:  # one that is stopped makes itself heard as well
        if signal.sigwait({signal.SIGCHLD, signal.SIGTERM}) == signal.SIGTERM:
            os.kill(child, signal.SIGKILL)
        ended, status = os.waitpid(child, os.WNOHANG)
    return 1 if status else 0


if __name__ == "__main__":
    os._exit(launch(json.loads(sys.argv[1])))
