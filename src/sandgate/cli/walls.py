"""What `sandgate doctor` says about the sandbox: put one up for real, and read what the kernel allows."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandgate.errors import SandboxError
from sandgate.model import Level, Limits, Outcome, Program
from sandgate.sandbox.process.landlock import version as landlock_version

from .checks import Check

if TYPE_CHECKING:
    from sandgate.sandbox.trying import Tried

SWITCHES = {
    "user/max_user_namespaces": ("0", "sysctl -w user.max_user_namespaces=10000"),
    "kernel/unprivileged_userns_clone": ("0", "sysctl -w kernel.unprivileged_userns_clone=1"),
    "kernel/apparmor_restrict_unprivileged_userns": (
        "1",
        "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for Python",
    ),
}
"""Kernel settings that forbid an ordinary user to make namespaces: the value that does, and the cure."""


def sandbox(limits: Limits, minimum: Level = "bwrap") -> Check:
    """Run a program behind the strongest walls that stand. What works here works for an agent."""
    import anyio

    started = time.perf_counter()
    try:
        outcome = anyio.run(_one_and_one, limits, minimum)
    except SandboxError as error:
        reason, _, cure = str(error).partition(" Cure: ")
        return Check(name="sandbox", health="fail", message=reason, cure=cure)
    if outcome.value != 2:
        said = outcome.fault.message if outcome.fault else f"1 + 1 gave {outcome.value!r}"
        cure = "raise the limits in sandgate.toml if you lowered them; else report this as a bug"
        return Check(name="sandbox", health="fail", message=f"a program did not run: {said}", cure=cure)
    took = f"{(time.perf_counter() - started) * 1000:.0f} ms, self-test included"
    return Check(name="sandbox", health="ok", message=f"1 + 1 ran behind walls of {outcome.sandbox} in {took}")


async def _one_and_one(limits: Limits, minimum: Level) -> Outcome:
    from sandgate.sandbox.box import Answer, Clock, Listeners, Request, Sandbox
    from sandgate.sandbox.process.backend import ProcessBackend
    from sandgate.sandbox.process.levels import strongest

    async def refuse(request: Request, _: Clock) -> Answer:
        raise SandboxError(f"there are no tools here: {request}")

    async with Sandbox(partial(strongest, ProcessBackend, minimum), limits) as box:
        return await box.run(Program(code="1 + 1", limits=limits), Listeners(refuse))


def levels() -> dict[Level, Check]:
    """Which walls stand here, each tried by a program that attacks them; the strongest first."""
    import anyio

    from sandgate.sandbox.process.levels import LEVELS

    return {level: Check.of(f"level {level}", anyio.run(_tried, level)) for level in LEVELS}


async def _tried(level: Level) -> Tried:
    from sandgate.sandbox.process.backend import ProcessBackend
    from sandgate.sandbox.process.levels import why_not
    from sandgate.sandbox.process.selftest import LIMITS, tried_at
    from sandgate.sandbox.trying import Tried, stands, unusable

    backend = ProcessBackend(level=level)
    try:
        if reason := await why_not(backend):
            return unusable(reason)
        return Tried(stands=True, message=await stands(backend, len(tried_at(level)), LIMITS))
    finally:
        await backend.close()


def namespaces(proc: Path = Path("/proc"), *, is_root: bool | None = None) -> Check:
    """Whether the kernel's settings let this user make namespaces."""
    is_root = os.geteuid() == 0 if is_root is None else is_root
    values = {name: text for name in SWITCHES if (text := _read(proc / "sys" / name))}
    told = ", ".join(f"{name.replace('/', '.')}={value}" for name, value in values.items()) or "no switches found"
    forbidding = [SWITCHES[name][1] for name, value in values.items() if value == SWITCHES[name][0]]
    if is_root:
        return Check(name="namespaces", health="info", message=f"running as root, which needs no permission; {told}")
    if forbidding:
        return Check(name="namespaces", health="warn", message=told, cure="; ".join(forbidding))
    return Check(name="namespaces", health="ok", message=told)


def features(sys: Path = Path("/sys"), landlock: int | None = None) -> Iterator[Check]:
    """Which further walls the kernel offers, and whether they are used."""
    version = landlock_version() if landlock is None else landlock
    if version:
        yield Check(name="landlock", health="ok", message=f"version {version}, in use")
    else:
        cure = "a kernel of 5.13 or newer with Landlock switched on adds a second wall around files"
        yield Check(name="landlock", health="warn", message="not in this kernel; the mounts hold alone", cure=cure)
    yield Check(name="cgroups", health="info", message=_cgroups(sys))


def _cgroups(sys: Path) -> str:
    root = sys / "fs/cgroup"
    if (root / "cgroup.controllers").exists():
        version, writable = "v2", os.access(root, os.W_OK)
    elif (root / "memory").is_dir():
        version, writable = "v1", os.access(root / "memory", os.W_OK)
    else:
        return "not available"
    return f"{version}, {'writable' if writable else 'not writable'}"


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
