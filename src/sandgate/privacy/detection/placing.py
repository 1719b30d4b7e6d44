"""Where the marked values of a document stand in the text it was parsed from."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, cast

import orjson

from .kinds import Span

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"')
_NUMBER = re.compile(r"\s*:\s*(-?\d[\d.eE+\-]*)")
_OPENING = re.compile(r"\s*[\[{]")
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


def places(text: str, tree: Any, marked: Any, escaped: Callable[[str], list[Span]]) -> list[Span] | None:
    """The spans of all marks. `escaped` reads a string whose places are not those of the text.

    A parser gives strings in the order in which they stand, so counting them is enough. None where that does not
    hold: a name that comes twice is kept once.
    """
    reading = _Reading()
    reading.value(tree, marked)
    return _placed(text, reading, escaped) if reading.exact else None


def _placed(text: str, reading: _Reading, escaped: Callable[[str], list[Span]]) -> list[Span] | None:
    spans: list[Span] = []
    marked = zip(reading.marked, reading.marks, strict=True)
    wanted, mark = next(marked)
    count = 0
    for count, found in enumerate(_STRING.finditer(text), 1):
        if count != wanted and count != -wanted:
            continue
        if wanted < 0:
            spans += _number(text, found.end(), mark)
        elif mark.kind:
            spans.append(Span(found.start() + 1, found.end() - 1, mark.kind))
        else:
            spans += _inside(text, found.start() + 1, found.end() - 1, mark, escaped)
        wanted, mark = next(marked, (0, mark))
    return spans if count == reading.place else None


def _inside(text: str, start: int, end: int, mark: Mark, escaped: Callable[[str], list[Span]]) -> list[Span]:
    raw = text[start:end]
    parts = escaped(raw) if "\\" in raw else mark.parts
    return [Span(start + begin, start + finish, kind) for begin, finish, kind in parts]


def _number(text: str, end_of_key: int, mark: Mark) -> list[Span]:
    found = _NUMBER.match(text, end_of_key)
    return [Span(found.start(1), found.end(1), mark.kind)] if found else []


class _Reading:
    """Counts strings and keys, and notes which are marked: with a minus, a number that stands behind its key."""

    def __init__(self) -> None:
        self.marked: list[int] = []
        self.marks: list[Mark] = []
        self.place = 0
        self.exact = True

    def value(self, old: Any, new: Any) -> None:
        if type(old) is str:
            self.place += 1
            if new is not old:
                self._mark(self.place, new)
        elif type(old) is dict:
            self._object(cast("dict[str, Any]", old), new)
        elif type(old) is list:
            for one, other in zip(cast("list[Any]", old), new, strict=True):
                self.value(one, other)
        elif new is not old:
            self.exact = False  # a number in an array: no string shows its place

    def _object(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        for value, other in zip(old.values(), new.values(), strict=True):
            self.place += 1
            if type(value) is str:
                self.place += 1
                if other is not value:
                    self._mark(self.place, other)
            elif type(value) is dict or type(value) is list:
                self.value(value, other)
            elif other is not value:
                self._mark(-self.place, other)

    def _mark(self, place: int, mark: Mark) -> None:
        self.marked.append(place)
        self.marks.append(mark)
