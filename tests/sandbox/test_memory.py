"""Memory that a worker takes while it waits: a large result then finds it there, and a small program misses nothing."""

from __future__ import annotations

import subprocess
import sys

WAITED = """
import asyncio, resource
from sandgate.sandbox.guest import memory
{before}
memory.AFTER_SECONDS = memory.BETWEEN_SECONDS = 0
def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
async def wait():
    before, beforehand = faults(), memory.Beforehand()
    for _ in range({turns}):
        await asyncio.sleep(0)
    beforehand.stop()
    await asyncio.sleep(0.01)
    taken = faults() - before
    text = bytearray(2_500_000)
    rows = [{{"id": str(number) * 20}} for number in range(8_000)]
    print(taken, faults() - before - taken)
asyncio.run(wait())
"""


def waited(turns: int, before: str = "") -> tuple[int, int]:
    """Pages that were touched for the first time: while a worker waited, and by its program."""
    code = WAITED.format(turns=turns, before=before)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    taken, touched = map(int, done.stdout.split())
    return taken, touched


def test_a_program_with_a_large_result_finds_the_memory_for_it() -> None:
    taken, touched = waited(turns=100)
    _, alone = waited(turns=0)

    assert taken > 1_500
    assert touched < alone / 4


def test_a_program_that_comes_before_stops_it() -> None:
    taken, _ = waited(turns=0)

    assert taken < 200


def test_a_program_that_may_have_little_misses_nothing() -> None:
    small = "resource.setrlimit(resource.RLIMIT_AS, (100 << 20,) * 2)"

    taken, _ = waited(turns=100, before=small)

    assert taken < 200
