"""Rows that queries of databases carry or give: `INSERT`, `COPY`, and what stands below a `SELECT`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..naming.keys import read_key
from ..words import words
from .cells import Cell, Row
from .delimiters import cells_of

_INSERT = re.compile(r"INSERT\s+INTO\s+[^\s(]+\s*\((?P<columns>[^()]{1,2000})\)\s*VALUES\s*", re.I)
_COPY = re.compile(r"COPY\s+[^\s(]+\s*\((?P<columns>[^()]{1,2000})\)\s+FROM\s+stdin\b[^\n]{0,100}")
"""How Postgres writes what it holds: rows follow until a line with a dot."""
_TUPLE = re.compile(r"\((?P<cells>(?:'[^']*+'|\"[^\"]*+\"|[^'\"()]++)*)\)\s*,?\s*")
_SELECT = re.compile(
    r"\bselect\s++(?:distinct\s++)?(?P<columns>[\w.,\"`][\w.,\s\"`]{2,799}?)(?<!\s)\s++from\s[^\n]*", re.I
)
_LINE = re.compile(r"[^\n]+")
_ALIAS = re.compile(r"(?<!\s)\s++(?:as\s++)?(?=\w+$)", re.I)
_NAMES, _VALUES = words("k key name setting option parameter config_key"), words("v val value config_value")
"""Columns of settings: each row has a name of its own."""
_MOST_ROWS = 500
_BEFORE_ROWS = 6
"""Lines between a query and what it gives: the rest of it, names of columns, a rule."""


def queried(text: str) -> Iterator[Row]:
    if "FROM stdin" in text:
        yield from _copied(text)
    if "VALUES" in text or "values" in text:
        yield from _inserted(text)
    if "\n" in text and ("select " in text or "SELECT " in text):
        yield from _selected(text)


def _selected(text: str) -> Iterator[Row]:
    """Rows with as many cells as the query asks for, and no header of their own: `psql -t` gives such."""
    read = 0
    for found in _SELECT.finditer(text):
        if found.start() < read:
            continue  # what stands in a row is no query that has rows of its own
        columns = [_column(name) for name in found["columns"].split(",")]
        if len(columns) < 2 or not any(read_key(name).kind for name in columns):
            continue
        place, before = found.end(), 0
        for _ in range(_MOST_ROWS):
            line = _LINE.match(text, place + 1)
            cells = _cells_below(text, *line.span()) if line else []
            if line is None or (len(cells) != len(columns) and before >= _BEFORE_ROWS):
                break
            place = line.end()
            if len(cells) == len(columns) and [text[slice(*where)].strip() for where in cells] == columns:
                before += 1  # their names
            elif len(cells) == len(columns):
                before, read = _BEFORE_ROWS, place
                yield [Cell(key, *where, True) for key, where in zip(columns, cells, strict=True)]
            else:
                before += 1


def _cells_below(text: str, start: int, end: int) -> list[tuple[int, int]]:
    for mark in "|\t":
        if text.count(mark, start, end):
            return cells_of(start, end, text, mark)
    return []


def _column(name: str) -> str:
    """`u.full_name AS owner` is called `owner`."""
    return _ALIAS.split(name.strip(' \t\n"`'))[-1].rpartition(".")[2].strip('"`')


def _copied(text: str) -> Iterator[Row]:
    place = 0
    while found := _COPY.search(text, place):
        columns = [name.strip(' \t\n"') for name in found["columns"].split(",")]
        place = found.end()
        while (line := _LINE.match(text, place + 1)) and not line.group().startswith("\\."):
            cells = cells_of(*line.span(), text, "\t")
            if len(cells) == len(columns):
                yield [Cell(key, *where, True) for key, where in zip(columns, cells, strict=True)]
            place = line.end()


def _inserted(text: str) -> Iterator[Row]:
    for found in _INSERT.finditer(text):
        columns = [name.strip(" \t\n\"'`[]") for name in found["columns"].split(",")]
        place = found.end()
        while row := _TUPLE.match(text, place):
            cells = cells_of(row.start("cells"), row.end("cells"), text, ",")
            if len(cells) == len(columns) == 2 and columns[0] in _NAMES and columns[1] in _VALUES:
                yield [Cell(text[slice(*cells[0])], *cells[1], True)]
            elif len(cells) == len(columns):
                yield [Cell(key, *where, True) for key, where in zip(columns, cells, strict=True)]
            place = row.end()
