"""Phone numbers behind the small word with which a language says where somebody is reached: `unter …`, `au …`, `al …`.

Such words stand before other numbers too, so the plan of a country where the language is spoken has to know the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..checksums import digits_of
from ..kinds import Span
from .numbers import counts_things, valid

_NUMBER = re.compile(r"[0-9](?<=[a-zåż] \d)[\d ./\-]{6,16}\d(?![\w]|[.\-/:,]\d| \d)")
_REGIONS: dict[str, tuple[str, ...]] = {
    "unter": ("DE", "AT", "CH"),
    "au": ("FR", "BE", "CH"),
    "al": ("ES", "IT", "MX"),
    "op": ("NL", "BE"),
    "naar": ("NL", "BE"),
    "pod": ("PL",),
    "numerem": ("PL",),
    "na": ("PL", "CZ", "SK"),
    "pelo": ("PT", "BR"),
    "para": ("PT", "BR"),
    "på": ("SE", "NO", "DK"),
    "till": ("SE",),
    "el": ("ES", "MX"),
    "le": ("FR", "BE", "CH"),
    "il": ("IT",),
    "o": ("PT", "BR"),
}
_ARTICLES = frozenset({"el", "le", "il", "o"})
"""They stand before every noun: there the number has a zero in front, or is written in groups."""
_DAY = re.compile(r"\d{1,4}[./\-]\d{1,2}[./\-]\d{1,4}|(?:19|20)\d\d \d{1,2} \d{1,2}")
_LEAST = 8


def reached_at(text: str) -> Iterator[Span]:
    for found in _NUMBER.finditer(text):
        start, number = found.start(), found.group()
        word = text[max(0, start - 9) : start - 1].lower().rpartition(" ")[2].rpartition("\n")[2]
        regions = _REGIONS.get(word, ())
        if not regions or (word in _ARTICLES and number[0] != "0" and " " not in number):
            continue
        if len(digits_of(number)) < _LEAST or _DAY.fullmatch(number) or counts_things(text, start):
            continue
        if any(valid(number, region) for region in regions):
            yield Span(start, found.end(), "PHONE")
