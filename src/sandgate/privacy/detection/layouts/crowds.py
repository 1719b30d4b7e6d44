"""Columns of a table whose names say little: where most cells are names of people or of firms, the others are too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..kinds import Span
from ..naming.keys import read_key
from ..people.names import (
    are_single_names,
    given_first,
    has_a_legal_form,
    is_company_name,
    is_full_name,
    is_given,
    is_known_name,
    joins_families,
    reads_like_a_company,
)
from .cells import Cell, Row

_FEWEST = 2
"""Different given names that are known: one may happen in any column."""
_MOST_LETTERS = 60
_WEAK = frozenset({"known", "named", "variant", "login", "role", "someone", "someone/reached", "maybe"})
"""Forms of names that doubt what is written: the others in the column speak for it."""


def crowds(text: str, rows: Sequence[Row]) -> Iterator[Span]:
    """A header in a language that nobody listed costs no row if common given names stand below it."""
    columns: dict[str, list[Cell]] = {}
    reached: set[str] = set()
    for row in rows:
        for cell in row:
            columns.setdefault(cell.key, []).append(cell)
        reached.update(cell.key for cell, other in pairwise(row) if read_key(other.key).kind in ("PHONE", "EMAIL"))
    for key, cells in columns.items():
        if len(cells) >= _FEWEST and not _says_something(key):
            yield from _people(text, cells, called=read_key(key).form == "role", reached=key in reached)
            yield from _firms(text, cells, called=read_key(key).role == "company")


def _says_something(key: str) -> bool:
    field = read_key(key)
    return field.form not in _WEAK and bool(field.kind or field.form or field.role)


def _people(text: str, cells: list[Cell], *, called: bool, reached: bool) -> Iterator[Span]:
    """Of a column in which at least four of five are written like names, and half of those begin with a given one.

    Where the column is `called` after the part that somebody plays, first names are names. Those who are `reached` at
    what the next column holds may have given names that are words too.
    """
    values = {text[cell.start : cell.end] for cell in cells if cell.end > cell.start}
    shaped = {
        value for value in values if " " in value and len(value) < _MOST_LETTERS and is_full_name(given_first(value))
    }
    if called and are_single_names(values):
        yield from (Span(*cell[1:3], "PERSON") for cell in cells if cell.end > cell.start)
        return
    known = {value.partition(" ")[0] for value in shaped if is_known_name(given_first(value))}
    given = {value.partition(" ")[0] for value in shaped if is_given(given_first(value))}
    several = len(known) >= _FEWEST and 2 * len(known) >= len(shaped)
    several = several or (reached and known and len(given) >= _FEWEST and 2 * len(given) >= len(shaped))
    if several and 5 * len(shaped) >= 4 * len(values):
        yield from (Span(*cell[1:3], "PERSON") for cell in cells if text[cell.start : cell.end] in shaped)


def _firms(text: str, cells: list[Cell], *, called: bool) -> Iterator[Span]:
    """Of a column in which at least half are written like firms, and one has the form of a firm behind its name.

    Where the column is `called` after firms, those that are written in another way are some too.
    """
    values = {text[cell.start : cell.end] for cell in cells if cell.end > cell.start}
    shaped = {
        value for value in values if has_a_legal_form(value) or reads_like_a_company(value) or joins_families(value)
    }
    if len(shaped) >= _FEWEST and 2 * len(shaped) >= len(values) and any(map(has_a_legal_form, shaped)):
        firms = shaped | {value for value in values if called and value[:1].isupper() and is_company_name(value)}
        yield from (Span(*cell[1:3], "COMPANY") for cell in cells if text[cell.start : cell.end] in firms)
