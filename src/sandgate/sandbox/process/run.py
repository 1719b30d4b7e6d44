"""One run: its first process, which watches over it, and the worker, which gives up every right and runs the program.

The first process is ours and knows no secret. It reaps, holds the limits that count for the whole tree, and says how it
ended. Where the run has a process namespace it is pid 1, and the kernel ends everything with it.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import json
import os
import resource
import select
import signal
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn

from ..guest import frames, main
from . import executor, kernel, landlock, lite, root, seccomp, trees

OUTPUT, CHANNEL, POST, ORDERS = 1, 3, 4, 5
"""What a program prints on; what it, pid 1 and the executor talk to the gateway on."""
OUT_OF_THE_WAY = 16
TICK_SECONDS = 0.05
LOOK_MILLISECONDS = 200
"""How often a run that must end itself looks whether it is to, before it has a program."""
NOT_READ = ("proc", root.COMMANDS.strip("/"))
"""Of the second a command reads its own file: what can be read, the loader would also start."""
ABOUT_ITSELF = ("comm", "io", "limits", "maps", "schedstat", "stat", "statm", "status")
BRAKE = 3
RLIMIT_SIGPENDING = 11  # Python has no name for it
PROXY_PORT = 3128
PROXY = f"http://127.0.0.1:{PROXY_PORT}"
PROXY_BACKLOG = 128
TRUSTING = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
"""Where libraries look for the authorities they trust."""
PENDING_SIGNALS = 1024
"""Timers count as well."""
TAKEN_SECONDS = 60.0
"""How long the files of a run without namespaces wait for the gateway, which may be gone."""
UNKNOWN_TO_GVISOR = (resource.RLIMIT_MSGQUEUE, RLIMIT_SIGPENDING)
"""The filter lets nobody make a queue, and what signals take is memory of the container's, which is limited."""
THREAD_STACK = 2 * 2**20
M_ARENA_MAX = -8
PAGE = resource.getpagesize()
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


def be_first(order: Mapping[str, Any], descriptors: list[int]) -> NoReturn:
    try:
        watch_over(order, descriptors)
    finally:
        os._exit(0)  # never back into the zygote's loop, whatever happened


def watch_over(order: Mapping[str, Any], descriptors: list[int]) -> None:
    """Blocked signals, waited for: an exception out of a handler could be lost, and with it the wish for the end."""
    channel, post = take_over(descriptors)
    report: dict[str, Any] = {}
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, signal.SIGTERM})
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        worker = start_worker(channel, post, order)
        channel.close()
        os.closerange(0, CHANNEL)
        os.closerange(ORDERS, ORDERS + 1)  # the executor's, if there is one
        report = watch(post, worker, order)
    finally:
        end_others(order)
        tell(post, report, order)


def end_others(order: Mapping[str, Any]) -> None:
    """Kill every other process of the run. None can run on or fork from here: the kernel refuses both to the killed."""
    if order["level"] == "lite":
        lite.end_tree()
    elif os.getpid() == 1:  # anywhere else this would mean all processes of the machine
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)


def tell(post: socket.socket, report: Mapping[str, Any], order: Mapping[str, Any]) -> None:
    """Say how the run ended, once nothing of it runs; take its files along where they are not its own file system."""
    with contextlib.suppress(OSError):
        post.send(json.dumps(report).encode())
        post.settimeout(TAKEN_SECONDS)
        post.recv(64)  # until the gateway has taken what the program left, and need not wait for our end either
    if order["level"] == "lite":
        trees.remove(order["home"])


def start_worker(channel: socket.socket, post: socket.socket, order: Mapping[str, Any]) -> int:
    try:
        match order["level"]:
            case "full":
                root.furnish(order)
            case "lite":
                lite.furnish(order)
            case _:
                pass  # bwrap has done it
        hand_out(post, order)
        kernel.empty_bounding_set()
        if order["grouped"]:
            post.recv(64)  # what is forked from here on is in the run's control group
        worker = os.fork()
        if worker == 0:
            be_worker(channel, order)
    except OSError as error:
        say_refused(channel, error)
        raise
    return worker


def hand_out(post: socket.socket, order: Mapping[str, Any]) -> None:
    """What the gateway holds of a run: its workspace, and its way out where it has one."""
    workspace = os.open(f"{order['home']}/workspace", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    listener = way_out() if order["network"] else None
    socket.send_fds(post, [b"yours"], [workspace, *([listener.fileno()] if listener else [])])
    os.close(workspace)
    if listener:
        listener.close()


def way_out() -> socket.socket:
    """A listener in the run's own network: whoever connects to it talks to the proxy there."""
    kernel.loopback_up()
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", PROXY_PORT))
    listener.listen(PROXY_BACKLOG)
    return listener


def take_over(descriptors: list[int]) -> tuple[socket.socket, socket.socket]:
    """Put the run's descriptors where it expects them; close the zygote's."""
    moved = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, OUT_OF_THE_WAY) for descriptor in descriptors]
    channel, output, post, *orders = moved
    places = (
        (output, OUTPUT),
        (output, OUTPUT + 1),
        (channel, CHANNEL),
        (post, POST),
        *((it, ORDERS) for it in orders),
    )
    for source, target in places:
        os.dup2(source, target)
    os.closerange(ORDERS + len(orders), max(moved) + 1)
    return socket.socket(fileno=CHANNEL), socket.socket(fileno=POST)


