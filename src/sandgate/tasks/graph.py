"""Which task comes after which: names that lead somewhere, and no way round in a circle."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from sandgate.errors import BadArguments

from .task import Task

MOST_NAMED = 10


def in_order(tasks: Sequence[Task], live: Container[str], ended: Container[str]) -> list[Task]:
    """The tasks, each behind those it comes after. Raises BadArguments with all that is wrong.

    `live` are tasks that have not ended, `ended` those whose results are still known; new ones may come after both.
    """
    named: dict[str, Task] = {}
    wrong: list[str] = []
    for task in tasks:
        task.check()
        if task.id in named or task.id in live:
            wrong.append(f"there are two tasks {task.id!r}")
        named[task.id] = task
    wrong += [
        f"{task.id!r} comes after {before!r}, which nobody knows"
        for task in tasks
        for before in task.after
        if before not in named and before not in live and before not in ended
    ]
    if wrong:
        more = f"; and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
        raise BadArguments("; ".join(wrong[:MOST_NAMED]) + more)
    return [named[id] for id in _sorted(named)]


def _sorted(named: Mapping[str, Task]) -> list[str]:
    graph = {id: [before for before in task.after if before in named] for id, task in named.items()}
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        circle = " after ".join(repr(id) for id in reversed(error.args[1][:MOST_NAMED]))
        raise BadArguments(f"tasks wait for each other in a circle: {circle}") from error
