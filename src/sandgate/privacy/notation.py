"""How a value has to be written where a text has its token: inside JSON, in a cell of a table, or just so."""

from __future__ import annotations

import csv
import json
import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

TOKEN = re.compile(r"(%5B|\[)([A-Z][A-Z_]{1,40}_[1-9][0-9]{0,9})(%5D|\])", re.IGNORECASE)
"""A token as programs may have written it: as it was given, in small letters, or quoted for a URL."""
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*"')
_DELIMITERS = ",;\t"
_BREAKS_A_CELL = re.compile(r'["\r\n]')
_ENDS_A_WORD, _WORD = re.compile(r"\w+\Z"), re.compile(r"\w+")
_LONGEST_WORD = 200


def escaped_in_json(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)[1:-1]


def documents_inside(text: str) -> Iterator[tuple[int, int, str]]:
    """The texts in a JSON document that are documents themselves and hold tokens, with their quotes."""
    for match in _STRING.finditer(text):
        if "\\" in match[0] and TOKEN.search(match[0]):
            inner = json.loads(match[0], strict=False)
            if is_json(inner):
                yield *match.span(), inner


@dataclass(frozen=True, slots=True)
class Cells:
    """A table as text: what stands between its cells, and where its quotes are."""

    delimiter: str
    quotes: list[int]

    def written(self, text: str, token: re.Match[str], value: str) -> str:
        """A value in the place of a token: with the quotes that keep it one cell."""
        doubled = value.replace('"', '""')
        if bisect(self.quotes, token.start()) % 2:
            return doubled
        start, end = token.span()
        around = {text[start - 1 : start] if start else "", text[end : end + 1]}
        alone = around <= {"", self.delimiter, "\n", "\r"}
        return f'"{doubled}"' if alone and (self.delimiter in value or _BREAKS_A_CELL.search(value)) else value


def cells_of(text: str) -> Cells | None:
    """A table has as many cells in each row, and no blank behind each sign between them; None for other texts."""
    for sign in _DELIMITERS if "\n" in text else "":
        if re.search(rf"{sign}(?! )", text):
            try:
                widths = {
                    len(row) for row in csv.reader(StringIO(text, newline=""), delimiter=sign, strict=True) if row
                }
            except csv.Error:
                continue
            if len(widths) == 1 and widths != {1}:
                return Cells(sign, [match.start() for match in re.finditer('"', text)])
    return None


def is_json_string(text: str) -> bool:
    """Whether it is one text as JSON writes it; without anything to escape, quotes may be just quotes."""
    if text[:1] != '"' or "\\" not in text or not _STRING.fullmatch(text.rstrip()):
        return False
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def is_json(text: str) -> bool:
    """Whether it is an object or a list."""
    if text.lstrip()[:1] not in ("{", "[") or TOKEN.match(text.lstrip()):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def with_what_touches(text: str, start: int, end: int) -> str:
    """A part of a text with the rest of the words it begins and ends in."""
    before, after = _ENDS_A_WORD.search(text, max(0, start - _LONGEST_WORD), start), _WORD.match(text, end)
    return text[before.start() if before else start : after.end() if after else end]
