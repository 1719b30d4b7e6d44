"""Every backend and language that can be had here: until a place is ready, and a program in a ready one."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import anyio

from sandgate.errors import SandboxError, SandgateError
from sandgate.model import Language, Level, Limits, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.docker import image
from sandgate.sandbox.docker.backend import DockerBackend
from sandgate.sandbox.monty.availability import availability
from sandgate.sandbox.monty.backend import MontyBackend
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Answer, Backend, Clock, Listeners, Request, Worker
from sandgate.sandbox.remote import contents
from sandgate.sandbox.remote.speech import PYTHON, TYPESCRIPT, Speech
from sandgate.sandbox.typescript.backend import TypeScriptBackend
from sandgate.sandbox.vm import build
from sandgate.sandbox.vm.backend import VmBackend

from .boxes import LIMITS
from .report import Figure
from .timing import UNMEASURED, Times

ROUNDS = 15
YARDSTICK, DOCKER_RUN = "bwrap + python", "docker run + python"
NOBODY = 65534
BWRAP = [
    *("/usr/bin/bwrap", "--unshare-all", "--die-with-parent", "--clearenv", "--cap-drop", "ALL"),
    *("--ro-bind", "/usr", "/usr"),
    *("--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev"),
    *("/usr/bin/python3", "-I", "-c", "print(1 + 1)"),
]
DOCKER = [
    *("docker", "run", "--rm", "--network", "none", "--read-only", "--cap-drop", "ALL"),
    *("--security-opt", "no-new-privileges", "--entrypoint", f"{contents.PYTHON}/bin/python3"),
    *(image.NAME, "-I", "-c", "print(1 + 1)"),
]
READY, RUN = "ready", "run"
MEANING = (
    f"`1 + 1`, medians of {ROUNDS} rounds with all backends in each: until a place for a program stands, and then the "
    "program in it, until nothing of it is left."
)
NEW = "A new namespace and a new Python for every program."
NEW_CONTAINER = "A new container of our image and a new Python for every program, as `docker run` starts them."
Make = Callable[[Path], Awaitable[Backend]]


async def _process(level: Level, _: Path) -> Backend:
    return ProcessBackend(level=level)


async def _typescript(level: Level, _: Path) -> Backend:
    return TypeScriptBackend(level=level)


async def _docker(speech: Speech, _: Path) -> Backend:
    backend = DockerBackend(speech=speech)
    await backend.check()
    return backend


async def _vm(language: Language, folder: Path) -> Backend:
    await build.build(folder / "vm", build.Wanted(limits=Limits(), language=language))
    return VmBackend(folder / "vm", language=language)


async def _monty(folder: Path) -> Backend:
    if not (found := availability()).usable:
        raise SandboxError(found.message)
    return MontyBackend(place=folder / "monty")


class Measured:
    """One backend: places are made, and programs run in them, turn by turn with all others."""

    def __init__(self, backend: Backend, language: Language) -> None:
        self._backend = backend
        self.language: Language = language
        self._worker: Worker | None = None

    @property
    def name(self) -> str:
        return f"{self._backend.name}, {'TypeScript' if self.language == 'typescript' else 'Python'}"

    async def ready(self) -> None:
        self._worker = await self._backend.spawn(LIMITS)

    async def run(self) -> None:
        assert self._worker
        program = Program(code="1 + 1", language=self.language, limits=LIMITS)
        outcome = await bridge.run(self._worker, program, Listeners(_no_tools))
        assert outcome.value == 2, outcome


async def _no_tools(request: Request, _: Clock) -> Answer:
    raise SandgateError(f"there are no tools here: {request}")


async def backends(level: Level) -> list[Figure]:
    wanted: list[tuple[str, Language, Make]] = [
        ("process", "python", partial(_process, level)),
        ("process", "typescript", partial(_typescript, level)),
        ("docker", "python", partial(_docker, PYTHON)),
        ("docker", "typescript", partial(_docker, TYPESCRIPT)),
        ("vm", "python", partial(_vm, "python")),
        ("vm", "typescript", partial(_vm, "typescript")),
        ("monty", "python", _monty),
    ]
    absent: list[Figure] = []
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        standing: list[Measured] = []
        for name, language, make in wanted:
            try:
                standing.append(await stack.enter_async_context(_standing(make, folder, language)))
            except SandboxError as error:
                reason = str(error).split(":")[0]
                absent.append(Figure(name=f"{name}, {language}", value="not to be had here", meaning=f"{reason}."))
        return [*_figures(await _measured(standing)), *absent]


@asynccontextmanager
async def _standing(make: Make, folder: Path, language: Language) -> AsyncGenerator[Measured]:
    backend = await make(folder)
    try:
        measured = Measured(backend, language)
        await measured.ready()
        await measured.run()
        yield measured
    finally:
        await backend.close()


async def _measured(standing: list[Measured]) -> dict[tuple[str, str], Times]:
    """A place is made and used in the same round, so the order of a round is always the same."""
    acts: dict[tuple[str, str], Callable[[], Awaitable[None]]] = {(YARDSTICK, RUN): _bubblewrapped}
    if shutil.which("docker") and any(one.name.startswith("docker,") for one in standing):
        acts[DOCKER_RUN, RUN] = _contained
    for one in standing:
        acts |= {(one.name, READY): one.ready, (one.name, RUN): one.run}
    seconds: dict[tuple[str, str], list[float]] = {name: [] for name in acts}
    for number in range(UNMEASURED + ROUNDS):
        for name, act in acts.items():
            started = time.perf_counter()
            await act()
            if number >= UNMEASURED:
                seconds[name].append(time.perf_counter() - started)
    return {name: Times(tuple(kept)) for name, kept in seconds.items()}


async def _bubblewrapped() -> None:
    user = NOBODY if os.getuid() == 0 else None
    done = await anyio.run_process(BWRAP, user=user, group=user, env={}, cwd="/")
    assert done.stdout == b"2\n"


async def _contained() -> None:
    assert (await anyio.run_process(DOCKER)).stdout == b"2\n"


def _figures(times: dict[tuple[str, str], Times]) -> list[Figure]:
    yardstick = times[YARDSTICK, RUN].p50
    figures: list[Figure] = []
    for (name, what), one in times.items():
        if what == READY:
            ready, run = one.p50, times[name, RUN].p50
            value = f"ready in {ready * 1000:.0f} ms, runs in {run * 1000:.1f} ms, {run / yardstick:.2f} × {YARDSTICK}"
            figures.append(Figure(name=name, value=value, meaning=MEANING))
    figures.append(Figure(name=YARDSTICK, value=f"{yardstick * 1000:.0f} ms", meaning=NEW))
    if contained := times.get((DOCKER_RUN, RUN)):
        value = f"{contained.p50 * 1000:.0f} ms, {contained.p50 / yardstick:.2f} × {YARDSTICK}"
        figures.append(Figure(name=DOCKER_RUN, value=value, meaning=NEW_CONTAINER))
    return figures
