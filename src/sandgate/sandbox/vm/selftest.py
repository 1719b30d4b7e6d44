"""Whether programs can run in virtual machines here, tried by one that attacks the walls; else why not and a cure."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ..process import landlock, selftest
from ..trying import Attacks, Tried
from .backend import VmBackend
from .micro.backend import MicroBackend

NEWER_QEMU = "apt install --only-upgrade qemu-system-x86"
NEWER_MICRO = "pip install --upgrade microsandbox"


async def tried(backend: VmBackend | MicroBackend) -> Tried:
    """Also where there is no QEMU or no image: then it says so. The backend is closed."""
    of_qemu = isinstance(backend, VmBackend)
    attacks = Attacks(
        failing=partial(failing, backend),
        number=len(selftest.tried_at("bwrap")),
        limits=selftest.LIMITS,
        cure=NEWER_QEMU if of_qemu else NEWER_MICRO,
    )
    found = await attacks.tried(backend)
    if not found.stands or not of_qemu:
        return found
    return replace(found, message=f"{found.message}; QEMU is shut in by {_confined(backend)}")


async def failing(backend: VmBackend | MicroBackend) -> list[str]:
    """Raises SandboxError where the program did not run at all."""
    return await selftest.failing(backend, "bwrap")


def _confined(backend: VmBackend) -> str:
    namespaces = ["namespaces"] if backend.walls.namespaces else []
    files = ["Landlock"] if landlock.version() and backend.name != "vm/kvm" else []
    return " and ".join((*namespaces, *files, "its own filter of system calls"))
