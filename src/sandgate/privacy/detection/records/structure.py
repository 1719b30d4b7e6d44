"""A walk over structured data: every value with what its name and its neighbours promise."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import repeat
from operator import is_not
from typing import Any, NamedTuple, cast

from ..fields.columns import lists_things, told_by_others
from ..fields.paired import as_sent, flagged, named_value, paired, wrapped_in
from ..fields.promises import Promises
from ..fields.shapes import COLUMNS, HOLD_COLUMNS, ROWS, Shape
from ..machines.addresses import is_ip
from ..naming.keys import NOTHING, Field, Role, read_key
from ..secrets.marked import looks_random
from ..secrets.sealed import SEALED, field_in_a_secret, may_be_sealed, sealed_parts
from . import rows
from .sheets import Sheet, sheet_of

Visit = Callable[[Field, Any], Any]
"""Gets a promise and a text or number, and gives back what shall stand there: itself where nothing changes."""
VisitAll = Callable[[Field, Collection[str]], Sequence[Any] | None]
"""The same for the different texts of a column, where all of them change; None where each has to be visited."""
Note = Callable[[Any, bool], object]
"""Gets a key that may be a value itself, and whether it is a name; `odd` holds the copies that have such keys."""

Column = tuple[Field, dict[str, Any]]
"""A promise, and what was said of the texts that stood under it."""


class Plan(NamedTuple):
    """How objects of one shape are gone through. `special` ones name their values, or hold rows beside a header."""

    shape: Shape
    columns: tuple[Column, ...]
    special: bool


_HEADER = re.compile(r"[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+")
"""`[["User-Agent", "…"], …]`: each row names its own value, as HTTP does."""
DEEPEST = 200
_TWO = 2
_LARGE = 10**11
"""Numbers up to here are looked at only where the name of their field promises something."""
_MOST_COLUMNS = 300


_SAME: Any = object()
LATER: Any = object()
"""What a visit gives back for a text that is read together with others when all have been seen."""


class Later(NamedTuple):
    """A text that waits, and where it stands in the copy."""

    holder: Any
    place: Any
    field: Field
    text: str


class Walk:
    """Goes through one document. Gives back the very same object wherever nothing below it was touched.

    A text that stays as it is under one promise is not asked for again; one that changes is, each time it comes.
    Raises ValueError for data nested deeper than `DEEPEST`: better refused than let through unread.
    """

    def __init__(self, promises: Promises, visit: Visit, note: Note, visit_all: VisitAll | None = None) -> None:
        self._shape_of = promises.shape
        self._visit = visit
        self._visit_all = visit_all
        self._note = note
        self._plans: defaultdict[Role, dict[tuple[str, ...], Plan]] = defaultdict(dict)
        self._said: dict[Field, dict[str, Any]] = {}
        self.later: list[Later] = []
        self.odd: list[tuple[dict[str, Any], frozenset[str]]] = []

    def __call__(self, value: Any) -> Any:
        return self._value(value, NOTHING, 0)

    def _value(self, value: Any, field: Field, depth: int) -> Any:
        if isinstance(value, dict):
            return self._object(value, field, depth + 1)  # pyright: ignore[reportUnknownArgumentType]
        if isinstance(value, (list, tuple)):
            return self._array(value, field, depth + 1)  # pyright: ignore[reportUnknownArgumentType]
        return value if value is None or value is True or value is False else self._visit(field, value)

    def _plan(self, keys: tuple[str, ...], role: Role) -> Plan:
        shape = self._shape_of(keys, role)
        special = shape.pair is not None or shape.tabular or may_be_sealed(keys)
        plan = Plan(shape, self._columns(shape.fields), special)
        self._plans[role][keys] = plan
        return plan

    def _columns(self, fields: Iterable[Field]) -> tuple[Column, ...]:
        return tuple((field, self._said.setdefault(field, {})) for field in fields)

    def _object(self, value: dict[str, Any], within: Field, depth: int) -> Any:
        if depth > DEEPEST:
            raise _too_deep()
        keys = tuple(value)
        shape, columns, special = self._plans[within.role].get(keys) or self._plan(keys, within.role)
        named = paired(list(value.values()), shape.fields, shape.pair) if special and shape.pair else shape.fields
        wrapped = wrapped_in(value) if within.kind else None
        if wrapped and named[keys.index(wrapped)].kind != "SECRET":  # what it calls a secret is one wherever it stands
            columns = self._columns(
                within if key == wrapped else field for key, (field, _) in zip(keys, columns, strict=True)
            )
            special = False
        elif special and shape.pair:
            columns = self._columns(named)
        if within == SEALED:
            columns = self._columns(map(field_in_a_secret, keys))
        elif special and (parts := sealed_parts(value)):
            columns = self._columns(
                SEALED if key in parts else field for key, (field, _) in zip(keys, columns, strict=True)
            )
        if shape.sender and not special:
            columns = self._columns(as_sent(list(value.values()), shape.fields, shape.sender))
        header = _header(value) if special and shape.tabular else None
        visit = self._visit
        changed: dict[str, Any] | None = None
        for (key, old), (field, said) in zip(value.items(), columns, strict=True):
            kind = cast("type[object]", type(old))
            if kind is str:
                new = said.get(old) or self._asked(field, said, old)
                if new is _SAME:  # two equal texts are two objects
                    continue
            elif kind is int or kind is float:
                if not field.kind and old <= _LARGE:
                    continue
                new = visit(field, old)
            elif old is None or kind is bool:
                continue
            elif kind is dict:
                new = self._object(old, field, depth + 1)
            elif header and key in ROWS and kind is list:
                new = self._rows(old, header, 0, depth)
            else:
                new = self._value(old, field, depth)
            if new is not old:
                if changed is None:
                    changed = dict(value)
                changed[key] = new
                if new is LATER:
                    self.later.append(Later(changed, key, field, old))
        if shape.odd:
            changed = self._noted(dict(value) if changed is None else changed, shape)
        return value if changed is None else changed

    def _asked(self, field: Field, said: dict[str, Any], old: str) -> Any:
        """What a visit says of a text. That it stays, or is read later, is remembered; a change is asked for again."""
        new = self._visit(field, old)
        if new is old or new is LATER:
            said[old] = new = _SAME if new is old else LATER
        return new

    def _noted(self, copy: dict[str, Any], shape: Shape) -> dict[str, Any]:
        """Maps may have addresses or names as their keys."""
        for key in copy:  # not those of the shape: they know their places
            if key in shape.odd:
                self._note(key, key in shape.people)
        self.odd.append((copy, shape.odd))
        return copy

    def _array(self, value: list[Any] | tuple[Any, ...], field: Field, depth: int) -> Any:
        if depth > DEEPEST:
            raise _too_deep()
        header = _first_row(value)
        if header:
            return self._rows(value, header, 1, depth)
        if sheet := sheet_of(value):
            fields = self._shape_of(tuple(sheet.names.values()), "").fields
            return self._cells(value, sheet, dict(zip(sheet.names, fields, strict=True)), depth)
        if fields := flagged(value, field):
            return self._each(value, iter(fields), depth)
        named = named_value(value)
        if named:
            return self._each(value, iter((NOTHING, named)), depth)
        return self._alike(value, field, depth)

    def _cells(self, value: Sequence[Any], sheet: Sheet, columns: dict[str, Field], depth: int) -> Any:
        """Cells that say where they stand, or rows of them: the first row names the columns."""
        if not all(isinstance(row, list) for row in value):
            return self._each(value, (columns.get(sheet.letter(cell), NOTHING) for cell in value), depth)
        new = [
            self._each(row, (columns.get(sheet.letter(cell), NOTHING) for cell in row), depth + 1)
            for row in cast("Sequence[list[Any]]", value)
        ]
        return new if any(map(is_not, new, value)) else value

    def _alike(self, value: list[Any] | tuple[Any, ...], field: Field, depth: int) -> Any:
        """Values under one promise: objects of one shape column by column, all others one by one."""
        if not field.role and self._names_things(value):
            field = field._replace(role="listed")
        columns = rows.columns_of(value)
        if columns and depth < DEEPEST and not (field.kind and wrapped_in(value[0])):
            keys = tuple(columns)
            shape, fields, special = self._plans[field.role].get(keys) or self._plan(keys, field.role)
            if not special and not shape.odd:
                return self._by_column(value, columns, fields, depth + 1)
        return self._each(value, repeat(field), depth)

    def _names_things(self, value: Sequence[Any]) -> bool:
        """Whether objects are listed whose bare names are mostly nobody's."""
        if len(value) <= _TWO or type(value[0]) is not dict:
            return False
        keys = tuple(cast("dict[str, Any]", value[0]))
        fields = (self._plans[""].get(keys) or self._plan(keys, "")).shape.fields
        name = next((key for key, field in zip(keys, fields, strict=True) if field.form == "named"), None)
        if name is None:
            return False
        rows_of_it = (cast("dict[str, Any]", row) for row in value if type(row) is dict)
        return lists_things(row.get(name) for row in rows_of_it)

    def _by_column(
        self, value: Sequence[dict[str, Any]], columns: dict[str, list[Any]], fields: Sequence[Column], depth: int
    ) -> Any:
        """As `_object` does it for each, only that a text that comes again in a column is not looked at again."""
        copy: list[dict[str, Any]] | None = None
        for (key, column), (field, said) in zip(columns.items(), fields, strict=True):
            if not field.kind and rows.is_plain(column, _LARGE):
                continue
            new = self._column(column, field, said, depth)
            if new is column:
                continue
            copy = copy or [dict(row) for row in value]
            for row, item in zip(copy, new, strict=True):
                row[key] = item
            self.later += [
                Later(copy[place], key, field, column[place]) for place, item in enumerate(new) if item is LATER
            ]
        return value if copy is None else copy

    def _column(self, column: list[Any], field: Field, said: dict[str, Any], depth: int) -> list[Any]:
        """What shall stand in a column; the very same list where nothing changes."""
        different = rows.texts(column)
        if different is None:
            return self._alike(column, field, depth)
        all_new = self._visit_all(field, different) if self._visit_all and field.kind and not said else None
        if all_new is not None:
            becomes = dict(zip(different, all_new, strict=True))
            return list(map(becomes.__getitem__, column))
        changed, visit = False, self._visit
        for old in different:
            new = said.get(old)
            if new is None:
                new = visit(field, old)
                if new is old or new is LATER:
                    said[old] = _SAME if new is old else LATER
            elif new is _SAME:
                new = old
            if new is not old:
                different[old] = new
                changed = True
            else:
                different[old] = old
        return list(map(different.__getitem__, column)) if changed else column

    def _rows(self, lines: list[Any] | tuple[Any, ...], header: tuple[str, ...], first: int, depth: int) -> Any:
        """Rows without names of their own: the header has them."""
        fields = self._shape_of(header, "").fields
        if any(field.form in ("role", "named") for field in fields):
            fields = _told_by_columns(fields, lines[first:])
        changed: list[Any] | None = None
        for place, row in enumerate(lines[first:], first):
            new = self._row(row, fields, depth)
            if new is not row:
                changed = list(lines) if changed is None else changed
                changed[place] = new
                if new is LATER:
                    self.later.append(Later(changed, place, NOTHING, cast("str", row)))
        return lines if changed is None else changed

    def _row(self, row: Any, fields: tuple[Field, ...], depth: int) -> Any:
        """A row, or an object that holds nothing else, as BigQuery writes it: `{"f": [{"v": "…"}, …]}`."""
        if depth < DEEPEST and isinstance(row, dict) and len(cast("dict[str, Any]", row)) == 1:
            key, cells = next(iter(cast("dict[str, Any]", row).items()))
            if isinstance(cells, list) and len(cast("list[Any]", cells)) == len(fields):
                new = self._each(cast("list[Any]", cells), iter(fields), depth + 1)
                return cast("Any", row) if new is cells else {key: new}
        is_row = isinstance(row, list) and len(cast("list[Any]", row)) <= len(fields)
        return self._each(cast("list[Any]", row), iter(fields), depth) if is_row else self._value(row, NOTHING, depth)

    def _each(self, values: Sequence[Any], fields: Any, depth: int) -> Any:
        changed: list[Any] | None = None
        for place, old in enumerate(values):
            field = next(fields)
            new = self._value(old, field, depth)
            if new is not old:
                changed = list(values) if changed is None else changed
                changed[place] = new
                if new is LATER:
                    self.later.append(Later(changed, place, field, old))
        return values if changed is None else changed


