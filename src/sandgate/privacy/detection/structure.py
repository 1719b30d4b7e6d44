"""A walk over structured data: every value with what its name and its neighbours promise."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, cast

from .keys import NOTHING, Field, Role, read_key
from .promises import Promises
from .shapes import COLUMNS, ROWS, Shape

Visit = Callable[[Field, Any], Any]
"""Gets a promise and a text or number, and gives back what shall stand there: itself where nothing changes."""
Rename = Callable[[Any], str]
"""The same for a key that may be a value itself."""

DEEPEST = 200
_LARGE = 10**11
"""Numbers up to here are looked at only where the name of their field promises something."""
_MOST_COLUMNS = 300


class Walk:
    """Goes through one document. Gives back the very same object wherever nothing below it changed.

    Raises ValueError for data nested deeper than `DEEPEST`: better refused than let through unread.
    """

    def __init__(self, promises: Promises, visit: Visit, rename: Rename) -> None:
        self._shape_of = promises.shape
        self._visit = visit
        self._rename = rename

    def __call__(self, value: Any) -> Any:
        return self._value(value, NOTHING, 0)

    def _value(self, value: Any, field: Field, depth: int) -> Any:
        if depth > DEEPEST:
            raise ValueError(f"the data is nested deeper than {DEEPEST} levels")
        if isinstance(value, dict):
            return self._object(cast("dict[str, Any]", value), field.role, depth + 1)
        if isinstance(value, (list, tuple)):
            return self._array(cast("list[Any]", value), field, depth + 1)
        return value if value is None or value is True or value is False else self._visit(field, value)

    def _object(self, value: dict[str, Any], role: Role, depth: int) -> Any:
        shape = self._shape_of(tuple(value), role)
        fields = _paired(value, shape) if shape.pair else shape.fields
        header = _header(value) if shape.tabular else None
        visit = self._visit
        changed: dict[str, Any] | None = None
        for (key, old), field in zip(value.items(), fields, strict=True):
            kind = cast("type[object]", type(old))
            if kind is str:
                new = visit(field, old)
            elif kind is int or kind is float:
                new = visit(field, old) if field.kind or old > _LARGE else old
            elif header and key in ROWS and isinstance(old, list):
                new = self._rows(cast("list[Any]", old), header, 0, depth)
            else:
                new = self._value(old, field, depth)
            if new is not old:
                changed = dict(value) if changed is None else changed
                changed[key] = new
        kept = value if changed is None else changed
        return self._renamed(kept, shape.odd) if shape.odd else kept

    def _renamed(self, value: dict[str, Any], odd: tuple[str, ...]) -> dict[str, Any]:
        """Maps may have addresses as their keys."""
        names = {key: self._rename(key) for key in value if key in odd}
        if all(name == key for key, name in names.items()):
            return value
        return {names.get(key, key): kept for key, kept in value.items()}

    def _array(self, value: list[Any], field: Field, depth: int) -> Any:
        header = _first_row(value)
        if header:
            return self._rows(value, header, 1, depth)
        return self._each(value, repeat(field), depth)

    def _rows(self, rows: list[Any], header: tuple[str, ...], first: int, depth: int) -> Any:
        """Rows without names of their own: the header has them."""
        fields = self._shape_of(header, "").fields
        changed: list[Any] | None = None
        for place, row in enumerate(rows[first:], first):
            is_row = isinstance(row, list) and len(cast("list[Any]", row)) <= len(fields)
            new = (
                self._each(cast("list[Any]", row), iter(fields), depth) if is_row else self._value(row, NOTHING, depth)
            )
            if new is not row:
                changed = list(rows) if changed is None else changed
                changed[place] = new
        return rows if changed is None else changed

    def _each(self, values: list[Any], fields: Any, depth: int) -> Any:
        changed: list[Any] | None = None
        for place, old in enumerate(values):
            new = self._value(old, next(fields), depth)
            if new is not old:
                changed = list(values) if changed is None else changed
                changed[place] = new
        return values if changed is None else changed


def _paired(value: dict[str, Any], shape: Shape) -> tuple[Field, ...]:
    """The promises of `{"name": "From", "value": "…"}`: the value keeps that of its name."""
    assert shape.pair is not None
    name, place = shape.pair
    label = list(value.values())[name]
    promised = read_key(label) if isinstance(label, str) else NOTHING
    if not promised.kind or promised.form == "maybe":
        return shape.fields
    changes = {name: NOTHING, place: promised}
    return tuple(changes.get(number, field) for number, field in enumerate(shape.fields))


def _header(value: dict[str, Any]) -> tuple[str, ...] | None:
    """The names that stand beside rows, as databases give them."""
    for key in COLUMNS:
        columns = value.get(key)
        if isinstance(columns, list) and columns:
            names = tuple(map(_column_name, cast("list[Any]", columns)))
            return names if all(names) else None
    return None


def _column_name(column: Any) -> str:
    name = cast("dict[str, Any]", column).get("name") if isinstance(column, dict) else column
    return name if isinstance(name, str) else ""


def _first_row(value: list[Any]) -> tuple[str, ...] | None:
    """The names of a table that is written as a list of lists, as sheets are."""
    if len(value) < 2 or not isinstance(value[0], list) or not isinstance(value[1], list):
        return None
    names = cast("list[Any]", value[0])
    if not 1 < len(names) <= _MOST_COLUMNS or not all(isinstance(name, str) for name in names):
        return None
    return tuple(names) if len(set(names)) == len(names) and any(read_key(name).kind for name in names) else None
