"""Programs are read in several threads at once."""

from __future__ import annotations

import ast
import gc
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

from sandgate.syntax import parse

PROGRAM = "\n".join(f"value_{number} = [len(str({number})) + 1 for _ in range(3)]" for number in range(400))


@pytest.fixture
def interrupted() -> Generator[None]:
    """The collector gives other threads a turn wherever it works, which is in the middle of a tree."""

    def give_way(*_: object) -> None:
        sleep(0.0001)

    before = gc.get_threshold()
    gc.callbacks.append(give_way)
    gc.set_threshold(200)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(give_way)


@pytest.mark.usefixtures("interrupted")
def test_many_programs_can_be_read_at_once() -> None:
    with ThreadPoolExecutor(4) as threads:
        trees = list(threads.map(parse, [PROGRAM] * 12))

    assert [len(tree.body) for tree in trees] == [400] * 12


def test_a_mark_at_the_beginning_and_an_odd_escape_are_no_matter(recwarn: pytest.WarningsRecorder) -> None:
    assert isinstance(parse('\ufeffpattern = "\\d"').body[0], ast.Assign)
    assert not recwarn.list
