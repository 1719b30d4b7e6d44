"""What stands before every probe inside the sandbox: ways to try something forbidden and to say whether it worked.

It is sent as text. Standard library only; the names in capitals that probes use are added by `outside.py`.
"""

# As little as possible is imported in there:
# ruff: noqa: PTH116, PTH208
from __future__ import annotations

import ctypes
import errno
import json
import os
import select
import signal
import struct
import time
from collections.abc import Callable
from typing import Any

CHANNEL = 3
REFUSALS = (errno.EPERM, errno.EACCES, errno.ENOSYS)
NUMBERS: dict[str, tuple[int, int]] = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bind": (49, 200),
    "bpf": (321, 280),
    "capget": (125, 90),
    "capset": (126, 91),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "clone3": (435, 435),
    "connect": (42, 203),
    "delete_module": (176, 106),
    "execveat": (322, 281),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "getpid": (39, 172),
    "init_module": (175, 105),
    "inotify_init1": (294, 26),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioperm": (173, -1),
    "iopl": (172, -1),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "listen": (50, 201),
    "listmount": (458, 458),
    "mbind": (237, 235),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "migrate_pages": (256, 238),
    "mlock": (149, 228),
    "mlock2": (325, 284),
    "mlockall": (151, 230),
    "modify_ldt": (154, -1),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pivot_root": (155, 41),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "sched_setattr": (314, 274),
    "seccomp": (317, 277),
    "semget": (64, 190),
    "set_mempolicy": (238, 237),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmget": (29, 194),
    "splice": (275, 76),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "tee": (276, 77),
    "timer_create": (222, 107),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "vhangup": (153, 58),
    "vmsplice": (278, 75),
}
"""System calls on x86-64 and arm64; -1 where there is none."""

libc = ctypes.CDLL(None, use_errno=True)
os.chdir("workspace")


def named(mark: bytes) -> None:
    """Be known to the host by this name, with all that is started from here."""
    libc.prctl(15, mark, 0, 0, 0)


def escaped(*what: object) -> None:
    print("ESCAPED", *what, flush=True)


def kept(*what: object) -> None:
    """Escaped, unless whoever watches ends the run for it in the next moment."""
    time.sleep(0.5)
    escaped(*what)


def blocked(*what: object) -> None:
    print("BLOCKED", *what, flush=True)


def tried(what: str, deed: Callable[[], object]) -> None:
    """Do it, and say whether it went. A false answer counts as not having gone."""
    try:
        got = deed()
    except (OSError, MemoryError, RuntimeError, ValueError, ImportError, LookupError) as error:
        blocked(what, type(error).__name__, error)
    else:
        (escaped if got or got is None else blocked)(what, repr(got)[:80])


def changed(path: str, deed: Callable[[], object]) -> bool:
    """Whether the deed was done to a file, whatever was answered."""
    before = os.stat(path).st_ctime_ns
    time.sleep(0.01)  # the kernel's clock for files is coarse
    deed()
    return os.stat(path).st_ctime_ns != before


def others() -> list[int]:
    """Every process that can be seen, but this one and those that hold it."""
    try:
        seen = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    except OSError:
        return []
    return sorted(seen - {1, os.getpid(), os.getppid()})


def call(name: str, *arguments: Any) -> int:
    """A system call by its name. Raises OSError."""
    number = NUMBERS[name][os.uname().machine == "aarch64"]
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def reached(name: str, *arguments: Any) -> None:
    """Make a system call that must be refused: any other answer, even an error, comes from behind the filter."""
    try:
        result = call(name, *arguments)
    except OSError as error:
        (blocked if error.errno in REFUSALS else escaped)(name, error)
    else:
        escaped(name, result)


def apart(deed: Callable[[], object]) -> None:
    """Do it in a child, so that being killed for it does not end the probe."""
    child = os.fork()
    if child == 0:
        try:
            deed()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        blocked("ended by", signal.Signals(os.WTERMSIG(status)).name)


def write(data: bytes, seconds: float = 5.0) -> None:
    """Bytes for the gateway, whatever they are."""
    left = memoryview(data)
    while left:
        if not select.select([], [CHANNEL], [], seconds)[1]:
            raise TimeoutError("the gateway does not read")
        left = left[os.write(CHANNEL, left) :]


def framed(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


def send(message: object) -> None:
    write(framed(message if isinstance(message, bytes) else json.dumps(message).encode()))


def request(identity: object, tool: object = "probe.echo", **arguments: object) -> dict[str, object]:
    return {"type": "call", "id": identity, "tool": tool, "arguments": arguments}


def receive(seconds: float = 5.0) -> dict[str, Any] | None:
    """The next message of the gateway; None when it says nothing more."""
    head = read(4, seconds)
    return json.loads(read(struct.unpack(">I", head)[0], seconds)) if len(head) == 4 else None


def read(size: int, seconds: float) -> bytes:
    data = b""
    until = time.monotonic() + seconds
    while len(data) < size and select.select([CHANNEL], [], [], max(0.0, until - time.monotonic()))[0]:
        if not (more := os.read(CHANNEL, size - len(data))):
            break
        data += more
    return data


def ask(message: object) -> dict[str, Any] | None:
    send(message)
    return receive()
