"""Tables whose cells are set below each other with blanks between them, as commands and databases print them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .cells import Cell, Row
from .headers import are_names

_RULED = re.compile(
    r"(?:^|\n)(?P<names>[^\n]{3,4000})\n(?P<rule> *(?:-{2,}|={2,})(?: {1,200}(?:-{2,}|={2,}))+) *\r?(?=\n)"
)
"""Names above a line that shows how wide their columns are, or, as PowerShell draws it, how long the names are."""
_CAPITALS = re.compile(r"(?:^|\n)(?P<names>[A-Z][A-Z\d_ #./%()\-]{5,400}?) *\r?(?=\n)")
"""Names in capitals, as commands print them: each column begins below its name."""
_RUN = re.compile(r"-+|=+")
_NAME = re.compile(r"\S+(?: \S+)*")
_LINE = re.compile(r"\n(?P<line>[^\n\r]+)")
Column = tuple[str, int]
"""A name, and where its cells begin in a line."""


def aligned(text: str) -> Iterator[Row]:
    """The rows of each such table; an empty line ends it, and so does one whose words cross its columns."""
    if "\n--" in text or "\n==" in text or "\n -" in text:
        yield from _below(text, _RULED, _ruled)
    if "  " in text:
        yield from _below(text, _CAPITALS, _capitals)


def _below(text: str, header: re.Pattern[str], columns: Callable[[re.Match[str]], list[Column]]) -> Iterator[Row]:
    """What stands below each header. A line is read once: a table does not begin inside another one."""
    place = 0
    while found := header.search(text, place):
        place = found.end()
        named = columns(found)
        while named and (line := _LINE.match(text, place)):
            row = by_column(text, *line.span("line"), named)
            if not row:
                break
            yield row
            place = line.end() + text.startswith("\r", line.end())


def _ruled(found: re.Match[str]) -> list[Column]:
    starts = [run.start() for run in _RUN.finditer(found["rule"])]
    names = [found["names"][start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True)]
    return list(zip(names, starts, strict=True)) if are_names(names) else []


def _capitals(found: re.Match[str]) -> list[Column]:
    columns = [(name.group(), name.start()) for name in _NAME.finditer(found["names"])]
    return columns if len(columns) > 2 and are_names([name for name, _ in columns]) else []


def by_column(text: str, first: int, end: int, columns: list[Column]) -> Row:
    """The cells of a line; none where its words cross the columns."""
    line = text[first:end]
    starts = [start for _, start in columns]
    if any(line[start - 1 : start] not in ("", " ") for start in starts if start):
        return []
    places = (_trimmed(line, start, end) for start, end in zip(starts, [*starts[1:], len(line)], strict=True))
    return [Cell(key, first + start, first + end, True) for (key, _), (start, end) in zip(columns, places, strict=True)]


def _trimmed(row: str, start: int, end: int) -> tuple[int, int]:
    start, cell = min(start, len(row)), row[start:end]
    before = len(cell) - len(cell.lstrip())
    return start + before, start + max(before, len(cell.rstrip()))
