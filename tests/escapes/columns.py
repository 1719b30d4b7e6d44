"""The columns of the table: every kind of walls that probes are tried behind, made ready, or why it cannot be."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sandgate.config import SandboxOptions
from sandgate.errors import SandboxError
from sandgate.model import Language, Level, Limits, Wall
from sandgate.sandbox.docker import image
from sandgate.sandbox.docker.backend import DockerBackend
from sandgate.sandbox.docker.engine import Engine
from sandgate.sandbox.monty.availability import availability
from sandgate.sandbox.monty.backend import MontyBackend
from sandgate.sandbox.process.levels import LEVELS
from sandgate.sandbox.remote.speech import TYPESCRIPT as SPOKEN
from sandgate.sandbox.typescript.backend import MISSING, TypeScriptBackend, installed
from sandgate.sandbox.vm import build
from sandgate.sandbox.vm.backend import VmBackend
from tests.sandbox.docker.daemon import Unavailable, own_daemon

from .dialects import MONTY, TYPESCRIPT
from .levels import EVERYWHERE, LOCKS, missing
from .outside import Outside
from .probes import GROUPS, monty, typescript
from .probes.probe import Probe
from .trial import Trial, trial, trial_of

SLOWER = 4.0
"""An imitated processor takes about so much longer; on a busy host, longer still."""
IN_A_SECOND = "it gives its processes one second, in which they may not have taken the memory on an imitated processor"
IN_CONTAINERS = EVERYWHERE | {"net-56": "the numbers of our own processes in the container can be seen"}
IN_MACHINES: Mapping[str, str] = {
    "res-51": IN_A_SECOND,
    "res-52": IN_A_SECOND,
    "res-63": "memory is held to its limit, but the run is ended for its time: its processes wait for memory for ever",
}
"""What holds in a machine, but not so that the probe could tell."""
IN_MONTY: Mapping[str, str] = {
    "per-55": "its `sys.flags` tells of no real Python; the one around it is started isolated"
}
IN_TYPESCRIPT: Mapping[str, str] = {"ts-x-04": LOCKS}
LATER = 2.0
"""A worker of these starts so much later than one that a zygote has ready-made."""


@dataclass(frozen=True)
class Column:
    """One kind of walls, and what is tried behind them."""

    walls: Callable[[Outside], AbstractAsyncContextManager[Trial]]
    groups: Mapping[str, tuple[Probe, ...]]

    @property
    def probes(self) -> tuple[Probe, ...]:
        return tuple(probe for group in self.groups.values() for probe in group)


class Missing(Exception):
    """Why these walls do not stand here."""


@asynccontextmanager
async def at_level(level: Level, world: Outside) -> AsyncGenerator[Trial]:
    if reason := await missing(level):
        raise Missing(reason)
    async with trial(level, world) as walls:
        yield walls


@asynccontextmanager
async def in_containers(world: Outside) -> AsyncGenerator[Trial]:
    async with containers() as socket:
        make = partial(DockerBackend, socket=socket)
        async with trial_of(make, world, IN_CONTAINERS, 2.0) as walls:
            yield walls


@asynccontextmanager
async def typescript_in_containers(world: Outside) -> AsyncGenerator[Trial]:
    async with containers() as socket:
        make = partial(DockerBackend, socket=socket, speech=SPOKEN)
        options = SandboxOptions(spares=0, docker_socket=socket, **everywhere("docker"))
        async with trial_of(make, world, IN_TYPESCRIPT, LATER, TYPESCRIPT, options) as walls:
            yield walls


@asynccontextmanager
async def containers() -> AsyncGenerator[str]:
    """The socket of an engine that has the image."""
    try:
        with own_daemon() as daemon:
            await image.build(Engine(daemon.socket))
            yield daemon.socket
    except Unavailable as reason:
        raise Missing(str(reason)) from reason


@asynccontextmanager
async def in_machines(world: Outside) -> AsyncGenerator[Trial]:
    with TemporaryDirectory() as folder:
        await built(Path(folder), "python")
        async with trial_of(partial(VmBackend, Path(folder)), world, IN_MACHINES, SLOWER) as walls:
            yield walls


@asynccontextmanager
async def typescript_in_machines(world: Outside) -> AsyncGenerator[Trial]:
    images = Path(world.outside_folder) / "state" / "vm"  # where the gateway looks for them
    images.mkdir(parents=True, mode=0o700)
    await built(images, "typescript")
    options = SandboxOptions(spares=0, **everywhere("vm"))
    make = partial(VmBackend, images, language="typescript")
    async with trial_of(make, world, {}, SLOWER, TYPESCRIPT, options) as walls:
        yield walls


async def built(folder: Path, language: Language) -> None:
    try:
        await build.build(folder, build.Wanted(limits=Limits(), language=language))
    except SandboxError as reason:
        raise Missing(str(reason)) from reason


def everywhere(wall: Wall) -> dict[str, Any]:
    """Options by which every program runs behind these walls."""
    return {"backend": "auto", **dict.fromkeys(("low_risk", "medium_risk", "high_risk", "critical_risk"), wall)}


@asynccontextmanager
async def in_monty(world: Outside, *, whole: bool = True) -> AsyncGenerator[Trial]:
    found = availability()
    if not found.usable:
        raise Missing(found.message)
    async with trial_of(MontyBackend, world, IN_MONTY, LATER, MONTY, whole=whole) as walls:
        yield walls


@asynccontextmanager
async def in_typescript(world: Outside, *, whole: bool = True) -> AsyncGenerator[Trial]:
    if installed() is None:
        raise Missing(MISSING)
    if reason := await missing("full"):
        raise Missing(reason)
    options = SandboxOptions(spares=0)
    async with trial_of(TypeScriptBackend, world, IN_TYPESCRIPT, LATER, TYPESCRIPT, options, whole=whole) as walls:
        yield walls


COLUMNS: Mapping[str, Column] = {
    **{level: Column(partial(at_level, level), GROUPS) for level in LEVELS},
    "docker": Column(in_containers, GROUPS),
    "vm": Column(in_machines, GROUPS),
    "monty": Column(in_monty, monty.GROUPS),
    "typescript": Column(in_typescript, typescript.GROUPS),
    "typescript docker": Column(typescript_in_containers, typescript.GROUPS),
    "typescript vm": Column(typescript_in_machines, typescript.GROUPS),
}
