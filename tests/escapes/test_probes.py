"""Every probe against every level that stands on this machine. What gets through `full` is a defect."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Generator
from typing import cast

import pytest

from sandgate.model import Level
from sandgate.sandbox.process.levels import LEVELS

from .levels import missing
from .outside import Outside, outside
from .probes import PROBES
from .probes.probe import Probe
from .trial import Trial, trial

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def world() -> Generator[Outside]:
    with outside() as world:
        yield world


@pytest.fixture(scope="module", params=LEVELS)
async def walls(request: pytest.FixtureRequest, world: Outside) -> AsyncGenerator[Trial]:
    level = cast("Level", request.param)
    if reason := await missing(level):
        pytest.skip(f"level {level} cannot stand here: {reason}")
    async with trial(level, world) as walls:
        yield walls


@pytest.mark.parametrize("probe", PROBES, ids=[probe.id for probe in PROBES])
async def test_a_probe_is_blocked(walls: Trial, probe: Probe) -> None:
    got_through = await walls.judged(probe)

    if reason := walls.gaps.get(probe.id):
        assert got_through, f"{probe.id} is blocked now: take it out of levels.py ({reason})"
    else:
        assert not got_through, f"{probe.title}; must: {probe.must}"
