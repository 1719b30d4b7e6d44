"""Addresses that are told by the code of their town, as on envelopes, whatever the word for their street is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span

_AMERICAN = re.compile(r", [A-Z]{2} \d{5}(?:-\d{4})?(?![\w\-])")
_BRITISH = re.compile(r"\d[A-Z\d]? \d[A-Z]{2}(?!\w)")
_LETTERS_BEFORE = re.compile(r"(?<![^\s,])[A-Z]{1,2}\Z")
_WORD = r"(?![a-z])[^\W\d_][\w'’.\-]{0,24}"
_WORDS = rf"{_WORD}(?: {_WORD}){{0,3}}"
_UNIT = r"(?:Flat|Studio|Unit|Apartment|Apt\.?|Suite|Ste\.?|Floor|Room) ?#?\w{1,6}"
_HOUSE = (
    rf"(?:{_UNIT},? )?\d(?<![\w.\-/#]\d)\d{{0,5}}[A-Za-z]?,? {_WORD}(?: {_WORD}){{1,4}}"
    rf"(?:,? (?:Apt|Suite|Ste|Unit|#)\.? ?#?\w{{1,6}})?"
    rf"|{_UNIT},? {_WORDS}"
)
_ON_ONE_LINE = re.compile(rf"(?P<house>{_HOUSE})(?:, {_WORDS}){{1,3}},? ?\Z")
_TOWN = re.compile(rf"[ \t>]*(?P<town>{_WORDS}),? ?\Z")
_HOUSE_ABOVE = re.compile(rf"[ \t>]*(?P<house>{_HOUSE}),?[ \t\r]*\Z")
_CODE_FIRST = re.compile(
    rf"\n[ \t>]{{0,20}}(?P<town>(?:[A-Z]{{1,2}}-)?\d{{5}} {_WORD}"
    rf"(?: (?:{_WORD}|an|am|im|bei|der|de|del|la|las|los|do)){{0,4}})[ \t]*(?=\r?\n|\Z)"
)
_COUNTS = (
    r"(?i:page|seite|item|order|total|qty|line|row|step|rack|port|version|chapter|level|pos|position|nr|no|number|artikel"
    r"|menge|anzahl|count|rechnung|invoice|ticket|issue|part|section|figure|table|run|job|build|test)\b"
)
_NUMBER_LAST = re.compile(
    rf"[ \t>]*(?!{_COUNTS})(?P<house>{_WORD}(?: [\w'’.\-]{{1,24}}){{0,5}},? \d{{1,4}}(?: ?[a-zA-Z]|[/\-]\d{{1,4}})?"
    r"(?:,? (?:Piso|Puerta|Pta\.?|Apt\.?|Esc\.?|Planta) ?\w{1,4})?)[ \t\r]*\Z"
)
_LISTED = re.compile(r"[ \t>]*(?:[A-Z]{1,2}-)?\d{4,6} ")
"""Another line that begins with a number: then both are of a list."""
_FAR = 140


def enveloped(text: str) -> Iterator[Span]:
    for code in _AMERICAN.finditer(text):
        yield from _before_a_code(text, code.start(), code.end())
    for code in _BRITISH.finditer(text):
        letters = _LETTERS_BEFORE.search(text, max(0, code.start() - 3), code.start())
        if letters:
            yield from _before_a_code(text, letters.start(), code.end())
    for town in _CODE_FIRST.finditer(text):
        yield from _above_a_town(text, town)


def _before_a_code(text: str, start: int, end: int) -> Iterator[Span]:
    """The house and the town on the same line, or the house on the line above the town."""
    begin = _begin(text, start)
    if begin and not text[begin:start].strip(" \t>"):
        yield from _alone(text, start, end)
        return
    parted = text.find(",", begin, start) >= 0
    if whole := _ON_ONE_LINE.search(text, begin, start) if parted else None:
        yield Span(whole.start(), end, "ADDRESS")
    elif begin and (town := _TOWN.match(text, begin, start)):
        above = _HOUSE_ABOVE.match(text, _begin(text, begin - 1), begin - 1)
        if above:
            yield Span(*above.span("house"), "ADDRESS")
            yield Span(town.start("town"), end, "ADDRESS")


def _alone(text: str, start: int, end: int) -> Iterator[Span]:
    """A code that is all of its line, below a town and a house on lines of their own."""
    above = _begin(text, start) - 1
    town = _TOWN.match(text, _begin(text, above), above)
    house = (
        _HOUSE_ABOVE.match(text, _begin(text, town.start() - 1), town.start() - 1) if town and town.start() else None
    )
    if town and house and text[end : end + 2].strip(" \t,.")[:1] in ("", "\n", "\r"):
        yield Span(*house.span("house"), "ADDRESS")
        yield Span(*town.span("town"), "ADDRESS")
        yield Span(start, end, "ADDRESS")


def _above_a_town(text: str, town: re.Match[str]) -> Iterator[Span]:
    above = _NUMBER_LAST.match(text, _begin(text, town.start()), town.start())
    if above and not _LISTED.match(text, town.end() + 1 + text.startswith("\r", town.end())):
        yield Span(*above.span("house"), "ADDRESS")
        yield Span(*town.span("town"), "ADDRESS")


def _begin(text: str, end: int) -> int:
    """Where a line begins that ends there, or the part of it that is near."""
    return max(text.rfind("\n", 0, end) + 1, text.rfind("\0", 0, end) + 1, end - _FAR)
