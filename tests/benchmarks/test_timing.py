"""Benchmarks never gate anything, but what they compute from their clocks is right."""

from __future__ import annotations

import pytest
from benchmarks.timing import Times, Work, in_turn, percentile

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([5.0], 95, 5.0),
        ([3.0, 1.0, 2.0], 50, 2.0),
        ([1.0, 2.0, 3.0, 4.0], 50, 2.5),
        ([float(n) for n in range(101)], 95, 95.0),
        ([0.0, 10.0], 95, 9.5),
        ([4.0, 1.0], 0, 1.0),
        ([4.0, 1.0], 100, 4.0),
    ],
)
def test_a_percentile_lies_where_its_share_of_the_values_ends(
    values: list[float], percent: float, expected: float
) -> None:
    assert percentile(values, percent) == pytest.approx(expected)


def test_nothing_has_no_percentile() -> None:
    with pytest.raises(ValueError, match="of nothing"):
        percentile([], 50)


def test_one_slow_moment_moves_the_p95_and_not_the_median() -> None:
    times = Times((1.0,) * 9 + (100.0,))

    assert times.p50 == 1.0
    assert times.p95 > 50


async def test_works_take_turns_and_each_is_first_as_often_as_the_others() -> None:
    order: list[str] = []

    async def act(name: str) -> float:
        order.append(name)
        return 1.0

    await in_turn({"a": Work(lambda: act("a")), "b": Work(lambda: act("b"))}, rounds=2)

    assert order == ["a", "b", "b", "a", "a", "b", "b", "a"]


async def test_the_first_rounds_and_what_is_waited_for_are_not_counted() -> None:
    seconds = iter([100.0, 100.0, 1.0, 2.0])
    settled: list[bool] = []

    async def act() -> float:
        return next(seconds)

    async def settle() -> None:
        settled.append(True)

    times = await in_turn({"it": Work(act, settle)}, rounds=2)

    assert times["it"].seconds == (1.0, 2.0)
    assert len(settled) == 4


async def test_a_wrong_answer_ends_the_measurement() -> None:
    async def wrong() -> None:
        raise AssertionError("3 is not 2")

    with pytest.raises(AssertionError, match="3 is not 2"):
        await in_turn({"it": Work(wrong)}, rounds=1)
