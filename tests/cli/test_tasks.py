"""How tasks stand is seen from another process, and one can be ended from there."""

from __future__ import annotations

import pytest

from sandgate.tasks.store import Store
from sandgate.tasks.task import Result, Stats, Task

from .person import Person

USED = Stats(duration_seconds=1.5, tokens_in=7, tokens_out=8, memory_mb=9.5, calls=1, tools_called=("a.b",), attempts=2)


def kept(person: Person) -> Store:
    return Store(person.state / "sandgate" / "tasks")


@pytest.fixture
def living(person: Person) -> Store:
    """A gateway with one task that has ended, one that runs and one that waits."""
    store = kept(person)
    summing = Task(id="sum", code="1", agent="scout", description="Adds up")
    numbers = store.add([summing, Task(id="long", code="1"), Task(id="waits", code="1")])
    for number in numbers[:2]:
        store.began(number)
    store.ended(numbers[0], Result(id="sum", status="failed", reason="ValueError: no\x1b[31m row", stats=USED))
    return store


def test_without_tasks_there_is_nothing_to_see_and_looking_makes_no_file(person: Person) -> None:
    listed, shown = person.types("tasks", "list"), person.types("tasks", "show", "sum")

    assert (listed.code, listed.out) == (0, "There are no such tasks.\n")
    assert person.types("tasks", "list", "--json").json == []
    assert (shown.code, shown.err) == (
        2,
        "sandgate: there is no task 'sum'; `sandgate tasks list` has those that are known\n",
    )
    assert not (person.state / "sandgate" / "tasks").exists()


def test_tasks_are_listed_the_newest_first_and_by_agent_and_status(person: Person, living: Store) -> None:
    everything = person.types("tasks", "list")
    running = person.types("tasks", "list", "--status", "running", "--json").json
    of_scout = person.types("tasks", "list", "--agent", "scout").rows
    newest = person.types("tasks", "list", "--limit", "1").rows
    living.close()

    assert [row[:3] for row in everything.rows] == [
        ["waits", "pending", ""],
        ["long", "running", ""],
        ["sum", "failed", "scout"],
    ]
    assert "\x1b" not in everything.out
    assert [task["id"] for task in running] == ["long"]
    assert [row[0] for row in of_scout] == ["sum"]
    assert [row[0] for row in newest] == ["waits"]


def test_one_task_is_shown_with_what_it_used(person: Person, living: Store) -> None:
    rows = dict(row[:2] for row in person.types("tasks", "show", "sum").rows)
    told = person.types("tasks", "show", "sum", "--json").json
    living.close()

    assert (rows["status"], rows["description"], rows["agent"]) == ("failed", "Adds up", "scout")
    assert (rows["runs"], rows["tools called"], rows["tokens"]) == ("2", "a.b", "7 written, 8 read")
    assert told["stats"]["memory_mb"] == 9.5


def test_how_a_task_stands_is_known_after_its_gateway_is_gone(person: Person, living: Store) -> None:
    living.close()

    statuses = {task["id"]: task["status"] for task in person.types("tasks", "list", "--json").json}

    assert statuses == {"sum": "failed", "long": "interrupted", "waits": "interrupted"}


def test_cancelling_leaves_a_word_for_the_gateway_that_has_the_task(person: Person, living: Store) -> None:
    before = living.asked_to_cancel()

    said = person.types("tasks", "cancel", "long", "--reason", "too slow")
    (asked,) = living.asked_to_cancel().values()
    living.close()

    assert (said.code, said.out) == (0, "long: its gateway has been told, and ends it within seconds\n")
    assert before == {}
    assert asked.endswith(" cancelled it: too slow")


@pytest.mark.parametrize("id", ["sum", "nobody", "\ud800"])
def test_what_has_ended_or_never_was_cannot_be_cancelled(person: Person, living: Store, id: str) -> None:
    said = person.types("tasks", "cancel", id)
    asked = living.asked_to_cancel()
    living.close()

    assert (said.code, said.out, asked) == (2, "", {})
    assert ("has ended: it is failed" if id == "sum" else "there is no task") in said.err


def test_a_list_that_cannot_be_read_is_one_line(person: Person) -> None:
    folder = person.state / "sandgate" / "tasks"
    folder.mkdir(parents=True)
    (folder / "tasks.db").write_bytes(b"no database" * 1000)

    said = person.types("tasks", "list")

    assert said.code == 2
    assert "cannot be used: file is not a database" in said.err
    assert said.err.count("\n") == 1
