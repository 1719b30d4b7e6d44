"""Sandboxes from the settings: which walls there are, and how each is put up when it is wanted."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import anyio.to_thread

from ..config import Config
from ..config.options import SandboxOptions
from ..errors import ConfigError, SandboxError
from ..model import RISKS, Level, Risk, Wall
from . import certificates, packages
from .box import Backend, Sandbox, Staying
from .choosing import Sandboxes
from .process.backend import ProcessBackend
from .process.commands import Commands
from .process.levels import strongest
from .remote.speech import CHECKING, PYTHON, TYPESCRIPT, Speech
from .typescript.backend import TypeScriptBackend
from .typescript.box import TypeScript, acquainted
from .typescript.checker import Checker, CheckerBackend
from .typescript.crossing import Bilingual

Stand = Callable[[], Awaitable[Backend]]


def sandboxes_of(
    config: Config,
    shown: Mapping[str, Path],
    commands: Commands | None,
    backend: Backend | None = None,
    typescript: Path | None = None,
) -> Sandboxes:
    """`shown` are folders that programs see; `backend` stands in for the walls of the settings. Raises ConfigError.

    `typescript` is where the wrappers for it are, if it is spoken here.
    """
    by_risk = _by_risk(config)
    options, boxes = config.sandbox, dict[Wall, Bilingual]()
    for wall in dict.fromkeys(by_risk.values()):
        stand = partial(_given, backend) if backend else _stand(wall, config, shown, commands)
        spares = options.spares if wall in ("process", by_risk["low"]) else min(options.spares, 1)
        first = wall == by_risk["low"]
        boxes[wall] = _box(config, stand, spares, eager=first)
    spoken = _typescript(config, boxes, {**shown, "servers": typescript}) if typescript else None
    return Sandboxes(boxes, by_risk, spoken)


def _box(config: Config, stand: Stand, spares: int, *, eager: bool) -> Bilingual:
    return Bilingual(stand, config.limits, spares, config.sandbox.concurrent_runs, _staying(config), eager=eager)


def _by_risk(config: Config) -> dict[Risk, Wall]:
    return {risk: _wall(config.sandbox, risk) for risk in RISKS}


def _wall(options: SandboxOptions, risk: Risk) -> Wall:
    return getattr(options, f"{risk}_risk") if options.backend == "auto" else options.backend


async def _given(backend: Backend) -> Backend:
    return backend


def _stand(wall: Wall, config: Config, shown: Mapping[str, Path], commands: Commands | None) -> Stand:
    if wall == "process":
        return partial(_process, config, shown, commands)
    if config.network.allow or config.commands.allow:
        raise ConfigError(f'programs in {wall} have no network and no commands: use sandbox.backend = "process"')
    if wall == "monty" and config.sandbox.packages:
        raise ConfigError('programs in monty have no packages: use sandbox.backend = "process"')
    return partial({"docker": _docker, "vm": _vm, "monty": _monty}[wall], config, shown)


async def _process(config: Config, shown: Mapping[str, Path], commands: Commands | None) -> Backend:
    networked = bool(config.network.allow)
    installed = await anyio.to_thread.run_sync(packages.required, config)
    trusted = certificates.copied(config.state_dir / "certificates", os.environ) if networked else None
    make = partial(
        ProcessBackend,
        **shown,
        packages=installed,
        preload=config.sandbox.preload,
        commands=commands,
        certificates=trusted,
    )
    walls = await strongest(make, config.sandbox.minimum_level)  # tested without a way out, which then is opened
    walls.network = networked
    return walls


async def _docker(config: Config, shown: Mapping[str, Path], speech: Speech = PYTHON) -> Backend:
    from .docker.backend import DockerBackend  # whoever does not use it need not wait for it

    options = config.sandbox
    backend = DockerBackend(
        shown["servers"],
        skills=shown["skills"],
        **await _imported(config, speech),
        socket=options.docker_socket,
        name=options.docker_image,
        runtime=options.docker_runtime,
        speech=speech,
    )
    await backend.check()
    return backend


async def _vm(config: Config, shown: Mapping[str, Path], speech: Speech = PYTHON) -> Backend:
    from .vm import drivers

    programs_see = {"servers": shown["servers"], "skills": shown["skills"], **await _imported(config, speech)}
    return await drivers.stood(config.sandbox.vm_driver, config.state_dir / "vm", speech, programs_see)


async def _imported(config: Config, speech: Speech) -> dict[str, Any]:
    """What is there to be imported by Python programs alone."""
    if speech.language != "python":
        return {}
    installed = await anyio.to_thread.run_sync(packages.required, config)
    return {"packages": installed, "preload": config.sandbox.preload}


async def _monty(config: Config, shown: Mapping[str, Path]) -> Backend:
    from .monty.availability import availability
    from .monty.backend import MontyBackend

    found = availability()
    if not found.usable:
        raise SandboxError(f"{found.message}: {found.command}")
    return MontyBackend(shown["servers"], config.state_dir / "monty")


def _typescript(config: Config, boxes: Mapping[Wall, Bilingual], shown: Mapping[str, Path]) -> TypeScript:
    """Behind the same walls as Python, but for those that only Python has."""
    shown["servers"].mkdir(parents=True, exist_ok=True)
    stands: dict[Wall, Stand] = {"docker": partial(_docker, config, shown, TYPESCRIPT)}
    stands["vm"] = partial(_vm, config, shown, TYPESCRIPT)
    if "process" in boxes:
        stands["process"] = partial(_typescript_process, boxes["process"], shown)
    spoken: dict[Wall, Bilingual] = {
        wall: acquainted(box, _box(config, stands[wall], 1, eager=False))
        for wall, box in boxes.items()
        if wall in stands
    }
    return TypeScript(spoken, partial(_checker, config, boxes, shown))


async def _typescript_process(python: Sandbox, shown: Mapping[str, Path]) -> Backend:
    return TypeScriptBackend(shown["servers"], skills=shown["skills"], level=_level(await python.ready()))


async def _checker(config: Config, boxes: Mapping[Wall, Sandbox], shown: Mapping[str, Path]) -> Checker:
    """Where it can read: the compiler takes too long in a machine, and nothing of a program is executed by it."""
    if "process" in boxes:
        backend: Backend = CheckerBackend(
            shown["servers"], skills=shown["skills"], level=_level(await boxes["process"].ready())
        )
    elif "docker" in boxes:
        backend = await _docker(config, shown, CHECKING)
    else:
        tried = await strongest(ProcessBackend, config.sandbox.minimum_level)
        await tried.close()
        backend = CheckerBackend(shown["servers"], skills=shown["skills"], level=tried.level)
    return Checker(backend, shown["servers"], shown["skills"])


def _level(backend: Backend) -> Level:
    return getattr(backend, "level", "full")


def _staying(config: Config) -> Staying:
    own = config.sessions
    return Staying(most=own.most, idle_minutes=own.idle_minutes, cpu_seconds=own.cpu_seconds)
