"""One TypeScript run: its first process, which watches over it, and the runtime, which gives up every right and starts.

The first process is Python's of `process/run.py` in all but this: what it starts executes Deno, and the memory of a
single process is its business too, because V8 reserves more addresses than any limit on them would let it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import signal
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from ..guest import frames
from ..process import kernel, lite, root
from ..process import run as common
from . import walls

CHANNEL, POST = common.CHANNEL, common.POST
DENO = f"{root.COMMANDS}/deno"
REFUSED = signal.SIGTRAP
"""How V8 ends when it is not given the memory it asks for, be that much at once or a little at last."""
GIVEN_UP = (signal.SIGABRT, signal.SIGILL)
"""How others end of which it is made, for this and for other reasons."""
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
        common.end_others(order)
        common.tell(post, report, order)


def start_runtime(channel: socket.socket, post: socket.socket, order: Mapping[str, Any]) -> int:
    try:
        if order["level"] == "full":
            root.furnish(order)
        elif order["level"] == "lite":
            lite.furnish(order)
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
    look = common.LOOK_MILLISECONDS if order["level"] == "lite" else None
    if common.await_program(post, runtime, look) and not post.recv(64):
        return {}  # the gateway has gone
    held = Held(order)
    held.begin(runtime)
    common.give_up_rights(order)
    while True:
        woken = signal.sigtimedwait({signal.SIGCHLD, signal.SIGTERM}, common.TICK_SECONDS)
        if woken and woken.si_signo == signal.SIGTERM:
            return {}
        if (status := common.reap(runtime)) is not None:
            return held.ending(os.waitstatus_to_exitcode(status))
        if cause := held.reached():
            return {"cause": cause}


class Held:
    """One runtime, held to its limits from when its program comes."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        self._order = order
        self._memory_mb: int = order["memory_mb"]
        self._most = 0

    def begin(self, runtime: int) -> None:
        self._most = common.memory(runtime).resident + self._memory_mb * 2**20
        hold_memory(runtime, self._memory_mb)

    def reached(self) -> str | None:
        """The limit that it is over."""
        is_lite = self._order["level"] == "lite"
        if is_lite and (cause := lite.reached(self._order)):
            return cause
        tree = lite.descendants() if is_lite else common.others()
        return "memory_mb" if sum(common.memory(pid).resident for pid in tree) > self._most else None

    def ending(self, status: int) -> dict[str, Any]:
        """Whether it was for want of memory, the signal tells, or the kernel's figure of what it had."""
        peak_kb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        if -status == REFUSED or (-status in GIVEN_UP and peak_kb * 2 >= self._memory_mb * 1024):
            return {"cause": "memory_mb"}
        return {"status": status}


def hold_memory(runtime: int, memory_mb: int) -> None:
    """Let it have that much more than it has now. V8's reserves are not writable yet, and do not count."""
    with contextlib.suppress(OSError), Path(f"/proc/{runtime}/status").open("rb") as file:
        data_kb = next((int(line.split()[1]) for line in file if line.startswith(b"VmData:")), 0)
        most = data_kb * 1024 + (memory_mb + SLACK_MB) * 2**20
        resource.prlimit(runtime, resource.RLIMIT_DATA, (most, most))


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
        deno = usable(order.get("deno", DENO))
        walls.confine(order, [deno, *order["loaders_of_runtime"]])
        os.execve(deno, words, environment(order))  # noqa: S606 - no shell is what this is for
    except OSError as error:
        common.say_refused(channel, error)
    finally:
        os._exit(1)


def usable(deno: str) -> str:
    if not os.access(deno, os.R_OK | os.X_OK):
        cure = "install it where every user can execute it"
        raise OSError(errno.EACCES, f"the user a program runs as cannot execute {deno}: {cure}")
    return deno


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
    processes, file_mb = order["processes"], order["file_mb"]
    if order["level"] == "lite":
        file_mb = min(file_mb, order["disk_mb"])
        if order["uid"] is None:  # the kernel counts all of a user's together, other runs' among them: a brake
            processes = lite.processes_of_user() + common.BRAKE * processes
    for kind, value in (
        (resource.RLIMIT_DATA, (RESERVE_MB + order["memory_mb"]) * 2**20),  # tighter when a program comes
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_FSIZE, file_mb * 2**20),
        (resource.RLIMIT_NOFILE, order["open_files"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (common.RLIMIT_SIGPENDING, common.PENDING_SIGNALS),
    ):
        common.hold_to(kind, value, value)
    common.hold_to(resource.RLIMIT_CPU, order["cpu_seconds"], order["cpu_seconds"] + 1)


def environment(order: Mapping[str, Any]) -> dict[str, str]:
    """Deno keeps what it has compiled in a folder of the run's own, which is gone with it."""
    libraries, temporary = order["folders"].get("libraries"), order["temporary"]
    state = root.SHARED_MEMORY if root.SHARED_MEMORY in order["writable"] else temporary
    return {
        **({"LD_LIBRARY_PATH": libraries} if libraries else {}),
        "HOME": temporary,
        "TMPDIR": temporary,
        "LANG": "C.UTF-8",
        "DENO_DIR": f"{state}/deno",
        "DENO_NO_UPDATE_CHECK": "1",
        "NO_COLOR": "1",
    }


def running(order: Mapping[str, Any]) -> list[str]:
    """Deno's own permissions are a second wall, as narrow as the first."""
    home, temporary = order["home"], order["temporary"]
    guest = f"{home}/guest"
    shown = order["folders"].values() if order["level"] == "lite" else ()
    return [
        *("deno", "run", "--quiet", "--no-prompt", "--no-check", "--no-lock", "--no-remote", "--no-npm"),
        *("--cached-only", f"--config={guest}/deno.json", f"--v8-flags=--max-old-space-size={order['memory_mb']}"),
        f"--allow-read={','.join((home, temporary, *shown))}",
        f"--allow-write={home}/workspace,{temporary}",
        *(f"--deny-{name}" for name in DENIED),
        f"{guest}/main.ts",
    ]


def checking() -> list[str]:
    return ["deno", "lsp", "--quiet"]
