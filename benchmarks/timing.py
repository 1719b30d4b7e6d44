"""Measure several ways of doing the same thing, turn by turn, so that a slow moment of the machine hits all of them."""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

Act = Callable[[], Awaitable[float | None]]
"""Does the work and asserts its result. Returns the seconds that count, or None if all of them do."""
UNMEASURED = 2


@dataclass(frozen=True, slots=True)
class Work:
    """Something to be timed, and what has to be waited for each time before the clock starts."""

    act: Act
    settle: Callable[[], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """The seconds of each repetition."""

    seconds: tuple[float, ...]

    @property
    def p50(self) -> float:
        return percentile(self.seconds, 50)

    @property
    def p95(self) -> float:
        return percentile(self.seconds, 95)


def percentile(values: Sequence[float], percent: float) -> float:
    """The value below which `percent` of all lie, between two neighbours where it falls between them."""
    if not values:
        raise ValueError("there is no percentile of nothing")
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    below, above = ordered[math.floor(place)], ordered[math.ceil(place)]
    return below + (above - below) * (place - math.floor(place))


async def in_turn(works: Mapping[str, Work], rounds: int) -> dict[str, Times]:
    """Each work once in every round, another one first each time. The first rounds are not counted."""
    names = list(works)
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for number in range(UNMEASURED + rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            took = await timed(works[name])
            if number >= UNMEASURED:
                seconds[name].append(took)
    return {name: Times(tuple(kept)) for name, kept in seconds.items()}


async def timed(work: Work) -> float:
    if work.settle:
        await work.settle()
    started = time.perf_counter()
    counted = await work.act()
    return time.perf_counter() - started if counted is None else counted
