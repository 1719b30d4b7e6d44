"""The first process of ours in a machine that microsandbox started: trusted. It calls the gateway and begins the run.

Standard library only. The machine is new, so nothing in it was another run's; its walls are put up here. When the
gateway goes the line closes, and this ends.
"""

# ruff: noqa: PTH101, PTH102 # pathlib costs 5 ms

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[4]))

from sandgate.sandbox.process import kernel, root
from sandgate.sandbox.remote import first, packets
from sandgate.sandbox.remote.porter import STDIN, STDOUT, Pair, Porter

sys.path.pop(0)

COVERED = ("/.msb", "/run", "/sys")
"""What microsandbox mounts in a machine: a folder it shares with its own agent, and what tells of the machine."""
WALLS = (
    kernel.CLONE_NEWNS
    | kernel.CLONE_NEWPID
    | kernel.CLONE_NEWNET  # the machine's own network lets nothing through; here it is not even seen
    | kernel.CLONE_NEWIPC
    | kernel.CLONE_NEWUTS
    | kernel.CLONE_NEWCGROUP
)


def call_gateway(port: int) -> None:
    """Put the line where the porter expects it. What is written on stdout would be kept in a log of the host's."""
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) as line:
        line.connect((socket.VMADDR_CID_HOST, port))
        for number in (STDIN, STDOUT):
            os.dup2(line.fileno(), number)


def serve(libraries: str | None, pairs: Sequence[Pair]) -> None:
    kernel.restrict(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # what has a handler can be sent to us from inside
    unpacker = packets.Unpacker()
    order = first.ordered(unpacker)
    if libraries:
        order["folders"]["libraries"] = libraries  # a program imports modules that link against them
    first.carry(partial(begun, order, unpacker, pairs))


def begun(order: Mapping[str, Any], unpacker: packets.Unpacker, pairs: Sequence[Pair]) -> Porter:
    first.prepare(order["language"], order["folders"].get("packages"), order["preload"])
    standing = os.open(first.STANDING, os.O_WRONLY)  # before it cannot be written any more
    kernel.mount("none", "/", flags=kernel.MS_REC | kernel.MS_PRIVATE)
    put_up_devices()
    for path in filter(os.path.isdir, COVERED):
        kernel.mount("tmpfs", path, "tmpfs", root.UNTRUSTED | kernel.MS_RDONLY, "size=4k,mode=755")
    root.furnish(order)
    os.chmod(root.WORKSPACE, 0o700)
    kernel.mount("none", "/", flags=kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID)
    start_worker = partial(first.start_mortal_worker, standing, enter=kernel.empty_bounding_set)
    return Porter(order, unpacker, start_worker, first.held(order), pairs=pairs)


def put_up_devices() -> None:
    """Those that a program may have, in place of all that the machine has."""
    place = root.TEMPORARY
    kernel.mount("tmpfs", place, "tmpfs", kernel.MS_NOSUID | kernel.MS_NOEXEC, "size=64k,mode=755")
    for name in root.DEVICES:
        os.close(os.open(f"{place}/{name}", os.O_CREAT | os.O_WRONLY, 0o666))
        kernel.mount(f"/dev/{name}", f"{place}/{name}", flags=kernel.MS_BIND)
    os.mkdir(f"{place}/shm")
    kernel.mount(place, "/dev", flags=kernel.MS_BIND | kernel.MS_REC)
    kernel.umount(place)


def main() -> None:
    os.umask(0o022)
    call_gateway(int(sys.argv[1]))
    libraries = os.environ.get("LD_LIBRARY_PATH")
    os.environ.clear()
    first.shut_in(WALLS, partial(serve, libraries), ConnectionError)


if __name__ == "__main__":
    main()
    os._exit(0)
