"""Containers on the command line: build the image they start from, and see whether they can be used."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from sandgate.errors import SandboxError

from .checks import Check
from .display import say, say_json, short

STANDS = (
    "{name} stands: {held} attacks on it failed; a container starts in {start:.0f} ms, a ready one runs in {run:.0f} ms"
)


def build(base: str, on_progress: Callable[[str], None], *, as_json: bool) -> int:
    """Make the image of this machine's Python, or on top of another image."""
    import anyio

    from sandgate.sandbox.docker import image
    from sandgate.sandbox.docker.engine import Engine, socket_of

    engine = Engine(socket_of(os.environ))

    async def built() -> str:
        return await image.build(engine, base=base, on_progress=on_progress)

    digest = anyio.run(built)
    if as_json:
        say_json({"image": digest, "name": image.NAME, "base": base or None, "engine": engine.path})
    else:
        say(f"The image {image.NAME} is built, at the engine of {short(engine.path)}: {digest}", "green")
    return 0


def docker() -> Check:
    """Whether programs can run in containers, tried by one that attacks the walls; else why not."""
    import anyio

    try:
        tried = anyio.run(_tried)
    except SandboxError as error:
        return Check(name="docker", health="info", message=f"cannot be used: {error}")
    if tried.failing:
        message = f"its self-test failed: {', '.join(tried.failing)}"
        return Check(name="docker", health="warn", message=message, cure="update the engine and its runtime")
    message = STANDS.format(name=tried.name, held=tried.held, start=tried.start * 1000, run=tried.run * 1000)
    return Check(name="docker", health="ok", message=message)


@dataclass(frozen=True, slots=True)
class _Tried:
    name: str
    failing: list[str]
    held: int
    start: float
    run: float


async def _tried() -> _Tried:
    from sandgate.model import Program
    from sandgate.sandbox import bridge
    from sandgate.sandbox.clock import Clock
    from sandgate.sandbox.docker.backend import DockerBackend
    from sandgate.sandbox.docker.selftest import HELD, failing
    from sandgate.sandbox.process.selftest import LIMITS
    from sandgate.sandbox.protocol import Answer, Listeners, Request

    async def refuse(request: Request, _: Clock) -> Answer:
        raise SandboxError(f"there are no tools here: {request}")

    backend = DockerBackend()
    try:
        found = await failing(backend)
        started = time.perf_counter()
        worker = await backend.spawn(LIMITS)
        ready = time.perf_counter()
        await bridge.run(worker, Program(code="1 + 1", limits=LIMITS), Listeners(refuse))
        return _Tried(backend.name, found, HELD, ready - started, time.perf_counter() - ready)
    finally:
        await backend.close()
