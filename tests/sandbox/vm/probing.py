"""Walls of virtual machines for the probes of `tests/escapes`; `make probes` tries them all."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from sandgate.sandbox.vm.backend import VmBackend
from tests.escapes.columns import IN_MACHINES, SLOWER
from tests.escapes.outside import Outside
from tests.escapes.trial import Trial, trial_of


@asynccontextmanager
async def machines(images: Path, world: Outside) -> AsyncGenerator[Trial]:
    async with trial_of(partial(VmBackend, images), world, IN_MACHINES, SLOWER) as made:
        yield made
