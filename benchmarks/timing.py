"""Measure two ways of doing the same thing, turn by turn, and compare."""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

Work = Callable[[], Awaitable[float | None]]
"""Does the work; the seconds that count, or None if all of them do."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Our time beside theirs, in one run on one machine."""

    name: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    against: str

    @property
    def ratio(self) -> float:
        """Of the medians: these machines are noisy, and a minimum hides what people wait for."""
        return statistics.median(self.ours) / statistics.median(self.theirs)

    def __str__(self) -> str:
        ours, theirs = (1000 * statistics.median(times) for times in (self.ours, self.theirs))
        best = min(self.ours) / min(self.theirs)
        return f"{self.name:42} {ours:9.1f} ms {theirs:9.1f} ms {self.ratio:7.2f} × {best:7.2f} ×  {self.against}"


HEADER = f"{'':42} {'ours':>12} {'theirs':>12} {'median':>9} {'best':>9}  measured against"


async def compare(name: str, ours: Work, theirs: Work, against: str, rounds: int = 7) -> Comparison:
    """One unmeasured round each, then turn by turn, so that a slow moment of the machine hits both."""
    await ours()
    await theirs()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for work, kept in zip((ours, theirs), times, strict=True):
            started = time.perf_counter()
            counted = await work()
            kept.append(time.perf_counter() - started if counted is None else counted)
    return Comparison(name, tuple(times[0]), tuple(times[1]), against)
