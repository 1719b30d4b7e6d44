"""Streets and post boxes written the way English speakers write them; other addresses are known by their field."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .kinds import Span

_KINDS = (
    "Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Crescent"
    "|Close|Trail|Loop|Alley|Row|Gardens|Grove|Hill|Mews|Walk|Plaza|Turnpike|Expressway|Pike|Path|Run|Crossing|Ridge|View|Heights|Extension|Route"
)
_STREET = re.compile(
    rf"\d(?<![\w.\-/#]\d)\d{{0,5}}[A-Za-z]?,? (?:(?:[NSEW]{{1,2}}\.?|[A-Z0-9][\w'’\-]{{1,20}}) ){{1,4}}"
    rf"(?:{_KINDS})\b\.?"
    r"(?:,? (?:Apt|Suite|Ste|Unit|Apartment|Floor|Fl|Room|Rm|#)\.? ?#?[\w\-]{1,6})?"
    r"(?:,? (?:[A-Z][\w'’.\-]{1,20} ?){1,3},? [A-Z]{2},? \d{5}(?:-\d{4})?"
    r"|,? (?:[A-Z][\w'’\-]{1,20}[ ,]+){0,3}[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b)?"
)
_BOX = re.compile(r"P\.? ?O\.? Box \d{1,6}(?:,? (?:[A-Z][\w'’.\-]{1,20} ?){1,3},? [A-Z]{2},? \d{5}(?:-\d{4})?)?")


def streets(text: str) -> Iterator[Span]:
    for found in _STREET.finditer(text):
        yield Span(found.start(), found.end(), "ADDRESS")
    if " Box " in text:
        for found in _BOX.finditer(text):
            yield Span(found.start(), found.end(), "ADDRESS")
