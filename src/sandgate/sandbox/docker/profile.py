"""Our table of system calls as a seccomp profile for a container engine.

It holds for the whole container, so it also lets through what starts it and what puts up the inner walls. A program is
held to the table itself: its worker installs that before the program comes.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Mapping
from typing import Any

from ..process import syscalls

ARCHITECTURES = {"x86_64": ("SCMP_ARCH_X86_64", 0), "aarch64": ("SCMP_ARCH_AARCH64", 1)}
STARTING = ("execve",)
"""What the engine's runtime does once the filter is in force."""
WALLING = ("capset", "landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self", "prctl", "seccomp")
"""What a worker gives up its rights with."""
ALLOW, REFUSE = "SCMP_ACT_ALLOW", "SCMP_ACT_ERRNO"


def profile(machine: str = "", *, watching: bool = False) -> dict[str, Any]:
    """For one architecture, and no other calling convention of it. Raises KeyError where there is no table.

    With `watching` our first process may set limits of another one: the runtime's, when its program comes.
    """
    name, column = ARCHITECTURES[machine or os.uname().machine]
    calls = [
        call for group in syscalls.ALLOWED for call, numbers in group.numbers.items() if numbers[column] is not None
    ]
    streams = [{"index": 0, "value": syscalls.AF_UNIX, "op": "SCMP_CMP_EQ"}]
    return {
        "defaultAction": REFUSE,
        "defaultErrnoRet": errno.EPERM,
        "architectures": [name],
        "syscalls": [
            {"names": sorted({*calls, *STARTING, *WALLING}), "action": ALLOW},
            {"names": sorted(syscalls.UNSUPPORTED), "action": REFUSE, "errnoRet": errno.EOPNOTSUPP},
            {"names": ["clone3"], "action": REFUSE, "errnoRet": errno.ENOSYS},
            _rule("clone", [{"index": 0, "value": syscalls.NEW_NAMESPACES, "valueTwo": 0, "op": "SCMP_CMP_MASKED_EQ"}]),
            *_one_of("socketpair", 1, syscalls.STREAMS, streams),
            *_one_of("fcntl", 1, syscalls.FCNTLS),
            *_one_of("ioctl", 1, syscalls.IOCTLS),
            _rule("prlimit64", [] if watching else [{"index": 0, "value": syscalls.SELF, "op": "SCMP_CMP_EQ"}]),
        ],
    }


def _rule(name: str, conditions: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {"names": [name], "action": ALLOW, "args": [*conditions]}


def _one_of(
    name: str, index: int, values: Mapping[str, int], others: Iterable[Mapping[str, Any]] = ()
) -> list[dict[str, Any]]:
    """A rule for each value: conditions of one rule must all hold."""
    return [_rule(name, [*others, {"index": index, "value": value, "op": "SCMP_CMP_EQ"}]) for value in values.values()]
