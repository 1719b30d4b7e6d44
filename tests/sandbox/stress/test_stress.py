"""The storm and the long row, in short. `make stress` runs them at full length and judges their times as well."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import partial

import anyio
import pytest

from sandgate.model import Level
from sandgate.sandbox.box import Sandbox
from sandgate.sandbox.process import nursery as process
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.levels import why_not
from tests.sandbox.test_levels import readable_python

from .endurance import row
from .leftovers import Process, Traces, descendants, end, temporary_folder
from .programs import KINDS, LIMITS, MARK, NEIGHBOUR
from .quiet import size
from .storm import SPARES, run, schedule, storm

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
GROWTH_MB = 4
"""Less than one run's worth; the allocator's own swings are about half."""


async def stand() -> ProcessBackend:
    return ProcessBackend()


@pytest.fixture
def apart() -> Iterator[frozenset[Process]]:
    """Processes of others, as of a database that other tests want. Whatever the test did, nothing of it is left."""
    with temporary_folder():
        before = Traces.of(os.getpid(), MARK)
        yield before.processes
        left = Traces.of(os.getpid(), MARK).beyond(before)
        end(MARK)
    assert left == {}


async def test_every_program_of_a_storm_gets_its_verdict_and_a_neighbour_never_fails(
    apart: frozenset[Process],
) -> None:
    async with Sandbox(stand, LIMITS, SPARES) as box:
        neighbour = partial(run, box, NEIGHBOUR)
        before = await size(SPARES, neighbour, apart)
        tally = await storm(box, 80, 2, lambda _: None)
        after = await size(SPARES, neighbour, apart, earlier=before)

    assert "\n".join(tally.mistakes) == ""
    assert tally.count == 80
    assert tally.beside
    assert after.zygote_descriptors == before.zygote_descriptors
    assert after.gateway_descriptors <= before.gateway_descriptors
    assert after.zygote_mb - before.zygote_mb < GROWTH_MB


@pytest.mark.usefixtures("apart")
async def test_a_storm_without_namespaces_gets_the_same_verdicts() -> None:
    backend = ProcessBackend(level="lite", python=readable_python())

    async def stand_bare() -> ProcessBackend:
        return backend

    async with Sandbox(stand_bare, LIMITS, SPARES) as box:
        await box.ready()
        if reason := await why_not(backend):
            pytest.skip(f"level lite does not stand on this machine: {reason}")
        tally = await storm(box, 80, 2, lambda _: None)

    assert "\n".join(tally.mistakes) == ""


async def test_a_long_row_of_programs_makes_nothing_grow(
    monkeypatch: pytest.MonkeyPatch, apart: frozenset[Process]
) -> None:
    monkeypatch.setattr(process, "RUNS_PER_ZYGOTE", 40)  # so that several zygotes come and go

    async with Sandbox(stand, LIMITS, 1) as box:
        course = await row(box, 150, 1, lambda _: None, apart)

    assert "\n".join(course.mistakes) == ""
    assert course.grown("processes") == 0
    assert course.grown("gateway_descriptors") == 0
    assert course.grown("gateway_mb") < GROWTH_MB
    assert abs(course.grown("zygote_mb")) < GROWTH_MB


OURS: Mapping[Level, int] = {"full": 2, "bwrap": 0, "lite": 1}
"""Processes that stay: the launcher and the zygote, where runs share them."""


@pytest.mark.parametrize("level", OURS)
async def test_a_program_takes_one_spare_and_leaves_the_others_waiting(level: Level, apart: frozenset[Process]) -> None:
    backend = ProcessBackend(level=level, python=None if level == "full" else readable_python())

    async def stand_so() -> ProcessBackend:
        return backend

    async with Sandbox(stand_so, LIMITS, 2) as box:
        await box.ready()
        if reason := await why_not(backend):
            pytest.skip(f"level {level} does not stand on this machine: {reason}")
        await run(box, NEIGHBOUR)
        waiting = await _settled(apart)
        await run(box, NEIGHBOUR)

        with anyio.fail_after(5):  # the first process of the run, which is ours, goes behind the answer
            while sum(one.alive for one in waiting) - OURS[level] != (len(waiting) - OURS[level]) / 2:  # noqa: ASYNC110
                await anyio.sleep(0.01)


async def _settled(apart: frozenset[Process]) -> list[Process]:
    """What stands when nothing has come or gone for a while."""
    with anyio.fail_after(20):
        while True:
            before = descendants(os.getpid(), apart)
            await anyio.sleep(0.5)
            if before == (after := descendants(os.getpid(), apart)):
                return after


def test_a_storm_holds_every_kind_and_is_always_the_same() -> None:
    assert {kind.name for kind in schedule(80)} == {kind.name for kind in KINDS}
    assert schedule(80) == schedule(80)
