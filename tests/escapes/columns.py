"""The columns of the table: every kind of walls that probes are tried behind, made ready, or why it cannot be."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sandgate.errors import SandboxError
from sandgate.model import Level, Limits
from sandgate.sandbox.docker import image
from sandgate.sandbox.docker.backend import DockerBackend
from sandgate.sandbox.docker.engine import Engine
from sandgate.sandbox.process.levels import LEVELS
from sandgate.sandbox.vm import build
from sandgate.sandbox.vm.backend import VmBackend
from tests.sandbox.docker.daemon import Unavailable, own_daemon

from .levels import EVERYWHERE, missing
from .outside import Outside
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
Column = Callable[[Outside], AbstractAsyncContextManager[Trial]]


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
    try:
        with own_daemon() as daemon:
            await image.build(Engine(daemon.socket))
            make = partial(DockerBackend, socket=daemon.socket)
            async with trial_of(make, world, IN_CONTAINERS, 2.0) as walls:
                yield walls
    except Unavailable as reason:
        raise Missing(str(reason)) from reason


@asynccontextmanager
async def in_machines(world: Outside) -> AsyncGenerator[Trial]:
    with TemporaryDirectory() as folder:
        try:
            await build.build(Path(folder), build.Wanted(limits=Limits()))
        except SandboxError as reason:
            raise Missing(str(reason)) from reason
        async with trial_of(partial(VmBackend, Path(folder)), world, IN_MACHINES, SLOWER) as walls:
            yield walls


COLUMNS: Mapping[str, Column] = {
    **{level: partial(at_level, level) for level in LEVELS},
    "docker": in_containers,
    "vm": in_machines,
}
