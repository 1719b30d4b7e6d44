"""The launcher: a fresh Python that puts up the walls and lets one program run behind them.

Started by `backend.py` with an empty environment, output on 1 and 2, and the channel's descriptor as argument. Each
process knows less: the launcher (host names), pid 1 of the run (trusted, reaps), the worker (the program).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import socket
import sys
import threading
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))))

from sandgate.sandbox.guest import frames, main
from sandgate.sandbox.process import kernel, landlock, root, seccomp

sys.path.pop(0)

CHANNEL = 3
FIRST_UID = 1_879_048_192
"""Each run of a root gateway gets an id of its own from here on, so that runs cannot signal or trace each other."""
THREAD_STACK = 2 * 2**20
M_ARENA_MAX = -8
WALLS = (
    kernel.CLONE_NEWNS
    | kernel.CLONE_NEWPID
    | kernel.CLONE_NEWNET
    | kernel.CLONE_NEWIPC
    | kernel.CLONE_NEWUTS
    | kernel.CLONE_NEWCGROUP
)


def launch(descriptor: int) -> int:
    os.umask(0o022)  # a stricter one would hide the root we build from the worker's own id
    os.dup2(descriptor, CHANNEL)
    os.closerange(CHANNEL + 1, 1024)
    channel = socket.socket(fileno=CHANNEL)
    worker_uid = FIRST_UID + os.getpid() if os.getuid() == 0 else None
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    orders = frames.receive(channel)
    try:
        shut_in(orders)
        first = os.fork()
        if first == 0:
            return be_first(channel, orders, worker_uid)
    except OSError as error:
        channel.sendall(frames.encode({"type": "refused", "reason": str(error), "errno": error.errno}))
        return 1
    channel.close()
    os.closerange(0, CHANNEL)  # what is printed from here on would look like the program's
    return stand_by(first)


def stand_by(first: int) -> int:
    """Wait for pid 1 of the run; end it when asked. Its end is the end of every process in its namespace."""
    handle = os.pidfd_open(first)

    def end(_number: int, _frame: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)

    signal.signal(signal.SIGTERM, end)
    return mirrored(os.waitpid(first, 0)[1])


def shut_in(orders: dict[str, Any]) -> None:
    """Leave the host's namespaces and tree. As root with root's own rights, otherwise through a user namespace."""
    uid, gid = os.getuid(), os.getgid()
    if uid == 0:
        kernel.unshare(WALLS)
    else:
        kernel.unshare(WALLS | kernel.CLONE_NEWUSER)
        for name, line in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(line)
    root.build(orders["servers"], orders["disk_mb"])


def be_first(channel: socket.socket, orders: dict[str, Any], worker_uid: int | None) -> int:
    """Pid 1 of the run: when it goes, the kernel ends everything the program started."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    root.enter()
    kernel.empty_bounding_set()
    worker = os.fork()
    if worker == 0:
        be_worker(channel, orders, worker_uid)
    channel.close()
    os.closerange(0, CHANNEL)
    kernel.drop_capabilities()
    while True:
        pid, status = os.wait()
        if pid == worker:
            return mirrored(status)


def be_worker(channel: socket.socket, orders: dict[str, Any], uid: int | None) -> None:
    """Give up every right, then wait for the program."""
    limit(orders)
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    kernel.drop_capabilities()
    kernel.no_new_privileges()
    os.chdir("/sandgate")
    os.environ.update(HOME="/tmp", LANG="C.UTF-8", TMPDIR="/tmp")  # noqa: S108
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    spare_address_space()
    landlock.restrict()
    seccomp.install()
    try:
        channel.sendall(frames.encode({"type": "ready"}))
        main.serve(channel)
    except BaseException:  # noqa: BLE001 - a program can break the guest; its traceback would show paths of the host
        os._exit(1)
    os._exit(0)


def spare_address_space() -> None:
    """Threads reserve far more than they use, and the memory limit counts what is reserved."""
    threading.stack_size(THREAD_STACK)
    if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):  # glibc has it
        mallopt(M_ARENA_MAX, 2)


def limit(orders: dict[str, Any]) -> None:
    with open("/proc/self/statm", encoding="ascii") as file:
        already = int(file.read().split()[0]) * resource.getpagesize()
    for kind, value in (
        (resource.RLIMIT_AS, already + orders["memory_mb"] * 2**20),
        (resource.RLIMIT_NPROC, orders["processes"]),
        (resource.RLIMIT_CPU, orders["cpu_seconds"]),
        (resource.RLIMIT_FSIZE, orders["disk_mb"] * 2**20),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (value, value))


def mirrored(status: int) -> int:
    """A child's end as an exit code, a signal as 128 + its number, in the way shells do."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    os._exit(launch(int(sys.argv[1])))
