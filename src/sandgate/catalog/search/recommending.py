"""The few tools a whole task needs: what fits it and its parts, and what was used together with that before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from sandgate.model import Tool

from ..wrappers.text import one_line
from .index import Index
from .words import MOST_READ, clauses, without_values

LOOKED_AT = 20
OF_A_PART, PLACES = 0.35, 5
"""How much it counts to fit one part of a task best, less for each place behind, and how many places count."""
COMPANY, SEEDS = 0.5, 3
"""How much it counts to have been used with the best tools, and how many of those."""
MOST_PARTS = 8
"""Each is a search of its own."""
MOST_TOGETHER = 30
"""A program with more tools than this tells nothing about which of them belong together."""
TOLD = 60
Id = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Together:
    """How often tools were used in programs that ended well, alone and with each other."""

    used: Mapping[Id, int] = field(default_factory=dict[Id, int])
    pairs: Mapping[Id, Mapping[Id, int]] = field(default_factory=dict[Id, Mapping[Id, int]])

    @classmethod
    def of(cls, programs: Iterable[Iterable[Id]]) -> Together:
        used: Counter[Id] = Counter()
        pairs: defaultdict[Id, Counter[Id]] = defaultdict(Counter)
        for tools in map(set, programs):
            used.update(tools)
            for one in tools if len(tools) <= MOST_TOGETHER else ():
                pairs[one].update(tools - {one})
        return cls(used, pairs)


@dataclass(frozen=True, slots=True)
class Recommended:
    tool: Tool
    reason: str


def recommended(
    index: Index, task: str, together: Together, limit: int, allowed: Callable[[Tool], bool] = lambda _: True
) -> list[Recommended]:
    """At most `limit` tools, the most wanted first, each with why; only of those that are `allowed`."""

    def ranked(query: str, most: int) -> list[tuple[Tool, float]]:
        return list(islice((found for found in index.ranked(query) if allowed(found[0])), most))

    whole = ranked(task, LOOKED_AT)
    scores = {_id(tool): score for tool, score in whole}
    reasons = {_id(tool): "fits the task" for tool, _ in whole}
    tools = {_id(tool): tool for tool, _ in whole}
    parts = clauses(without_values(task[:MOST_READ]))[:MOST_PARTS]
    for part in parts if whole and len(parts) > 1 else ():
        for place, (tool, score) in enumerate(ranked(part, PLACES)):
            tools[_id(tool)] = tool
            scores[_id(tool)] = scores.get(_id(tool), 0.0) + OF_A_PART / (1 + place) * min(1.0, score)
            if place == 0:
                reasons[_id(tool)] = f"for {_short(part)!r}"
    known = {_id(tool): tool for tool in index.tools if allowed(tool)} if together.pairs else {}
    _add_company(known, [_id(tool) for tool, _ in whole[:SEEDS]], together, scores, reasons, tools)
    best = sorted(scores, key=lambda identity: (-scores[identity], identity))[:limit]
    return [Recommended(tools[identity], reasons.get(identity, "fits a part of the task")) for identity in best]


def _add_company(
    known: Mapping[Id, Tool],
    seeds: list[Id],
    together: Together,
    scores: dict[Id, float],
    reasons: dict[Id, str],
    tools: dict[Id, Tool],
) -> None:
    found = {seed: scores[seed] for seed in seeds}
    for seed in seeds:
        for other, count in together.pairs.get(seed, {}).items():
            if other in known:
                share = count / (together.used[seed] + 1)
                scores[other] = scores.get(other, 0.0) + COMPANY * found[seed] * share
                tools[other] = known[other]
                if other not in seeds:
                    times = "once" if count == 1 else f"{count} times"
                    reasons[other] = one_line(f"used {times} together with {seed[0]}.{seed[1]}")


def _id(tool: Tool) -> Id:
    return tool.server, tool.name


def _short(part: str) -> str:
    words = " ".join(part.split())
    return words if len(words) <= TOLD else words[: TOLD - 1] + "…"
