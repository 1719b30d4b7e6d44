"""One TypeScript run: its first process, which watches over it, and the runtime, which gives up every right and starts.

The first process is Python's of `process/run.py` in all but this: what it starts executes Deno, and the memory of a
single process is its business too, because V8 reserves more addresses than any limit on them would let it.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from ..guest import frames
from ..process import kernel, root
from ..process import run as common
from . import walls

CHANNEL, POST = common.CHANNEL, common.POST
DENO = f"{root.COMMANDS}/deno"
STATE = f"{root.SHARED_MEMORY}/deno"
"""Where Deno keeps what it has compiled: the run's own, and gone with it."""
GIVEN_UP = (signal.SIGTRAP, signal.SIGABRT, signal.SIGILL)
"""How V8 ends when it has no memory left."""
RESERVE_MB = 1024
"""What V8 may have mapped when it has started: half of it is room for code it has not made yet."""
SLACK_MB = 64
"""Stacks of threads that start later, and what V8 keeps besides its heap."""
DENIED = ("net", "env", "sys", "run", "ffi", "import")


def be_first(order: Mapping[str, Any], descriptors: list[int]) -> NoReturn:
    try:
        watch_over(order, descriptors)
    finally:
        os._exit(0)  # never back into the zygote's loop, whatever happened


def watch_over(order: Mapping[str, Any], descriptors: list[int]) -> None:
    channel, post = common.take_over(descriptors)
    report: dict[str, Any] = {}
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, signal.SIGTERM})
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        runtime = start_runtime(channel, post, order)
        channel.close()
        os.closerange(0, CHANNEL)
        report = watch(post, runtime, order)
    finally:
        with contextlib.suppress(OSError):
            post.send(json.dumps(report).encode())


def start_runtime(channel: socket.socket, post: socket.socket, order: Mapping[str, Any]) -> int:
    try:
        if order["level"] == "full":
            root.furnish(order)
        common.hand_out(post, order)
        kernel.empty_bounding_set()
        if order["grouped"]:
            post.recv(64)  # what is forked from here on is in the run's control group
        runtime = os.fork()
        if runtime == 0:
            be_runtime(channel, order)
    except OSError as error:
        common.say_refused(channel, error)
        raise
    return runtime


def watch(post: socket.socket, runtime: int, order: Mapping[str, Any]) -> dict[str, Any]:
    """From when the program comes, hold it to its limits; tell how it ended."""
    if common.await_program(post, runtime, None) and not post.recv(64):
        return {}  # the gateway has gone
    before = common.memory(runtime).resident
    hold_memory(runtime, order["memory_mb"])
    kernel.drop_capabilities()
    most = before + order["memory_mb"] * 2**20
    while True:
        woken = signal.sigtimedwait({signal.SIGCHLD, signal.SIGTERM}, common.TICK_SECONDS)
        if woken and woken.si_signo == signal.SIGTERM:
            return {}
        if (status := common.reap(runtime)) is not None:
            return ending(os.waitstatus_to_exitcode(status), order["memory_mb"])
        if sum(common.memory(pid).resident for pid in common.others()) > most:
            return {"cause": "memory_mb"}


def hold_memory(runtime: int, memory_mb: int) -> None:
    """Let it have that much more than it has now. V8's reserves are not writable yet, and do not count."""
    with contextlib.suppress(OSError), Path(f"/proc/{runtime}/status").open("rb") as file:
        data_kb = next((int(line.split()[1]) for line in file if line.startswith(b"VmData:")), 0)
        most = data_kb * 1024 + (memory_mb + SLACK_MB) * 2**20
        resource.prlimit(runtime, resource.RLIMIT_DATA, (most, most))


def ending(status: int, memory_mb: int) -> dict[str, Any]:
    """V8 says by a signal of its own that there is no memory; whether that is it, the kernel's figure tells."""
    peak_kb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if -status in GIVEN_UP and peak_kb * 2 >= memory_mb * 1024:
        return {"cause": "memory_mb"}
    return {"status": status}


def be_runtime(channel: socket.socket, order: Mapping[str, Any]) -> NoReturn:
    """Give up every right, then become Deno."""
    try:
        os.close(POST)
        os.setsid()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD, signal.SIGTERM})
        if order["uid"] is not None:
            common.become(order["uid"])
        elif order["level"] == "full":
            kernel.unshare(kernel.CLONE_NEWUSER)
            kernel.empty_bounding_set()
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        kernel.drop_capabilities()
        kernel.no_new_privileges()
        os.chdir(order["home"])
        limit(order)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that Deno sees an error and can say it
        connect(channel, order)
        words = checking() if order["checking"] else running(order)
        walls.confine(order, [DENO, *order["loaders_of_runtime"]])
        os.execve(DENO, words, environment())  # noqa: S606 - no shell is what this is for
    except OSError as error:
        common.say_refused(channel, error)
    finally:
        os._exit(1)


def connect(channel: socket.socket, order: Mapping[str, Any]) -> None:
    """The channel as standard input, which a socket can be both ways of; output stays for what is printed.

    So nothing that prints, in whatever way, can get between two frames.
    """
    os.dup2(CHANNEL, 0)
    os.set_inheritable(CHANNEL, False)
    if order["checking"]:  # it writes to its output, and says nothing until it is spoken to
        channel.sendall(frames.encode({"type": "ready"}))
        os.dup2(CHANNEL, 1)


def limit(order: Mapping[str, Any]) -> None:
    for kind, value in (
        (resource.RLIMIT_DATA, (RESERVE_MB + order["memory_mb"]) * 2**20),  # tighter when a program comes
        (resource.RLIMIT_NPROC, order["processes"]),
        (resource.RLIMIT_FSIZE, order["file_mb"] * 2**20),
        (resource.RLIMIT_NOFILE, order["open_files"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (common.RLIMIT_SIGPENDING, common.PENDING_SIGNALS),
    ):
        resource.setrlimit(kind, (value, value))
    resource.setrlimit(resource.RLIMIT_CPU, (order["cpu_seconds"], order["cpu_seconds"] + 1))


def environment() -> dict[str, str]:
    return {
        "HOME": root.TEMPORARY,
        "TMPDIR": root.TEMPORARY,
        "LANG": "C.UTF-8",
        "DENO_DIR": STATE,
        "DENO_NO_UPDATE_CHECK": "1",
        "NO_COLOR": "1",
    }


def running(order: Mapping[str, Any]) -> list[str]:
    """Deno's own permissions are a second wall, as narrow as the first."""
    guest = f"{root.HOME}/guest"
    return [
        *("deno", "run", "--quiet", "--no-prompt", "--no-check", "--no-lock", "--no-remote", "--no-npm"),
        *("--cached-only", f"--config={guest}/deno.json", f"--v8-flags=--max-old-space-size={order['memory_mb']}"),
        f"--allow-read={root.HOME},{root.TEMPORARY}",
        f"--allow-write={root.WORKSPACE},{root.TEMPORARY}",
        *(f"--deny-{name}" for name in DENIED),
        f"{guest}/main.ts",
    ]


def checking() -> list[str]:
    return ["deno", "lsp", "--quiet"]
