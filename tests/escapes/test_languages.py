"""Quick probes in TypeScript, and those written for Monty, several at once; `make probes` tries all, one at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import NamedTuple

import pytest

from .columns import Missing, in_monty, in_typescript
from .outside import Outside, outside
from .probes import monty, typescript
from .probes.probe import Probe
from .test_probes import SLOW
from .trial import ALL_OF_THEM, Trial

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="what is left of a run is looked for in /proc"),
]


def quick(groups: Mapping[str, tuple[Probe, ...]], *more: str) -> list[Probe]:
    """What needs no gateway and waits for no limit."""
    wanted = {*groups} - {*SLOW} | {*more}
    return [probe for name in groups if name in wanted for probe in groups[name] if not probe.through_gateway]


TYPESCRIPT, MONTY = quick(typescript.GROUPS, "sessions"), quick(monty.OWN)


class Tried(NamedTuple):
    found: Mapping[str, str]
    gaps: Mapping[str, str]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def world() -> Generator[Outside]:
    with outside() as world:
        yield world


@pytest.fixture(scope="module")
async def in_deno(world: Outside) -> Tried:
    return await tried(partial(in_typescript, world, whole=False), TYPESCRIPT)


@pytest.fixture(scope="module")
async def in_interpreter(world: Outside) -> Tried:
    return await tried(partial(in_monty, world, whole=False), MONTY)


async def tried(walls: Callable[[], AbstractAsyncContextManager[Trial]], probes: Collection[Probe]) -> Tried:
    try:
        async with walls() as standing:
            return Tried(await standing.judged_together(probes), standing.gaps)
    except Missing as reason:
        pytest.skip(f"these walls cannot stand here: {reason}")


@pytest.mark.parametrize("probe", [pytest.param(probe, id=probe.id) for probe in TYPESCRIPT])
async def test_a_probe_in_typescript_is_blocked(in_deno: Tried, probe: Probe) -> None:
    judge(in_deno, probe)


@pytest.mark.parametrize("probe", [pytest.param(probe, id=probe.id) for probe in MONTY])
async def test_a_probe_for_monty_is_blocked(in_interpreter: Tried, probe: Probe) -> None:
    judge(in_interpreter, probe)


async def test_nothing_of_all_these_runs_is_still_open(in_deno: Tried, in_interpreter: Tried) -> None:
    assert [tried.found[ALL_OF_THEM] for tried in (in_deno, in_interpreter)] == ["", ""]


def judge(tried: Tried, probe: Probe) -> None:
    got_through = tried.found[probe.id]

    if reason := tried.gaps.get(probe.id):
        assert got_through, f"{probe.id} is blocked now: take it out of columns.py ({reason})"
    else:
        assert not got_through, f"{probe.title}; must: {probe.must}"
