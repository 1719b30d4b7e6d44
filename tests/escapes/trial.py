"""Try probes behind one kind of walls, and see what the host sees: the outcome, what reached tools, what is left."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from collections.abc import AsyncGenerator, Callable, Collection, Generator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio

import sandgate
from sandgate.config import CatalogueOptions, Config, SandboxOptions, ValidationOptions
from sandgate.errors import CallFailed
from sandgate.gateway import Gateway
from sandgate.model import Call, Level, Outcome, Program, ServerSpec
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.protocol import Answer, Backend, Listeners, Request
from sandgate.sandbox.spawning import Started
from sandgate.workspace import Exchange, Workspace, Workspaces
from sandgate.workspace.store import Room

from .dialects import PYTHON, Dialect
from .levels import expected, walls
from .outside import Outside
from .probes.probe import USUAL, Probe, Seen, unsayable

TALKATIVE = Path(__file__).with_name("talkative.py")
PATIENCE_SECONDS = 60
CLOSING_SECONDS = 1.0
BIG = "x" * 200_000
ALL_OF_THEM = "all of them"
"""What is left of several probes that were tried together, beside their ids."""


@dataclass
class Trial:
    """One kind of walls, for many probes one after another."""

    world: Outside
    backend: Backend
    gateway: Gateway | None
    gaps: Mapping[str, str]
    """What is known to get through here, and why."""
    slower: float = 1.0
    """How much longer everything may take here, as where the processor is imitated."""
    dialect: Dialect = PYTHON
    unsaid: set[str] = field(default_factory=set[str])
    """Of the probes that were judged, those that the language had no words for."""

    async def judged(self, probe: Probe) -> str:
        """What got through; nothing where the walls held."""
        return self._judgement(probe, await self.seen(probe))

    async def judged_together(self, probes: Collection[Probe], at_once: int = 4) -> dict[str, str]:
        """The same for several at a time, by id. What each costs the gateway cannot be told apart, so nobody asks."""
        found: dict[str, str] = {}
        turns, before = anyio.Semaphore(at_once), _descriptors()

        async def judge(probe: Probe) -> None:
            async with turns:
                found[probe.id] = self._judgement(probe, await self.seen(probe, alone=False))

        async with anyio.create_task_group() as tasks:
            for probe in probes:
                tasks.start_soon(judge, probe)
        left = _descriptors() - before
        return found | {ALL_OF_THEM: f"{left} descriptors are left" if left > 0 else ""}

    def _judgement(self, probe: Probe, seen: Seen) -> str:
        if seen.outcome.status == "blocked":  # whoever looks through programs is no wall, and this one may be misled
            return f"it was not let run: {seen.outcome.fault}"
        if unsayable(seen):
            self.unsaid.add(probe.id)
            return " / ".join(seen.left)
        return " / ".join(part for part in (probe.holds(seen), *seen.left) if part)

    async def seen(self, probe: Probe, *, alone: bool = True) -> Seen:
        mark = f"sg{secrets.token_hex(5)}"
        descriptors, memory = _descriptors(), _memory_mb("VmRSS")
        _forget_peak()
        ears = Ears()
        started = time.perf_counter()
        with anyio.fail_after(PATIENCE_SECONDS * self.slower):
            first, outcome = await self._outcomes(probe, mark, ears)
        if alone:
            await _closed(descriptors)
        return Seen(
            outcome=outcome,
            first=first,
            requests=tuple(ears.requests),
            seconds=(time.perf_counter() - started) / self.slower,
            left=_left(mark, ears.groups, _descriptors() - descriptors if alone else 0),
            growth_mb=_memory_mb("VmHWM") - memory if alone else 0.0,
            told=outcome.text,
        )

    async def _outcomes(self, probe: Probe, mark: str, ears: Ears) -> tuple[Outcome | None, Outcome]:
        if probe.through_gateway:
            assert self.gateway, "there is only a bridge here"
            return None, await self.gateway.run_code(self._program(probe.code, mark, probe))
        if not probe.second:
            return None, await self._run(self._program(probe.code, mark, probe), ears)
        if probe.together:
            return await self._side_by_side(probe, mark, ears)
        with self._workspace(probe) as workspace:
            first = await self._run(self._program(probe.code, mark, probe), ears, workspace)
            return first, await self._run(self._program(probe.second, mark, probe), ears, workspace)

    def _program(self, code: str, mark: str, probe: Probe) -> Program:
        limits, slower = probe.limits, self.slower
        longer = replace(limits, time_seconds=limits.time_seconds * slower, cpu_seconds=limits.cpu_seconds * slower)
        text = self.world.program(code, mark, self.dialect)
        return Program(code=text, language=self.dialect.language, limits=longer)

    async def _side_by_side(self, probe: Probe, mark: str, ears: Ears) -> tuple[Outcome, Outcome]:
        """The second runs while the first holds on to what it has."""
        outcomes: dict[str, Outcome] = {}

        async def first() -> None:
            outcomes["first"] = await self._run(self._program(probe.code, mark, probe), ears)
            ears.held.set()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(first)
            await ears.held.wait()
            outcomes["second"] = await self._run(self._program(probe.second, mark, probe), ears)
            ears.looked.set()
        return outcomes["first"], outcomes["second"]

    @contextmanager
    def _workspace(self, probe: Probe) -> Generator[Workspace | None]:
        """What two runs of one session share."""
        if not probe.same_session:
            yield None
            return
        with TemporaryDirectory() as folder:
            room = Room(size_mb=probe.limits.workspace_mb, files=probe.limits.workspace_files)
            yield Workspaces(Path(folder), room).of("probed")

    async def _run(self, program: Program, ears: Ears, workspace: Workspace | None = None) -> Outcome:
        worker = await self.backend.spawn(program.limits)
        if isinstance(worker, Started):
            ears.groups.append(worker.process.pid)
        return await bridge.run(worker, program, Listeners(ears.answer), Exchange(workspace) if workspace else None)


@dataclass
class Ears:
    """What the runs of one probe ask of tools, and where two of them wait for each other."""

    requests: list[Request] = field(default_factory=list[Request])
    groups: list[int] = field(default_factory=list[int])
    """Of processes, where a run has one of its own: not every language has a way to be named."""
    held: anyio.Event = field(default_factory=anyio.Event)
    looked: anyio.Event = field(default_factory=anyio.Event)

    async def answer(self, request: Request, _: Clock) -> Answer:
        name = request.tool if isinstance(request, Call) else ""
        if name == "probe.hold":
            self.held.set()
            await self.looked.wait()
            return _value(None)
        self.requests.append(request)
        match request:
            case Call(tool="probe.echo", arguments=arguments):
                return _value(arguments)
            case Call(tool="probe.big"):
                return _value(BIG)
            case Call(tool="probe.whoami"):
                return _value("the run at this socket")
            case _:
                raise CallFailed("there is no such tool")


def _value(value: object) -> Answer:
    return Answer([{"type": "value", "value": value}])


@asynccontextmanager
async def trial(level: Level, world: Outside) -> AsyncGenerator[Trial]:
    """Walls of a level and a gateway behind them, ready; all ended on leaving."""
    async with trial_of(partial(walls, level), world, expected(level)) as made:
        yield made


@asynccontextmanager
async def trial_of(
    make: Callable[[Path], Backend],
    world: Outside,
    gaps: Mapping[str, str],
    slower: float = 1.0,
    dialect: Dialect = PYTHON,
    sandbox: SandboxOptions | None = None,
    *,
    whole: bool = True,
) -> AsyncGenerator[Trial]:
    """The same for any walls, made with the folder of wrappers. With `sandbox` the gateway puts up its own.

    Where it is not to be `whole`, there is no gateway, and nothing can be tried through one.
    """
    folder = Path(world.outside_folder)
    async with AsyncExitStack() as stack:
        backend = make(folder / "servers")
        stack.push_async_callback(backend.close)
        made = Trial(world, backend, None, gaps, slower, dialect)
        if whole:
            others = None if sandbox else make(folder / "servers")
            made.gateway = await stack.enter_async_context(sandgate.open(_config(folder, sandbox), backend=others))
            await made.gateway.discovery.settle(30)
        for through_gateway in (True, False) if whole else (False,):
            warm = Probe(id="warm", title="", code=dialect.call, through_gateway=through_gateway)
            seen = await made.seen(warm)
            assert seen.outcome.ok, seen.outcome
        yield made


def _config(folder: Path, sandbox: SandboxOptions | None) -> Config:
    """A gateway with one server, which has secrets of its own."""
    token = f"CANARY-TOOL-{secrets.token_hex(8)}"
    server = ServerSpec(
        name="probe",
        command=sys.executable,
        args=(str(TALKATIVE), f"--key={token}"),
        env={"PROBE_TOKEN": token, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        hidden_tools=frozenset({"erase"}),
    )
    return Config(
        state_dir=folder / "state",
        servers=(server,),
        limits=USUAL,
        sandbox=sandbox or SandboxOptions(spares=0),
        catalogue=CatalogueOptions(wait_seconds=30),
        validation=ValidationOptions(enabled=False),  # the walls are tried, not the advice
    )


def _left(mark: str, groups: Collection[int], descriptors: int) -> list[str]:
    """What a run left behind, in words. It is ended."""
    names: list[str] = []
    for pid in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - a glob fails when one goes meanwhile
        with suppress(OSError):
            name = Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip()
            if name == mark or os.getpgid(int(pid)) in groups:
                names.append(f"process {pid} is left")
                os.kill(int(pid), signal.SIGKILL)
    return [*names, f"{descriptors} descriptors are left"] if descriptors > 0 else names


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - its own folder must not count twice


async def _closed(before: int) -> None:
    """What a loop closes later has a moment for it."""
    with anyio.move_on_after(CLOSING_SECONDS):
        while _descriptors() > before:  # noqa: ASYNC110 - nobody says when
            await anyio.sleep(0.01)


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _memory_mb(name: str) -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition(f"{name}:")[2].split()[0]) / 1024
