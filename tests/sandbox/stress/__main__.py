"""`make stress`: the storm and the long row at full length, with their times. Exits with 1 if a promise is broken."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import anyio

from sandgate.sandbox.box import Sandbox
from sandgate.sandbox.process.backend import ProcessBackend

from .endurance import TENTHS, Course, row
from .leftovers import Traces, end, temporary_folder
from .programs import LIMITS, MARK, NEIGHBOUR
from .quiet import size
from .storm import SPARES, Tally, p95, run, storm

SLOWEST_BESIDE = 3.0
SLOWEST_LATER = 1.3
GROWTH_MB = 8.0
"""Ten thousand runs that each left a kilobyte would be ten."""


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.sandbox.stress", description=__doc__)
    options.add_argument("--runs", type=int, default=2000, help="programs in the storm")
    options.add_argument("--row", type=int, default=10_000, help="programs one after another")
    asked = options.parse_args()
    with temporary_folder():
        broken = [*anyio.run(_storm, asked.runs), *anyio.run(_row, asked.row)]
        end(MARK)
    for promise in broken:
        print("BROKEN", promise)
    sys.exit(1 if broken else 0)


async def _stand() -> ProcessBackend:
    return ProcessBackend()


async def _storm(runs: int) -> list[str]:
    before = Traces.of(os.getpid(), MARK)
    async with Sandbox(_stand, LIMITS, SPARES) as box:
        neighbour = partial(run, box, NEIGHBOUR)
        first = await size(SPARES, neighbour)
        tally = await storm(box, runs, 100, _tell_of_storm(runs))
        last = await size(SPARES, neighbour, earlier=first)
    _show_storm(tally)
    left = Traces.of(os.getpid(), MARK).beyond(before)
    return _broken(
        (not tally.mistakes, f"verdicts: {tally.mistakes[:20]}"),
        (not left, f"left behind: {left}"),
        (last.zygote_descriptors == first.zygote_descriptors, f"zygote's descriptors: {last} after {first}"),
        (last.gateway_descriptors == first.gateway_descriptors, f"descriptors: {last} after {first}"),
        (last.zygote_mb - first.zygote_mb < GROWTH_MB, f"zygote's memory: {last} after {first}"),
        (tally.slowed <= SLOWEST_BESIDE, f"the neighbour takes {tally.slowed:.1f} times as long beside the storm"),
    )


async def _row(runs: int) -> list[str]:
    before = Traces.of(os.getpid(), MARK)
    async with Sandbox(_stand, LIMITS, 1) as box:
        course = await row(box, runs, 1, _tell_of_row(runs))
    _show_row(course)
    left = Traces.of(os.getpid(), MARK).beyond(before)
    return _broken(
        (not course.mistakes, f"verdicts: {course.mistakes[:20]}"),
        (not left, f"left behind: {left}"),
        (course.grown("gateway_mb") < GROWTH_MB, f"the gateway grew by {course.grown('gateway_mb'):.1f} MB"),
        (course.grown("zygote_mb") < GROWTH_MB, f"the zygote grew by {course.grown('zygote_mb'):.1f} MB"),
        (course.grown("gateway_descriptors") == 0, "descriptors grew"),
        (course.grown("processes") == 0, "processes grew"),
        (course.slowed <= SLOWEST_LATER, f"the last tenth took {course.slowed:.2f} times as long as the first"),
    )


def _tell_of_storm(runs: int) -> Callable[[Tally], None]:
    started = time.monotonic()

    def tell(tally: Tally) -> None:
        if tally.count % max(1, runs // 20) == 0:
            wrong = f", {len(tally.mistakes)} wrong verdicts" if tally.mistakes else ""
            print(f"{time.monotonic() - started:5.0f} s  {tally.count:,} of {runs:,} programs{wrong}", flush=True)

    return tell


def _tell_of_row(runs: int) -> Callable[[Course], None]:
    started = time.monotonic()

    def tell(course: Course) -> None:
        done = len(course.sizes) * (runs // TENTHS)
        print(f"{time.monotonic() - started:5.0f} s  {done:,} of {runs:,} in a row", flush=True)

    return tell


def _broken(*promises: tuple[bool, str]) -> list[str]:
    return [what for kept, what in promises if not kept]


def _show_storm(tally: Tally) -> None:
    print(f"\n{'program':34} {'runs':>5} {'median':>9} {'p95':>9} {'longest':>9}")
    rows = [*sorted(tally.seconds.items()), ("neighbour, alone", tally.alone), ("neighbour, beside it", tally.beside)]
    for name, seconds in rows:
        times = (statistics.median(seconds), p95(seconds) if len(seconds) > 1 else seconds[0], max(seconds))
        print(f"{name:34} {len(seconds):5}", *(f"{1000 * one:6.0f} ms" for one in times))
    print(f"the neighbour beside the storm: {tally.slowed:.2f} times its p95 alone; at most {SLOWEST_BESIDE:g}\n")


def _show_row(course: Course) -> None:
    print(f"\n{'tenth':>5} {'median':>9} {'gateway':>9} {'zygote':>9} {'descriptors':>11} {'processes':>9}")
    for number, (seconds, held) in enumerate(zip(course.seconds, course.sizes, strict=True), 1):
        median = f"{1000 * statistics.median(seconds):6.1f} ms"
        memory = f"{held.gateway_mb:6.1f} MB {held.zygote_mb:6.1f} MB"
        print(f"{number:5} {median} {memory} {held.gateway_descriptors:11} {held.processes:9}")
    print(f"the last tenth against the first: {course.slowed:.2f} times; at most {SLOWEST_LATER:g}\n")


if __name__ == "__main__":
    main()
