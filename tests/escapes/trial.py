"""Try probes against one level, and see what the host sees: the outcome, what reached tools, what was left behind."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
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
from sandgate.workspace import Exchange, Workspace, Workspaces
from sandgate.workspace.store import Room

from .levels import expected, walls
from .outside import Outside
from .probes.probe import USUAL, Probe, Seen

TALKATIVE = Path(__file__).with_name("talkative.py")
PATIENCE_SECONDS = 60
BIG = "x" * 200_000


@dataclass
class Trial:
    """One level's walls, for many probes one after another."""

    world: Outside
    backend: Backend
    gateway: Gateway
    gaps: Mapping[str, str]
    """What is known to get through here, and why."""
    slower: float = 1.0
    """How much longer everything may take here, as where the processor is imitated."""
    _requests: list[Request] = field(default_factory=list[Request])
    _held: anyio.Event = field(default_factory=anyio.Event)
    _looked: anyio.Event = field(default_factory=anyio.Event)

    async def judged(self, probe: Probe) -> str:
        """What got through; nothing where the walls held."""
        seen = await self.seen(probe)
        return " / ".join(part for part in (probe.holds(seen), *seen.left) if part)

    async def seen(self, probe: Probe) -> Seen:
        self._requests, self._held, self._looked = [], anyio.Event(), anyio.Event()
        mark = f"sg{secrets.token_hex(5)}"
        descriptors, memory = _descriptors(), _memory_mb("VmRSS")
        _forget_peak()
        started = time.perf_counter()
        with anyio.fail_after(PATIENCE_SECONDS * self.slower):
            first, outcome = await self._outcomes(probe, mark)
        return Seen(
            outcome=outcome,
            first=first,
            requests=tuple(self._requests),
            seconds=(time.perf_counter() - started) / self.slower,
            left=_left(mark, _descriptors() - descriptors),
            growth_mb=_memory_mb("VmHWM") - memory,
            told=outcome.text,
        )

    async def _outcomes(self, probe: Probe, mark: str) -> tuple[Outcome | None, Outcome]:
        if probe.through_gateway:
            return None, await self.gateway.run_code(self._program(probe.code, mark, probe))
        if not probe.second:
            return None, await self._run(self._program(probe.code, mark, probe))
        if probe.together:
            return await self._side_by_side(probe, mark)
        with self._workspace(probe) as workspace:
            first = await self._run(self._program(probe.code, mark, probe), workspace)
            return first, await self._run(self._program(probe.second, mark, probe), workspace)

    def _program(self, code: str, mark: str, probe: Probe) -> Program:
        limits, slower = probe.limits, self.slower
        longer = replace(limits, time_seconds=limits.time_seconds * slower, cpu_seconds=limits.cpu_seconds * slower)
        return Program(code=self.world.program(code, mark), limits=longer)

    async def _side_by_side(self, probe: Probe, mark: str) -> tuple[Outcome, Outcome]:
        """The second runs while the first holds on to what it has."""
        outcomes: dict[str, Outcome] = {}

        async def first() -> None:
            outcomes["first"] = await self._run(self._program(probe.code, mark, probe))
            self._held.set()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(first)
            await self._held.wait()
            outcomes["second"] = await self._run(self._program(probe.second, mark, probe))
            self._looked.set()
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

    async def _run(self, program: Program, workspace: Workspace | None = None) -> Outcome:
        worker = await self.backend.spawn(program.limits)
        return await bridge.run(worker, program, Listeners(self._answer), Exchange(workspace) if workspace else None)

    async def _answer(self, request: Request, _: Clock) -> Answer:
        name = request.tool if isinstance(request, Call) else ""
        if name == "probe.hold":
            self._held.set()
            await self._looked.wait()
            return _value(None)
        self._requests.append(request)
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
    make: Callable[[Path], Backend], world: Outside, gaps: Mapping[str, str], slower: float = 1.0
) -> AsyncGenerator[Trial]:
    """The same for any walls, made with the folder of wrappers."""
    folder = Path(world.outside_folder)
    token = f"CANARY-TOOL-{secrets.token_hex(8)}"
    server = ServerSpec(
        name="probe",
        command=sys.executable,
        args=(str(TALKATIVE), f"--key={token}"),
        env={"PROBE_TOKEN": token, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        hidden_tools=frozenset({"erase"}),
    )
    config = Config(
        state_dir=folder / "state",
        servers=(server,),
        limits=USUAL,
        sandbox=SandboxOptions(spares=0),
        catalogue=CatalogueOptions(wait_seconds=30),
        validation=ValidationOptions(enabled=False),  # the walls are tried, not the advice
    )
    async with AsyncExitStack() as stack:
        backend, others = (make(folder / "servers") for _ in range(2))
        stack.push_async_callback(backend.close)
        gateway = await stack.enter_async_context(sandgate.open(config, backend=others))
        made = Trial(world, backend, gateway, gaps, slower)
        await gateway.discovery.settle(30)
        for through_gateway in (True, False):
            warm = Probe(id="warm", title="", code="await call_mcp_tool('probe.echo')", through_gateway=through_gateway)
            seen = await made.seen(warm)
            assert seen.outcome.ok, seen.outcome
        yield made


def _left(mark: str, descriptors: int) -> list[str]:
    """What a run left behind, in words. It is ended."""
    names: list[str] = []
    for pid in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 - a glob fails when one goes meanwhile
        with suppress(OSError):
            if Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip() == mark:
                names.append(f"process {pid} is left")
                os.kill(int(pid), signal.SIGKILL)
    return [*names, f"{descriptors} descriptors are left"] if descriptors > 0 else names


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - its own folder must not count twice


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def _memory_mb(name: str) -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition(f"{name}:")[2].split()[0]) / 1024