def _told_by_columns(fields: Iterable[Field], lines: Iterable[Any]) -> tuple[Field, ...]:
    rows = [cast("list[Any]", row) for row in lines if isinstance(row, list)]
    return tuple(
        told_by_others(field, (row[place] for row in rows if place < len(row))) for place, field in enumerate(fields)
    )


def _too_deep() -> ValueError:
    return ValueError(f"the data is nested deeper than {DEEPEST} levels")


def _header(value: dict[str, Any]) -> tuple[str, ...] | None:
    """The names that stand beside rows, as databases give them."""
    for key in COLUMNS:
        columns = value.get(key)
        if isinstance(columns, list) and columns:
            names = tuple(map(_column_name, cast("list[Any]", columns)))
            return names if all(names) else None
    holders = (value[key] for key in HOLD_COLUMNS if isinstance(value.get(key), dict))
    return next(filter(None, map(_header, holders)), None)


def _column_name(column: Any) -> str:
    name = cast("dict[str, Any]", column).get("name") if isinstance(column, dict) else column
    return name if isinstance(name, str) else ""


def _is_a_value(name: str) -> bool:
    """What no column is called: a key, a mailbox, an address of a machine."""
    return looks_random(name) or "@" in name or is_ip(name)


def _are_headers(value: Sequence[Any]) -> bool:
    firsts = (cast("list[Any]", row)[0] for row in value[:_MOST_COLUMNS] if isinstance(row, list) and row)
    return any(isinstance(first, str) and _HEADER.fullmatch(first) for first in firsts)


def _first_row(value: list[Any] | tuple[Any, ...]) -> tuple[str, ...] | None:
    """The names of a table that is written as a list of lists, as sheets are."""
    if len(value) < 2 or not isinstance(value[0], list) or not isinstance(value[1], list):
        return None
    names = cast("list[Any]", value[0])
    if not 1 < len(names) <= _MOST_COLUMNS or not all(isinstance(name, str) for name in names):
        return None
    if any(_is_a_value(name) for name in names) or (len(names) == 2 and _are_headers(value)):
        return None
    return tuple(names) if len(set(names)) == len(names) and any(read_key(name).kind for name in names) else None
