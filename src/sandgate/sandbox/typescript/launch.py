"""The zygote of TypeScript runs: puts up the walls once, and from then on forks first processes that execute Deno.

Started as `process/launch.py` is. It cannot have the runtime ready-made: V8 has threads, which no fork survives.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).absolute().parents[3]))

from sandgate.sandbox.process import kernel, root
from sandgate.sandbox.process import launch as common
from sandgate.sandbox.typescript import run, walls

sys.path.pop(0)


def launch(descriptor: int) -> int:
    os.umask(0o022)
    os.dup2(descriptor, common.CONTROL)
    os.closerange(common.CONTROL + 1, 1024)
    control = socket.socket(fileno=common.CONTROL)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGTERM)
    common.hear()
    orders = json.loads(control.recv(common.LARGEST_ORDER))
    if orders["level"] != "full":
        return be_zygote(control, orders)
    try:
        zygote, handle = common.shut_in(orders["folders"], orders["commands"])
        if zygote == 0:
            return be_zygote(control, orders)
    except OSError as error:
        return common.refuse(control, error)
    control.close()
    common.stand_by(zygote, handle)
    for path in orders["cgroups"]:
        common.remove_group(root.OLD + path)
    return 0


def be_zygote(control: socket.socket, orders: Mapping[str, Any]) -> int:
    """When it goes, so does every run: it is pid 1 of the namespace they are in."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    try:
        if orders["level"] == "full":
            socket.sethostname("sandgate")
            root.enter()
        walls.ready_made()
    except OSError as error:
        return common.refuse(control, error)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.freeze()
    control.send(json.dumps({"ready": True}).encode())
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, common.LARGEST_ORDER, 4)
        if not message:
            return 0  # the gateway has gone
        obey(control, json.loads(message), descriptors)


def obey(control: socket.socket, order: dict[str, Any], descriptors: list[int]) -> None:
    """Carry out one order. Returns only in the zygote, never in what it forked."""
    answer: list[int] = []
    try:
        if order["level"] == "bwrap":  # made for this run alone: pid 1 is already here
            order["uid"] = None
            socket.send_fds(control, [common.DONE], [os.pidfd_open(os.getpid())])
            run.be_first(order, descriptors)
        order["uid"] = common.id_of_run(order["level"], order["number"])
        first, handle = kernel.fork_into(common.WALLS if order["level"] == "full" else 0)
        if first == 0:
            run.be_first(order, descriptors)
        answer = [handle]
        socket.send_fds(control, [common.DONE], answer)
    except OSError as error:
        common.refuse(control, error)
    finally:
        for descriptor in (*descriptors, *answer):
            os.close(descriptor)


if __name__ == "__main__":
    os._exit(launch(int(sys.argv[1])))
