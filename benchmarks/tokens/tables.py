"""Tables and figures from scenes: medians, totals, savings, and from how many tools on programs pay."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from sandgate.demo.compare import saved_percent

from .counting import Conversation
from .looking import BY
from .ways import EXACT, LISTED, SEARCHED, USED, Scene

Table = list[list[str]]
Measure = Callable[[Conversation], int]
RIVALS = (LISTED, SEARCHED, EXACT)


def once(conversation: Conversation) -> int:
    return conversation.once


def sent(conversation: Conversation) -> int:
    return conversation.sent


def sent_side_by_side(conversation: Conversation) -> int:
    return conversation.side_by_side().sent


def ours(scene: Scene) -> list[str]:
    return [way for way in scene.ways if way.startswith("Sandgate")]


def values(scene: Scene, way: str, measure: Measure = once) -> list[int]:
    return [measure(conversation) for conversation in scene.ways[way]]


def by_way(scenes: Sequence[Scene], over: Callable[[Iterable[int]], float], measure: Measure = once) -> Table:
    """A row for each way, a column for each catalogue."""
    rows: Table = [["", *(scene.name for scene in scenes)]]
    for way in (*RIVALS, *ours(scenes[0])):
        rows.append([way, *(f"{over(values(scene, way, measure)):,.0f}" for scene in scenes)])
    return rows


def savings(scenes: Sequence[Scene], measure: Measure = once) -> Table:
    """The median saving of a task against each other way; below zero where Sandgate costs more."""
    rows: Table = [["", "against", *(scene.name for scene in scenes)]]
    for way in ours(scenes[0]):
        for rival in RIVALS:
            rows.append([way, rival, *(f"{median_saving(scene, way, rival, measure):.1f} %" for scene in scenes)])
    return rows


def median_saving(scene: Scene, way: str, rival: str, measure: Measure = once) -> float:
    return median(saved_percent(before, after) for before, after in _pairs(scene, rival, way, measure))


def total_saving(scene: Scene, way: str, rival: str, measure: Measure = once) -> float:
    return saved_percent(sum(values(scene, rival, measure)), sum(values(scene, way, measure)))


def dearer(scenes: Sequence[Scene]) -> Table:
    """In how many tasks Sandgate costs more."""
    rows: Table = [["", "costs more than", *(scene.name for scene in scenes)]]
    for way in ours(scenes[0]):
        for rival in RIVALS:
            rows.append([way, rival, *(_in_how_many(scene, way, rival) for scene in scenes)])
    return rows


def _in_how_many(scene: Scene, way: str, rival: str) -> str:
    pairs = _pairs(scene, rival, way, once)
    return f"{sum(after > before for before, after in pairs)} of {len(pairs)}"


def in_detail(scene: Scene, names: Sequence[str]) -> Table:
    """Each task of a scene that has one Sandgate way."""
    (way,) = ours(scene)
    rows: Table = [["task", "calls", *RIVALS, "Sandgate", "saved of listed", "of tool search"]]
    for number, name in enumerate(names):
        told = {each: scene.ways[each][number] for each in (*RIVALS, way)}
        own = told[way].once
        shares = (f"{saved_percent(told[rival].once, own):.1f} %" for rival in (LISTED, SEARCHED))
        calls = f"{len(told[LISTED].rounds):,} -> {len(told[way].rounds)}"
        rows.append([name, calls, *(f"{told[each].once:,}" for each in (*RIVALS, way)), *shares])
    return rows


def break_even(scene: Scene, way: str, tokens_of_a_tool: float, share: float = 0.0) -> list[int]:
    """For each task, how many listed tools it takes until Sandgate saves this share, each message counted once."""
    needed: list[int] = []
    for before, after in zip(scene.ways[USED], scene.ways[way], strict=True):
        messages = before.once - before.opening
        needed.append(_tools(after.once / (1 - share) - messages, tokens_of_a_tool))
    return needed


def break_even_sent(scene: Scene, way: str, tokens_of_a_tool: float) -> list[int]:
    """The same for what all requests send: what is listed is sent with each."""
    needed: list[int] = []
    for before, after in zip(scene.ways[USED], scene.ways[way], strict=True):
        messages = before.sent - before.opening * before.requests
        needed.append(_tools(after.sent - messages, tokens_of_a_tool * before.requests))
    return needed


def _tools(tokens: float, tokens_of_a_tool: float) -> int:
    return max(0, math.ceil(tokens / tokens_of_a_tool))


def held_back(scene: Scene, way: str, rival: str) -> list[int]:
    """For each task, how many more tokens of results would have to stay out of the context for the two to be even."""
    return [max(0, after - before) for before, after in _pairs(scene, rival, way, once)]


def parts(scene: Scene) -> Table:
    """What the tokens of a task are made of, on average."""
    rows: Table = [
        ["", "at the start", "the person", "searches", "definitions", "calls or programs, and results", "calls"]
    ]
    for way in (*RIVALS, *ours(scene)):
        told = scene.ways[way]
        sums = (
            sum(it.opening for it in told),
            sum(turn.user for it in told for turn in it.turns),
            sum(it.tokens("search") for it in told),
            sum(it.tokens("definition") for it in told),
            sum(it.tokens("call", "program") for it in told),
        )
        calls = sum(len(it.rounds) for it in told) / len(told)
        rows.append([way, *(f"{each / len(told):,.0f}" for each in sums), f"{calls:.1f}"])
    return rows


def finding(scenes: Sequence[Scene]) -> Table:
    """By what the tools were found, in percent of those that were looked for."""
    rows: Table = [["", "found by", *(scene.name for scene in scenes)]]
    for way in scenes[0].found:
        for by in BY:
            shares = (100 * scene.found[way][by] / max(1, scene.found[way].total()) for scene in scenes)
            rows.append([way, by, *(f"{share:.1f} %" for share in shares)])
    return rows


def _pairs(scene: Scene, before: str, after: str, measure: Measure) -> list[tuple[int, int]]:
    return list(zip(values(scene, before, measure), values(scene, after, measure), strict=True))


def markdown(rows: Table) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])
