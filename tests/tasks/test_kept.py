"""Which results are still known."""

from __future__ import annotations

from sandgate.tasks.kept import Kept, size_of
from sandgate.tasks.task import Result


def result(id: str, size: int = 0) -> Result:
    return Result(id=id, status="done", data="x" * size)


def test_the_oldest_results_make_room() -> None:
    kept = Kept(most=2)

    for id in ("a", "b", "a", "c"):
        kept.put(result(id))

    assert [id in kept for id in ("a", "b", "c")] == [True, False, True]


def test_large_results_make_room_sooner_and_the_last_one_is_always_known() -> None:
    kept = Kept(characters=100)

    kept.put(result("a", 60))
    kept.put(result("b", 60))
    kept.put(result("large", 1000))

    assert [id in kept for id in ("a", "b", "large")] == [False, False, True]
    assert kept.get("a") is None


def test_a_value_is_about_as_large_as_its_text() -> None:
    assert size_of({"key": ["x" * 1000, 1, None, {"y": "z" * 500}]}) > 1500
