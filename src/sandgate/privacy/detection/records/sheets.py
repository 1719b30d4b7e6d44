"""Sheets whose cells come one by one, each with its address: `{"address": "B2", "value": "…"}`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

from ..naming.keys import read_key

_ADDRESS = re.compile(r"\$?(?P<column>[A-Z]{1,3})\$?(?P<row>[1-9]\d{0,6})")
_CALLED = ("address", "cell", "ref", "coordinate", "cellAddress")
_VALUES = ("value", "v", "text", "formatted", "formattedValue")


class Sheet(NamedTuple):
    """What cells call their address, the row that names the columns, and those names by the letters of the columns."""

    key: str
    row: str
    names: dict[str, str]

    def letter(self, cell: Any) -> str:
        """The column of a cell below the names; nothing for any other."""
        place = _place(cell, self.key)
        return place["column"] if place and place["row"] != self.row else ""


def sheet_of(value: Sequence[Any]) -> Sheet | None:
    """The sheet that an array is: of cells, or of rows of cells. The first cell stands in the row of names."""
    first: Any = value[0] if value else None
    if isinstance(first, list) and first:
        first = cast("list[Any]", first)[0]
    if not isinstance(first, dict):
        return None
    key = next((key for key in _CALLED if key in first), "")
    place = _place(first, key) if key else None
    if place is None:
        return None
    names = dict(_named(value, key, place["row"]))
    return Sheet(key, place["row"], names) if any(read_key(name).kind for name in names.values()) else None


def _named(value: Iterable[Any], key: str, row: str) -> Iterator[tuple[str, str]]:
    for cell in _cells(value):
        place = _place(cell, key)
        name = next((cell[key] for key in _VALUES if key in cell), None) if place and place["row"] == row else None
        if place and isinstance(name, str):
            yield place["column"], name


def _cells(value: Iterable[Any]) -> Iterator[dict[str, Any]]:
    for each in value:
        if isinstance(each, dict):
            yield cast("dict[str, Any]", each)
        elif isinstance(each, list):
            yield from (cell for cell in cast("list[Any]", each) if isinstance(cell, dict))


def _place(cell: Any, key: str) -> re.Match[str] | None:
    address = cast("dict[str, Any]", cell).get(key) if isinstance(cell, dict) else None
    return _ADDRESS.fullmatch(address) if isinstance(address, str) else None
