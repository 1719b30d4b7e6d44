"""Whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

import anyio
import pytest
from anyio.lowlevel import checkpoint

from sandgate.tasks.queue import Queue

pytestmark = pytest.mark.anyio
Wish = tuple[str, str, str | None, int]
"""A name for it, the agent, the session, the priority."""


async def served(queue: Queue, wishes: Sequence[Wish]) -> list[str]:
    """The order in which they have their turns, where all of them come while the only turn is taken."""
    order: list[str] = []

    async def one(name: str, agent: str, session: str | None, priority: int) -> None:
        async with queue.turn(agent, session, priority):
            order.append(name)
            await checkpoint()

    with anyio.fail_after(30):
        async with anyio.create_task_group() as group, queue.turn("first", None):
            for wish in wishes:
                group.start_soon(one, *wish)
                await checkpoint()
    return order


async def test_an_agent_with_few_tasks_does_not_wait_behind_one_with_many() -> None:
    flood: list[Wish] = [(f"a{number}", "a", None, 0) for number in range(100)]

    order = await served(Queue(1), [*flood, ("b0", "b", None, 0), ("b1", "b", None, 0)])

    assert order[:4] == ["a0", "b0", "a1", "b1"]
    assert len(order) == 102


async def test_no_priority_puts_an_agent_before_another() -> None:
    order = await served(Queue(1), [("a0", "a", None, 99), ("a1", "a", None, 99), ("b0", "b", None, 0)])

    assert order == ["a0", "b0", "a1"]


async def test_of_one_agent_the_higher_priority_comes_first_then_who_came_first() -> None:
    order = await served(
        Queue(1), [("low", "a", None, -1), ("x", "a", None, 0), ("y", "a", None, 0), ("high", "a", None, 5)]
    )

    assert order == ["high", "x", "y", "low"]


async def test_sessions_of_one_agent_take_turns() -> None:
    order = await served(Queue(1), [("s0", "a", "s", 0), ("s1", "a", "s", 0), ("s2", "a", "s", 0), ("t0", "a", "t", 0)])

    assert order == ["s0", "t0", "s1", "s2"]


async def test_an_agent_may_be_held_to_fewer_turns_than_there_are() -> None:
    queue = Queue(3, per_agent=1)
    order: list[str] = []

    async def one(name: str, agent: str) -> None:
        async with queue.turn(agent, None):
            order.append(name)
            await anyio.sleep_forever()

    async with anyio.create_task_group() as group:
        for name, agent in (("a0", "a"), ("a1", "a"), ("b0", "b")):
            group.start_soon(one, name, agent)
        await anyio.wait_all_tasks_blocked()
        group.cancel_scope.cancel()

    assert order == ["a0", "b0"]


async def test_who_stops_waiting_takes_no_turn() -> None:
    queue = Queue(1)

    async with queue.turn("a", None):
        with anyio.move_on_after(0) as gave_up:
            async with queue.turn("b", None):
                pytest.fail("there was no turn")
    with anyio.fail_after(30):
        async with queue.turn("c", None):
            running = queue.running

    assert (gave_up.cancelled_caught, running, queue.running) == (True, 1, 0)


async def test_a_turn_that_comes_to_somebody_who_is_just_cancelled_is_given_on() -> None:
    queue = Queue(1)
    scope = anyio.CancelScope()

    async def waits() -> None:
        with scope:
            async with queue.turn("b", None):
                pytest.fail("it was cancelled")

    async with anyio.create_task_group() as group, queue.turn("a", None):
        group.start_soon(waits)
        await anyio.wait_all_tasks_blocked()
        scope.cancel()

    with anyio.fail_after(30):
        async with queue.turn("c", None):
            assert queue.running == 1


async def test_a_turn_that_is_lent_is_had_by_somebody_else_and_counted_once() -> None:
    queue = Queue(1)

    with anyio.fail_after(30):
        async with queue.turn("a", None) as turn:
            with turn.lent(), turn.lent():
                async with queue.turn("b", None):
                    lent = queue.running
            back = queue.running

    assert (lent, back, queue.running) == (1, 1, 0)


async def test_a_turn_that_ends_while_it_is_lent_is_not_given_back_twice() -> None:
    queue = Queue(1)

    async with queue.turn("a", None) as turn:
        lending = turn.lent()
        lending.__enter__()
    lending.__exit__(None, None, None)

    assert queue.running == 0


async def test_agents_that_have_left_are_forgotten() -> None:
    queue = Queue(2)

    for number in range(50):
        async with queue.turn(f"agent-{number}", f"session-{number}"):
            pass
    async with queue.turn("last", None):
        known = len(queue._served) + len(queue._lines)  # pyright: ignore[reportPrivateUsage] - what nobody else sees

    assert known <= 4
