"""Forms whose lines have nothing but a blank between a name and its value, as people paste them into letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..naming.keys import read_key
from .cells import Cell, Row

_HEAD = (
    r"name|surname|forename|address|employer|company|ssn|dob|birth|born|birthday|dl|phone|tel|cell|mobile|fax|e-?mail"
    r"|passport|licen[cs]e|iban|contact|guardian|spouse|nom|prénom|adresse|téléphone|nombre|apellidos|dirección|teléfono"
    r"|nome|cognome|indirizzo|telefono|naam|adres|telefoon|vorname|nachname|anschrift|telefon|geburtsdatum|firma"
)
_LINE = re.compile(
    rf"^[ \t>*•\-]{{0,4}}(?P<key>(?=[A-ZÀ-Þ])(?:[\w'’\-]{{2,14}} ){{0,2}}(?i:{_HEAD})(?: (?i:no\.?|number|name))?)"
    r"[ \t]{1,20}(?P<value>(?![a-z])[^\s:=|,.][^\n:=|\0]{1,120}?)[ \t\r]*$",
    re.M,
)
_TOLD = frozenset({"SSN", "BIRTHDAY", "PHONE", "EMAIL", "PASSPORT", "LICENCE", "IBAN"})
_MARK = re.compile(r"[@\d]")
_FEWEST = 2


def unsigned(text: str) -> Iterator[Row]:
    """Lines below each other that begin with such names: one alone may be the beginning of a sentence."""
    row: Row = []
    end = -1
    for line in _LINE.finditer(text):
        if line.start() > end + 1:
            yield from _form(text, row)
            row = []
        end = line.end()
        row.append(Cell(line["key"], *line.span("value"), True))
    yield from _form(text, row)


def _form(text: str, row: Row) -> Iterator[Row]:
    """Titles begin with such words too, but none of them is followed by a number or a mailbox."""
    told = any(read_key(cell.key).kind in _TOLD and _MARK.search(text, cell.start, cell.end) for cell in row)
    if len(row) >= _FEWEST and told:
        yield row
