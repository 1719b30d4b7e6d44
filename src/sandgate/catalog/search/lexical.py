"""Which tools share words with a query: BM25 over their fields, the name counting most."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from sandgate.model import JsonObject, Tool

from .words import stem, surface

OnTool = Callable[[], None]
K1 = 1.2
B = 0.5
WEIGHTS = {
    "name": 4.0,
    "server": 2.0,
    "title": 2.0,
    "description": 1.0,
    "parameters": 1.0,
    "explained": 0.3,
    "about": 0.2,
}
DESCRIPTION_CHARACTERS = 600
"""Long descriptions hold examples and warnings; what a tool is for stands at their start."""
ABOUT_CHARACTERS = 200
EXPLAINED_CHARACTERS = 2000
DEEPEST = 4
OTHERS = 200
"""Tools of other people that are imagined beside ours: what all of a few tools share still says something."""
SHORTEST_MENDED = 4
"""Words below this are too near to each other to guess which was meant."""


@dataclass(slots=True)
class Lexical:
    """An inverted index. A search touches only the tools that share a word."""

    size: int
    """How many tools there are."""
    places: Mapping[str, tuple[int, int]]
    """Where the tools of each word begin and end in the two below."""
    tools: array[int]
    impacts: array[float]
    """How much a word says about a tool."""
    forms: Mapping[str, str]
    """How each word is mostly written."""
    _shortened: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def count(self, word: str) -> int:
        """In how many tools a word occurs."""
        start, end = self.places.get(word, (0, 0))
        return end - start

    def rarity(self, word: str) -> float:
        """How much it tells to share this word."""
        count = self.count(word)
        return math.log(1 + (OTHERS + self.size - count + 0.5) / (count + 0.5))

    def scores(self, wanted: Mapping[str, float], best: float) -> list[float]:
        """One per tool; 1 for a tool that has words of the rarity `best`, and nothing else."""
        total = [0.0] * self.size
        for word, weight in wanted.items():
            start, end = self.places.get(word, (0, 0))
            factor = weight * self.rarity(word) / (best * (K1 + 1))
            for tool, impact in zip(self.tools[start:end], self.impacts[start:end], strict=True):
                total[tool] += factor * impact
        return total

    def mended(self, word: str) -> str | None:
        """The word that was probably meant by one that occurs nowhere: one letter more, less, other or swapped."""
        if len(word) < SHORTEST_MENDED or not word.isalpha():
            return None
        if not self._shortened:
            self._shortened = self._all_shortened()  # in one step: another thread may be searching
        near = {known for form in _shortened(word) for known in self._shortened.get(form, ())}
        near = {known for known in near if known.isalpha() and abs(len(known) - len(word)) <= 1}
        return max(near, key=lambda known: (known[0] == word[0], self.count(known), known), default=None)

    def _all_shortened(self) -> dict[str, tuple[str, ...]]:
        """Tuples, because the garbage collector stops all threads to look into hundreds of thousands of sets."""
        found: dict[str, tuple[str, ...]] = {}
        for known in self.places:
            for form in _shortened(known):
                found[form] = (*found.get(form, ()), known)
        return found


def _shortened(word: str) -> set[str]:
    """The word, and the word without each of its letters: two words that share one are a letter apart."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def made(tools: Sequence[Tool], about: Mapping[str, str], on_tool: OnTool = lambda: None) -> Lexical:
    """An index over tools; `about` is what each server says of itself, `on_tool` hears of each."""
    weighted: list[Mapping[str, float]] = []
    for tool in tools:
        weighted.append(_weighted(tool, about.get(tool.server, "")))
        on_tool()
    lengths = [sum(weights.values()) for weights in weighted]
    mean = sum(lengths) / len(lengths) if lengths else 1.0
    found: defaultdict[str, tuple[list[int], list[float]]] = defaultdict(lambda: ([], []))
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number, (weights, length) in enumerate(zip(weighted, lengths, strict=True)):
        damping = K1 * (1 - B + B * length / (mean or 1.0))
        stems: defaultdict[str, float] = defaultdict(float)
        for word, weight in weights.items():
            stems[stem(word)] += weight
            forms[stem(word)][word] += 1
        for word, weight in stems.items():
            numbers, impacts = found[word]
            numbers.append(number)
            impacts.append(weight * (K1 + 1) / (weight + damping))
    written = {word: counted.most_common(1)[0][0] for word, counted in forms.items()}
    return _packed(len(tools), found, written)


def _packed(size: int, found: Mapping[str, tuple[list[int], list[float]]], forms: Mapping[str, str]) -> Lexical:
    places: dict[str, tuple[int, int]] = {}
    all_tools, all_impacts = array("I"), array("f")
    for word, (numbers, impacts) in found.items():
        places[word] = (len(all_tools), len(all_tools) + len(numbers))
        all_tools.extend(numbers)
        all_impacts.extend(impacts)
    return Lexical(size, places, all_tools, all_impacts, forms)


def _weighted(tool: Tool, about: str) -> Mapping[str, float]:
    """Its words as they are written, and how much each says about it."""
    names, explained = parameters(tool.input_schema)
    texts = {
        "name": tool.name,
        "server": tool.server,
        "title": tool.title,
        "description": tool.description[:DESCRIPTION_CHARACTERS],
        "parameters": " ".join(names),
        "explained": " ".join(explained)[:EXPLAINED_CHARACTERS],
        "about": about[:ABOUT_CHARACTERS],
    }
    weights: defaultdict[str, float] = defaultdict(float)
    for part, text in texts.items():
        for word in surface(text):
            weights[word] += WEIGHTS[part]
    return weights


def parameters(schema: JsonObject) -> tuple[list[str], list[str]]:
    """The names of all parameters, nested ones among them, and what is said about each."""
    names: list[str] = []
    explained: list[str] = []
    level: list[object] = [schema]
    for _ in range(DEEPEST):
        below: list[object] = []
        for name, part in _properties(level):
            names.append(name)
            if isinstance(said := part.get("description"), str):
                explained.append(said)
            below += [part, part.get("items")]
        level = below
    return names, explained


def _properties(schemas: Iterable[object]) -> list[tuple[str, JsonObject]]:
    found: list[tuple[str, JsonObject]] = []
    for schema in schemas:
        inner = cast("dict[str, Any]", schema).get("properties") if isinstance(schema, dict) else None
        if isinstance(inner, dict):
            entries = cast("dict[object, object]", inner).items()
            found += [(str(name), cast("JsonObject", part)) for name, part in entries if isinstance(part, dict)]
    return found
