"""Who starts virtual machines: microsandbox where a machine of it boots, QEMU everywhere else, or whom one demands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from ...errors import SandboxError
from ..remote.speech import PYTHON, Speech
from .backend import VmBackend
from .micro import probe, sdk
from .micro.backend import MicroBackend

Driver = Literal["auto", "microsandbox", "qemu"]


async def stood(driver: Driver, folder: Path, speech: Speech, seen: Mapping[str, Any]) -> VmBackend | MicroBackend:
    """A backend that has what it needs. Raises SandboxError. `seen` is what programs see, as backends name it."""
    backend = made(folder, seen, speech, micro=await uses_micro(driver))
    await backend.check()
    return backend


def made(folder: Path, seen: Mapping[str, Any], speech: Speech = PYTHON, *, micro: bool) -> VmBackend | MicroBackend:
    """`folder` is where QEMU's image is."""
    return MicroBackend(**seen, speech=speech) if micro else VmBackend(folder, **seen, language=speech.language)


async def uses_micro(driver: Driver) -> bool:
    """Raises SandboxError where microsandbox is demanded and cannot be used: nobody takes its place then."""
    why_not = await why_not_micro(driver, probe.PATIENT_SECONDS if driver == "microsandbox" else probe.SECONDS)
    if why_not and driver == "microsandbox":
        raise SandboxError(why_not)
    return not why_not


async def why_not_micro(driver: Driver, seconds: float = probe.SECONDS) -> str:
    """Why microsandbox is not used; empty where it is. So long a machine of it may take to boot."""
    if driver == "qemu":
        return 'sandbox.vm_driver is "qemu"'
    if not sdk.is_installed():
        return sdk.MISSING
    return await probe.refusal(seconds)
