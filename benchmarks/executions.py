"""A program from the library: with a worker ready, without one, and against a plain Python."""

from __future__ import annotations

import time
from functools import partial

from sandgate.model import Level

from .boxes import BASE, LIMITS, Box, Counted, a_box, clean_python, printed, start_files
from .report import Comparison, Row
from .timing import Work, in_turn

SPARES = 2
STEPS = 1_000_000
LOOP = f"""
import time
started = time.process_time()
total = 0
for n in range({STEPS}):
    total += n * n % 7
seconds = time.process_time() - started
"""
INSTALLED, CLEAN = "`python3 -I -c`", "`python3 -I -c`, nothing installed"
READY = "The library runs `1 + 1` while a worker waits: a message, the program, and that nothing of it goes on."
NONE_READY = "The library runs `1 + 1` and first forks a worker for it, with all its walls."
WARM = Row(name="`1 + 1`, a worker ready", against=INSTALLED, meaning=READY, goal=0.15, goal_p95=0.4)
WARM_CLEAN = Row(name="`1 + 1`, a worker ready", against=CLEAN, meaning=READY, goal=0.15, goal_p95=0.4)
COLD = Row(name="`1 + 1`, no worker ready", against=INSTALLED, meaning=NONE_READY, goal=0.4)
COLD_CLEAN = Row(name="`1 + 1`, no worker ready", against=CLEAN, meaning=NONE_READY, goal=0.4)
START = Row(
    name="the first worker from nothing",
    against=CLEAN,
    meaning="A new backend starts a zygote, which puts up walls and imports the usual modules, and forks one worker.",
)
SPEED = Row(
    name=f"a loop of {STEPS:,} steps",
    against="the same loop, plain Python",
    meaning="Plain arithmetic, its processor time taken inside the program: what walls cost code that asks nothing. "
    "The goal is 1.0, and two plain Pythons differ by 5 %.",
    goal=1.05,
)


async def executions(level: Level) -> list[Comparison]:
    async with clean_python() as clean, a_box(level, spares=SPARES) as warm, a_box(level) as cold:
        works = {
            "warm": Work(partial(summed, warm), settle=warm.ready),
            "cold": Work(partial(summed, cold), settle=warm.ready),
            "start": Work(partial(first_worker, level), settle=warm.ready),
            "installed": Work(partial(started, BASE), settle=warm.ready),
            "clean": Work(partial(started, clean), settle=warm.ready),
        }
        times = await in_turn(works, rounds=60)
    pairs = ((WARM, "warm"), (COLD, "cold"), (WARM_CLEAN, "warm"), (COLD_CLEAN, "cold"), (START, "start"))
    return [
        Comparison(row, times[ours], times["clean" if row.against == CLEAN else "installed"]) for row, ours in pairs
    ]


async def summed(box: Box) -> None:
    assert await box.value("1 + 1") == 2


async def started(python: str) -> None:
    assert await printed(python, "print(1 + 1)") == "2"


async def first_worker(level: Level) -> float:
    backend = Counted(level=level)
    begun = time.perf_counter()
    worker = await backend.spawn(LIMITS)
    seconds = time.perf_counter() - begun
    assert worker.alive
    await worker.end()
    await worker.forget()
    await worker.output.aclose()
    await backend.close()
    return seconds


async def loop(level: Level) -> Comparison:
    expected = sum(n * n % 7 for n in range(STEPS))

    async def ours() -> float:
        # In a new zygote each time: the addresses it hands on make all its children a little faster or slower.
        async with a_box(level) as box:
            answer = await box.value(LOOP + "[total, seconds]")
        assert isinstance(answer, list)
        assert answer[0] == expected
        return float(str(answer[1]))

    async def theirs() -> float:
        total, seconds = (await printed(BASE, LOOP + "print(total, seconds)")).split()
        assert int(total) == expected
        return float(seconds)

    times = await in_turn({"ours": Work(ours), "theirs": Work(theirs)}, rounds=15)
    return Comparison(SPEED, times["ours"], times["theirs"])


def about_the_yardstick() -> str:
    """A word about a Python that does more at its start than start."""
    if not (files := start_files()):
        return ""
    return (
        f"The Python of this machine runs {files} files of installed packages at every start. That makes it slower and "
        f"our ratio to it smaller; the rows against one with nothing installed are without that."
    )
