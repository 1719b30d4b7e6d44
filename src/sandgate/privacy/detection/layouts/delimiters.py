"""The cells of one line of a table, by the sign that stands between them."""

from __future__ import annotations

import re

_SPLIT = {
    mark: re.compile(
        rf"[^\S{re.escape(mark)}]*(?P<cell>\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'(?=\s*(?:{re.escape(mark)}|$))|[^{re.escape(mark)}]*)(?:{re.escape(mark)}|$)"
    )
    for mark in ",;\t|^~&"
} | {"::": re.compile(r"\s*(?P<cell>(?:(?!::)[^\n])*)(?:::|$)")}
_MOST_COLUMNS = 300


def cells_of(start: int, end: int, text: str, mark: str) -> list[tuple[int, int]]:
    """Where each cell of a line stands, without quotes and blanks around it."""
    cells: list[tuple[int, int]] = []
    form = _SPLIT[mark]
    while len(cells) < _MOST_COLUMNS:
        found = form.match(text, start, end)
        if found is None:
            return []
        cells.append(bare(text, *found.span("cell")))
        if found.end() >= end and text[found.end() - len(mark) : found.end()] != mark:
            return cells
        start = found.end()
        if start >= end:
            return [*cells, (end, end)]
    return []


def bare(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in " \t\r":
        end -= 1
    if end - start > 1 and text[start] == text[end - 1] and text[start] in "\"'":
        return start + 1, end - 1
    return start, end
