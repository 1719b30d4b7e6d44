"""Recall and nDCG of a search, and of recommendations with what was used together before."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sandgate.catalog import Together, recommended
from sandgate.catalog.search import Index
from sandgate.model import Tool

from .data import Query, Set

Search = Callable[[str], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Quality:
    recall: dict[int, float]
    """Of the tools a query needs, the part that is among the first 1, 5, 10."""
    ndcg: float
    seconds: Sequence[float]


def measured(search: Search, queries: Sequence[Query]) -> Quality:
    assert queries
    found: list[Sequence[int]] = []
    seconds: list[float] = []
    for query in queries:
        started = time.perf_counter()
        found.append(search(query.text)[:10])
        seconds.append(time.perf_counter() - started)
    recall = {
        most: _mean(_recall(one[:most], query) for one, query in zip(found, queries, strict=True))
        for most in (1, 5, 10)
    }
    ndcg = _mean(_ndcg(one[:5], query) for one, query in zip(found, queries, strict=True))
    return Quality(recall, ndcg, seconds)


def numbered(index: Index) -> Search:
    numbers = {id(tool): number for number, tool in enumerate(index.tools)}
    return lambda query: [numbers[id(tool)] for tool in index.search(query)]


def recommending(index: Index, together: Together) -> Search:
    numbers = {id(tool): number for number, tool in enumerate(index.tools)}
    return lambda task: [numbers[id(one.tool)] for one in recommended(index, task, together, 10)]


def halves(given: Set) -> tuple[list[Query], list[Query]]:
    """Tasks of several tools: those that were done before, and those to be done now."""
    several = given.several
    random.Random(1).shuffle(several)
    return several[: len(several) // 2], several[len(several) // 2 :]


def history(tools: Sequence[Tool], done: Sequence[Query]) -> Together:
    programs = [[tools[min(group)] for group in query.wanted] for query in done]
    return Together.of([(tool.server, tool.name) for tool in used] for used in programs)


def _recall(found: Sequence[int], query: Query) -> float:
    return sum(not group.isdisjoint(found) for group in query.wanted) / len(query.wanted)


def _ndcg(found: Sequence[int], query: Query) -> float:
    left = list(query.wanted)
    gained = 0.0
    for place, number in enumerate(found):
        hit = next((group for group in left if number in group), None)
        if hit is not None:
            left.remove(hit)
            gained += 1 / math.log2(place + 2)
    best = sum(1 / math.log2(place + 2) for place in range(min(5, len(query.wanted))))
    return gained / best


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
