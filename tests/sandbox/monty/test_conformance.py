"""The promises that every backend makes, against Monty; those it cannot keep are named, each with its reason."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sandgate.sandbox.monty.backend import MontyBackend

from ..conformance import Conformance
from ..pairs import Pairs, written
from .place import needs_monty

UNKNOWN = {
    "[from math import *": "imports of everything",
    "asyncio.TaskGroup() as group": "`async with`",
    "test_prints_of_every_kind_arrive_in_order": "`os.write`, and half characters",
    "[if x: pass]": "a coroutine that says it was not awaited when it is tested for truth; the note says it",
    "test_tasks_and_task_groups_accept_calls": "`async with`, `asyncio.wait_for`",
    "[{1: 'a', None: 'b', True: 'c'}": "keys that are equal: the last is kept, not the first",
    "enum.IntEnum": "classes that inherit",
    "x.append(x)": "a value that holds itself leaves Monty as text, without a note",
    "class Odd": "`__repr__` of a class, once the value has left Monty",
    "test_media_and_links_are_small_objects": "`__repr__` of an object of ours; the rest is tested with the programs",
}
"""What is different in Monty. Strict: whatever it learns must leave this table."""
WITHOUT_MEANING = {
    "test_a_crashed_process_is_told_with_its_signal": "a program cannot send signals",
    "test_a_process_that_leaves_without_a_word": "a program cannot end its process",
    "test_a_program_that_breaks_the_channels_rules_is_ended": "a program has no descriptors to write to",
    "test_a_forged_report_cannot_break_the_gateway": "a program has no descriptors to write to",
}
"""What these programs do cannot be done in Monty: see `test_processes`."""


@needs_monty
class TestMonty(Conformance):
    @pytest.fixture
    def backend(self, tmp_path: Path) -> MontyBackend:
        return MontyBackend(place=tmp_path)

    @pytest.fixture(autouse=True)
    def promised(self, request: pytest.FixtureRequest) -> None:
        name = str(request.node.name).replace("\\n", "\n")
        for part, reason in WITHOUT_MEANING.items():
            if part in name:
                pytest.skip(f"not in Monty: {reason}")
        for part, reason in UNKNOWN.items():
            if part in name:
                request.applymarker(pytest.mark.xfail(strict=True, reason=f"different in Monty: {reason}"))


@needs_monty
class TestMontyPairs(Pairs):
    @pytest.fixture
    async def backend(self, tmp_path: Path) -> AsyncGenerator[MontyBackend]:
        wrappers = await written(tmp_path / "wrappers")
        backend = MontyBackend(wrappers["python"], tmp_path / "place")
        yield backend
        await backend.close()
