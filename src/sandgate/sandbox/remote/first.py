"""What the first process of a far place does, whatever that is: take the order, begin the run, carry for it.

Standard library only. It never runs a program itself: the worker that does is forked from it, and gives up every right
as in the process sandbox.
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
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from sandgate.sandbox.guest import frames, main, preloading
from sandgate.sandbox.process import kernel, run, seccomp

from . import packets
from .porter import STDIN, STDOUT, Gone, Held, Pair, Porter

FIRST_FREE, MOST_DESCRIPTORS = 5, 1024
STANDING = "/proc/self/oom_score_adj"
"""How soon the kernel ends a process when memory runs out."""
EASIEST_TO_KILL, NEVER_KILLED = b"1000", b"-1000"


class Tree:
    """A run in Python, held to its limits: what its processes share with us, whom they are forked from, is not its."""

    def __init__(self, order: Mapping[str, Any], statistics: str | None = None) -> None:
        """`statistics` is the file of a control group that tells what the run has taken of the processor."""
        self._order, self._inherited = order, run.Memory(0, 0)
        self._statistics, self._before = statistics, 0.0

    def begin(self, _worker: int) -> None:
        self._inherited = run.memory(os.getpid())
        self._before = self._seconds()

    def reached(self) -> str | None:
        return run.reached(self._order, self._inherited) or self._overspent()

    def _overspent(self) -> str | None:
        """With the time of processes that ended while nobody looked."""
        return "cpu_seconds" if self._seconds() - self._before > self._order["cpu_seconds"] else None

    def _seconds(self) -> float:
        if self._statistics is None:
            return 0.0
        with Path(self._statistics).open(encoding="ascii") as file:
            return int(next(file).split()[1]) / 1e6  # usage_usec

    def ending(self, status: int) -> dict[str, Any]:
        return {"status": status}


def held(order: Mapping[str, Any], statistics: str | None = None) -> Held:
    return _typescript().Held(order) if order["language"] == "typescript" else Tree(order, statistics)


def be_worker(channel: socket.socket, order: Mapping[str, Any]) -> NoReturn:
    if order["language"] == "typescript":
        _typescript().be_runtime(channel, order)
    run.be_worker(channel, order)


def _typescript() -> ModuleType:
    from sandgate.sandbox.typescript import run as typescript  # who waits for a Python program need not wait for it

    return typescript


def start_worker(
    order: Mapping[str, Any], channel: socket.socket, output: socket.socket, enter: Callable[[], None] = lambda: None
) -> int:
    """`enter` is what the worker does first, while it still has our rights."""
    worker = os.fork()
    if worker == 0:
        enter()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        be_killed_first()
        os.dup2(os.open("/dev/null", os.O_RDONLY), STDIN)
        printing = output.detach()
        its, _ = run.take_over([channel.detach(), printing, printing])  # the last is closed there: we need no post
        os.closerange(FIRST_FREE, MOST_DESCRIPTORS)
        be_worker(its, order)
    channel.close()
    output.close()
    return worker


def start_mortal_worker(
    standing: int, order: Mapping[str, Any], channel: socket.socket, output: socket.socket, enter: Callable[[], None]
) -> int:
    """The same where it could not change its own standing any more: it inherits one, and we take ours back.

    `standing` is ours, opened before it became read-only. A run that the kernel may not end waits for memory for ever.
    """
    os.pwrite(standing, EASIEST_TO_KILL, 0)
    worker = start_worker(order, channel, output, enter)
    with contextlib.suppress(PermissionError):  # even root may not be allowed to
        os.pwrite(standing, NEVER_KILLED, 0)
    os.close(standing)
    return worker


def be_killed_first() -> None:
    """When memory runs out the kernel is to end the program, not the one who tells of it."""
    kernel.prctl(kernel.PR_SET_DUMPABLE, 1)  # else the file is not ours
    with contextlib.suppress(OSError), Path(STANDING).open("wb", buffering=0) as file:
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


def shut_in(walls: int, serve: Callable[[Sequence[Pair]], None], *gone: type[Exception]) -> None:
    """Have a process in namespaces of its own serve the run. It ends quietly where the gateway is `gone`.

    What it speaks with the program over is made out here: whom a program asks about its channel is nobody it knows.
    """
    pairs = [socket.socketpair() for _ in range(2)]
    child, _ = kernel.fork_into(walls)
    if child == 0:
        with contextlib.suppress(Gone, *gone):
            serve(pairs)
        os._exit(0)
    for end in (*pairs[0], *pairs[1]):
        end.close()
    os.closerange(STDIN, STDOUT + 1)
    os.waitpid(child, 0)


def prepare(language: str, packages: str | None = None, preload: Sequence[str] = ()) -> None:
    """Have all ready that forked workers will want. Raises ImportError."""
    if language == "typescript":
        _typescript().walls.ready_made()
        return
    if packages:
        preloading.add_packages(packages)
    main.prepare([*preload])
    seccomp.ready_made(keeping_modes=True, networked=False, executing=False)
    sys.argv, sys.orig_argv = [""], [""]
    gc.collect()
    gc.freeze()


def carry(begin: Callable[[], Porter]) -> None:
    """Begin the run and carry for it until the gateway goes. Says why it could not be begun, where it could not."""
    try:
        porter = begin()
    except (OSError, ImportError) as error:
        refuse(error)
        return
    for descriptor in (STDIN, STDOUT):
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
        fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    porter.serve()


def refuse(error: OSError | ImportError) -> None:
    number = error.errno if isinstance(error, OSError) else None
    said = frames.encode({"type": "refused", "reason": str(error), "errno": number})
    os.write(STDOUT, packets.packed(packets.CHANNEL, said))
