"""Every probe against `full`, where what gets through is a defect, and every fifth against the levels below.

`make probes` tries them all at all levels.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Generator
from typing import cast

import pytest

from sandgate.model import Level
from sandgate.sandbox.process.levels import LEVELS

from .levels import missing
from .outside import Outside, outside
from .probes import GROUPS
from .probes.probe import Probe
from .trial import Trial, trial

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]

SLOW = ("gateway", "resources", "results", "sessions")
"""Groups that are tried at `full` alone: they are about the gateway, or wait for a limit to be reached."""
ALL = [pytest.param(probe, id=probe.id) for probes in GROUPS.values() for probe in probes]
FIFTH = [pytest.param(probe, id=probe.id) for group in GROUPS if group not in SLOW for probe in GROUPS[group][::5]]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def world() -> Generator[Outside]:
    with outside() as world:
        yield world


@pytest.fixture(scope="module")
async def full(world: Outside) -> AsyncGenerator[Trial]:
    async for walls in standing("full", world):
        yield walls


@pytest.fixture(scope="module", params=LEVELS[1:])
async def lower(request: pytest.FixtureRequest, world: Outside) -> AsyncGenerator[Trial]:
    async for walls in standing(cast("Level", request.param), world):
        yield walls


async def standing(level: Level, world: Outside) -> AsyncGenerator[Trial]:
    if reason := await missing(level):
        pytest.skip(f"level {level} cannot stand here: {reason}")
    async with trial(level, world) as walls:
        yield walls


@pytest.mark.parametrize("probe", ALL)
async def test_a_probe_is_blocked(full: Trial, probe: Probe) -> None:
    await judge(full, probe)


@pytest.mark.parametrize("probe", FIFTH)
async def test_a_probe_is_blocked_at_lower_levels(lower: Trial, probe: Probe) -> None:
    await judge(lower, probe)


async def judge(walls: Trial, probe: Probe) -> None:
    got_through = await walls.judged(probe)

    if reason := walls.gaps.get(probe.id):
        assert got_through, f"{probe.id} is blocked now: take it out of levels.py ({reason})"
    else:
        assert not got_through, f"{probe.title}; must: {probe.must}"
