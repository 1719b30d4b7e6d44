"""Numbers that were read out digit by digit, as what was said on a phone is written down: `six zero two, eight …`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..kinds import Span
from ..words import words
from .identities import SOCIAL, american_identity
from .payments import is_card

_DIGITS = {
    word: str(digit)
    for line in (
        "zero one two three four five six seven eight nine",
        "null eins zwei drei vier fünf sechs sieben acht neun",
        "zéro un deux trois quatre cinq six sept huit neuf",
        "cero uno dos tres cuatro cinco seis siete ocho nueve",
        "zero uno due tre quattro cinque sei sette otto nove",
        "nul een twee drie vier vijf zes zeven acht negen",
        "zero um dois três quatro cinco seis sete oito nove",
    )
    for digit, word in enumerate(line.split())
} | {"oh": "0", "o": "0", "zwo": "2", "één": "1"}
_TIMES = {"double": 2, "triple": 3, "doppel": 2}
_SAID = "|".join(sorted((*_DIGITS, *_TIMES), key=len, reverse=True))
_ROW = re.compile(rf"(?<!\w)(?:{_SAID})(?:[ ,.\-–—]{{1,3}}(?:{_SAID})){{6,18}}(?!\w)", re.I)
_WORD = re.compile(r"\w+")
_HINTS = words("eight seven five acht sieben huit sept cinq ocho siete otto sette zeven vijf oito sete")
_AROUND = 160
_LONGEST_PHONE = 15
_SSN = 9
_NEAR = 250


def dictated(text: str) -> Iterator[Span]:
    """Looked for around words that nearly every such number has: they are few, and a search for all digits is slow."""
    for hint in _HINTS:
        place = text.find(hint)
        while place >= 0:
            near = _ROW.finditer(text, max(0, place - _AROUND), place + _AROUND)
            found = next((row for row in near if row.end() > place), None)
            kind = _kind(text, found.start(), _number(found.group())) if found else ""
            if found and kind:
                yield Span(found.start(), found.end(), kind)
            place = text.find(hint, max(found.end() if found else 0, place + len(hint)))


def _number(said: str) -> str:
    digits, times = "", 1
    for word in _WORD.findall(said.lower()):
        digits += _DIGITS.get(word, "") * times
        times = _TIMES.get(word, 1)
    return digits


def _kind(text: str, start: int, digits: str) -> str:
    if all(int(after) - int(before) == 1 for before, after in pairwise(digits)):
        return ""  # somebody counts
    if is_card(digits):
        return "CARD"
    if len(digits) == _SSN and american_identity(digits) and SOCIAL.search(text, max(0, start - _NEAR), start):
        return "SSN"
    return "PHONE" if len(digits) <= _LONGEST_PHONE else "ACCOUNT"