def say_refused(channel: socket.socket, error: OSError) -> None:
    channel.sendall(frames.encode({"type": "refused", "reason": str(error), "errno": error.errno}))


def watch(post: socket.socket, worker: int, order: Mapping[str, Any]) -> dict[str, Any]:
    """From when the program comes, hold the tree to its limits; tell how it ended."""
    give_up_rights(order)
    inherited = memory(os.getpid())  # every process of the tree starts with the zygote's memory, and shares it
    if await_program(post, worker, LOOK_MILLISECONDS if order["level"] == "lite" else None) and not post.recv(64):
        return {}  # the gateway has gone
    while True:
        woken = signal.sigtimedwait({signal.SIGCHLD, signal.SIGTERM}, TICK_SECONDS)
        if woken and woken.si_signo == signal.SIGTERM:
            return {}
        if (status := reap(worker)) is not None:
            return {"status": os.waitstatus_to_exitcode(status)}
        if cause := reached(order, inherited):
            return {"cause": cause}


def give_up_rights(order: Mapping[str, Any]) -> None:
    """All but what it takes to end processes that have another id. Behind bwrap there are none, and no rights."""
    if order["level"] != "lite":
        kernel.drop_capabilities(keeping=kernel.CAP_KILL if order["level"] == "full" else None)


def reached(order: Mapping[str, Any], inherited: Memory) -> str | None:
    """The limit that the whole tree is over."""
    if order["level"] == "lite" and (cause := lite.reached(order)):
        return cause
    tree = lite.descendants() if order["level"] == "lite" else [*others()]
    if len(tree) == 1:
        return None  # its rlimits hold a single process
    if sum(used_memory(pid, inherited) for pid in tree) > order["memory_mb"] * 2**20:
        return "memory_mb"
    if sum(processor_seconds(pid) for pid in tree) + reaped_seconds() > order["cpu_seconds"]:
        return "cpu_seconds"
    return "processes" if len(tree) > order["processes"] + executors(order) else None


def executors(order: Mapping[str, Any]) -> int:
    """Processes of ours beside the program."""
    return 0 if order["loaders"] is None else 1


def await_program(post: socket.socket, worker: int, look_milliseconds: int | None) -> bool:
    """Wait until the gateway hands over, however long. False where the worker went first, or the end is wanted."""
    waiting = select.poll()
    waiting.register(post, select.POLLIN)
    waiting.register(os.pidfd_open(worker), select.POLLIN)
    while not (woken := waiting.poll(look_milliseconds)):
        if signal.SIGTERM in signal.sigpending():
            return False
    return any(descriptor == post.fileno() for descriptor, _ in woken)


def reap(worker: int) -> int | None:
    """Collect whatever has ended. The worker's own status, if it was among them."""
    status = None
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, ended = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == worker:
                status = ended
    return status


def others() -> Iterator[int]:
    return (int(name) for name in os.listdir("/proc") if name.isdigit() and name != "1")


class Memory(NamedTuple):
    """What a process takes, and how large the program in it is, which tells one that has begun another."""

    resident: int
    """Bytes of memory that are no file's. What several processes share counts for each: it cannot be told apart."""
    code: int


def memory(pid: int) -> Memory:
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            lines = dict(line.split(b":", 1) for line in file.read().splitlines())
    except OSError:
        return Memory(0, 0)  # it has just ended
    anonymous, shared, code, whole = (
        int(lines.get(name, b"0").split()[0]) for name in (b"RssAnon", b"RssShmem", b"VmExe", b"VmRSS")
    )
    told_apart = b"RssAnon" in lines  # gVisor's kernel counts files with the rest
    return Memory((anonymous + shared if told_apart else whole) * 1024, code)


def used_memory(pid: int, inherited: Memory) -> int:
    """Without what it shares with the zygote. A command shares nothing with it."""
    found = memory(pid)
    return max(0, found.resident - inherited.resident) if found.code == inherited.code else found.resident


