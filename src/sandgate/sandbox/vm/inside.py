"""The first process of a virtual machine: ours, and trusted. It brings the machine up and waits for the order of a run.

Standard library only. The snapshot is taken while it waits, so each run begins there, in a copy of this process: what
must not be the same in two runs comes with the order. When the gateway goes the port closes, and the machine ends.
"""

# ruff: noqa: PTH101, PTH102, PTH103, PTH104, PTH108, PTH123, PTH208 # pathlib costs 5 ms

from __future__ import annotations

import base64
import contextlib
import ctypes
import fcntl
import json
import math
import os
import random
import resource
import signal
import struct
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).parents[3]))

from sandgate.sandbox.guest import frames
from sandgate.sandbox.process import kernel, root, run
from sandgate.sandbox.remote import first, packets
from sandgate.sandbox.remote.porter import STDIN, STDOUT, Gone, Pair, Porter

sys.path.pop(0)

SETTINGS, MODULES, DEVICES, GROUPS = "/settings.json", "/modules", "/machine", "/groups"
GUEST = "/code/sandgate/sandbox/typescript/guest"
PORT = f"{DEVICES}/vport0p1"
PORT_SECONDS = 20.0
HOME_FILES = 1_000_000
SYS_FINIT_MODULE = 313
RNDADDENTROPY, RNDRESEEDCRNG = 0x40085203, 0x5207
RB_AUTOBOOT = 0x01234567
GROUP = f"{GROUPS}/run"
OWN_MB = 64
"""Of a run, beside what its limits say: the worker's interpreter before there is a program in it."""
WALLS = (
    kernel.CLONE_NEWNS
    | kernel.CLONE_NEWPID
    | kernel.CLONE_NEWNET
    | kernel.CLONE_NEWIPC
    | kernel.CLONE_NEWUTS
    | kernel.CLONE_NEWCGROUP
)


def bring_up(language: str) -> None:
    os.umask(0o022)
    kernel.mount("proc", "/proc", "proc", root.UNTRUSTED)
    kernel.mount("devtmpfs", DEVICES, "devtmpfs", kernel.MS_NOSUID | kernel.MS_NOEXEC)
    for name in sorted(os.listdir(MODULES)):
        load_module(f"{MODULES}/{name}")
    take_port()
    kernel.umount(DEVICES)
    kernel.mount("tmpfs", root.HOME, "tmpfs", root.UNTRUSTED, f"size=50%,nr_inodes={HOME_FILES},mode=755")
    for name in ("workspace", "servers", "skills"):
        os.mkdir(f"{root.HOME}/{name}")
    if language == "typescript":
        os.mkdir(f"{root.HOME}/guest")
        kernel.bind(GUEST, f"{root.HOME}/guest")
    kernel.mount("cgroup2", GROUPS, "cgroup2", root.UNTRUSTED)
    kernel.write(f"{GROUPS}/cgroup.subtree_control", "+memory +pids")
    os.mkdir(GROUP)
    kernel.mount("none", "/", flags=kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID)


def load_module(path: str) -> None:
    with open(path, "rb") as file:
        options = ctypes.create_string_buffer(b"")
        kernel.call(SYS_FINIT_MODULE, file.fileno(), ctypes.addressof(options), 0)


def take_port() -> None:
    """Put the only port there is where the porter expects it."""
    port = opened_port()
    for number in (STDIN, STDOUT):
        os.dup2(port, number)
    os.close(port)


def opened_port() -> int:
    """It is there when the machine's devices have been found, and can be opened when they have been asked about it."""
    patience = time.monotonic() + PORT_SECONDS
    while True:
        try:
            return os.open(PORT, os.O_RDWR)
        except OSError:
            if time.monotonic() > patience:
                raise
        time.sleep(0.01)


def serve(settings: Mapping[str, Any], pairs: Sequence[Pair]) -> None:
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # what has a handler can be sent to us from inside
    libraries = os.environ.get("LD_LIBRARY_PATH")
    os.environ.clear()
    try:
        first.prepare(settings["language"], settings["packages"], settings["preload"])
    except ImportError as error:
        first.refuse(error)
        return
    say_waiting()
    unpacker = packets.Unpacker()
    order = ordered(unpacker)  # here snapshots are taken
    order["folders"] |= {"libraries": libraries} | ({"packages": settings["packages"]} if settings["packages"] else {})
    first.carry(partial(begun, order, unpacker, pairs))


