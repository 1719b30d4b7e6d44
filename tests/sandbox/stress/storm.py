"""The storm: hostile and ordinary programs in a shuffled order, several at a time, and a good neighbour beside them."""

from __future__ import annotations

import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import anyio

from sandgate.model import Outcome, Program
from sandgate.sandbox.box import Sandbox
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.protocol import Answer, Listeners, Request

from .programs import KINDS, NAMED, NEIGHBOUR, Kind, echo

SEED = 3
AT_ONCE = 8
SPARES = 4


@dataclass(slots=True)
class Tally:
    """What came of a storm."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    mistakes: list[str] = field(default_factory=list[str])
    alone: list[float] = field(default_factory=list[float])
    beside: list[float] = field(default_factory=list[float])

    @property
    def count(self) -> int:
        return sum(map(len, self.seconds.values()))

    @property
    def slowed(self) -> float:
        """How much longer the neighbour takes beside the storm than alone: its p95."""
        return p95(self.beside) / p95(self.alone)


def p95(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=20, method="inclusive")[-1]


async def run(box: Sandbox, kind: Kind) -> tuple[Outcome, float]:
    async def on_request(request: Request, _: Clock) -> Answer:
        return await echo(request)

    started = time.perf_counter()
    outcome = await box.run(Program(code=NAMED + kind.code, limits=kind.limits), Listeners(on_request))
    return outcome, time.perf_counter() - started


async def storm(box: Sandbox, runs: int, neighbour_alone: int, progress: Callable[[Tally], None]) -> Tally:
    """Run so many programs, after the neighbour was timed alone."""
    tally = Tally()
    for _ in range(neighbour_alone):
        tally.alone.append(await _neighbour(box, tally))
    waiting = schedule(runs)
    over = anyio.Event()

    async def take_turns() -> None:
        while waiting:
            await _one(box, waiting.pop(), tally)
            progress(tally)

    async def live_beside() -> None:
        while not over.is_set():
            tally.beside.append(await _neighbour(box, tally))

    async with anyio.create_task_group() as all_of_it:
        all_of_it.start_soon(live_beside)
        async with anyio.create_task_group() as turns:
            for _ in range(AT_ONCE):
                turns.start_soon(take_turns)
        over.set()
    return tally


def schedule(runs: int) -> list[Kind]:
    """Each kind as often as any other, in an order that is always the same."""
    kinds = [KINDS[number % len(KINDS)] for number in range(runs)]
    random.Random(SEED).shuffle(kinds)
    return kinds


async def _one(box: Sandbox, kind: Kind, tally: Tally) -> None:
    outcome, seconds = await run(box, kind)
    tally.seconds[kind.name].append(seconds)
    if mistake := kind.mistake(outcome):
        tally.mistakes.append(mistake)


async def _neighbour(box: Sandbox, tally: Tally) -> float:
    outcome, seconds = await run(box, NEIGHBOUR)
    if mistake := NEIGHBOUR.mistake(outcome):
        tally.mistakes.append(mistake)
    return seconds
