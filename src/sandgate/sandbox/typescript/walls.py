"""The last walls around Deno: which calls V8 may make of the kernel, and which files may be touched or executed.

The table is Python's with what a JIT compiler and its thread pools need besides, and without what makes processes:
a thread is all that can be made. Standard library only.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from ..process import landlock, root, seccomp, syscalls
from ..process.seccomp import ALLOW, ERRNO, Instruction

Numbers = tuple[int | None, int | None]

ADDED: Mapping[str, Numbers] = {"execve": syscalls.EXECVE}
"""Deno itself, once; Landlock permits no other file."""
REMOVED = frozenset(("fork", "vfork", "pidfd_open", "pidfd_send_signal", "setsid", "setpgid"))
"""There is nobody to signal: no other process can be made."""
CLONE_THREAD = 0x00010000
OWN = ("comm", "limits", "maps", "stat", "statm", "status")
"""Of the process itself, and not `mountinfo`: it says where on the host the wrappers lie."""
OWN_OF_LITE = ("maps", "statm")
"""Deno dies without the first: it asks how much of its stack is left. Its permissions keep both from programs."""


def program(machine: str, *, keeping_modes: bool = True) -> list[Instruction]:
    """The filter for one architecture. Raises KeyError for one that has no table."""
    architecture = seccomp.ARCHITECTURES[machine]
    column = architecture.column
    code = [
        Instruction(seccomp.LOAD, 0, 0, seccomp.ARCHITECTURE),
        Instruction(seccomp.JUMP_EQUAL, 1, 0, architecture.audit),
        Instruction(seccomp.RETURN, 0, 0, seccomp.KILL),
        Instruction(seccomp.LOAD, 0, 0, seccomp.NUMBER),
        Instruction(seccomp.JUMP_AT_LEAST, 0, 1, seccomp.X32),
        Instruction(seccomp.RETURN, 0, 0, seccomp.KILL),
    ]
    for name, number in _allowed(column):
        pretended = not keeping_modes and name in syscalls.MODES
        code += [Instruction(seccomp.JUMP_EQUAL, 0, 1, number), _refusal(0) if pretended else _verdict(ALLOW)]
    for number, body in _looked_at(column):
        code += [Instruction(seccomp.JUMP_EQUAL, 0, len(body), number), *body]
    return [*code, _refusal(errno.EPERM)]


def _allowed(column: int) -> Iterator[tuple[str, int]]:
    for group in syscalls.ALLOWED:
        for name, numbers in group.numbers.items():
            if name not in REMOVED and (number := numbers[column]) is not None:
                yield name, number
    yield from ((name, number) for name, numbers in ADDED.items() if (number := numbers[column]) is not None)


def _looked_at(column: int) -> Iterator[tuple[int, list[Instruction]]]:
    """Calls that depend on an argument; every body ends in a verdict."""
    for numbers in syscalls.UNSUPPORTED.values():
        yield numbers[column], [_refusal(errno.EOPNOTSUPP)]
    yield syscalls.CLONE3[column], [_refusal(errno.ENOSYS)]
    thread = Instruction(seccomp.JUMP_ANY_BIT, 0, 1, CLONE_THREAD)
    yield syscalls.CLONE[column], [_argument(seccomp.FIRST_ARGUMENT), thread, _verdict(ALLOW), _refusal(errno.EPERM)]
    streams = _one_of(seccomp.SECOND_ARGUMENT, syscalls.STREAMS.values(), errno.EPERM)
    is_local = Instruction(seccomp.JUMP_EQUAL, 1, 0, syscalls.AF_UNIX)
    local = [_argument(seccomp.FIRST_ARGUMENT), is_local, _refusal(errno.EPERM)]
    yield syscalls.SOCKETPAIR[column], [*local, *streams]
    yield syscalls.FCNTL[column], _one_of(seccomp.SECOND_ARGUMENT, syscalls.FCNTLS.values(), errno.EPERM)
    yield syscalls.PRLIMIT64[column], _one_of(seccomp.FIRST_ARGUMENT, [syscalls.SELF], errno.EPERM)
    yield syscalls.IOCTL[column], _one_of(seccomp.SECOND_ARGUMENT, syscalls.IOCTLS.values(), errno.ENOTTY)
    yield syscalls.PRCTL[column], _one_of(seccomp.FIRST_ARGUMENT, syscalls.PRCTLS.values(), errno.EPERM)


def _one_of(argument: int, values: Iterable[int], otherwise: int) -> list[Instruction]:
    body = [_argument(argument)]
    for value in values:
        body += [Instruction(seccomp.JUMP_EQUAL, 0, 1, value), _verdict(ALLOW)]
    return [*body, _refusal(otherwise)]


def _argument(place: int) -> Instruction:
    return Instruction(seccomp.LOAD, 0, 0, place)


def _verdict(value: int) -> Instruction:
    return Instruction(seccomp.RETURN, 0, 0, value)


def _refusal(number: int) -> Instruction:
    return _verdict(ERRNO | number)


@cache
def ready_made(*, keeping_modes: bool = True) -> seccomp.Body:
    """The filter for this machine, in the kernel's form. Raises OSError without a table."""
    return seccomp.in_kernels_form(program(seccomp.this_machine(), keeping_modes=keeping_modes))


def confine(order: Mapping[str, Any], executable: list[str]) -> None:
    """Put up the last walls. From here on only these files can be executed, and no process can be made."""
    libraries = [*filter(os.path.isdir, (*root.LIBRARIES, root.ZONES))]
    own = [f"/proc/self/{name}" for name in (OWN_OF_LITE if order["level"] == "lite" else OWN)]
    readable = [*libraries, *order["folders"].values(), *filter(os.path.exists, own)]
    landlock.restrict(readable, order["writable"], [order["home"]], None, executable)
    seccomp.enforce(ready_made(keeping_modes=order["level"] != "lite" or order["uid"] is not None))
