"""Tables as wikis write them: `! Host !! Password` above `| db1 || …`, or one cell to a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .cells import Cell, Row
from .enclosed import enclosed
from .headers import are_names

_BEGINS, _ENDS = re.compile(r"\{\|[^\n]{0,200}\n"), re.compile(r"\n\|\}")
_ROW = re.compile(r"\n\|-[^\n]*")
_CELL = re.compile(r"\n[ \t]*[!|](?![}\-])|!!|\|\|")
_STYLE = re.compile(r"[ \t]*(?:[\w\-]+=\"[^\"\n]*\"[ \t]*)+\|(?!\|)")
"""`| style="…" | value`."""


def wikitext(text: str) -> Iterator[Row]:
    for first, last in enclosed(text, _BEGINS, _ENDS):
        header: list[str] = []
        for start, end in _rows(text, first - 1, last):
            cells = list(_cells(text, start, end))
            names = [text[slice(*cell)] for cell in cells]
            if len(cells) > 1 and are_names(names) and not header:
                header = names
            elif header and len(cells) == len(header):
                yield [Cell(key, *cell, True) for key, cell in zip(header, cells, strict=True)]


def _rows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    place = start
    for rule in _ROW.finditer(text, start, end):
        yield place, rule.start()
        place = rule.end()
    yield place, end


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    marks = list(_CELL.finditer(text, start, end))
    ends = [*(mark.start() for mark in marks), end][1:]  # a row may have no cell at all
    for mark, last in zip(marks, ends, strict=True):
        first = mark.end()
        style = _STYLE.match(text, first, last)
        first = style.end() if style else first
        inner = text[first:last].strip()
        first = text.index(inner, first) if inner else first
        yield first, first + len(inner)
