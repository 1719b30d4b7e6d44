"""Forms whose names stand on lines of their own, each above its value: as answers are mailed, and headings of pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..naming.keys import read_key
from .cells import Cell, Row

_NAME = re.compile(
    r"^[ \t]{0,4}(?:#{1,6} |[*_]{1,2})?(?P<key>[^\W\d_][\w '’./()\-]{1,40}?)[*_]{0,2} ?:?[*_]{0,2}[ \t]*\r?\n"
    r"(?:[ \t]*\r?\n)?[ \t]{0,8}(?P<value>[^\s#*_|\-][^\n\0]{1,200}?)[ \t]*\r?$",
    re.M,
)
_MARK = re.compile(r"[@\d]")
_TOLD = frozenset(
    {"SSN", "BIRTHDAY", "PHONE", "EMAIL", "PASSPORT", "LICENCE", "IBAN", "ADDRESS", "CARD", "NATIONAL_ID"}
)
_FAR = 4
"""Characters between one value and the next name: more stand where no form is."""
_FEWEST = 2


def stacked(text: str) -> Iterator[Row]:
    """At least two of them below each other, and a number or a mailbox where one is promised: headings have none."""
    row: Row = []
    end = place = 0
    while found := _NAME.search(text, place):
        if not read_key(found["key"].strip()).kind or read_key(found["value"].strip(" :")).kind:
            place = found.end("key") + 1
            continue
        if found.start() > end + _FAR:
            yield from _form(text, row)
            row = []
        place = end = found.end()
        row.append(Cell(found["key"].strip(), *found.span("value"), True))
    yield from _form(text, row)


def _form(text: str, row: Row) -> Iterator[Row]:
    told = any(read_key(cell.key).kind in _TOLD and _MARK.search(text, cell.start, cell.end) for cell in row)
    if told and len({cell.key for cell in row}) >= _FEWEST:
        yield row
