"""Passwords that a service makes for one program and shows in groups: `kqzt wbno xfhd prlm` of Google, with hyphens of
Apple, six groups of WordPress."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .looks import SENTENCE_WORDS

_GROUPS = re.compile(
    r"(?<![\w\-])[a-z]{4}(?P<sign>[ \-])[a-z]{4}(?P=sign)[a-z]{4}(?P=sign)[a-z]{4}(?![\w\-]| \w)"
    r"|(?:(?<= is )|(?<=word )|(?<=[:=] ))[a-z]{4}(?: [a-z]{4}){3}(?![\w\-])"
)
"""With no other word behind them, or right behind what announces them."""
_SIX = re.compile(r"(?<![\w\-])[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){5}(?![\w\-]| \w)")
_MIXED = re.compile(r"(?=[^\d]*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])")
_ANNOUNCED = (
    "pass",
    "Pass",
    "PASS",
    "pwd",
    "PWD",
    "secret",
    "SECRET",
    "ennwort",
    "ontrase",
    "enha",
    "achtwoord",
    "has\u0142o",
)
_UNSPEAKABLE = re.compile(
    r"[bcdfghjklmnpqrstvwxz]{3}|[jqvxz][bcdfghjklmnpqrstvwxz]|q[^u]|[bcdfgkpt][vxjq]|uu|ii|aa|iy|uo"
)
_SET_APART = re.compile(r"[\"'`:=\n][ \t]*\Z")
_REACH = 160
_FEWEST = 2
"""Groups that no mouth could say: nine in ten that a machine makes have as many."""


def grouped(text: str) -> Iterator[Span]:
    for word in _ANNOUNCED:
        place = text.find(word)
        while place >= 0:
            yield from _behind(text, place + len(word))
            place = text.find(word, place + _REACH // 2)


def _behind(text: str, start: int) -> Iterator[Span]:
    end = min(len(text), start + _REACH)
    gap = text.find("\0", start, end)
    end = end if gap < 0 else gap
    for found in _GROUPS.finditer(text, start, end):
        if text[found.end() : found.end() + 1].isalnum():
            continue  # more of it stands out of reach
        fewest = _FEWEST - bool(_SET_APART.search(text, max(0, found.start() - 4), found.start()))
        if _is_made_up(found.group(), fewest):
            yield Span(*found.span(), "SECRET")
    for found in _SIX.finditer(text, start, end):
        if _MIXED.match(found.group()):
            yield Span(*found.span(), "SECRET")


def _is_made_up(groups: str, fewest: int) -> bool:
    parts = re.split(r"[ \-]", groups)
    spoken = SENTENCE_WORDS.intersection(parts)
    return not spoken and sum(bool(_UNSPEAKABLE.search(part)) for part in parts) >= fewest
