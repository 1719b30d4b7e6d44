"""The few tools a whole task needs: what fits it and its parts, and what was used together with that before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sandgate.model import Tool

from .index import Index
from .words import clauses, without_values

LOOKED_AT = 20
OF_A_PART, PLACES = 0.35, 5
"""How much it counts to fit one part of a task best, less for each place behind, and how many places count."""
COMPANY, SEEDS = 0.5, 3
"""How much it counts to have been used with the best tools, and how many of those."""
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
            for one in tools:
                pairs[one].update(tools - {one})
        return cls(used, pairs)


@dataclass(frozen=True, slots=True)
class Recommended:
    tool: Tool
    reason: str


def recommended(index: Index, task: str, together: Together, limit: int) -> list[Recommended]:
    """At most `limit` tools, the most wanted first, each with why. None where nothing fits."""
    whole = index.ranked(task)[:LOOKED_AT]
    scores = {_id(tool): score for tool, score in whole}
    reasons = {_id(tool): "fits the task" for tool, _ in whole}
    tools = {_id(tool): tool for tool, _ in whole}
    parts = clauses(without_values(task))
    for part in parts if whole and len(parts) > 1 else ():
        for place, (tool, score) in enumerate(index.ranked(part)[:PLACES]):
            tools[_id(tool)] = tool
            scores[_id(tool)] = scores.get(_id(tool), 0.0) + OF_A_PART / (1 + place) * min(1.0, score)
            if place == 0:
                reasons[_id(tool)] = f"for {_short(part)!r}"
    _add_company(index, [_id(tool) for tool, _ in whole[:SEEDS]], together, scores, reasons, tools)
    best = sorted(scores, key=lambda identity: (-scores[identity], identity))[:limit]
    return [Recommended(tools[identity], reasons.get(identity, "fits a part of the task")) for identity in best]


def _add_company(
    index: Index,
    seeds: list[Id],
    together: Together,
    scores: dict[Id, float],
    reasons: dict[Id, str],
    tools: dict[Id, Tool],
) -> None:
    known = {_id(tool): tool for tool in index.tools} if together.pairs else {}
    found = {seed: scores[seed] for seed in seeds}
    for seed in seeds:
        for other, count in together.pairs.get(seed, {}).items():
            if other in known:
                share = count / (together.used[seed] + 1)
                scores[other] = scores.get(other, 0.0) + COMPANY * found[seed] * share
                tools[other] = known[other]
                if other not in seeds:
                    times = "once" if count == 1 else f"{count} times"
                    reasons[other] = f"used {times} together with {seed[0]}.{seed[1]}"


def _id(tool: Tool) -> Id:
    return tool.server, tool.name


def _short(part: str) -> str:
    words = " ".join(part.split())
    return words if len(words) <= TOLD else words[: TOLD - 1] + "…"
