"""The system-call filter: the table of `syscalls.py` as a program for the kernel's packet-filter machine.

Standard library only. Installed last, for good, and inherited by everything a program starts.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from . import kernel, syscalls

LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
JUMP_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
JUMP_AT_LEAST = 0x35  # BPF_JMP | BPF_JGE | BPF_K
JUMP_ANY_BIT = 0x45  # BPF_JMP | BPF_JSET | BPF_K
RETURN = 0x06  # BPF_RET | BPF_K

NUMBER, ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT = 0, 4, 16, 24
"""Where things lie in the kernel's `struct seccomp_data`; of an argument, its lower half."""

ALLOW = 0x7FFF0000
KILL = 0x80000000
ERRNO = 0x00050000
SECCOMP_MODE_FILTER = 2
PR_SET_SECCOMP = 22
X32 = 0x40000000
"""Numbers from here on are another calling convention of x86-64, with calls the table does not know."""


class Architecture(NamedTuple):
    audit: int
    column: int


ARCHITECTURES = {"x86_64": Architecture(0xC000003E, 0), "aarch64": Architecture(0xC00000B7, 1)}


class Instruction(NamedTuple):
    code: int
    if_true: int
    if_false: int
    value: int


def program(
    machine: str, *, keeping_modes: bool = True, networked: bool = False, executing: bool = False
) -> list[Instruction]:
    """The filter for one architecture. Raises KeyError for one that has no table."""
    architecture = ARCHITECTURES[machine]
    column = architecture.column
    code = [
        Instruction(LOAD, 0, 0, ARCHITECTURE),
        *_unless(JUMP_EQUAL, architecture.audit, KILL),
        Instruction(LOAD, 0, 0, NUMBER),
        Instruction(JUMP_AT_LEAST, 0, 1, X32),
        Instruction(RETURN, 0, 0, KILL),
    ]
    for group in syscalls.ALLOWED:
        for name, numbers in group.numbers.items():
            if (number := numbers[column]) is not None:
                pretended = not keeping_modes and name in syscalls.MODES
                code += _when(number, [_refused(0) if pretended else Instruction(RETURN, 0, 0, ALLOW)])
    for numbers in syscalls.UNSUPPORTED.values():
        code += _when(numbers[column], [_refused(errno.EOPNOTSUPP)])
    code += _when(syscalls.CLONE3[column], [_refused(errno.ENOSYS)])
    code += _when(syscalls.CLONE[column], _without_bits(FIRST_ARGUMENT, syscalls.NEW_NAMESPACES))
    streams = _one_of(SECOND_ARGUMENT, syscalls.STREAMS.values(), errno.EPERM)
    code += _when(syscalls.SOCKETPAIR[column], _only(FIRST_ARGUMENT, syscalls.AF_UNIX, streams))
    if networked:
        code += _when(syscalls.SOCKET[column], _only(FIRST_ARGUMENT, syscalls.AF_INET, streams))
        for numbers in (syscalls.CONNECT, syscalls.SETSOCKOPT):
            code += _when(numbers[column], [Instruction(RETURN, 0, 0, ALLOW)])
    if executing:
        code += _when(syscalls.EXECVE[column], [Instruction(RETURN, 0, 0, ALLOW)])
    code += _when(syscalls.FCNTL[column], _one_of(SECOND_ARGUMENT, syscalls.FCNTLS.values(), errno.EPERM))
    code += _when(syscalls.PRLIMIT64[column], _one_of(FIRST_ARGUMENT, [syscalls.SELF], errno.EPERM))
    code += _when(syscalls.IOCTL[column], _one_of(SECOND_ARGUMENT, syscalls.IOCTLS.values(), errno.ENOTTY))
    code += _when(syscalls.PRCTL[column], _one_of(FIRST_ARGUMENT, syscalls.PRCTLS.values(), errno.EPERM))
    return [*code, _refused(errno.EPERM)]


def _refused(number: int) -> Instruction:
    return Instruction(RETURN, 0, 0, ERRNO | number)


def _unless(jump: int, value: int, verdict: int) -> list[Instruction]:
    return [Instruction(jump, 1, 0, value), Instruction(RETURN, 0, 0, verdict)]


def _when(number: int, body: list[Instruction]) -> list[Instruction]:
    """The body for one call; every body ends in a verdict."""
    return [Instruction(JUMP_EQUAL, 0, len(body), number), *body]


def _one_of(argument: int, values: Iterable[int], otherwise: int) -> list[Instruction]:
    body = [Instruction(LOAD, 0, 0, argument)]
    for value in values:
        body += [Instruction(JUMP_EQUAL, 0, 1, value), Instruction(RETURN, 0, 0, ALLOW)]
    return [*body, _refused(otherwise)]


def _only(argument: int, value: int, body: list[Instruction]) -> list[Instruction]:
    """The body where an argument has this value, else a refusal."""
    return [Instruction(LOAD, 0, 0, argument), Instruction(JUMP_EQUAL, 1, 0, value), _refused(errno.EPERM), *body]


def _without_bits(argument: int, bits: int) -> list[Instruction]:
    allow, refuse = Instruction(RETURN, 0, 0, ALLOW), _refused(errno.EPERM)
    return [Instruction(LOAD, 0, 0, argument), Instruction(JUMP_ANY_BIT, 1, 0, bits), allow, refuse]


class _Filter(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class Body(ctypes.Structure):
    """A filter as the kernel takes it."""

    _fields_ = (("length", ctypes.c_uint16), ("filter", ctypes.POINTER(_Filter)))


@cache
def ready_made(*, keeping_modes: bool = True, networked: bool = False, executing: bool = False) -> Body:
    """The filter for this machine, in the kernel's form. Made once, before runs are forked. OSError without a table."""
    return in_kernels_form(
        program(this_machine(), keeping_modes=keeping_modes, networked=networked, executing=executing)
    )


def this_machine() -> str:
    """Its architecture. Raises OSError where that has no table."""
    machine = os.uname().machine
    if machine not in ARCHITECTURES:
        raise OSError(errno.ENOSYS, f"there is no table of system calls for {machine}")
    return machine


def in_kernels_form(code: Sequence[Instruction]) -> Body:
    return Body(len(code), (_Filter * len(code))(*(_Filter(*instruction) for instruction in code)))


def install(*, keeping_modes: bool = True, networked: bool = False, executing: bool = False) -> None:
    """From here on only the table's calls are possible. Needs `no_new_privs`. Raises OSError without a table."""
    enforce(ready_made(keeping_modes=keeping_modes, networked=networked, executing=executing))


def enforce(body: Body) -> None:
    kernel.restrict(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(body))