def say_waiting() -> None:
    os.write(STDOUT, packets.packed(packets.CHANNEL, frames.encode({"type": "waiting"})))


def ordered(unpacker: packets.Unpacker) -> dict[str, Any]:
    """Wait for the order. Files may come before it, for all runs that begin here."""
    while data := os.read(STDIN, packets.CHUNK):
        for kind, body in unpacker.feed(data):
            match kind:
                case packets.ORDER:
                    return json.loads(body)
                case packets.SHOWN:
                    put_up(body)
                case packets.HERE:
                    say_waiting()
                case _:
                    raise Gone
    raise Gone


def begun(order: Mapping[str, Any], unpacker: packets.Unpacker, pairs: Sequence[Pair]) -> Porter:
    be_another(base64.b64decode(order["seed"]), order["now"])
    standing = os.open(first.STANDING, os.O_WRONLY)  # before it cannot be written any more
    root.furnish(order)
    os.chmod(root.WORKSPACE, 0o700)
    sizes = ("memory_mb", "runtime_mb", "disk_mb", "workspace_mb")
    memory = sum(order[name] for name in sizes) + root.SHARED_MEMORY_MB + OWN_MB
    kernel.write(f"{GROUP}/memory.max", str(memory * 2**20))
    kernel.write(f"{GROUP}/memory.oom.group", "1")  # all of a run or nothing: what is left could not tell what happened
    kernel.write(f"{GROUP}/pids.max", str(order["processes"] + 1))
    start_worker = partial(first.start_mortal_worker, standing, enter=join_group)
    held = first.held(order, f"{GROUP}/cpu.stat")
    porter = Porter(order, unpacker, start_worker, held, [f"{GROUP}/memory.events"], pairs)
    porter.obeys |= {packets.SHOWN: put_up, packets.AGAIN: partial(be_copy, porter)}
    return porter


def be_copy(porter: Porter, body: bytes) -> None:
    """The run was ready when the snapshot was taken. It goes on as another, with all its time before it."""
    told = json.loads(body)
    be_another(base64.b64decode(told["seed"]), told["now"])
    seconds = math.ceil(run.processor_seconds(porter.worker)) + told["cpu_seconds"]
    resource.prlimit(porter.worker, resource.RLIMIT_CPU, (seconds, seconds + 1))
    porter.tell(frames.encode({"again": True}))


def be_another(seed: bytes, now: float) -> None:
    """Every copy of this machine has the same numbers in it, and believes that it is the day of its snapshot."""
    with open("/dev/urandom", "wb", buffering=0) as device:
        fcntl.ioctl(device, RNDADDENTROPY, struct.pack("ii", 8 * len(seed), len(seed)) + seed)
        fcntl.ioctl(device, RNDRESEEDCRNG)
    random.seed()
    time.clock_settime(time.CLOCK_REALTIME, now)


def join_group() -> None:
    kernel.write(f"{GROUP}/cgroup.procs", "0")
    kernel.empty_bounding_set()


def put_up(body: bytes) -> None:
    """Files that programs may read, as the gateway has them now."""
    message, content = packets.message_of(body)
    top, at = f"{root.HOME}/{message['folder']}", 0
    for name in message["gone"]:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{top}/{name}")
    for folder in message["folders"]:
        os.makedirs(f"{top}/{folder}", exist_ok=True)
    for name, size, last in message["files"]:
        write(f"{top}/{name}", content[at : at + size], last=last)
        at += size


def write(path: str, content: bytes, *, last: bool) -> None:
    """Shown only when it is whole: a program of a session may be importing it."""
    file = os.open(f"{path}.part", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.write(file, content)
    os.close(file)
    if last:
        os.rename(f"{path}.part", path)


def keep_up() -> None:
    """Nothing but the run itself ends for want of memory."""
    with open(first.STANDING, "wb", buffering=0) as file:
        file.write(first.NEVER_KILLED)


def power_off() -> NoReturn:
    """The machine is told not to start again, so it ends."""
    ctypes.CDLL(None).reboot(RB_AUTOBOOT)
    os._exit(1)


def main() -> None:
    with open(SETTINGS, encoding="utf-8") as file:
        settings = json.load(file)
    bring_up(settings["language"])
    keep_up()
    first.shut_in(WALLS, partial(serve, settings))


if __name__ == "__main__":
    try:
        main()
    except BaseException:  # noqa: BLE001 - whatever it was, the machine's console is the only place to say it
        traceback.print_exc()
    power_off()
