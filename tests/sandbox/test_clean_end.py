"""However a gateway ends, nothing of it is left: no process, no mount, no control group, no file."""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import pytest
from anyio.abc import Process as Started
from anyio.streams.buffered import BufferedByteReceiveStream

from sandgate.model import Level, Program
from sandgate.sandbox.box import Answer, Clock, Listeners, Request, Sandbox
from sandgate.sandbox.process import cgroups
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import LEVELS, why_not

from .stress.leftovers import (
    Process,
    Traces,
    descendants,
    end,
    groups,
    has_been_killed,
    mounts,
    processes,
    temporary_folder,
)
from .stress.programs import KINDS, LIMITS, MARK, NEIGHBOUR
from .stress.storm import run
from .test_levels import readable_python

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
SECONDS = 10
"""How long an end may take on a busy machine; on an idle one it is a fraction of a second."""
PROGRAMS, SPARES = 4, 2


@dataclass(slots=True)
class Doomed:
    """A gateway that will end, and all that was seen of it while it lived."""

    level: Level
    process: Started
    output: BufferedByteReceiveStream
    folder: Path
    mark: str
    mounts: frozenset[str] = field(default_factory=mounts)
    seen: set[Process] = field(default_factory=set[Process])

    @property
    def launchers(self) -> list[Process]:
        """What it started itself: one for all its runs, or one for each."""
        return [one for one in descendants(self.process.pid) if one.parent == self.process.pid]

    @property
    def zygotes(self) -> list[Process]:
        """What runs are forked from. Without namespaces it is what the gateway started itself."""
        launchers = {one.pid for one in self.launchers}
        if self.level == "lite":
            return self.launchers
        return [one for one in descendants(self.process.pid) if one.parent in launchers]

    async def line(self) -> str:
        with anyio.fail_after(60):
            return (await self.output.receive_until(b"\n", 4096)).decode()

    async def obey(self, order: str) -> None:
        assert self.process.stdin
        await self.process.stdin.send(f"{order}\n".encode())

    def remember(self) -> None:
        self.seen.update(descendants(self.process.pid), self.marked())

    def marked(self) -> list[Process]:
        return [one for one in processes() if one.name == self.mark]

    def left(self) -> dict[str, list[str]]:
        found = {
            "processes": [one for one in self.seen | {*self.marked()} if one.alive],
            "mounts": mounts() - self.mounts,
            "groups": groups(self.process.pid),
            "files": self.folder.iterdir(),
        }
        return {kind: listed for kind, things in found.items() if (listed := sorted(map(str, things)))}

    async def leaves_nothing(self, but: str = "") -> None:
        with anyio.move_on_after(SECONDS):
            while {*self.left()} - {but}:  # noqa: ASYNC110 - the kernel sends no event for this
                await anyio.sleep(0.02)
        assert {kind: found for kind, found in self.left().items() if kind != but} == {}


@pytest.fixture(scope="module", params=LEVELS)
def level(request: pytest.FixtureRequest) -> Level:
    async def reason() -> str:
        backend = ProcessBackend(level=request.param, python=_python(request.param))
        try:
            return await why_not(backend)
        finally:
            await backend.close()

    if why := anyio.run(reason):
        pytest.skip(f"level {request.param} does not stand on this machine: {why}")
    return request.param


def _python(level: Level) -> str | None:
    return None if level == "full" else readable_python()


@asynccontextmanager
async def gateway(level: Level) -> AsyncGenerator[Doomed]:
    """Programs that would not end by themselves run in it, and spares wait."""
    mark = f"doomed{os.getpid()}"[:15]
    with temporary_folder() as folder:
        doomed = Path(__file__).with_name("doomed.py")
        words = [sys.executable, str(doomed), level, _python(level) or "", mark, folder]
        async with await anyio.open_process(words, stderr=None) as process:
            assert process.stdout
            found = Doomed(level, process, BufferedByteReceiveStream(process.stdout), Path(folder), mark)
            try:
                assert await found.line() == "ready"
                assert len(found.marked()) >= PROGRAMS + 1
                found.remember()
                yield found
            finally:
                _kill([process, *(one for one in found.seen if one.alive)])
                end(mark)


