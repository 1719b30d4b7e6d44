"""The columns of the table: every kind of walls that probes are tried behind, made ready, or why it cannot be."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sandgate.config import SandboxOptions
from sandgate.errors import SandboxError
from sandgate.model import Language, Level, Limits, Wall
from sandgate.sandbox import settings
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
from tests.sandbox.test_levels import readable_python

from .dialects import MONTY, TYPESCRIPT
from .levels import EVERYWHERE, LOCKS, NO_FILE_COUNT, missing
from .outside import Outside
from .probes import GROUPS, monty, typescript
from .probes.probe import Probe
from .trial import Trial, trial, trial_of

SLOWER = 4.0
"""An imitated processor takes about so much longer; on a busy host, longer still."""
IN_CONTAINERS = EVERYWHERE | {
    "net-56": "the channel tells that a container's first process made it, which is number 1 in all of them"
}
ITS_OWN = "gVisor has no Landlock: what its kernel makes up can be looked at and opened; nothing of it is the machine's"
UNGUARDED = (
    "gVisor lets a program see, stop and speak for the first process of its own run; the gateway trusts no word of it, "
    "ends the container itself, and the engine holds its memory"
)
UNCOUNTED = "gVisor does not count these; what they take is memory of the container, which is limited"
IN_GVISOR: Mapping[str, str] = {
    **dict.fromkeys(("fs-read-07", "fs-read-09", "fs-read-56", "x-58"), ITS_OWN),
    **dict.fromkeys(("proc-52", "proc-56"), UNGUARDED),
    **dict.fromkeys(("res-05", "res-55", "res-56", "res-57"), NO_FILE_COUNT),
    **dict.fromkeys(("res-64", "res-69"), UNCOUNTED),
}
IN_MACHINES: Mapping[str, str] = {}
IN_MONTY: Mapping[str, str] = {
    "per-55": "its `sys.flags` tells of no real Python; the one around it is started isolated"
}
LOCKED: Mapping[str, str] = {"ts-x-04": LOCKS}
IN_TYPESCRIPT: Mapping[Level, Mapping[str, str]] = {
    "full": LOCKED,
    "bwrap": {**LOCKED, "ts-res-08": NO_FILE_COUNT, "ts-res-09": NO_FILE_COUNT},
    "lite": LOCKED,
}
TYPESCRIPT_IN_GVISOR: Mapping[str, str] = dict.fromkeys(("ts-res-08", "ts-res-09"), NO_FILE_COUNT)
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
async def in_containers(world: Outside, runtime: str = "") -> AsyncGenerator[Trial]:
    async with containers(gvisor=runtime == "runsc") as socket:
        make = partial(DockerBackend, socket=socket, runtime=runtime)
        async with trial_of(make, world, IN_GVISOR if runtime else IN_CONTAINERS, LATER) as walls:
            yield walls


@asynccontextmanager
async def typescript_in_containers(world: Outside, runtime: str = "") -> AsyncGenerator[Trial]:
    async with containers(gvisor=runtime == "runsc") as socket:
        make = partial(DockerBackend, socket=socket, runtime=runtime, speech=SPOKEN)
        options = SandboxOptions(spares=0, docker_socket=socket, docker_runtime=runtime, **everywhere("docker"))
        gaps = TYPESCRIPT_IN_GVISOR if runtime else LOCKED
        async with trial_of(make, world, gaps, LATER, TYPESCRIPT, options) as walls:
            yield walls


@asynccontextmanager
async def containers(*, gvisor: bool = False) -> AsyncGenerator[str]:
    """The socket of an engine that has the image."""
    try:
        with own_daemon(gvisor=gvisor) as daemon:
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
async def in_typescript(world: Outside, level: Level = "full", *, whole: bool = True) -> AsyncGenerator[Trial]:
    if installed() is None:
        raise Missing(MISSING)
    if reason := await missing(level):
        raise Missing(reason)
    make = partial(TypeScriptBackend, level=level, python=None if level == "full" else readable_python())
    options = SandboxOptions(spares=0)
    with gateways_with(partial(make, Path(world.outside_folder) / "servers")):
        async with trial_of(make, world, IN_TYPESCRIPT[level], LATER, TYPESCRIPT, options, whole=whole) as walls:
            yield walls


@contextmanager
def gateways_with(make: Callable[[], TypeScriptBackend]) -> Generator[None]:
    """A gateway's own choice would be the strongest walls that stand here, whichever are to be tried."""

    def made(*_: object, **__: object) -> TypeScriptBackend:
        return make()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "TypeScriptBackend", made)
        yield


COLUMNS: Mapping[str, Column] = {
    **{level: Column(partial(at_level, level), GROUPS) for level in LEVELS},
    "docker": Column(in_containers, GROUPS),
    "docker/runsc": Column(partial(in_containers, runtime="runsc"), GROUPS),
    "vm": Column(in_machines, GROUPS),
    "monty": Column(in_monty, monty.GROUPS),
    "typescript": Column(in_typescript, typescript.GROUPS),
    "typescript bwrap": Column(partial(in_typescript, level="bwrap"), typescript.GROUPS),
    "typescript lite": Column(partial(in_typescript, level="lite"), typescript.GROUPS),
    "typescript docker": Column(typescript_in_containers, typescript.GROUPS),
    "typescript docker/runsc": Column(partial(typescript_in_containers, runtime="runsc"), typescript.GROUPS),
    "typescript vm": Column(typescript_in_machines, typescript.GROUPS),
}
