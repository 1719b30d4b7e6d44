"""Phone numbers as people write them at home: forms that few other numbers have, whichever region was chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .checksums import digits_of
from .kinds import Span
from .phones import counts_things, length_abroad, near_a_phone_word

_ABROAD = re.compile(r"00(?<![\w.\-+/:]00)[1-9]\d{0,2}(?:[ .\-/]{1,2}(?:\(\d{1,4}\) ?)?\d{1,12}){1,7}(?!\w)")
# Five pairs as in France, three groups with dashes as in Japan, three with blanks as in Britain and Australia. Bytes
# and columns of a table stand in longer rows: no digits may stand beside them.
_AT_HOME = re.compile(
    r"0(?<![\w.\-+/:,]0)(?<!\d 0)(?<!\W[0-9A-Fa-f]{2} 0)"
    r"(?:[1-9](?P<gap>[ .\-])\d\d(?:(?P=gap)\d\d){3}(?!(?P=gap)[0-9A-Fa-f]{2}\b)"
    r"|\d{1,3}-\d{3,4}-\d{4}|\d{2,4} \d{3,4} \d{3,4})(?!\w|[.\-/:,]\d| \d)"
)
_BRACKETED = re.compile(
    r"\((?<![\w)].)(?:0\d{1,4}\) ?\d{6,8}|\d{3,5}\)[ \-]?\d{2,3}-\d\d-\d\d)(?!\w|[.\-/]\d)",
)
_MOST_DIGITS = 11


def dialled(text: str) -> Iterator[Span]:
    for found in _AT_HOME.finditer(text):
        if len(digits_of(found.group())) in (10, _MOST_DIGITS) and not counts_things(text, found.start()):
            yield Span(found.start(), found.end(), "PHONE")
    if "(" in text:
        yield from (Span(found.start(), found.end(), "PHONE") for found in _BRACKETED.finditer(text))


def out_of_a_country(text: str) -> Iterator[Span]:
    """Two zeros in the place of the plus."""
    for found in _ABROAD.finditer(text) if "00" in text else ():
        length = length_abroad("+" + found.group()[2:], sure=not near_a_phone_word(text, found.start()))
        if length and not counts_things(text, found.start()):
            yield Span(found.start(), found.start() + length + 1, "PHONE")
