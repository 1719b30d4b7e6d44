"""Find tools by what they do: shared words and near meanings, for the query and for each part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from typing import TYPE_CHECKING

from sandgate.model import Tool

from . import synonyms
from .lexical import Lexical
from .words import MOST_READ, clauses, names, stem, surface, without_values, words

if TYPE_CHECKING:
    from .meaning import Meaning, Vectors

MOST_WORDS = 40
MOST_CLAUSES = 8
MENDED = 0.7
"""How much a word counts that is a guess, for a typing mistake or out of another language."""
ALIKE = 0.4
"""How much a synonym counts against the word itself."""
NEIGHBOUR, NEAREST, NEIGHBOURS = 0.5, 0.4, 15
"""How much a word of near meaning counts, from how near on, and how many of them."""
MEANING = 0.5
"""How much the meaning of the whole counts against its words."""
OF_CLAUSES = 0.6
"""Of that, how much the nearest part of the query counts against all of it."""
BEST_OF_CLAUSE = 0.1
"""What is best for one part of a query stands before what is middling for all of it."""
OTHER_DEED = 0.85
"""What is left of the score of a tool that does something else than was asked for."""
NAMED, NAMESAKES = 0.5, 100
"""What it counts to be asked for by name, and among how many of the best that is looked for."""
LEAST = {False: (0.2, 0.6), True: (0.33, 1.0)}
"""Without and with meanings: what the best tool must score, and the same shared by the words of a long query."""
OF_THE_BEST = 0.1
"""Tools that score less than this part of the best are no answer."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the words of a catalogue mean, and what its tools do."""

    meaning: Meaning
    words: Sequence[str]
    near: Vectors
    tools: Vectors


class Index:
    """Made once for a catalogue. The constants above were chosen on public data: see `benchmarks/finding`."""

    def __init__(self, tools: Sequence[Tool], words: Lexical, vocabulary: Vocabulary | None = None) -> None:
        self.tools, self.words, self.vocabulary = tools, words, vocabulary

    def search(self, query: str) -> list[Tool]:
        """Tools in order of fitness, best first; none where none fits."""
        return [tool for tool, _ in self.ranked(query)]

    def ranked(self, query: str) -> list[tuple[Tool, float]]:
        """The same with how well each fits."""
        query = query[:MOST_READ]
        scores = self._scores(query)
        best = max(scores, default=0.0)
        flat, shared = LEAST[self.vocabulary is not None]
        if best < min(flat, shared / max(1, len(set(surface(query))))):
            return []
        fitting = [number for number, score in enumerate(scores) if score > best * OF_THE_BEST]
        fitting.sort(key=lambda number: (-scores[number], self.tools[number].server, self.tools[number].name))
        return [(self.tools[number], scores[number]) for number in fitting]

    def _scores(self, query: str) -> list[float]:
        bare = without_values(query)
        parts = clauses(bare)[:MOST_CLAUSES]
        wanted = self._wanted(list(dict.fromkeys(surface(bare)))[:MOST_WORDS])
        for name in filter(self._is_unknown, names(bare)):
            wanted.pop(name, None)  # Oslo is said to a tool, and says nothing about it
        scores = self._by_words(bare, wanted)
        near = self._by_meaning([bare, *parts])
        if near is not None:
            scores = _added(scores, (1 - OF_CLAUSES) * near[0] + OF_CLAUSES * near[1:].max(axis=0))
        for number, part in enumerate(parts if len(parts) > 1 else ()):
            alone = self._by_words(part, wanted)
            alone = alone if near is None else _added(alone, near[1 + number])
            if (best := max(alone, default=0.0)) > 0:
                scores[alone.index(best)] += BEST_OF_CLAUSE
        self._prefer_deeds({deed for word in words(bare) if (deed := synonyms.deed(word))}, scores)
        self._prefer_names(frozenset(words(query)), scores)
        return scores

    def _prefer_deeds(self, wanted: set[str], scores: list[float]) -> None:
        """Who wants to look for something is not given what creates or deletes it first."""
        for number, deed in enumerate(self._deeds if wanted else ()):
            if deed and deed not in wanted:
                scores[number] *= OTHER_DEED

    @cached_property
    def _deeds(self) -> list[str | None]:
        """What each tool does, as far as its name tells."""
        return [next(filter(None, map(synonyms.deed, words(tool.name))), None) for tool in self.tools]

    def _prefer_names(self, said: frozenset[str], scores: list[float]) -> None:
        """A query that is a tool's name, with or without its server's, means that tool."""
        for number in nlargest(NAMESAKES, range(len(scores)), key=scores.__getitem__) if said else ():
            tool = self.tools[number]
            name = frozenset(words(tool.name))
            if said == name or said == name | frozenset(words(tool.server)):
                scores[number] += NAMED

    def _by_words(self, query: str, wanted: Mapping[str, Mapping[str, float]]) -> list[float]:
        """For each tool, how much of the query it has; all of it would be 1."""
        together: dict[str, float] = {}
        best = 0.0
        for word in dict.fromkeys(surface(query)):
            sought = wanted.get(word, {})
            best += min((self.words.rarity(other) for other, weight in sought.items() if weight >= MENDED), default=0)
            for other, weight in sought.items():
                together[other] = max(together.get(other, 0.0), weight)
        return self.words.scores(together, best or 1.0)

    def _wanted(self, written: Sequence[str]) -> dict[str, dict[str, float]]:
        """For each word of a query, the words to look for, and how much each counts."""
        wanted: dict[str, dict[str, float]] = {}
        for word, near in zip(written, self._neighbours(written), strict=True):
            known, sure = self._known(stem(word))
            alike = {other: ALIKE for one in known for other in synonyms.alike(one)}
            both = {other: max(alike.get(other, 0.0), near.get(other, 0.0)) for other in (*alike, *near)}
            wanted[word] = both | dict.fromkeys(known, sure)
        return wanted

    def _known(self, word: str) -> tuple[Sequence[str], float]:
        """The word itself; else what it means in English, or what a typing mistake was probably meant to be."""
        if self.words.count(word):
            return [word], 1.0
        if meant := synonyms.translated(word):
            return sorted(meant), MENDED
        if occurring := sorted(filter(self.words.count, synonyms.alike(word))):
            return occurring, MENDED
        mended = self.words.mended(word)
        return ([mended], MENDED) if mended else ([word], 1.0)

    def _is_unknown(self, word: str) -> bool:
        return self._known(stem(word)) == ([stem(word)], 1.0) and not self.words.count(stem(word))

    def _neighbours(self, written: Sequence[str]) -> list[dict[str, float]]:
        """For each word, those of near meaning that occur; none without vectors."""
        if not (vocabulary := self.vocabulary) or not written:
            return [{} for _ in written]
        found: list[dict[str, float]] = []
        for row in vocabulary.meaning.vectors(written) @ vocabulary.near.T:
            places = (row >= NEAREST).nonzero()[0]
            nearest = sorted(places, key=row.__getitem__, reverse=True)[: NEIGHBOURS + 1]
            found.append({vocabulary.words[int(place)]: NEIGHBOUR * float(row[place]) for place in nearest})
        return found

    def _by_meaning(self, texts: Sequence[str]) -> Vectors | None:
        """A row for each text: how near each tool is to it. None without vectors."""
        if not (vocabulary := self.vocabulary):
            return None
        near: Vectors = vocabulary.meaning.vectors(texts) @ vocabulary.tools.T
        return near.clip(min=0.0)


def _added(scores: Sequence[float], meant: Vectors) -> list[float]:
    return (MEANING * meant + scores).tolist()
