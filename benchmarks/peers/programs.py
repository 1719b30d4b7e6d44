"""Programs without tools in each sandbox. A peer runs in a process of its own and is told by lines of JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import anyio
from anyio.abc import ByteSendStream
from anyio.streams.buffered import BufferedByteReceiveStream

from sandgate.model import Level

from ..boxes import ENVIRONMENT, Box, a_box, clean_python, printed
from ..report import Contest, Peer
from ..timing import Act, Times, Work, in_turn

HERE = Path(__file__).parent
ANSWER_SECONDS = 120.0
LONGEST_LINE = 2**20
STEPS = 300_000
TITLE = "A program, from the library of each; divided by starting a plain Python for it."
LOOP = f"total = 0\nfor n in range({STEPS}):\n    total += n * n % 7\n"
OURS, PLAIN = "sandgate", "python"


@dataclass(frozen=True, slots=True)
class Job:
    """A program as an expression at its end, as a script that prints it, and what must come out."""

    code: str
    script: str
    value: int


JOBS = {
    "`1 + 1`": Job("1 + 1", "print(1 + 1)", 2),
    f"a loop of {STEPS:,} steps": Job(f"{LOOP}total", f"{LOOP}print(total)", sum(n * n % 7 for n in range(STEPS))),
}
ROUNDS = {"`1 + 1`": 40, f"a loop of {STEPS:,} steps": 5}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A peer that may be here: its script, and whether it needs the peers' own environment."""

    name: str
    script: str
    kind: str
    packaged: bool = True


CANDIDATES = (
    Candidate("pydantic-monty", "run_monty.py", "a subset of Python in an interpreter of its own, pooled processes"),
    Candidate("smolagents", "run_smolagents.py", "walks Python's syntax tree inside the caller, no walls"),
    Candidate("bubblewrap", "run_bubblewrap.py", "full CPython, namespaces, started for each program", packaged=False),
    Candidate("docker", "run_docker.py", "full CPython, a container for each program", packaged=False),
)
KINDS = {
    OURS: "full CPython behind kernel walls, a worker ready",
    PLAIN: "the yardstick: started for each program, no walls",
}


class PeerFailed(Exception):
    """A peer that gave no answer, or a wrong one."""


@dataclass(slots=True)
class Runner:
    """A peer's process and the lines between us."""

    into: ByteSendStream
    out: BufferedByteReceiveStream
    version: str = ""

    async def seconds(self, job: Job) -> float:
        await self.into.send(json.dumps({"code": job.code, "script": job.script}).encode() + b"\n")
        answer = await self.heard()
        if answer.get("value") != job.value:
            raise PeerFailed(f"it answered {answer.get('value')!r} instead of {job.value}")
        return float(answer["seconds"])

    async def heard(self) -> dict[str, Any]:
        try:
            with anyio.fail_after(ANSWER_SECONDS):
                line = await self.out.receive_until(b"\n", LONGEST_LINE)
        except (TimeoutError, anyio.IncompleteRead, anyio.EndOfStream) as error:
            raise PeerFailed("it gave no answer") from error
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise PeerFailed(str(answer["error"]).splitlines()[0])
        return answer


async def from_library(level: Level, environment: Path) -> Contest:
    runners: dict[str, Runner] = {}
    absent: dict[str, str] = {}
    async with AsyncExitStack() as stack:
        for candidate in CANDIDATES:
            try:
                runners[candidate.name] = await stack.enter_async_context(running(candidate, environment))
            except (PeerFailed, OSError) as error:
                absent[candidate.name] = str(error)
        box = await stack.enter_async_context(a_box(level, spares=2))
        plain = await stack.enter_async_context(clean_python())
        times = [await raced(job, ROUNDS[name], box, plain, runners) for name, job in JOBS.items()]
    kinds = KINDS | {candidate.name: candidate.kind for candidate in CANDIDATES}
    peers = [
        Peer(name, runners[name].version if name in runners else "", kinds[name], tuple(each[name] for each in times))
        for name in times[0]
    ]
    peers += [Peer(name, "", f"not measured: {reason}", ()) for name, reason in absent.items()]
    return Contest(TITLE, tuple(JOBS), PLAIN, tuple(peers))


async def raced(job: Job, rounds: int, box: Box, plain: str, runners: Mapping[str, Runner]) -> dict[str, Times]:
    async def ours() -> None:
        assert await box.value(job.code) == job.value

    async def plainly() -> None:
        assert await printed(plain, job.script) == str(job.value)

    acts: dict[str, Act] = {OURS: ours, PLAIN: plainly}
    acts |= {name: partial(runner.seconds, job) for name, runner in runners.items()}
    return await in_turn({name: Work(act, settle=box.ready) for name, act in acts.items()}, rounds)


@asynccontextmanager
async def running(candidate: Candidate, environment: Path) -> AsyncGenerator[Runner, None]:
    """A peer that has answered every program rightly once. Raises PeerFailed where it cannot."""
    python = str(environment / "bin" / "python") if candidate.packaged else sys.executable
    command = [python, str(HERE / candidate.script)]
    async with await anyio.open_process(command, stderr=DEVNULL, env=ENVIRONMENT) as process:
        try:
            assert process.stdin
            assert process.stdout
            runner = Runner(process.stdin, BufferedByteReceiveStream(process.stdout))
            runner.version = str((await runner.heard())["version"])
            for job in JOBS.values():
                await runner.seconds(job)
            yield runner
        finally:
            with suppress(ProcessLookupError):  # it may have ended by itself
                process.kill()
