"""Rows of a sheet on lines, each cell behind the letter of its column: `A=Name | B=Phone`, and values below."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .cells import Cell, Row
from .headers import are_names

_LINE = re.compile(r"^(?:[^\n=|:]{1,20}: {0,2})?(?=A=)(?P<cells>[^\n]{3,4000})$", re.M)
_CELL = re.compile(r"(?P<letter>[A-Z]{1,2})=(?P<value>[^|\n]{0,400}?)[ \t\r]*(?:\|[ \t]*|\Z|(?=\n))")
_FEWEST = 2


def lettered(text: str) -> Iterator[Row]:
    """The first of such lines that follow each other names the columns."""
    names: dict[str, str] = {}
    end = -1
    for line in _LINE.finditer(text):
        cells = _cells(text, *line.span("cells"))
        if not names or line.start() > end + 1:
            header = [text[start:stop] for start, stop in cells.values()]
            names = dict(zip(cells, header, strict=True)) if len(cells) >= _FEWEST and are_names(header) else {}
        else:
            yield [Cell(names[letter], *place, True) for letter, place in cells.items() if letter in names]
        end = line.end()


def _cells(text: str, start: int, end: int) -> dict[str, tuple[int, int]]:
    """The cells of a line by their letters; none where something else stands in it."""
    cells: dict[str, tuple[int, int]] = {}
    while start < end:
        found = _CELL.match(text, start, end)
        if found is None or found["letter"] in cells:
            return {}
        cells[found["letter"]] = found.span("value")
        start = found.end()
    return cells
