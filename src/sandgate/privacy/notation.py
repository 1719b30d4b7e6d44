"""How a value has to be written where a text has its token: inside JSON, in a cell of a table, or just so."""

from __future__ import annotations

import csv
import json
import re
from bisect import bisect, bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import NamedTuple
from urllib.parse import quote, unquote

from .literals import literals_of
from .markup import is_markup

TOKEN = re.compile(r"(%5B|\[)([A-Z][A-Z_]{1,40}_[1-9][0-9]{0,9})(%5D|\])", re.IGNORECASE)
"""A token as programs may have written it: as it was given, in small letters, or quoted for a URL."""
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*"')
_INSIDE = re.compile(r"[\\'<]")
"""What a text has that is written in another notation."""
_DECODER = json.JSONDecoder()
_OPENING = re.compile(r'\{(?=\s*["}])|(?<![\w\])])\[(?=\s*["{\[])|^\[(?=[\s\d\-])', re.M)
_FEW_FAILURES = 40
"""After so many braces that open no document, a text is code."""
_DELIMITERS = "\t;,"
_BREAKS_A_CELL = re.compile(r'["\r\n]')
_WORD = re.compile(r"\w+")
_HALF = re.compile("[\ud800-\udfff]")
"""Half a character, which nothing but an escape can write."""
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|.)")


def escaped_in_json(value: str) -> str:
    return _quoted(value, ascii=False)[1:-1]


def _quoted(text: str, *, ascii: bool) -> str:
    return _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", json.dumps(text, ensure_ascii=ascii))


def unescaped(written: str) -> str:
    """What stands between two quotes of JSON, as it is meant; a part that ends within an escape, as it is."""
    try:
        return json.loads(f'"{written}"', strict=False) if "\\" in written else written
    except ValueError:
        return written


def unquoted(written: str) -> str:
    """What is meant by a text that is quoted for a URL as we would quote it; nothing for others."""
    meant = unquote(written) if "%" in written else "%"
    return meant if "%" not in meant and quote(meant, safe="") == written else ""


def strings_of(text: str) -> list[tuple[int, int]]:
    """Where the texts of a JSON document stand, with their quotes."""
    return [match.span() for match in _STRING.finditer(text)]


def with_escaped(text: str, change: Callable[[str], str]) -> str:
    """A JSON document with those of its texts changed, as they are meant, that are written with escapes."""

    def changed(match: re.Match[str]) -> str:
        meant: str = json.loads(match[0], strict=False) if "\\" in match[0] else ""
        new = change(meant)
        return match[0] if new == meant else _quoted(new, ascii=json.dumps(meant) == match[0])

    return _STRING.sub(changed, text)


class Inner(NamedTuple):
    """A text in a JSON document that is or holds a document itself, XML or a statement of SQL: where it stands with its
    quotes, and what it is.
    """

    start: int
    end: int
    text: str
    ascii: bool
    """Whether it is written with letters of ASCII alone."""

    def written(self, text: str) -> str:
        """Another text in its place."""
        return _quoted(text, ascii=self.ascii)

    def places(self, around: str, parts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Where parts of the text around it stand in it; what begins or ends within an escape does so behind it."""
        starts, ends, longer = [self.start], [self.start + 1], [self.start + 1]
        for escape in _ESCAPE.finditer(around, self.start + 1, self.end - 1):
            starts.append(escape.start())
            ends.append(escape.end())
            longer.append(longer[-1] + len(escape[0]) - 1)

        def meant(place: int) -> int:
            before = bisect_left(starts, place) - 1
            return max(place, ends[before]) - longer[before]

        return ((meant(start), meant(end)) for start, end in parts)


def documents_inside(text: str) -> Iterator[Inner]:
    for match in _STRING.finditer(text) if _INSIDE.search(text) else ():
        if _INSIDE.search(match[0]):
            inner: str = json.loads(match[0], strict=False)
            found = is_json(inner) or is_json_string(inner) or is_markup(inner)
            if found or literals_of(inner) or documents_in(inner):
                yield Inner(*match.span(), inner, json.dumps(inner) == match[0])


def documents_in(text: str) -> list[tuple[int, int]]:
    """Where JSON stands in a text: on each of its lines, or among words. In a table nowhere: its cells have quotes of
    their own.
    """
    found, place, failures = list[tuple[int, int]](), 0, 0
    if "{" not in text and "[" not in text:
        return found
    while failures < _FEW_FAILURES and (opening := _OPENING.search(text, place)):
        try:
            _, place = _DECODER.raw_decode(text, opening.start())
            found.append((opening.start(), place))
        except (ValueError, RecursionError):
            place, failures = opening.end(), failures + 1
    return found if found and (_nothing_beside(text, found) or not cells_of(text)) else []


def _nothing_beside(text: str, documents: Sequence[tuple[int, int]]) -> bool:
    ends = [0, *(end for _, end in documents)]
    starts = [*(start for start, _ in documents), len(text)]
    return all(end == start or text[end:start].isspace() for end, start in zip(ends, starts, strict=True))


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

    def meant(self, start: int, raw: str) -> str:
        """What a cell or a part of it stands for: in quotes, quotes are written twice."""
        if raw[:1] == '"' == raw[1:][-1:] and bisect_left(self.quotes, start) % 2 == 0:
            return raw[1:-1].replace('""', '"')
        return raw.replace('""', '"') if bisect(self.quotes, start) % 2 else raw

    def parts(self, text: str, start: int, end: int) -> list[tuple[int, int]]:
        """A part of the table without any quote that begins or ends a cell: what is put in its place has none."""
        if text.count('"', start, end) % 2 == 0:
            return [(start, end)]
        return [part.span() for part in re.compile(rf'[^"\r\n{self.delimiter}]+').finditer(text, start, end)]


def cells_of(text: str) -> Cells | None:
    """A table has as many cells in each row, and no blank behind each sign between them; None for other texts."""
    for sign in _DELIMITERS if "\n" in text else "":
        if re.search(rf"{sign}(?![ \r\n]|\Z)", text) and _is_table(text, sign):
            return Cells(sign, [match.start() for match in re.finditer('"', text)])
    return None


def _is_table(text: str, sign: str) -> bool:
    width = 0
    try:
        for row in csv.reader(StringIO(text, newline=""), delimiter=sign, strict=True):
            if row and len(row) != (width := width or len(row)):
                return False
    except csv.Error:
        return False
    return width > 1


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


def with_what_touches(text: str, places: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Parts of a text, each with the rest of the words it begins and ends in. Parts of one word are one text, told
    again: many values may be glued to each other.
    """
    touched = any(_WORD.match(text[start - 1 : start]) or _WORD.match(text, end) for start, end in places)
    words = [word.span() for word in _WORD.finditer(text)] if touched else []
    told, part = (0, 0), ""
    for start, end in places:
        before, after = bisect(words, (start,)) - 1, bisect(words, (end + 1,)) - 1
        start = words[before][0] if before >= 0 and words[before][1] >= start else start
        end = max(end, words[after][1]) if after >= 0 else end
        if (start, end) != told:
            told, part = (start, end), text[start:end]
        yield part
