"""Columns of a table whose names say nothing: where most cells are names of people, all that are written so are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .cells import Cell, Row
from .keys import read_key
from .kinds import Span
from .people import given_first, is_full_name, is_known_name

_FEWEST = 2
"""Different given names that are known: one may happen in any column."""
_MOST_LETTERS = 60
_WEAK = frozenset({"known", "variant", "login", "role", "someone", "someone/reached", "maybe"})
"""Forms of names that doubt what is written: the others in the column speak for it."""


def crowds(text: str, rows: Sequence[Row]) -> Iterator[Span]:
    """A header in a language that nobody listed costs no row if common given names stand below it."""
    columns: dict[str, list[Cell]] = {}
    for row in rows:
        for cell in row:
            columns.setdefault(cell.key, []).append(cell)
    for key, cells in columns.items():
        if len(cells) >= _FEWEST and not _says_something(key):
            yield from _people(text, cells)


def _says_something(key: str) -> bool:
    field = read_key(key)
    return field.form not in _WEAK and bool(field.kind or field.form or field.role)


def _people(text: str, cells: list[Cell]) -> Iterator[Span]:
    """Of a column in which at least four of five are written like names, and half of those begin with a given one."""
    values = {text[cell.start : cell.end] for cell in cells if cell.end > cell.start}
    shaped = {
        value for value in values if " " in value and len(value) < _MOST_LETTERS and is_full_name(given_first(value))
    }
    known = {value.partition(" ")[0] for value in shaped if is_known_name(given_first(value))}
    if len(known) >= _FEWEST and 5 * len(shaped) >= 4 * len(values) and 2 * len(known) >= len(shaped):
        yield from (Span(*cell[1:3], "PERSON") for cell in cells if text[cell.start : cell.end] in shaped)
