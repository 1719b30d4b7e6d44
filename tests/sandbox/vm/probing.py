"""The probes of `tests/escapes` in virtual machines: `python -m tests.sandbox.vm.probing FOLDER` tries them all."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from sandgate.sandbox.vm.backend import VmBackend
from tests.escapes.outside import Outside, outside
from tests.escapes.probes import PROBES
from tests.escapes.table import BLOCKED, UNEXPLAINED, Verdicts
from tests.escapes.trial import Trial, trial_of

SLOWER = 4.0
"""An imitated processor takes about so much longer; on a busy host, longer still."""
GAPS: Mapping[str, str] = {}
"""What is known to get through, and why."""
IN_A_SECOND = "it gives its processes one second, in which they may not have taken the memory on an imitated processor"
OTHERWISE: Mapping[str, str] = {
    "res-51": IN_A_SECOND,
    "res-52": IN_A_SECOND,
    "res-63": "memory is held to its limit, but the run is ended for its time: its processes wait for memory for ever",
}
"""What holds here, but not so that the probe could tell."""


@asynccontextmanager
async def machines(images: Path, world: Outside) -> AsyncGenerator[Trial]:
    async with trial_of(lambda servers: VmBackend(images, servers), world, GAPS, SLOWER) as made:
        yield made


async def verdicts(images: Path, only: Collection[str] = ()) -> Verdicts:
    """Of each probe, by id: that it was blocked, or why it was not."""
    found: Verdicts = {}
    with outside() as world:
        async with machines(images, world) as walls:
            for probe in PROBES:
                if only and probe.id not in only:
                    continue
                got_through = await walls.judged(probe)
                reason = GAPS.get(probe.id) or OTHERWISE.get(probe.id) or UNEXPLAINED
                found[probe.id] = reason if got_through else BLOCKED
                if got_through:
                    print(f"{probe.id} {probe.title}: {reason} ({got_through[:300]})", flush=True)
    return found


if __name__ == "__main__":
    told = anyio.run(verdicts, Path(sys.argv[1]), sys.argv[2:])
    print(f"{sum(verdict == BLOCKED for verdict in told.values())} of {len(told)} blocked")
