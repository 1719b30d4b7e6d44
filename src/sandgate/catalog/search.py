"""Find tools by words: BM25 over names, titles, descriptions and parameters, with the name counting most."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from difflib import get_close_matches

from sandgate.model import Tool

K1 = 1.2
B = 0.5
WEIGHTS = {"name": 4, "server": 2, "title": 2, "description": 1, "parameters": 1}
MENDED_WORDS = 12
"""Typing mistakes are looked for in so many words of a query: each is compared with every word there is."""
DESCRIPTION_CHARACTERS = 600
"""Long descriptions hold examples and warnings; what a tool is for stands at their start."""
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_STOP_WORDS = "a an and are as at be by for from how i in is it me my of on or so that the this to use with you your"
_STOP = frozenset(_STOP_WORDS.split())


def words(text: str) -> list[str]:
    """Lower-case stems; camelCase and snake_case are split."""
    return [_stem(word.lower()) for word in _WORD.findall(text) if word.lower() not in _STOP]


def _stem(word: str) -> str:
    for ending, least in (("ies", 5), ("ing", 6), ("es", 5), ("ed", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


class Index:
    """An inverted index over tools. Made once for a catalogue; a search touches only the tools that share a word."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools = tools
        self._postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        self._lengths: list[float] = []
        for number, tool in enumerate(tools):
            weights = _weighted(tool)
            self._lengths.append(sum(weights.values()))
            for word, weight in weights.items():
                self._postings[word].append((number, weight))
        self._mean = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0

    def search(self, query: str) -> list[Tool]:
        """Tools in order of fitness, best first; only those that share a word with the query."""
        scores: defaultdict[int, float] = defaultdict(float)
        for position, word in enumerate(dict.fromkeys(words(query))):
            self._score(self._known(word) if position < MENDED_WORDS else word, scores)
        order = sorted(
            scores, key=lambda number: (-scores[number], self._tools[number].server, self._tools[number].name)
        )
        return [self._tools[number] for number in order]

    def _known(self, word: str) -> str:
        """The word itself, or for a typing mistake the nearest one that occurs."""
        if word in self._postings or len(word) < 4:
            return word
        near = get_close_matches(word, (w for w in self._postings if w[0] == word[0]), n=1, cutoff=0.75)
        return near[0] if near else word

    def _score(self, word: str, scores: defaultdict[int, float]) -> None:
        postings = self._postings.get(word, ())
        rarity = math.log(1 + (len(self._tools) - len(postings) + 0.5) / (len(postings) + 0.5))
        for number, weight in postings:
            scores[number] += rarity * weight * (K1 + 1) / (weight + K1 * self._length(number))

    def _length(self, number: int) -> float:
        return 1 - B + B * self._lengths[number] / self._mean


def _weighted(tool: Tool) -> Counter[str]:
    texts = {
        "name": tool.name,
        "server": tool.server,
        "title": tool.title,
        "description": tool.description[:DESCRIPTION_CHARACTERS],
        "parameters": " ".join(tool.parameters),
    }
    weights: Counter[str] = Counter()
    for field, text in texts.items():
        for word in words(text):
            weights[word] += WEIGHTS[field]
    return weights
