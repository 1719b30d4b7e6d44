"""Where the marked values of a document stand in the text it was parsed from."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple, cast

import orjson

from ..kinds import Span

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*"')
_NUMBER = re.compile(r"\s*:\s*(-?\d[\d.eE+\-]*)")
_OPENING = re.compile(r"\s*[\[{]")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.S)
_LINES = re.compile(r"\}\s*\n\s*\{")


class Mark(NamedTuple):
    """Stands in a document where a value was: all of it is of one kind, or parts of it are."""

    kind: str
    parts: list[Span]


@cache
def whole(kind: str) -> Mark:
    return Mark(kind, [])


def parsed(text: str) -> Any:
    """The document that all of a text is, or the list of those on its lines. Raises ValueError for any other text."""
    if not _OPENING.match(text):
        raise ValueError("neither an object nor an array")
    try:
        return orjson.loads(text)
    except ValueError:
        if not _LINES.search(text):
            raise
    return [orjson.loads(line) for line in text.split("\n") if line and not line.isspace()]


def where_written(raw: str, spans: Iterable[Span]) -> Iterable[Span]:
    """The same spans in the string as it is written, with its escapes."""
    if "\\" not in raw:
        return spans
    read: list[int] = []
    longer = [0]
    for found in _ESCAPE.finditer(raw):
        read.append(found.start() - longer[-1])
        longer.append(longer[-1] + found.end() - found.start() - 1)

    def place(of: int) -> int:
        return of + longer[bisect_left(read, of)]

    return [Span(place(start), place(end), kind) for start, end, kind in spans]


def places(text: str, tree: Any, marked: Any) -> list[Span] | None:
    """The spans of all marks.

    A parser gives strings in the order in which they stand, so counting them is enough. None where that does not
    hold: a name that comes twice is kept once.
    """
    reading = _Reading()
    reading.value(tree, marked)
    return _placed(text, reading) if reading.exact else None


def _placed(text: str, reading: _Reading) -> list[Span] | None:
    read = _read(text)
    if len(read) != 2 * reading.place:
        return None
    marks = reading.marks
    spans = [
        Span(read[2 * place - 2] + 2 * place - 1, read[2 * place - 1] + 2 * place - 1, mark[0])
        for place, mark in zip(reading.places, marks, strict=True)
        if place > 0 and mark[0]
    ]
    if len(spans) < len(marks):
        for place, mark in zip(reading.places, marks, strict=True):
            if place < 0 or not mark[0]:
                spans += _other(text, read, place, mark)
        spans.sort()
    return spans


def _other(text: str, read: list[int], place: int, mark: Mark) -> list[Span]:
    """The spans of a mark that does not cover a whole string."""
    quotes = 2 * abs(place) - 1
    start, end = read[quotes - 1] + quotes, read[quotes] + quotes
    return _number(text, end + 1, mark) if place < 0 else _inside(text, start, end, mark.parts)


def _read(text: str) -> list[int]:
    """How many characters stand before each quote around a string, without the quotes before it."""
    if "\\" in text:
        places = (place for string in _STRING.finditer(text) for place in (string.start(), string.end() - 1))
        return [place - number for number, place in enumerate(places)]
    return list(accumulate(map(len, text.split('"')[:-1])))  # none is escaped


def _inside(text: str, start: int, end: int, parts: list[Span]) -> list[Span]:
    written = where_written(text[start:end], parts) if text.find("\\", start, end) >= 0 else parts
    return [Span(start + begin, start + finish, kind) for begin, finish, kind in written]


def _number(text: str, end_of_key: int, mark: Mark) -> list[Span]:
    found = _NUMBER.match(text, end_of_key)
    return [Span(found.start(1), found.end(1), mark.kind)] if found else []


class _Reading:
    """Counts strings and keys, and notes which are marked: with a minus, a number that stands behind its key.

    What stays is equal to what was read, and not always the same object: a column keeps one of some equal texts.
    """

    def __init__(self) -> None:
        self.places: list[int] = []
        self.marks: list[Mark] = []
        self.place = 0
        self.exact = True

    def value(self, old: Any, new: Any) -> None:
        if type(old) is str:
            self.place += 1
            if type(new) is Mark:
                self._note(self.place, new)
        elif type(old) is dict:
            self._object(cast("dict[str, Any]", old), new)
        elif type(old) is list:
            for one, other in zip(cast("list[Any]", old), new, strict=True):
                self.value(one, other)
        elif type(new) is Mark:
            self.exact = False  # a number in an array: no string shows its place

    def _object(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        place, places, marks = self.place, self.places, self.marks
        for value, other in zip(old.values(), new.values(), strict=True):
            place += 1
            if type(value) is str:
                place += 1
                if type(other) is Mark:
                    places.append(place)
                    marks.append(other)
            elif type(value) is dict or type(value) is list:
                self.place = place
                self.value(value, other)
                place = self.place
            elif type(other) is Mark:
                self._note(-place, other)
        self.place = place

    def _note(self, place: int, mark: Mark) -> None:
        self.places.append(place)
        self.marks.append(mark)
