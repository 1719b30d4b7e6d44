"""Virtual machines on the command line: build the image they start from, and see whether they can be used."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sandgate import extras
from sandgate.config import Config
from sandgate.errors import SandgateError
from sandgate.model import Language, Level
from sandgate.sandbox import packages

from .checks import Check
from .display import say, say_json, short

if TYPE_CHECKING:
    from sandgate.sandbox.trying import Tried

ONLY_LINUX = "virtual machines are started on Linux only"


def build(config: Config, kernel: str, on_progress: Callable[[str], None], *, as_json: bool) -> int:
    """The image of those who start machines here: microsandbox or QEMU."""
    import anyio

    from sandgate.sandbox.vm import drivers

    if not kernel and anyio.run(drivers.uses_micro, config.sandbox.vm_driver):
        return _build_for_micro(on_progress, as_json=as_json)
    return _build_for_qemu(config, kernel, on_progress, as_json=as_json)


def _build_for_micro(on_progress: Callable[[str], None], *, as_json: bool) -> int:
    """One image for all languages that are spoken here."""
    import anyio

    from sandgate.sandbox.vm.micro import image, sdk

    anyio.run(image.build, sdk.loaded(), on_progress)
    if as_json:
        say_json({"driver": "microsandbox", "image": image.NAME})
    else:
        say(f"The image of virtual machines is built, and microsandbox has it as {image.NAME}", "green")
    return 0


def _build_for_qemu(config: Config, kernel: str, on_progress: Callable[[str], None], *, as_json: bool) -> int:
    """Boot a machine with this Python once, and keep it as it is then; and one with Deno, where that is installed."""
    import anyio

    from sandgate.catalog.wrappers.typescript import client_source
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
        spoken = vm.Wanted(language="typescript", limits=config.limits, kernel=wanted.kernel, client=client_source())
        anyio.run(vm.build, folder, spoken, on_progress)
        languages.append("typescript")
    if as_json:
        told = {
            "driver": "qemu",
            "accelerator": about.accelerator,
            "memory_mb": about.memory_mb,
            "languages": languages,
        }
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

    try:
        installed = packages.required(config)
    except SandgateError as error:  # which has a line of its own
        return Check(name="vm", health="info", message=f"not tried: {error}")
    return Check.of("vm", anyio.run(_tried, config, installed))


async def _tried(config: Config, installed: Path | None) -> Tried:
    """What holds of whoever starts machines here, and why that is not microsandbox."""
    from sandgate.sandbox.trying import unusable
    from sandgate.sandbox.vm import drivers, selftest

    driver = config.sandbox.vm_driver
    why_not = await drivers.why_not_micro(driver)
    if why_not and driver == "microsandbox":
        return unusable(why_not)
    seen = {"packages": installed, "preload": config.sandbox.preload}
    tried = await selftest.tried(drivers.made(config.state_dir / "vm", seen, micro=not why_not))
    return replace(tried, message=f"{tried.message}; {why_not}") if why_not and driver == "auto" else tried


def monty() -> Check:
    """Whether programs can run in Monty; else the command that would make it so."""
    import anyio

    from sandgate.sandbox.monty import selftest
    from sandgate.sandbox.monty.availability import availability

    found = availability()
    if not found.usable:
        return Check(name="monty", health="info", message=f"cannot be used: {found.message}", cure=found.command)
    tried = anyio.run(selftest.tried)
    return Check.of("monty", replace(tried, message=f"{tried.message}; {found.message}"))


def typescript(level: Level | None) -> Check:
    """Whether TypeScript is spoken here, tried behind walls of a level that stands; else what is needed."""
    import anyio

    from sandgate.sandbox.typescript import selftest
    from sandgate.sandbox.typescript.backend import TypeScriptBackend
    from sandgate.sandbox.typescript.runtime import NOT_NODE, installed

    if not (found := installed()):
        node = f"; {NOT_NODE}" if shutil.which("node") else ""
        message = f"cannot be used: Deno, which runs it, is not installed{node}"
        return Check(name="typescript", health="info", message=message, cure=extras.command("typescript"))
    if level is None:
        message = f"not tried: no level stands here, and it needs one, or docker or vm; Deno is {short(found)}"
        return Check(name="typescript", health="info", message=message)
    tried = anyio.run(selftest.tried, TypeScriptBackend(level=level))
    return Check.of("typescript", replace(tried, message=f"{tried.message}; Deno is {short(found)}"))
