"""How results are looked at: beside the calls, seldom once they are known, and never more than a few at once."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.from_thread
import pytest

from sandgate.catalog import Catalogue
from sandgate.catalog.learned.learning import MOST_SKIPPED, SURE, WAITING_PER_TOOL, Learning
from sandgate.catalog.learned.observations import Observations
from sandgate.model import JsonObject, Listing, Observed, ServerSpec, Tool

pytestmark = pytest.mark.anyio
FIND = Tool(server="lab", name="find")
SPEC = ServerSpec(name="lab", command="lab")


@asynccontextmanager
async def learning(folder: Path) -> AsyncGenerator[tuple[Learning, Catalogue]]:
    catalogue = Catalogue(["lab"], {"lab": Listing(tools=(FIND,))})
    async with Learning(catalogue, Observations(folder / "observed"), [SPEC], folder / "tree") as learns:
        yield learns, catalogue


def answer(value: object) -> list[JsonObject]:
    return [{"type": "value", "value": value}]


async def calls(learns: Learning, times: int, value: object) -> None:
    for _ in range(times):
        learns.learn(FIND, {}, answer(value))
        await learns.settle()


def fields(catalogue: Catalogue) -> JsonObject:
    observed = catalogue.observed(FIND)
    return observed.schema["properties"] if observed else {}


class Telling(Observations):
    """A store that says when something was written."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.written = anyio.Event()

    def add(self, spec: ServerSpec, news: Mapping[str, Observed]) -> dict[str, Observed]:
        known = super().add(spec, news)
        anyio.from_thread.run_sync(self.written.set)
        return known


async def test_what_was_learned_is_written_while_calls_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandgate.catalog.learned.learning.WRITE_SECONDS", 0.0)
    store, catalogue = Telling(tmp_path), Catalogue(["lab"], {"lab": Listing(tools=(FIND,))})

    with anyio.fail_after(5):
        async with Learning(catalogue, store, [SPEC], tmp_path / "tree") as learns:
            learns.learn(FIND, {}, answer({"id": 1}))
            await store.written.wait()

            assert store.load(SPEC)["find"].calls == 1


async def test_every_result_is_looked_at_until_nothing_new_comes(tmp_path: Path) -> None:
    async with learning(tmp_path) as (learns, catalogue):
        await calls(learns, SURE, {"id": 1})
        looked = catalogue.observed(FIND)
        await calls(learns, 1000, {"id": 1})
        later = catalogue.observed(FIND)

    assert looked is not None
    assert later is not None
    assert looked.calls == SURE
    assert SURE + 1000 / MOST_SKIPPED <= later.calls < SURE + 40


async def test_a_change_is_seen_within_a_while_and_looked_at_closely(tmp_path: Path) -> None:
    async with learning(tmp_path) as (learns, catalogue):
        await calls(learns, 5000, {"id": 1})
        waited = 0
        while "name" not in fields(catalogue):
            await calls(learns, 1, {"id": 1, "name": "x"})
            waited += 1
        before = catalogue.observed(FIND)
        await calls(learns, 5, {"id": 1, "name": "x"})
        after = catalogue.observed(FIND)

    assert waited <= MOST_SKIPPED + 1
    assert before is not None
    assert after is not None
    assert after.calls == before.calls + 5


async def test_of_a_burst_only_a_few_results_are_held(tmp_path: Path) -> None:
    async with learning(tmp_path) as (learns, catalogue):
        for _ in range(1000):
            learns.learn(FIND, {}, answer("x"))
        await learns.settle()
        seen = catalogue.observed(FIND)

    assert seen is not None
    assert seen.calls == WAITING_PER_TOOL


async def test_what_was_learned_last_is_on_disk_after_leaving(tmp_path: Path) -> None:
    async with learning(tmp_path) as (learns, _):
        learns.learn(FIND, {}, answer({"id": 1}))

    known = Observations(tmp_path / "observed").load(SPEC)
    assert known["find"].schema["properties"] == {"id": {"type": "integer"}}
    assert (known["find"].calls, len(known["find"].last_day)) == (1, 10)


async def test_results_without_a_shape_teach_nothing(tmp_path: Path) -> None:
    async with learning(tmp_path) as (learns, catalogue):
        for _ in range(3):
            learns.learn(FIND, {}, [{"type": "image", "data": "", "mime_type": "image/png"}])
            await learns.settle()

        assert catalogue.observed(FIND) is None

    assert not (tmp_path / "observed").exists()
