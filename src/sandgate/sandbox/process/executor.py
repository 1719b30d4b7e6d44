"""The executor of a run: a process of ours beside the program, which runs commands on the gateway's order alone.

It has the program's own user and namespaces, and a socket that the program has never seen. Each command has a keeper of
ours above it, which ends it and all it started when its time is over. Standard library only.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import os
import select
import signal
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from . import kernel, lite
from .root import COMMANDS

ORDERS, REPORT = 3, 3
LARGEST_ORDER = 128 * 1024
DESCRIPTORS = 65_536
"""More than any process of a run may have open."""


class Terms(NamedTuple):
    """What holds for every command of a run."""

    environment: Mapping[str, str]
    loaders: Sequence[str]
    shut_in: Callable[[Sequence[str]], None]
    """Sets the limits and puts up the last walls around a process, which may then execute these files and no others."""


def start(orders: int, terms: Terms) -> None:
    """Fork the executor. It must be done with a program's rights, and before any program is there."""
    if kernel.fork_beside() == 0:  # a child would be the program's to wait for
        try:
            _serve(_alone_with(orders), terms)
        finally:
            os._exit(1)


def _alone_with(orders: int) -> socket.socket:
    """Let go of all that is the program's: with its channel held open nobody would see it end."""
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    os.setpgid(0, 0)
    os.dup2(orders, ORDERS)
    os.closerange(0, ORDERS)
    os.closerange(ORDERS + 1, DESCRIPTORS)
    gc.disable()
    return socket.socket(fileno=ORDERS)


def _serve(orders: socket.socket, terms: Terms) -> None:
    signal.signal(signal.SIGCHLD, lambda _number, _frame: _reap())
    while True:
        order, descriptors, _, _ = socket.recv_fds(orders, LARGEST_ORDER, 4)
        if not order:
            return  # the gateway has gone
        try:
            if os.fork() == 0:
                _keep(order, descriptors, terms)
        except OSError as error:
            _say_refused(descriptors[-1], error)
        for descriptor in descriptors:
            os.close(descriptor)


def _reap() -> None:
    """Wait for keepers that have ended: what they used counts for the run then."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _keep(order: bytes, descriptors: list[int], terms: Terms) -> NoReturn:
    """Be the keeper of one command: start it, wait for it as long as it may take, end what it leaves, tell how."""
    *streams, report = descriptors
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.close(ORDERS)
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)  # whatever it starts stays below this process
        seconds, *words = order.split(b"\0")
        command = os.fork()
        if command == 0:
            _be_command(words, descriptors, terms)
        for stream in streams:
            os.close(stream)
        ending = _ended(command, float(seconds))
        lite.end_tree()
        _say(report, ending)
    except OSError as error:
        _say_refused(report, error)
    finally:
        os._exit(0)


def _ended(command: int, seconds: float) -> dict[str, Any]:
    waiting = select.poll()
    waiting.register(os.pidfd_open(command), select.POLLIN)
    if not waiting.poll(seconds * 1000):
        return {"late": True}
    return {"code": os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])}


def _be_command(words: list[bytes], descriptors: list[int], terms: Terms) -> NoReturn:
    try:
        _take(descriptors)
        os.setpgid(0, 0)  # a signal to its group is for nobody else
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, and a command would inherit that
            signal.signal(number, signal.SIG_DFL)
        file = f"{COMMANDS}/{os.fsdecode(words[0])}"
        terms.shut_in([file, *terms.loaders])
        os.execve(file, words, terms.environment)  # noqa: S606 - no shell is what this is for
    except OSError as error:
        _say_refused(REPORT, error)
    finally:
        os._exit(127)


def _take(descriptors: list[int]) -> None:
    """The command's three streams, and the report, which is closed when it starts. Nothing else stays open."""
    above = max(*descriptors, REPORT) + 1
    for offset, descriptor in enumerate(descriptors):
        os.dup2(descriptor, above + offset)
    for target in range(REPORT + 1):
        os.dup2(above + target, target, inheritable=target != REPORT)
    os.closerange(REPORT + 1, DESCRIPTORS)


def _say_refused(report: int, error: OSError) -> None:
    full = "the program has as many processes as it may have (limits.processes)"
    _say(report, {"refused": full if error.errno == errno.EAGAIN else os.strerror(error.errno or 0)})


def _say(report: int, words: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):
        os.write(report, json.dumps(words).encode() + b"\n")
