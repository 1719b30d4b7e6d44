"""Sandboxes from the settings: which walls there are, and how each is put up when it is wanted."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path

import anyio.to_thread

from ..config import Config
from ..config.options import SandboxOptions
from ..errors import ConfigError, SandboxError
from ..model import RISKS, Risk, Wall
from . import certificates, packages
from .box import Backend, Sandbox, Staying
from .choosing import Sandboxes
from .process.backend import ProcessBackend
from .process.commands import Commands
from .process.levels import strongest
from .typescript.box import TypeScript
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
    options, boxes = config.sandbox, dict[Wall, Sandbox]()
    for wall in dict.fromkeys(by_risk.values()):
        stand = partial(_given, backend) if backend else _stand(wall, config, shown, commands)
        spares = options.spares if wall in ("process", by_risk["low"]) else min(options.spares, 1)
        first = wall == by_risk["low"]
        boxes[wall] = Bilingual(stand, config.limits, spares, options.concurrent_runs, _staying(config), eager=first)
    return Sandboxes(boxes, by_risk, _typescript(config, boxes, typescript, shown["skills"]))


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


async def _docker(config: Config, shown: Mapping[str, Path]) -> Backend:
    from .docker.backend import DockerBackend  # whoever does not use it need not wait for it

    options = config.sandbox
    backend = DockerBackend(
        shown["servers"],
        skills=shown["skills"],
        packages=await anyio.to_thread.run_sync(packages.required, config),
        preload=options.preload,
        socket=options.docker_socket,
        name=options.docker_image,
        runtime=options.docker_runtime,
    )
    await backend.check()
    return backend


async def _vm(config: Config, shown: Mapping[str, Path]) -> Backend:
    from .vm.backend import VmBackend

    backend = VmBackend(
        config.state_dir / "vm",
        shown["servers"],
        skills=shown["skills"],
        packages=await anyio.to_thread.run_sync(packages.required, config),
        preload=config.sandbox.preload,
    )
    await backend.check()
    return backend


async def _monty(config: Config, shown: Mapping[str, Path]) -> Backend:
    from .monty.availability import availability
    from .monty.backend import MontyBackend

    found = availability()
    if not found.usable:
        raise SandboxError(f"{found.message}: {found.command}")
    return MontyBackend(shown["servers"], config.state_dir / "monty")


def _typescript(config: Config, boxes: Mapping[Wall, Sandbox], servers: Path | None, skills: Path) -> TypeScript | None:
    """Behind the same walls as Python in a process, where there are those."""
    if servers is None or "process" not in boxes:
        return None
    servers.mkdir(parents=True, exist_ok=True)
    return TypeScript(
        boxes["process"], servers, skills, config.limits, config.sandbox.concurrent_runs, _staying(config)
    )


def _staying(config: Config) -> Staying:
    own = config.sessions
    return Staying(most=own.most, idle_minutes=own.idle_minutes, cpu_seconds=own.cpu_seconds)
