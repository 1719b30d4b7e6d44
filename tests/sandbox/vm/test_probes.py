"""Some of the probes, tried in virtual machines; `make probes` tries all of them, which takes minutes."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("virtual machines of ours are started on Linux", allow_module_level=True)

from tests.escapes.outside import outside
from tests.escapes.probes import GROUPS
from tests.escapes.probes.probe import Probe
from tests.escapes.trial import Trial

from .probing import machines

pytestmark = pytest.mark.anyio
TRIED = GROUPS["network"][:6]
"""A machine of its own has none of the host's."""


@pytest.fixture(scope="module")
async def walls(images: Path) -> AsyncGenerator[Trial]:
    with outside() as world:
        async with machines(images, world) as made:
            yield made


@pytest.mark.parametrize("probe", [pytest.param(probe, id=probe.id) for probe in TRIED])
async def test_a_probe_is_blocked(walls: Trial, probe: Probe) -> None:
    got_through = await walls.judged(probe)

    assert not got_through, f"{probe.title}; must: {probe.must}"
