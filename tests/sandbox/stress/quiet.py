"""A look at a sandbox in a quiet moment: the memory and descriptors of the gateway's process and of its zygote."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

import anyio

from .leftovers import Process, descendants, descriptors, resident_mb, zygotes

LETTING_GO_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Size:
    """What two processes hold, and how many there are below the gateway's."""

    gateway_mb: float
    zygote_mb: float
    gateway_descriptors: int
    zygote_descriptors: Counter[str]
    processes: int


async def size(
    spares: int, stir: Callable[[], Awaitable[object]], apart: Collection[Process] = (), earlier: Size | None = None
) -> Size:
    """Waits until all spares stand and nothing is under way. Processes `apart` were there before the sandbox.

    A spare of a zygote that is on its way out stands until the next program comes: then `stir` runs one. What an ended
    run held is let go of behind its answer, on a busy machine long behind it. So where an `earlier` look found fewer
    descriptors, this one looks again for a while: only a leak stays.
    """
    with anyio.fail_after(60):
        found = await _standing(spares, stir, apart)
        with anyio.move_on_after(LETTING_GO_SECONDS):
            while earlier and found.gateway_descriptors > earlier.gateway_descriptors:
                await anyio.sleep(0.1)
                found = await _standing(spares, stir, apart)
        return found


async def _standing(spares: int, stir: Callable[[], Awaitable[object]], apart: Collection[Process]) -> Size:
    while True:
        with anyio.move_on_after(2):
            return await _quiet(spares, apart)
        await stir()


async def _quiet(spares: int, apart: Collection[Process]) -> Size:
    before = None
    while True:
        found = _seen(spares, apart)
        if found and before and found.gateway_descriptors == before.gateway_descriptors:  # what has ended is let go of
            return found
        before = found
        await anyio.sleep(0.02)


def _seen(spares: int, apart: Collection[Process]) -> Size | None:
    here = os.getpid()
    below = descendants(here, apart)
    match zygotes(here, apart):
        case [zygote] if len(below) == 2 + 2 * spares:  # a launcher too; of each spare its first process and its worker
            kinds = Counter(target.partition(":")[0] for target in descriptors(zygote.pid).values())
            return Size(resident_mb(here), resident_mb(zygote.pid), len(descriptors(here)), kinds, len(below))
        case _:
            return None
