"""Tables as wikis write them: `! Host !! Password` above `| db1 || …`, or one cell to a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from .cells import Cell, Row
from .headers import are_names

_TABLE = re.compile(r"\{\|[^\n]{0,200}\n(?P<rows>.{1,20000}?)\n\|\}", re.S)
_ROW = re.compile(r"\n\|-[^\n]*")
_CELL = re.compile(r"\n[ \t]*[!|](?![}\-])|!!|\|\|")
_STYLE = re.compile(r"[ \t]*(?:[\w\-]+=\"[^\"\n]*\"[ \t]*)+\|(?!\|)")
"""`| style="…" | value`."""


def wikitext(text: str) -> Iterator[Row]:
    for table in _TABLE.finditer(text):
        header: list[str] = []
        for start, end in _rows(text, table.start("rows") - 1, table.end("rows")):
            cells = list(_cells(text, start, end))
            names = [text[first:last] for first, last in cells]
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
    for mark, following in zip_longest(marks, marks[1:]):
        first, last = mark.end(), following.start() if following else end
        style = _STYLE.match(text, first, last)
        first = style.end() if style else first
        inner = text[first:last].strip()
        first = text.index(inner, first) if inner else first
        yield first, first + len(inner)
