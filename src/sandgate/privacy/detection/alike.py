"""Columns of a table in which most values are secrets: the others that look as if a machine made them are too.

`| Service | Key |`: a column of that name may hold anything, until its values say what it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from .cells import Cell, Row
from .keys import read_key
from .kinds import Span
from .looks import look_of
from .secrets import is_uuid

_CALLED = re.compile(r"(?:api )?(?:keys?|values?|credentials?|tokens?|secrets?|access)", re.I)
_NUMBER = re.compile(r"0x[0-9a-f]{64}")
_MIXED = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^\d]*\d)[\w\-+/=]{20,}")
"""As keys are, and hashes and numbers of records are not."""
_QUOTES = "`\"' *"


def alike(text: str, rows: Sequence[Row], found: Iterable[Span]) -> Iterator[Span]:
    columns: dict[tuple[str, int], list[Cell]] = {}
    for row in rows:
        for place, cell in enumerate(row):
            if _CALLED.fullmatch(cell.key.strip()):
                columns.setdefault((cell.key, place), []).append(cell)
    if not columns:
        return
    secrets = [span for span in found if span.kind == "SECRET"]
    for (name, _), cells in columns.items():
        places = [_bare(text, cell) for cell in cells]
        known = [any(span.start < end and span.end > start for span in secrets) for start, end in places]
        if _holds_secrets(name, [text[start:end] for start, end in places], sum(known)):
            for (start, end), is_known in zip(places, known, strict=True):
                if not is_known and _is_made(text[start:end]):
                    yield Span(start, end, "SECRET")


def _holds_secrets(name: str, values: Sequence[str], known: int) -> bool:
    if read_key(name).kind == "SECRET" or 2 * known >= len(values):
        return True
    if "alue" in name.lower():
        return False
    return known > 0 or (all(map(_is_made, values)) and any(map(_MIXED.fullmatch, values)))


def _bare(text: str, cell: Cell) -> tuple[int, int]:
    start, end = cell.start, cell.end
    while start < end and text[start] in _QUOTES:
        start += 1
    while end > start and text[end - 1] in _QUOTES:
        end -= 1
    return start, end


def _is_made(value: str) -> bool:
    made = is_uuid(value) or _NUMBER.fullmatch(value) or look_of(value) in ("generated", "mixed", "signed")
    return " " not in value and bool(made)
