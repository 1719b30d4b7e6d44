"""The zygote: a fresh Python that puts up the walls once, imports what programs use, and from then on only forks.

Started by `zygote.py` with an empty environment and the control socket's descriptor as argument. Each process knows
less: the launcher (the host's names), the zygote (its own namespaces), pid 1 of a run, the worker (the program).
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))))

from sandgate.sandbox.guest import main, preloading
from sandgate.sandbox.process import kernel, root, run, seccomp

sys.path.pop(0)

CONTROL = 3
LARGEST_ORDER = 64 * 1024
REMOVALS, REMOVAL_SECONDS = 100, 0.02
DONE = b'{"done": true}'
FIRST_UID = 1_879_048_192
UIDS = 65_536
"""Ids of the host that belong to nobody: a root gateway's sandbox has only these, so its root is not the host's."""
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
    os.dup2(descriptor, CONTROL)
    os.closerange(CONTROL + 1, 1024)
    control = socket.socket(fileno=CONTROL)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGTERM)  # the gateway may go in any way; this is always heard
    hear()
    orders = json.loads(control.recv(LARGEST_ORDER))
    if orders["level"] != "full":
        return be_zygote(control, orders)
    try:
        zygote, handle = shut_in(orders["folders"], orders["commands"])
        if zygote == 0:
            return be_zygote(control, orders)
    except OSError as error:
        return refuse(control, error)
    control.close()
    stand_by(zygote, handle)
    for path in orders["cgroups"]:
        remove_group(root.OLD + path)
    return 0


def hear() -> None:
    """Ignore no signal that the gateway was started to ignore, as behind `nohup`: programs and commands would as well.

    Python's own handler of one would let a program interrupt pid 1.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def shut_in(folders: Mapping[str, str], commands: Mapping[str, str]) -> tuple[int, int]:
    """Leave the host's namespaces and tree, and fork into the new ones. Returns twice, like `os.fork`.

    Root builds with its own rights, because its Python may lie where nobody else can look, and then gives them up. An
    ordinary user, or a root whose rights were taken away, needs a user namespace to begin with.
    """
    uid, gid = os.getuid(), os.getgid()
    if uid != 0 or not may_mount():
        kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
        kernel.write("/proc/self/setgroups", "deny")  # the kernel asks for this of a user who maps its own group
        kernel.map_ids("/proc/self", f"{uid} {uid} 1", f"{gid} {gid} 1")
        root.build(folders, commands)
        return kernel.fork_into(WALLS)
    root.build(folders, commands)
    mapped, go = os.pipe()
    zygote, handle = kernel.fork_into(WALLS | kernel.CLONE_NEWUSER)
    if zygote == 0:
        os.close(go)
        os.read(mapped, 1)
        os.close(mapped)
        run.become(0)
    else:
        everyone = f"0 {FIRST_UID} {UIDS}"
        kernel.map_ids(f"{root.OLD}/proc/{zygote}", everyone, everyone)
        os.close(go)
        os.close(mapped)
    return zygote, handle


def may_mount() -> bool:
    """Step into a mount namespace with the rights we have."""
    try:
        kernel.unshare(kernel.CLONE_NEWNS)
    except PermissionError:
        return False
    return True


def id_of_run(level: str, number: int) -> int | None:
    """A user of its own for each run, where we are a root that has others to give."""
    with open("/proc/self/uid_map", "rb") as file:
        count = int(file.read().split()[2])
    if os.getuid() != 0 or count == 1:
        return None
    return (FIRST_UID if level == "lite" else 0) + 1 + number % (UIDS - 1)


def be_zygote(control: socket.socket, orders: dict[str, Any]) -> int:
    """Never runs a program itself. When it goes, so does every run: it is pid 1 of the namespace they are in."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    try:
        if orders["level"] == "full":
            socket.sethostname("sandgate")
            root.enter()
        if folder := orders["folders"].get("packages"):
            preloading.add_packages(folder if orders["level"] == "lite" else f"{root.HOME}/packages")
        main.prepare(orders["preload"])
        seccomp.ready_made(keeping_modes=True, networked=False, executing=False)
        for networked in (False, True) if orders["commands"] else ():
            seccomp.ready_made(keeping_modes=True, networked=networked, executing=True)
    except (OSError, ImportError) as error:
        return refuse(control, error)
    orders.clear()  # runs inherit what is in here, and have no need of the host's names
    sys.argv, sys.orig_argv = [""], [""]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no zombies
    gc.collect()
    gc.freeze()  # what is here is shared by all runs; a collection in one would copy it
    control.send(json.dumps({"ready": True}).encode())
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, LARGEST_ORDER, 4)
        if not message:
            return 0  # the gateway has gone
        obey(control, json.loads(message), descriptors)


def obey(control: socket.socket, order: dict[str, Any], descriptors: list[int]) -> None:
    """Carry out one order. Returns only in the zygote, never in what it forked."""
    answer: list[int] = []
    try:
        match order["level"]:
            case "bwrap":  # made for this run alone: pid 1 is already here
                order["uid"] = None
                socket.send_fds(control, [DONE], [os.pidfd_open(os.getpid())])
                run.be_first(order, descriptors)
            case _:
                order["uid"] = id_of_run(order["level"], order["number"])
                first, handle = kernel.fork_into(WALLS if order["level"] == "full" else 0)
                if first == 0:
                    run.be_first(order, descriptors)
                answer = [handle]
        socket.send_fds(control, [DONE], answer)
    except OSError as error:
        refuse(control, error)
    finally:
        for descriptor in (*descriptors, *answer):
            os.close(descriptor)


def refuse(control: socket.socket, error: OSError | ImportError) -> int:
    number = error.errno if isinstance(error, OSError) else None
    control.send(json.dumps({"refused": str(error), "errno": number}).encode())
    return 1


def stand_by(zygote: int, handle: int) -> None:
    """Wait for the zygote; end it when asked, or when the gateway has gone."""

    def end(_number: int, _frame: object) -> None:
        signal.pidfd_send_signal(handle, signal.SIGKILL)

    signal.signal(signal.SIGTERM, end)
    os.waitpid(zygote, 0)


def remove_group(path: str) -> None:
    """Control groups are what the kernel does not remove by itself when all is over.

    The last process of one is still counted for a moment after it has gone, longer on a busy machine.
    """
    for _ in range(REMOVALS):
        for folder, _, _ in os.walk(path, topdown=False):
            with contextlib.suppress(OSError):
                os.rmdir(folder)
        if not os.path.isdir(path):
            return
        time.sleep(REMOVAL_SECONDS)


if __name__ == "__main__":
    os._exit(launch(int(sys.argv[1])))
