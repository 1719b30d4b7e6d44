"""Virtual machines on the command line: build the image they start from, and see whether they can be used."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from sandgate.config import Config
from sandgate.errors import SandboxError
from sandgate.model import Language
from sandgate.sandbox import packages

from .checks import Check
from .display import say, say_json, short

ONLY_LINUX = "virtual machines are started on Linux only"


def build(config: Config, kernel: str, on_progress: Callable[[str], None], *, as_json: bool) -> int:
    """Boot a machine with this Python once, and keep it as it is then; and one with Deno, where that is installed."""
    import anyio

    from sandgate.sandbox.typescript.runtime import installed
    from sandgate.sandbox.vm import build as vm

    folder = config.state_dir / "vm"
    wanted = vm.Wanted(
        limits=config.limits,
        packages=packages.required(config),
        preload=config.sandbox.preload,
        kernel=Path(kernel) if kernel else None,
    )
    about = anyio.run(vm.build, folder, wanted, on_progress)
    languages: list[Language] = ["python"]
    if installed():
        on_progress("The same with Deno, for TypeScript")
        spoken = vm.Wanted(language="typescript", limits=config.limits, kernel=wanted.kernel)
        anyio.run(vm.build, folder, spoken, on_progress)
        languages.append("typescript")
    if as_json:
        told = {"accelerator": about.accelerator, "memory_mb": about.memory_mb, "languages": languages}
        say_json({"folder": str(folder), **told})
    else:
        for_both = " for Python and TypeScript" if len(languages) > 1 else ""
        say(
            f"The image of virtual machines{for_both} is built in {short(str(folder))}, with {about.accelerator}",
            "green",
        )
    return 0


def vm(config: Config | None) -> Check:
    """Whether programs can run in virtual machines, tried by one that attacks the walls; else why not."""
    if sys.platform != "linux":
        return Check(name="vm", health="info", message=f"cannot be used: {ONLY_LINUX}")
    if config is None:
        return Check(name="vm", health="info", message="not tried: the settings cannot be read")
    import anyio

    from sandgate.sandbox.vm import selftest
    from sandgate.sandbox.vm.backend import VmBackend

    try:
        installed = packages.required(config)
    except SandboxError as error:  # which has a line of its own
        return Check(name="vm", health="info", message=f"not tried: {error}")
    backend = VmBackend(config.state_dir / "vm", packages=installed, preload=config.sandbox.preload)
    tried = anyio.run(selftest.tried, backend)
    health = "ok" if tried.stands else "warn" if tried.failing else "info"
    return Check(name="vm", health=health, message=tried.message, cure=tried.cure)


def monty() -> Check:
    """Whether programs can run in Monty; else the command that would make it so."""
    from sandgate.sandbox.monty.availability import availability

    found = availability()
    if found.usable:
        return Check(name="monty", health="ok", message=found.message)
    return Check(name="monty", health="info", message=f"cannot be used: {found.message}", cure=found.command)


def typescript() -> Check:
    """Whether TypeScript is spoken here."""
    from sandgate.sandbox.typescript.backend import MISSING, installed

    if found := installed():
        return Check(name="typescript", health="ok", message=f"runs with {short(str(found))}")
    return Check(name="typescript", health="info", message=MISSING)