def processor_seconds(pid: int) -> float:
    """Of the process, and of those children it has waited for itself."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / CLOCK_TICKS


def reaped_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def be_worker(channel: socket.socket, order: Mapping[str, Any]) -> NoReturn:
    """Give up every right, then wait for the program."""
    try:
        os.close(POST)
        os.setsid()  # the scheduler shares time out by session: many processes get no more than one
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD, signal.SIGTERM})
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if order["uid"] is not None:
            become(order["uid"])
        elif order["level"] == "full":
            kernel.unshare(kernel.CLONE_NEWUSER)  # one id for all runs: so processes are counted for each alone
            kernel.empty_bounding_set()  # a new namespace begins with all of them
        kernel.drop_capabilities()
        kernel.no_new_privileges()
        os.chdir(order["home"])
        if order["loaders"] is not None:
            start_executor(order)
        limit(order)
        os.environ.update(environment(order))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that Python sees an error and can say it
        spare_address_space()
        confine(order)
    except OSError as error:
        say_refused(channel, error)
        os._exit(1)
    try:
        main.serve(channel, order["home"], rest if order.get("rests") else main.leave)
    except BaseException:  # noqa: BLE001 - a program can break the guest; its traceback would show paths of the host
        os._exit(1)
    os._exit(0)


def rest() -> None:
    """Wait for the end, which is not far: whoever ends by himself keeps a processor busy with what he gives back, and
    those who are about to answer wait for it.
    """
    while True:
        signal.pause()


def environment(order: Mapping[str, Any]) -> dict[str, str]:
    named = {"HOME": order["temporary"], "LANG": "C.UTF-8", "TMPDIR": order["temporary"]}
    proxied = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy") if order["network"] else ()
    authorities = f"{root.HOME}/{root.CERTIFICATES}/ca.pem"
    trusting = TRUSTING if order["network"] and os.path.exists(authorities) else ()
    return {**named, **dict.fromkeys(proxied, PROXY), **dict.fromkeys(trusting, authorities)}


def start_executor(order: Mapping[str, Any]) -> None:
    """It has the program's rights, but none of its limits: else a program that has used them up could still it."""
    told = {**environment(order), "PATH": root.COMMANDS}
    executor.start(ORDERS, executor.Terms(told, order["loaders"], partial(shut_in, order)))
    os.close(ORDERS)


def shut_in(order: Mapping[str, Any], executable: Sequence[str]) -> None:
    """Hold a command to what the program is held to, but that it may execute these files."""
    limit(order)
    confine(order, executable)


def confine(order: Mapping[str, Any], executable: Sequence[str] = ()) -> None:
    """The last walls: which files may be touched, which of them executed, which calls made of the kernel."""
    listable = ["/"] if order["level"] == "full" else []
    networked: bool = order["network"]
    port = PROXY_PORT if networked else None
    landlock.restrict(readable(order), order["writable"], listable, port, executable)
    keeping_modes = order["level"] != "lite" or order["uid"] is not None
    seccomp.install(keeping_modes=keeping_modes, networked=networked, executing=bool(executable))


def readable(order: Mapping[str, Any]) -> list[str]:
    """What may be read: all of a root that was made for programs, else only what one would have shown them.

    Of the process itself a few files, not `mountinfo`: it says where on the host the wrappers lie.
    """
    own = [] if order["level"] == "lite" else [f"/proc/self/{name}" for name in ABOUT_ITSELF]
    if order["level"] == "full":
        shown = (f"/{name}" for name in os.listdir("/") if name not in NOT_READ)
        return [*shown, *filter(os.path.exists, own)]
    for needed in (os.__file__, *order["folders"].values()):
        if not os.access(needed, os.R_OK):
            cure = "use a Python and a state_dir that every user can read"
            raise OSError(errno.EACCES, f"the user a program runs as cannot read {needed}: {cure}")
    return [*filter(os.path.exists, (*root.system(), order["home"], *order["folders"].values(), *own))]


def become(uid: int) -> None:
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def spare_address_space() -> None:
    """Threads reserve far more than they use, and the memory limit counts what is reserved."""
    threading.stack_size(THREAD_STACK)
    if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):  # glibc has it
        mallopt(M_ARENA_MAX, 2)


def limit(order: Mapping[str, Any]) -> None:
    with open("/proc/self/statm", encoding="ascii") as file:
        already = int(file.read().split()[0]) * PAGE
    processes = order["processes"] + executors(order)
    if order["level"] == "lite" and order["uid"] is None:
        # The kernel counts all of a user's together, other runs' among them: a brake; the first process counts ours.
        processes = lite.processes_of_user() + BRAKE * processes
    file_mb = min(order["file_mb"], order["disk_mb"]) if order["level"] == "lite" else order["file_mb"]
    for kind, value in (
        (resource.RLIMIT_AS, already + order["memory_mb"] * 2**20),
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_FSIZE, file_mb * 2**20),
        (resource.RLIMIT_NOFILE, order["open_files"]),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
        (RLIMIT_SIGPENDING, PENDING_SIGNALS),
    ):
        hold_to(kind, value, value)
    hold_to(resource.RLIMIT_CPU, order["cpu_seconds"], order["cpu_seconds"] + 1)  # SIGXCPU, then SIGKILL


def hold_to(kind: int, soft: int, hard: int) -> None:
    """Where less is allowed already it stays less: who has no rights cannot raise it."""
    _, highest = resource.getrlimit(kind)
    if highest != resource.RLIM_INFINITY:
        soft, hard = min(soft, highest), min(hard, highest)
    try:
        resource.setrlimit(kind, (soft, hard))
    except ValueError as error:
        if kind not in UNKNOWN_TO_GVISOR:
            raise OSError(errno.EPERM, f"limit {kind} could not be set to {hard}: {error}") from error
