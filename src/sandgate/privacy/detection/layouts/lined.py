"""Lines that begin with a name, whatever stands between it and its value: blanks, dots, dashes, arrows; and lines whose
parts do, with a sign between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..fields.values import test_of
from ..naming.keys import read_key
from .cells import Cell, Row

_LETTER = r"(?:[\w'’/()#\-]|\.(?![.\s]))"
_SIGN = (
    r" {2,40}|\t{1,8}|[ \t]?\.{2,80}[ \t]{1,4}|\.{2,80}|[ \t]?_{3,60}[ \t]?|:{2,3}[ \t]{1,20}|:(?=[^\s/:])"
    r"|[ \t]{1,20}(?:[–—→»&.\-]|[\-=]{1,2}>)[ \t]{1,20}"
)
_LINE = re.compile(
    rf"^[ \t>*•+$\-]{{0,8}}(?:\d{{1,2}}[.)] )?(?P<key>[^\W\d_]{_LETTER}{{1,30}}(?: {_LETTER}{{1,30}}){{0,4}}?"
    r"(?:\.(?=  |\t))?)"
    r"(?P<sign>"
    + _SIGN
    + r")(?=[^\n\0]{2,400}$)(?P<value>[^\s\0][^\n\0]{1,200}?)(?:[ \t]?_{3,60}|[ \t]*\\\\)?[ \t\r]*$",
    re.M,
)
_PARTED = re.compile(
    r"^(?=[^\n\0]{9,1208}$)[^\n\0]{1,300}? (?P<sign>[/|·•]) [^\n\0]{1,300}? (?P=sign) [^\n\0]{1,600}$", re.M
)
_TOLD = frozenset({"SSN", "BIRTHDAY", "PHONE", "EMAIL", "PASSPORT", "LICENCE", "IBAN", "CARD", "NATIONAL_ID"})
_WORD = re.compile(r"\S+")
_WEAK = frozenset({"known", "mentioned", "variant", "maybe", "login"})
"""Forms of names of which only a word is known: the next one may be of the value."""
_MORE = re.compile(r" [/|(·•]|[,;] ")
_FEWEST = 2
_MOST_WORDS = 4


def lined(text: str) -> Iterator[Row]:
    """Lines below each other, of which two promise something and one holds the number that it promises."""
    row: Row = []
    end = -1
    for line in _LINE.finditer(text):
        if line.start() > end + 1:
            if _is_a_record(text, row):
                yield row
            row = []
        end = line.end()
        row.append(Cell(line["key"], *line.span("value"), True))
    if _is_a_record(text, row):
        yield row


def parted(text: str) -> Iterator[Row]:
    """`Name Jane Roe / DOB 1980-04-16 / Phone …`: the same on one line."""
    for sign in "/|·•":
        if f" {sign} " not in text:
            continue
        for line in _PARTED.finditer(text):
            if line["sign"] == sign:
                row = list(_parts(text, *line.span(), f" {sign} "))
                if _is_a_record(text, row):
                    yield row


def _parts(text: str, start: int, end: int, sign: str) -> Iterator[Cell]:
    while start < end:
        over = text.find(sign, start, end)
        over = end if over < 0 else over
        cell = _named_part(text, start, over)
        if cell:
            yield cell
        start = over + len(sign)


def _named_part(text: str, start: int, end: int) -> Cell | None:
    """The longest name that a part begins with; a colon ends it, and no digit begins a word of it."""
    found: Cell | None = None
    words = list(_WORD.finditer(text, start, end))[: _MOST_WORDS + 1]
    for word, following in pairwise(words):
        if word.group()[0].isdigit():
            break
        field = read_key(text[start : word.end()].strip(" :#*-"))
        if field.kind and field.form not in _WEAK:
            found = Cell(text[start : word.end()].strip(" :#*-"), following.start(), end, True)
        if word.group().rstrip("*").endswith(":"):
            break
    return found


def _is_a_record(text: str, row: Row) -> bool:
    if len(row) < _FEWEST:
        return False
    fields = [(read_key(cell.key), text[cell.start : cell.end].strip()) for cell in row]
    promised = {cell.key for cell, (field, _) in zip(row, fields, strict=True) if field.kind}
    return len(promised) >= _FEWEST and any(
        field.kind and field.kind != "SECRET" and test_of(*field[:2])(_MORE.split(value)[0]) in _TOLD
        for field, value in fields
    )
