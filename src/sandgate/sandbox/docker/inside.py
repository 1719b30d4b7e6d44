"""The first process of a container: ours, and trusted. It begins the run, carries what is said, and ends it.

Standard library only. It never runs a program itself: the worker that does is forked from it, and gives up every right
as in the process sandbox. When the gateway goes, so does this, and with it everything in the container.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from sandgate.sandbox.docker import packets
from sandgate.sandbox.docker.porter import STDIN, STDOUT, Gone, Porter
from sandgate.sandbox.guest import frames, main, preloading
from sandgate.sandbox.process import kernel, run, seccomp

sys.path.pop(0)

FIRST_FREE, MOST_DESCRIPTORS = 5, 1024
EASIEST_TO_KILL = b"1000"


def start_worker(order: Mapping[str, Any], channel: socket.socket, output: socket.socket) -> int:
    worker = os.fork()
    if worker == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        be_killed_first()
        os.dup2(os.open("/dev/null", os.O_RDONLY), STDIN)
        printing = output.detach()
        its, _ = run.take_over([channel.detach(), printing, printing])  # the last is closed there: we need no post
        os.closerange(FIRST_FREE, MOST_DESCRIPTORS)
        run.be_worker(its, order)
    channel.close()
    output.close()
    return worker


def be_killed_first() -> None:
    """When memory runs out the kernel is to end the program, not the one who tells of it."""
    kernel.prctl(kernel.PR_SET_DUMPABLE, 1)  # else the file is not ours
    with contextlib.suppress(OSError), Path("/proc/self/oom_score_adj").open("wb", buffering=0) as file:
        file.write(EASIEST_TO_KILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def ordered(unpacker: packets.Unpacker) -> dict[str, Any]:
    """Wait for the order."""
    while data := os.read(STDIN, packets.CHUNK):
        for kind, body in unpacker.feed(data):
            if kind != packets.ORDER:
                raise Gone
            return json.loads(body)
    raise Gone


def prepare(order: Mapping[str, Any]) -> None:
    if "packages" in order["folders"]:
        preloading.add_packages(order["folders"]["packages"])
    main.prepare(order["preload"])
    seccomp.ready_made(keeping_modes=True, networked=False, executing=False)


def refuse(error: OSError | ImportError) -> None:
    number = error.errno if isinstance(error, OSError) else None
    said = frames.encode({"type": "refused", "reason": str(error), "errno": number})
    os.write(STDOUT, packets.packed(packets.CHANNEL, said))


def serve() -> None:
    os.umask(0o022)
    libraries = os.environ.get("LD_LIBRARY_PATH")
    os.environ.clear()  # a base image may have put anything there
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)  # a program has the same user, and must not read our memory
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # what has a handler can be sent to us from inside
    unpacker = packets.Unpacker()
    order = ordered(unpacker)
    if libraries:
        order["folders"]["libraries"] = libraries  # a program imports modules that link against them
    try:
        prepare(order)
        sys.argv, sys.orig_argv = [""], [""]
        gc.collect()
        gc.freeze()
        porter = Porter(order, unpacker, start_worker)
    except (OSError, ImportError) as error:
        refuse(error)
        return
    for descriptor in (STDIN, STDOUT):
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
        fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    porter.serve()


if __name__ == "__main__":
    with contextlib.suppress(Gone):
        serve()
    os._exit(0)
