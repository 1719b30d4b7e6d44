"""Whether programs can run in virtual machines here, tried by one that attacks the walls; else why not and a cure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...errors import SandboxError
from ..process import landlock, selftest
from ..trying import took
from .backend import VmBackend
from .micro.backend import MicroBackend

HELD = len(selftest.tried_at("bwrap"))
COMMAND = re.compile("`([^`]+)`")
NEWER_QEMU = "apt install --only-upgrade qemu-system-x86"
NEWER_MICRO = "pip install --upgrade microsandbox"
STANDS = "{name} stands: {held} attacks on it failed; {took}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What `doctor` says of virtual machines."""

    stands: bool
    message: str
    cure: str = ""
    """The command that would make them available."""
    failing: tuple[str, ...] = ()
    """What does not hold of what a machine promises."""


async def tried(backend: VmBackend | MicroBackend) -> Tried:
    """Also where there is no QEMU or no image: then it says so. The backend is closed."""
    try:
        return await _tried(backend)
    except SandboxError as error:
        return unusable(str(error))
    finally:
        await backend.close()


def unusable(why: str) -> Tried:
    command = COMMAND.search(why)
    return Tried(stands=False, message=f"cannot be used: {why}", cure=command[1] if command else "")


async def failing(backend: VmBackend | MicroBackend) -> list[str]:
    """Raises SandboxError where the program did not run at all."""
    return await selftest.failing(backend, "bwrap")


async def _tried(backend: VmBackend | MicroBackend) -> Tried:
    of_qemu = isinstance(backend, VmBackend)
    if found := await failing(backend):
        message = f"its self-test failed: {', '.join(found)}"
        return Tried(stands=False, message=message, failing=tuple(found), cure=NEWER_QEMU if of_qemu else NEWER_MICRO)
    told = STANDS.format(name=backend.name, held=HELD, took=await took(backend, selftest.LIMITS))
    return Tried(stands=True, message=f"{told}; QEMU is shut in by {_confined(backend)}" if of_qemu else told)


def _confined(backend: VmBackend) -> str:
    namespaces = ["namespaces"] if backend.walls.namespaces else []
    files = ["Landlock"] if landlock.version() and backend.name != "vm/kvm" else []
    return " and ".join((*namespaces, *files, "its own filter of system calls"))
