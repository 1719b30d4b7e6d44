"""Lists and options in a cell, as databases show them: `{48151623,42108004}`, `["4f2a-91bc"]`, `{password=…}`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..naming.keys import read_key
from .cells import Cell, Row

_LIST = re.compile(r"[ \t\"]{0,4}[{\[](?P<inside>[^{}\[\]\n\0]{3,4000})[}\]][ \t\"]{0,4}")
_ONE = re.compile(
    r"[ \t]{0,4}(?P<mark>\\?\"{0,2})(?P<value>(?<=\")[^\"\\]{1,400}|[^\s,\"\\][^,\"\\]{0,400})(?P=mark)(?:,|\Z)"
)
_OPTION = re.compile(r"(?P<key>[A-Za-z]\w{1,40})=(?P<value>.{1,400})")


def _made_together(values: list[str]) -> bool:
    """Whether all are as long as each other and most have a digit: one that has none by chance is made like them."""
    made = sum(any(map(str.isdigit, value)) for value in values)
    return len({*map(len, values)}) == 1 and 2 * made > len(values) > made


def held_in_cells(text: str, rows: Iterable[Row]) -> Iterator[Row]:
    """What a column of secrets lists, each for itself; and what options name, whatever their column is called."""
    for row in rows:
        for cell in row:
            if text.find("{", cell.start, cell.end) < 0 and text.find("[", cell.start, cell.end) < 0:
                continue
            held = _LIST.fullmatch(text, cell.start, cell.end)
            if held is None:
                continue
            secret = read_key(cell.key).kind == "SECRET"
            options: Row = []
            each = list(_ONE.finditer(text, *held.span("inside")))
            key = "password" if _made_together([one["value"] for one in each]) else cell.key
            for one in each:
                option = _OPTION.fullmatch(text, *one.span("value"))
                if option:
                    options.append(Cell(option["key"], *option.span("value"), True))
                elif secret:
                    yield [Cell(key, *one.span("value"), True)]
            if options:
                yield options
