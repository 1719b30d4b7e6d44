"""Columns that somebody named in the settings: below such a name, whatever the others are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .cells import Cell, Row
from .delimiters import bare, cells_of

_LINE = re.compile(r"[^\n]+")
_MARKS = "\t|;,"


def named_columns(text: str, is_named: Callable[[str], bool]) -> Iterator[Row]:
    header: list[str] = []
    mark = ""
    for line in _LINE.finditer(text):
        cells = cells_of(*line.span(), text, mark) if mark else []
        if header and len(cells) == len(header):
            places = (bare(text, *cell) for cell in cells)
            yield [Cell(name, *place, True) for name, place in zip(header, places, strict=True) if is_named(name)]
        else:
            header, mark = _header(line.group(), is_named)


def _header(line: str, is_named: Callable[[str], bool]) -> tuple[list[str], str]:
    for mark in _MARKS:
        names = [name.strip(" \"'\r") for name in line.split(mark)]
        if len(names) > 1 and any(map(is_named, names)):
            return names, mark
    return [], ""
