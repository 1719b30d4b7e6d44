"""The catalogues that tasks are put in front of: their own servers, and these among 5, 10, 20 and all captured ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sandgate.model import Listing

from .stage import Gate, knowing
from .tasks import Task
from .ways import Scene, play, weight

MORE = (5, 10, 20)
DRAWS = 1_001
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Played:
    """A set of tasks in front of each catalogue, smallest first."""

    name: str
    scenes: list[Scene]


async def played(
    sets: Mapping[str, Sequence[Task]], own: Mapping[str, Listing], captured: Mapping[str, Listing], say: Say
) -> list[Played]:
    """Each task with its own servers alone; then all servers of the sets, with more and more others."""
    found = [Played(name, []) for name in sets]
    for name, catalogues in _catalogues(sets, own, captured):
        say(name)
        scenes = {each: Scene(name) for each in sets}
        for listings in catalogues:
            async with knowing(listings) as gate:
                for each, tasks in sets.items():
                    await _play(scenes[each], tasks, gate, listings, alone=len(catalogues) > 1)
        for each in found:
            each.scenes.append(scenes[each.name])
    return found


async def _play(
    scene: Scene, tasks: Sequence[Task], gate: Gate, listings: Mapping[str, Listing], *, alone: bool
) -> None:
    those = [task for task in tasks if set(task.servers) == set(listings)] if alone else tasks
    await play(scene, those, gate, listings)


def _catalogues(
    sets: Mapping[str, Sequence[Task]], own: Mapping[str, Listing], captured: Mapping[str, Listing]
) -> list[tuple[str, list[dict[str, Listing]]]]:
    """Names with their catalogues: one, or one for each choice of servers that tasks have."""
    alone = dict.fromkeys(frozenset(task.servers) for tasks in sets.values() for task in tasks)
    found = [("its own servers", [{name: own[name] for name in sorted(servers)} for servers in alone])]
    weights = {name: weight(listing) for name, listing in captured.items()}
    for more in (*([0] if len(alone) > 1 else []), *(more for more in MORE if more < len(captured)), len(captured)):
        others = {name: captured[name] for name in drawn(weights, more)}
        found.append((f"{len(own)}" + (f" + {more}" if more else "") + " servers", [{**own, **others}]))
    return found


def draws(weights: Mapping[str, int], many: int) -> list[list[str]]:
    """Sets of servers by chance, always the same, lightest first."""
    chance, names = random.Random(1), sorted(weights)
    drawn = [sorted(chance.sample(names, many)) for _ in range(DRAWS)]
    return sorted(drawn, key=lambda servers: (sum(weights[name] for name in servers), servers))


def drawn(weights: Mapping[str, int], many: int) -> list[str]:
    """The set in the middle by its tokens: neither a light one nor a heavy one is chosen."""
    return draws(weights, many)[DRAWS // 2] if many < len(weights) else list(weights)
