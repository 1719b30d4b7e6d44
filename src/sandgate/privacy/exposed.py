"""Values that a tool or a program has had in the clear: where one of them is said again, it is known by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from .detection import Scalar, Span

_WORD = re.compile(r"\w+")
_ESCAPED = re.compile(r"\\[nrt](?=\w)")
"""The end of a line, or a tab, in JSON and in what Python prints."""
_QUOTES = re.compile(r"[\"'\\]")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]"
)
"""Scripts that put no blank between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese; Korean adds to a name."""
_FEW_WORDS = 40
_SHORTEST = 2
_SHORTEST_SIGNS = 4
_SHORTEST_NUMBER = 3
"""One or two digits, such as the day of a birthday, stand in every text."""
_FEWEST_DIGITS = 4
"""Of a text that is a number for somebody else as well; a shorter one is too often something else."""

FARTHEST = 16 * 1024
"""Characters that are looked through again for each line that is printed; a private key has some 3,000."""


class Exposed:
    """What a field gave away once may come back as a bare word, such as the name in `no such user: Roe`."""

    def __init__(self) -> None:
        self._places: dict[str, set[tuple[int, int]]] = {}
        """By the longest word of a value, which is seldom said by chance: where it stands, how long the value is."""
        self._anywhere: dict[str, set[int]] = {}
        """Values that are no words of their own, by their first character: how long they are."""
        self._kinds: dict[str, str] = {}
        self.reach = 0
        """Characters of the longest value that has several lines."""
        self._numbers: dict[float, str] = {}
        self._meant: dict[str, str] = {}
        """Values by how they are written in JSON, or in a list that is printed: `Ren\\u00e9e`, `12 Main St\\nApt 4`."""

    def __len__(self) -> int:
        return len(self._kinds)

    def add(self, kind: str, value: Scalar) -> None:
        text = str(value)
        shortest = _SHORTEST_NUMBER if text.isdigit() else _SHORTEST
        if text in self._kinds or len(text) < shortest or not self._add(kind, text):
            return
        if "\n" in text:
            self.reach = max(self.reach, min(len(text), FARTHEST))
        for written in _escaped(text):
            if self._add(kind, written):
                self._meant[written] = text
        if not isinstance(value, str):
            self._numbers[value] = kind
        elif text.isascii() and text.isdigit() and len(text) >= _FEWEST_DIGITS and text[0] != "0":
            self._numbers[int(text)] = kind

    def _add(self, kind: str, text: str) -> bool:
        """Whether it is long enough to be known by."""
        word = max(_WORD.finditer(text), key=lambda word: len(word[0]), default=None)
        if word is None and len(text) < _SHORTEST_SIGNS:
            return False
        self._kinds[text] = kind
        if word is None or _UNSPACED.search(text):
            self._anywhere.setdefault(text[0], set()).add(len(text))
        else:
            self._places.setdefault(word[0], set()).add((word.start(), len(text)))
        return True

    def meant(self, text: str) -> str:
        """The value that is written so, or the text itself."""
        return self._meant.get(text, text)

    def is_plain(self, text: str) -> bool:
        """Whether it is a value as it is, and not as it is written with escapes."""
        return text not in self._meant

    def knows(self, value: Scalar) -> bool:
        return str(value) in self._kinds

    def kind_of(self, number: float) -> str:
        """The kind of a number that was a value; nothing for any other."""
        return self._numbers.get(number, "") if self._numbers else ""

    @property
    def has_numbers(self) -> bool:
        return bool(self._numbers)

    def within(self, text: str) -> list[Span]:
        """Where they stand in a text, as words of their own; where two meet, all of both."""
        if not self._kinds or not self._may_stand_in(text):
            return []
        return united(self._spans(text))

    def kinds_in(self, text: str) -> set[str]:
        """The kinds of all that stand in a text, also within each other."""
        return {span.kind for span in self._spans(text)}

    def _spans(self, text: str) -> list[Span]:
        places = self._places
        found = [*self._spans_anywhere(text)] if self._anywhere else []
        return found + [span for place, word in _words(text) if word in places for span in self._at(text, place, word)]

    def _spans_anywhere(self, text: str) -> Iterator[Span]:
        for start in [place for place, sign in enumerate(text) if sign in self._anywhere]:
            for length in tuple(self._anywhere[text[start]]):
                if kind := self._kinds.get(text[start : start + length]):
                    yield Span(start, start + len(text[start : start + length]), kind)

    def _may_stand_in(self, text: str) -> bool:
        if any(sign in text for sign in tuple(self._anywhere)):  # another thread may add one
            return True
        if len(self._places) <= _FEW_WORDS:
            return any(word in text for word in tuple(self._places))
        return bool(_ESCAPED.search(text)) or not self._places.keys().isdisjoint(_WORD.findall(text))

    def _at(self, text: str, place: int, word: str) -> Iterator[Span]:
        for before, length in tuple(self._places[word]):
            start, end = place - before, place - before + length
            kind = self._kinds.get(text[max(0, start) : end])
            if kind and start >= 0 and end <= len(text) and not _goes_on(text, start) and not _goes_on(text, end):
                yield Span(start, end, kind)


def _escaped(text: str) -> set[str]:
    """How else JSON and Python write it between quotes."""
    if text.isascii() and text.isprintable() and not _QUOTES.search(text):
        return set()
    return {json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1], repr(text)[1:-1]} - {text}


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Where words begin. `\\nRoe` may be one word behind a backslash, or another one on a line of its own."""
    for word in _WORD.finditer(text):
        yield word.start(), word[0]
        if _ESCAPED.match(text, word.start() - 1):
            yield word.start() + 1, word[0][1:]


def _goes_on(text: str, place: int) -> bool:
    """Whether a word stands on both sides of a place."""
    if place > 1 and _ESCAPED.match(text, place - 2):
        return False
    before, after = text[max(0, place - 1) : place], text[place : place + 1]
    return bool(_WORD.match(before) and _WORD.match(after))


def beside(spans: Sequence[Span], known: Sequence[Span]) -> list[Span]:
    """Both, in order; where two meet, all of both is one: nothing of either may stay."""
    return united([*spans, *known]) if known else list(spans)


def united(spans: list[Span]) -> list[Span]:
    """In order and apart: those that meet as one, of the kind of the first, or of the one that holds the others."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        last = found[-1] if found else None
        if last and span.start < last.end:
            found[-1] = Span(last.start, max(last.end, span.end), last.kind)
        else:
            found.append(span)
    return found
