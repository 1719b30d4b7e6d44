"""How many programs a second, and how that grows with the cores they may use."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from contextlib import contextmanager

import anyio

from sandgate.model import Level

from .boxes import Box, a_box
from .report import Figure

CALLERS, EACH, SPARES = 8, 25, 2


async def throughput(level: Level) -> list[Figure]:
    cores = sorted(os.sched_getaffinity(0))
    rates = {count: await rate_on(set(cores[:count]), level) for count in counts(len(cores))}
    alone = rates[1]
    return [
        Figure(
            name=f"{CALLERS} callers, {count} {'core' if count == 1 else 'cores'}",
            value=f"{rate:.0f} programs/s" + ("" if count == 1 else f", {rate / alone:.2f} × one core"),
            meaning=f"{CALLERS} callers run `1 + 1` through the library, one program after another each; "
            f"gateway and sandboxes share the cores.",
        )
        for count, rate in rates.items()
    ]


def counts(cores: int) -> list[int]:
    """One, two, four … and all."""
    return sorted({count for count in (1, 2, 4, 8, 16, 32) if count < cores} | {cores})


async def rate_on(cores: set[int], level: Level) -> float:
    with pinned(cores):  # the zygote and its runs inherit it
        async with a_box(level, spares=SPARES, most=CALLERS) as box:
            await rounds(box, 5)
            started = time.perf_counter()
            await rounds(box, EACH)
            return CALLERS * EACH / (time.perf_counter() - started)


async def rounds(box: Box, each: int) -> None:
    async def caller() -> None:
        for _ in range(each):
            assert await box.value("1 + 1") == 2

    async with anyio.create_task_group() as callers:
        for _ in range(CALLERS):
            callers.start_soon(caller)


@contextmanager
def pinned(cores: set[int]) -> Generator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
