"""What others do, for comparison: plain BM25, and looking for the query as a part of the text."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from sandgate.catalog.search.lexical import parameters
from sandgate.model import Tool

K1, B = 1.5, 0.75
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def _text(tool: Tool) -> str:
    names, explained = parameters(tool.input_schema)
    return " ".join([tool.server, tool.name, tool.title, tool.description, *names, *explained])


def _words(text: str) -> list[str]:
    """Names are split as ours are: BM25 without that would be too easy to beat."""
    return [word.lower() for word in _WORD.findall(text)]


class Bm25:
    name = "BM25"

    def __init__(self, tools: Sequence[Tool]) -> None:
        counted = [Counter(_words(_text(tool))) for tool in tools]
        self._lengths = [sum(counts.values()) for counts in counted]
        self._mean = sum(self._lengths) / max(1, len(self._lengths))
        self._found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, counts in enumerate(counted):
            for word, count in counts.items():
                self._found[word].append((number, count))

    def search(self, query: str) -> list[int]:
        scores: defaultdict[int, float] = defaultdict(float)
        for word in _words(query):
            found = self._found.get(word, [])
            rarity = math.log(1 + (len(self._lengths) - len(found) + 0.5) / (len(found) + 0.5))
            for number, count in found:
                length = 1 - B + B * self._lengths[number] / self._mean
                scores[number] += rarity * count * (K1 + 1) / (count + K1 * length)
        return sorted(scores, key=lambda number: (-scores[number], number))


class Substring:
    name = "substring"

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._texts = [_text(tool).lower() for tool in tools]

    def search(self, query: str) -> list[int]:
        """The tools that contain most words of the query as they are written."""
        wanted = set(query.lower().split())
        hits = [sum(word in text for word in wanted) for text in self._texts]
        return sorted((n for n, hit in enumerate(hits) if hit), key=lambda number: (-hits[number], number))
