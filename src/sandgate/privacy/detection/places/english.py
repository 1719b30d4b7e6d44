"""Postal addresses the way English speakers write them: a number, a name and a word for a street, boxes, units."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span

_SURE = (
    "Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Court|Ct|Square|Sq|Terrace|Ter|Parkway|Pkwy|Highway|Hwy"
    "|Circle|Cir|Crescent|Trail|Alley|Gardens|Grove|Mews|Turnpike|Expressway"
)
_WEAK = "Drive|Dr|Place|Pl|Way|Close|Loop|Row|Hill|Walk|Plaza|Pike|Path|Run|Crossing|Ridge|View|Heights|Extension|Route"
"""Words that also end names of other things, such as Google Drive or List View."""
_NAME = r"(?:[NSEW]{1,2}\.?|[A-Z][\w'’\-]{1,20}|\d{1,3}(?:st|nd|rd|th)) "
_UNIT = r"(?:,? (?:Apt|Suite|Ste|Unit|Apartment|Floor|Fl|Room|Rm|#)\.? ?#?[\w\-]{1,6})?"
_TOWN = (
    r"(?:,? (?:[A-Z][\w'’.\-]{1,20} ?){1,3},? [A-Z]{2},? \d{5}(?:-\d{4})?"
    r"|,? (?:[A-Z][\w'’\-]{1,20}[ ,]+){0,3}[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b)?"
)
_STREET = re.compile(
    rf"\d(?<![\w.\-/#]\d)\d{{0,5}}[A-Za-z]?,? (?:{_NAME}){{1,4}}(?:(?P<sure>{_SURE})|(?:{_WEAK}))\b\.?"
    rf"(?: [NSEW]{{1,2}}\b)?(?P<more>{_UNIT}{_TOWN})"
)
_ADDRESS_BEFORE = re.compile(
    r"(?:address(?:es)?(?: (?:is|to|was))?|liv(?:es?|ing|ed) (?:at|on|in)|resid(?:es?|ing|ed) at|located at"
    r"|office is at|(?:moved|deliver(?:ed)?|ship(?:ped)?|mail(?:ed)?|sent|taxi|return) (?:it |them )?to|arrived at"
    r"|home at)[:,]?\s{1,3}$",
    re.I,
)
_GOES_ON = re.compile(r",? ?\n\s*\S|, [A-Z][a-z]+(?:,| [A-Z]|\s*$)")
_BOX = re.compile(r"P\.? ?O\.? Box \d{1,6}(?:,? (?:[A-Z][\w'’.\-]{1,20} ?){1,3},? [A-Z]{2},? \d{5}(?:-\d{4})?)?")
_MILITARY = re.compile(
    r"(?:(?:PSC|CMR|Unit) \d{1,5},? Box \d{1,5}|(?:USS|USNS|USNV|USCGC) [A-Z][\w'’\-]{1,20}),?\s+"
    r"(?:APO|FPO|DPO),? A[AEP],? \d{5}(?:-\d{4})?"
)
# A flat or a suite with its number is part of an address; so are the line before it and the town behind it.
_PIECE = r"(?:[^\W\d_][\w'’.\-]*+|\d{1,5}+\.?)"
_LINE = r"(?:,|\n)[>?\s]{0,6}[^\W\d_][\w'’.\-]*+(?: [^\W\d_][\w'’.\-]*+){0,4}"
_PROPER_LINE = r"(?:,|\n)[>?\s]{0,6}(?-i:(?![a-z]))[^\W\d_][\w'’.\-]*+(?: (?-i:(?![a-z]))[^\W\d_][\w'’.\-]*+){0,4}"
_FLAT = re.compile(
    rf"\d{{1,6}}+[A-Za-z]?(?:,? {_PIECE}){{1,7}},?(?: |\s?\n[>?\s]{{0,5}})(?:apt|suite|apartment|flat)\.? #?\d{{1,5}}\b"
    rf"(?:(?:{_LINE}){{0,3}}[,\s>?]{{1,8}}\d{{4,6}}\b|(?:{_PROPER_LINE}){{0,3}})",
    re.I,
)
_CAPITAL = r"(?![a-z])[^\W_][\w'’\-]*+\.?"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|t?ember|ober|\.)?\b"
_SAID = re.compile(
    rf"\d{{1,6}}[A-Za-z]?(?!(?:st|nd|rd|th)? (?:of )?{_MONTH})"
    rf"(?:,? (?:{_CAPITAL}|de|la|le|du|des|der|den|von|van|of|the|di|da|do|dos|nad|u)(?!\w)){{1,9}}"
    rf"(?:[,\n]{{1,2}} ?\n?{_CAPITAL}(?: {_CAPITAL}){{0,4}}){{0,3}}"
)


def streets(text: str) -> Iterator[Span]:
    for found in _STREET.finditer(text):
        if found["sure"] or found["more"] or _is_announced(text, found.start()) or _GOES_ON.match(text, found.end()):
            yield Span(found.start(), found.end(), "ADDRESS")
    if " Box " in text:
        for form in (_BOX, _MILITARY):
            yield from (Span(found.start(), found.end(), "ADDRESS") for found in form.finditer(text))
    elif "PO A" in text:
        yield from (Span(found.start(), found.end(), "ADDRESS") for found in _MILITARY.finditer(text))


def flats(text: str) -> Iterator[Span]:
    lowered = text.lower()
    for word in ("apt", "suite ", "apartment ", "flat "):
        place = lowered.find(word)
        while place >= 0:
            found = _FLAT.search(text, max(0, place - 70), min(len(text), place + 120))
            if (
                found
                and found.start() <= place < found.end()
                and text[found.start() - 1 : found.start()] not in _JOINED
            ):
                yield Span(found.start(), found.end(), "ADDRESS")
            place = lowered.find(word, place + 1)


def announced(text: str) -> Iterator[Span]:
    """`her address is 12 Třebčínská 860, Horka`: no form tells it, the words before it do."""
    for word in _ANNOUNCING:
        place = text.find(word)
        while place >= 0:
            found = _SAID.search(text, place, place + len(word) + 20)
            whole = _SAID.match(text, found.start()) if found else None
            if whole and _is_announced(text, whole.start()):
                yield Span(whole.start(), whole.end() - whole.group().endswith("."), "ADDRESS")
            place = text.find(word, place + len(word))


_JOINED = tuple("-/.#:")
_ANNOUNCING = ("ddress", "liv", "resid", "located", "office is", "moved", "deliver", "ship", "mail", "sent to", "taxi")


def _is_announced(text: str, start: int) -> bool:
    return bool(_ADDRESS_BEFORE.search(text, max(0, start - 34), start))
