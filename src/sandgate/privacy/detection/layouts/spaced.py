"""Tables whose cells have two blanks or more between them, on whichever side they are set: as data frames are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .aligned import Column, by_column
from .cells import Cell, Row
from .headers import are_names

_CELL = re.compile(r"\S++(?: \S++)*")
_LINE = re.compile(r"^[ \t]*+\S++(?: \S++)*(?: {2,}+\S++(?: \S++)*)+[ \t\r]*$", re.M)
_MOST_COLUMNS = 40
_LONGEST_HEADER = 400
_FEWEST = 2
_SURE = 3
"""Cells that begin right below a name: words do not stand so by chance."""


def spaced(text: str) -> Iterator[Row]:
    """Rows right below a header, with as many cells as it has; the number of the row may stand before them.

    In others a cell is empty, or two have one blank between them: some begin below their names there.
    """
    if "  " not in text:
        return
    header: list[Column] = []
    end, width = -1, 0
    for line in _LINE.finditer(text):
        cells = [cell.span() for cell in _CELL.finditer(text, *line.span())]
        below = line.start() == end + 1
        row = _below(text, header, line.span(), cells) if header and below else []
        if row:
            yield row
        else:
            inside = below and len(cells) == width  # of a table whose names say nothing
            header = [] if inside else _names(text, cells, line)
        end, width = line.end(), len(cells)


def _names(text: str, cells: list[tuple[int, int]], line: re.Match[str]) -> list[Column]:
    if line.end() - line.start() > _LONGEST_HEADER or not _FEWEST <= len(cells) <= _MOST_COLUMNS:
        return []
    names = [text[start:end] for start, end in cells]
    wrong = len(set(names)) < len(names) or any(map(str.isdigit, names))
    starts = (start - line.start() for start, _ in cells)
    return list(zip(names, starts, strict=True)) if not wrong and are_names(names) else []


def _below(text: str, header: list[Column], line: tuple[int, int], cells: list[tuple[int, int]]) -> Row:
    if len(cells) == len(header) + 1 and text[slice(*cells[0])].isdigit():
        cells = cells[1:]
    if len(cells) == len(header):
        return [Cell(name, *place, True) for (name, _), place in zip(header, cells, strict=True)]
    starts = {start for _, start in header}
    aligned = sum(start - line[0] in starts for start, _ in cells)
    return by_column(text, *line, header) if aligned >= _SURE else []
