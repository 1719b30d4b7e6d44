"""Tables in a text: comma, semicolon, tab or bar between the cells, names in the first line; and rows of SQL."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .cells import Cell, Row
from .keys import read_key

_HEADER_CELL = re.compile(r"[^\W\d][\w.\-/#'’]{0,30}(?: [\w.\-/()#'’]{1,30}){0,4}$")
_RULE = re.compile(r"[\s|:+=\-]+$")
_INSERT = re.compile(r"INSERT\s+INTO\s+[^\s(]+\s*\((?P<columns>[^()]{1,2000})\)\s*VALUES\s*", re.I)
_TUPLE = re.compile(r"\((?P<cells>(?:'(?:[^']|'')*'|\"[^\"]*\"|[^'\"()])*+)\)\s*,?\s*")
_LINE = re.compile(r"[^\n]+")
_SPLIT = {
    mark: re.compile(
        rf"\s*(?P<cell>\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'(?=\s*(?:{re.escape(mark)}|$))|[^{re.escape(mark)}]*)(?:{re.escape(mark)}|$)"
    )
    for mark in ",;\t|"
}
_MOST_COLUMNS = 300


def tables(text: str) -> Iterator[Row]:
    if "\n" in text:
        yield from _delimited(text)
    if "VALUES" in text or "values" in text:
        yield from _inserted(text)


def _delimited(text: str) -> Iterator[Row]:
    """Lines with as many cells as the header above them; any other line ends the table."""
    header: list[str] = []
    mark = ""
    for line in _LINE.finditer(text):
        start, end = _inside(text, *line.span())
        if header and _RULE.match(text, start, end):
            continue
        cells = _cells(start, end, text, mark) if header else []
        if header and len(cells) == len(header):
            yield [Cell(key, *place, True) for key, place in zip(header, cells, strict=True)]
        else:
            header, mark = _header(text, start, end)


def _inside(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the bars that some tables have around them."""
    while start < end and text[start] in "| \r":
        start += 1
    while end > start and text[end - 1] in "| \r":
        end -= 1
    return start, end


def _header(text: str, start: int, end: int) -> tuple[list[str], str]:
    """The names in a line, if all its cells are names and at least one promises something."""
    if end - start > 4000:
        return [], ""
    for mark in "\t|;,":
        if mark == "," and (", " in text[start:end] or text[start - 1 : start] == " "):
            return [], ""  # prose and code have a blank after a comma, tables have none
        if text.count(mark, start, end):
            names = [text[a:b] for a, b in _cells(start, end, text, mark)]
            if len(names) > 1 and all(map(_HEADER_CELL.match, names)) and any(read_key(name).kind for name in names):
                return names, mark
            return [], ""
    return [], ""


def _cells(start: int, end: int, text: str, mark: str) -> list[tuple[int, int]]:
    """Where each cell of a line stands, without quotes and blanks around it."""
    cells: list[tuple[int, int]] = []
    form = _SPLIT[mark]
    while len(cells) < _MOST_COLUMNS:
        found = form.match(text, start, end)
        if found is None:
            return []
        cells.append(_bare(text, *found.span("cell")))
        if found.end() >= end and text[found.end() - 1 : found.end()] != mark:
            return cells
        start = found.end()
        if start >= end:
            return [*cells, (end, end)]
    return []


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in " \t\r":
        end -= 1
    if end - start > 1 and text[start] == text[end - 1] and text[start] in "\"'":
        return start + 1, end - 1
    return start, end


def _inserted(text: str) -> Iterator[Row]:
    for found in _INSERT.finditer(text):
        columns = [name.strip(" \t\n\"'`[]") for name in found["columns"].split(",")]
        place = found.end()
        while row := _TUPLE.match(text, place):
            cells = _cells(row.start("cells"), row.end("cells"), text, ",")
            if len(cells) == len(columns):
                yield [Cell(key, *where, True) for key, where in zip(columns, cells, strict=True)]
            place = row.end()
