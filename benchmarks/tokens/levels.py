"""What tools cost in tokens: the listing as clients load it, against our three levels of detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import median

from sandgate.catalog import Catalogue
from sandgate.cli.weighing import Weighed, total, weigh
from sandgate.model import Listing

from ..report import Figure

GOALS = {"name": 12, "description": 45}
"""Tokens a tool, on average."""
GOAL_FULL = 0.4


def sizes(listings: Mapping[str, Listing]) -> Iterator[Figure]:
    """What each level of the whole catalogue costs."""
    catalogue = Catalogue(listings, listings)
    tools = weigh(catalogue, catalogue.tools)
    whole, many = total(tools), max(1, len(tools))
    yield Figure(
        name=f"the JSON of {len(tools):,} tools of {len(listings)} servers",
        value=f"{whole.json:,} tokens, {whole.json / many:,.0f} a tool",
        meaning="Names, titles, descriptions, schemas and annotations as a client loads them, with no space to spare.",
    )
    for level, tokens in (("name", whole.name), ("description", whole.description)):
        yield Figure(
            name=f"the same tools, `{level}`",
            value=f"{tokens / many:.1f} tokens a tool, {tokens / max(1, whole.json):.1%} of the JSON",
            meaning=f"One line a tool. The goal is at most {GOALS[level]} tokens a tool.",
        )
    yield Figure(
        name="the same tools, `full`",
        value=f"{share(tools):.1%} of the JSON in total, median {median_share(tools):.1%} a tool",
        meaning=f"Import line, types and documented signature. The goal is at most {GOAL_FULL:.0%} in total.",
    )


def share(tools: list[Weighed]) -> float:
    """The definitions of all tools against their JSON."""
    whole = total(tools)
    return whole.full / max(1, whole.json)


def median_share(tools: list[Weighed]) -> float:
    return median(it.sizes.full / it.sizes.json for it in tools) if tools else 0.0
