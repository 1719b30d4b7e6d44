"""All that was measured, and what is said of it: savings, catalogues, costs, from when on programs pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median

from sandgate.model import Listing

from .counting import definition, tokens
from .scenes import DRAWS, MORE, Played, draws
from .tables import (
    RIVALS,
    Measure,
    Table,
    break_even,
    break_even_sent,
    held_back,
    median_saving,
    once,
    ours,
    total_saving,
    values,
)
from .tasks import ToolId
from .ways import EXACT, LISTED, SEARCHED, Scene, sandgate, weight

CLAIM, CLAIMED_LISTING = 0.987, 150_000
"""The saving that is often named for code execution, and the tokens of definitions it is said to save them of."""
TURN = sandgate("all printed")


@dataclass(frozen=True, slots=True)
class Figures:
    """All that was measured."""

    demo: Played
    demo_names: Sequence[str]
    public: Played
    single: Played
    captured: Mapping[str, Listing]
    used_before: Mapping[ToolId, str]
    """Definitions of the public tasks' tools after all tasks were done."""
    fresh: Mapping[ToolId, str]
    """The same before the first."""
    openings: Mapping[str, int]
    """What a model reads of Sandgate first, by surface."""
    meanings: bool


def chosen(scene: Scene) -> str:
    """The Sandgate way that stands for all: a program for each thing the person asks."""
    return TURN if TURN in scene.ways else ours(scene)[0]


def summary(found: Figures) -> Table:
    rows: Table = [["tasks", "tools", *(f"against {rival}" for rival in RIVALS)]]
    for each in (found.demo, found.public, found.single):
        for scene in (each.scenes[0], each.scenes[-2], each.scenes[-1]):
            name = f"{len(scene.tools)} {each.name}, {scene.name}"
            rows.append([name, tools(scene), *(_saved(scene, rival) for rival in RIVALS)])
    return rows


def _saved(scene: Scene, rival: str, measure: Measure = once) -> str:
    middle = median_saving(scene, chosen(scene), rival, measure)
    return f"{middle:.1f} % ({total_saving(scene, chosen(scene), rival, measure):.1f} %)"


def even(found: Figures, a_tool: float) -> str:
    scene = found.public.scenes[-1]
    least, all_sent = (median(even(scene, TURN, a_tool)) for even in (break_even, break_even_sent))
    return (
        f"Against a client that lists every tool, the median public task is even at {least:,.0f} tools of average "
        f"size; if all that requests send again is counted, at {all_sent:,.0f}."
    )


def as_claimed(found: Figures) -> Table:
    rows: Table = [["tasks", "catalogue", "tokens listed", "saved in the median task", "in total"]]
    for each in (found.demo, found.public, found.single):
        scene = min(each.scenes, key=lambda it: abs(_listed(it) - CLAIMED_LISTING))
        savings = (saving(scene, chosen(scene), LISTED) for saving in (median_saving, total_saving))
        rows.append([each.name, scene.name, f"{_listed(scene):,.0f}", *(f"{saved:.1f} %" for saved in savings)])
    return rows


def _listed(scene: Scene) -> float:
    return median(it.opening for it in scene.ways[LISTED])


def tools(scene: Scene) -> str:
    least, most = min(scene.tools), max(scene.tools)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def catalogues(sets: Sequence[Played], openings: Mapping[str, int]) -> Table:
    rows: Table = [["tasks", "catalogue", "tools", LISTED, "tool search", "Sandgate", "Sandgate, minimal surface"]]
    for each in sets:
        for scene in each.scenes:
            first = (median(it.opening for it in scene.ways[way]) for way in (LISTED, SEARCHED))
            own = (openings[surface] for surface in ("full", "minimal"))
            rows.append([each.name, scene.name, tools(scene), *(f"{tokens:,.0f}" for tokens in (*first, *own))])
    return rows


def drawn_lines(captured: Mapping[str, Listing]) -> list[str]:
    weights = {name: weight(listing) for name, listing in captured.items()}
    lines: list[str] = []
    for many in MORE:
        if many < len(weights):
            totals = [sum(weights[name] for name in servers) for servers in draws(weights, many)]
            low, middle, high = (totals[round(share * (DRAWS - 1))] for share in (0.05, 0.5, 0.95))
            lines.append(f"- {many} servers: {middle:,} tokens in the middle, {low:,} to {high:,} for 9 of 10 draws.")
    return lines


def tool_weights(captured: Mapping[str, Listing]) -> list[int]:
    return [tokens(definition(tool)) for listing in captured.values() for tool in listing.tools]


def costs(found: Figures) -> list[str]:
    scene, lines = found.public.scenes[-1], list[str]()
    for way in ours(scene):
        for rival in (SEARCHED, EXACT):
            missing = median(held_back(scene, way, rival))
            more = sum(values(scene, way)) - sum(values(scene, rival))
            verb = "more" if more > 0 else "fewer"
            lines.append(
                f"- {way}, against {rival}: {abs(more) / len(scene.tools):,.0f} tokens {verb} a task on average. "
                + (f"The median task is even once {missing:,.0f} more tokens of results stay out." if missing else "")
            )
    return [line.rstrip() for line in lines]


def break_evens(found: Figures, weights: Sequence[int]) -> Table:
    rows: Table = [["tasks", "", "tools of average size", "9 of 10 tasks", "tools of median size", "all that is sent"]]
    for each in (found.demo, found.public, found.single):
        scene = each.scenes[-1]
        for way in ours(scene):
            average, middle = break_even(scene, way, mean(weights)), break_even(scene, way, median(weights))
            high = sorted(average)[round(0.9 * (len(average) - 1))]
            all_sent = break_even_sent(scene, way, mean(weights))
            shown = (median(average), high, median(middle), median(all_sent))
            rows.append([each.name, way, *(f"{one:,.0f}" for one in shown)])
    return rows


def claim(found: Figures, a_tool: float) -> Table:
    rows: Table = [["tasks", "", "listed tools that 98.7 % would take, median", "their tokens"]]
    for each in (found.demo, found.public, found.single):
        scene = each.scenes[-1]
        for way in ours(scene):
            needed = median(break_even(scene, way, a_tool, CLAIM))
            rows.append([each.name, way, f"{needed:,.0f}", f"{needed * a_tool:,.0f}"])
    return rows


def learned(found: Figures) -> str:
    before = sum(map(tokens, found.fresh.values())) / max(1, len(found.fresh))
    after = sum(map(tokens, found.used_before.values())) / max(1, len(found.used_before))
    return (
        "Servers of the public tasks do not declare what they return. Sandgate learns it from use, and says so in "
        f"later definitions: after all tasks a definition has {after:,.0f} tokens on average, {before:,.0f} before. "
        "The figures above are those of the first day."
    )