def _kill(those: Iterable[Started | Process]) -> None:
    for one in those:
        with suppress(ProcessLookupError):  # one's end is another's
            os.kill(one.pid, signal.SIGKILL)


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda one: one.name
)
async def test_a_gateway_that_is_ended_by_a_signal_leaves_nothing(level: Level, number: signal.Signals) -> None:
    async with gateway(level) as doomed:
        doomed.process.send_signal(number)
        with anyio.fail_after(SECONDS):
            await doomed.process.wait()

        await doomed.leaves_nothing()


@pytest.mark.parametrize("way", ["leave", "fail"])
async def test_a_gateway_that_ends_by_itself_leaves_nothing(level: Level, way: str) -> None:
    async with gateway(level) as doomed:
        await doomed.obey(way)
        with anyio.fail_after(SECONDS):
            await doomed.process.wait()

        assert doomed.left() == {}


@pytest.mark.parametrize("who", ["launchers", "zygotes"])
async def test_a_gateway_outlives_what_its_runs_are_made_from(level: Level, who: str) -> None:
    async with gateway(level) as doomed:
        _kill(getattr(doomed, who))
        await doomed.obey("go on")
        ended, next_one = await doomed.line(), await doomed.line()
        doomed.remember()
        with anyio.fail_after(SECONDS):
            await doomed.process.wait()

        assert (ended, next_one) == ("killed", "went on")
        await doomed.leaves_nothing()


async def test_a_gateway_that_is_killed_together_with_all_it_started_leaves_nothing(level: Level) -> None:
    async with gateway(level) as doomed:
        _kill([doomed.process, *doomed.launchers, *doomed.zygotes])
        with anyio.fail_after(SECONDS):
            await doomed.process.wait()
        await doomed.leaves_nothing(but="groups")
        with anyio.move_on_after(SECONDS):
            while doomed.left():  # nobody was there to remove its groups: the next gateways do, as they become free
                if next_gateway := cgroups.found():
                    next_gateway.remove()
                await anyio.sleep(0.02)

        assert doomed.left() == {}


DAEMONS = """
import ctypes, os, signal, time
heard, said = os.pipe()
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        ctypes.CDLL(None).prctl(15, b"MARK")
        os.write(said, b"x")
        while True: time.sleep(0.001)
for _ in range(3): os.read(heard, 1)
await call_mcp_tool("test.look")
"""


async def test_nothing_of_a_program_runs_any_more_when_its_answer_is_told(level: Level) -> None:
    async def stand() -> ProcessBackend:
        return ProcessBackend(level=level, python=_python(level))

    mark, daemons = f"daemon-{random.randrange(10**6)}", list[int]()

    async def look(_request: Request, _clock: Clock) -> Answer:
        daemons.extend(one.pid for one in processes() if one.name == mark)
        return Answer([])

    async with Sandbox(stand, LIMITS) as box:
        await box.run(Program(code=DAEMONS.replace("MARK", mark), limits=LIMITS), Listeners(look))
        killed = [has_been_killed(pid) for pid in daemons]  # at once: a moment later the kernel would have done it

    assert killed == [True] * 3


async def test_programs_whose_callers_give_up_at_any_moment_leave_nothing(level: Level) -> None:
    async def stand() -> ProcessBackend:
        return ProcessBackend(level=level, python=_python(level))

    dice = random.Random(7)
    with temporary_folder():
        before = Traces.of(os.getpid(), MARK)
        async with Sandbox(stand, LIMITS, SPARES) as box:
            await run(box, NEIGHBOUR)
            async with anyio.create_task_group() as callers:
                for _ in range(4):
                    callers.start_soon(_give_up, box, dice)
        left = Traces.of(os.getpid(), MARK).beyond(before)
        end(MARK)

    assert left == {}


async def _give_up(box: Sandbox, dice: random.Random) -> None:
    for _ in range(15):
        with anyio.move_on_after(dice.uniform(0, 0.08)):
            await run(box, dice.choice(KINDS))
