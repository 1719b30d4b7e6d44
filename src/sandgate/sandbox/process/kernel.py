"""The few system calls the walls are made of, by ctypes: standard library only."""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
import socket
import struct
from collections.abc import Generator
from contextlib import contextmanager

CLONE_PIDFD = 0x00001000
CLONE_PARENT = 0x00008000
CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY = 0x1
MS_NOSUID = 0x2
MS_NODEV = 0x4
MS_NOEXEC = 0x8
MS_REMOUNT = 0x20
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 0x40000
MNT_DETACH = 0x2

MOUNT_ATTR_RDONLY = 0x1
MOUNT_ATTR_NOSUID = 0x2
MOUNT_ATTR_NODEV = 0x4
AT_FDCWD = -100
AT_EMPTY_PATH = 0x1000
AT_RECURSIVE = 0x8000
SYS_CLONE3 = 435  # calls this new have the same number on every architecture
SYS_MOUNT_SETATTR = 442

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
CAPABILITY_VERSION_3 = 0x20080522
CAP_KILL = 5
LAST_CAPABILITY = 63

IFF_UP = 0x1
SIOCSIFFLAGS = 0x8914

_libc = ctypes.CDLL(None, use_errno=True)
_python = ctypes.PyDLL(None, use_errno=True)
"""The same, called without letting go of the interpreter: a process must not be copied in between."""


class _MountAttr(ctypes.Structure):
    _fields_ = (
        ("attr_set", ctypes.c_uint64),
        ("attr_clr", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    )


class _CloneArgs(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64)
        for name in (
            *("flags", "pidfd", "child_tid", "parent_tid", "exit_signal", "stack"),
            *("stack_size", "tls", "set_tid", "set_tid_size", "cgroup"),
        )
    )


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def unshare(flags: int) -> None:
    _checked(_libc.unshare(flags), f"unshare({flags:#x})")


def map_ids(process: str, users: str, groups: str) -> None:
    """Say which ids a user namespace has, by the folder of a process in it."""
    for name, line in (("uid_map", users), ("gid_map", groups)):
        write(f"{process}/{name}", line)


def write(path: str, line: str) -> None:
    with open(path, "wb", buffering=0) as file:  # text would need a codec, which may be out of sight by now
        file.write(line.encode())


def fork_into(namespaces: int) -> tuple[int, int]:
    """Like `os.fork`, but the child stands in new namespaces, as pid 1 where one is of processes.

    In the parent the child's pid and a descriptor of it, in the child zeros. Only for a process without threads.
    """
    descriptor = ctypes.c_int(-1)
    flags = namespaces | CLONE_PIDFD
    pid = _clone(_CloneArgs(flags=flags, pidfd=ctypes.addressof(descriptor), exit_signal=signal.SIGCHLD))
    return (pid, descriptor.value) if pid else (0, 0)


def fork_beside() -> int:
    """Like `os.fork`, but the new process is a sibling of this one: its parent waits for it, not this one."""
    return _clone(_CloneArgs(flags=CLONE_PARENT))


def _clone(arguments: _CloneArgs) -> int:
    _python.PyOS_BeforeFork()
    pid = _python.syscall(SYS_CLONE3, ctypes.byref(arguments), ctypes.c_size_t(ctypes.sizeof(arguments)))
    if pid == 0:
        _python.PyOS_AfterFork_Child()
        return 0
    number = ctypes.get_errno()
    _python.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(number, f"clone3({arguments.flags:#x}): {os.strerror(number)}")
    return pid


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    arguments = source.encode(), target.encode(), kind.encode() or None, ctypes.c_ulong(flags), options.encode() or None
    _checked(_libc.mount(*arguments), f"mount({source} on {target})")


def bind(source: str, target: str) -> None:
    """Make a host folder or file visible, read-only, without set-uid programs or devices."""
    mount(source, target, flags=MS_BIND | MS_REC)
    attributes = _MountAttr(attr_set=MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)
    size = ctypes.sizeof(attributes)
    result = _libc.syscall(
        SYS_MOUNT_SETATTR, AT_FDCWD, target.encode(), AT_RECURSIVE, ctypes.byref(attributes), ctypes.c_size_t(size)
    )
    _checked(result, f"mount_setattr({target})")


@contextmanager
def acting_as(uid: int, gid: int) -> Generator[None]:
    """Make files as somebody else, in this thread: a file system of other users takes none of ours."""
    if uid == os.geteuid() or os.geteuid() != 0:
        yield
        return
    before = _libc.setfsgid(gid), _libc.setfsuid(uid)
    try:
        yield
    finally:
        _libc.setfsuid(before[1])
        _libc.setfsgid(before[0])


def umount(target: str) -> None:
    _checked(_libc.umount2(target.encode(), MNT_DETACH), f"umount({target})")


def pivot_root(new: str, old: str) -> None:
    number = {"x86_64": 155, "aarch64": 41}[os.uname().machine]
    _checked(_libc.syscall(number, new.encode(), old.encode()), f"pivot_root({new})")


def loopback_up() -> None:
    """Switch on the only interface a new network namespace has."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", IFF_UP)
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, request)


def prctl(option: int, value: int = 0, third: int = 0) -> int:
    zero = ctypes.c_ulong(0)
    return _libc.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(third), zero, zero)


def empty_bounding_set() -> None:
    """No program started from here on can gain a capability. Must be done while we still hold CAP_SETPCAP."""
    for capability in range(LAST_CAPABILITY + 1):
        prctl(PR_CAPBSET_DROP, capability)  # EINVAL past the kernel's last one


def drop_capabilities(keeping: int | None = None) -> None:
    """Give up every capability for good: ambient, inheritable, permitted, effective; but for one that is still used."""
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    kept = 0 if keeping is None else 1 << keeping
    header, sets = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0), (ctypes.c_uint32 * 6)(kept, kept)
    _checked(_libc.capset(ctypes.byref(header), ctypes.byref(sets)), "capset")


def no_new_privileges() -> None:
    restrict(PR_SET_NO_NEW_PRIVS, 1)


def restrict(option: int, value: int, third: int = 0) -> None:
    """A `prctl` that must succeed: a wall that could not be put up is no wall."""
    _checked(prctl(option, value, third), f"prctl({option})")


def call(number: int, *arguments: int) -> int:
    """A system call that has no name in libc."""
    return _checked(_libc.syscall(number, *(ctypes.c_long(argument) for argument in arguments)), f"syscall {number}")
