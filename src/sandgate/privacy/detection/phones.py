"""Phone numbers: by their form, by the numbering plan of a region, or by a word that stands next to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from .checksums import digits_of
from .kinds import Span

_EXTENSION = r"(?: ?(?:x|ext\.?|extension|#) ?\d{1,6})?"
# Anchored on the last ten digits; what stands before them is read backwards.
_AMERICAN = re.compile(
    r"\d\d\d(?:(?:(?P<gap>\) ?|[\- /])\d{3}[\- ]?|(?P<dot>\.)\d{3}\.)\d{4}"
    + _EXTENSION
    + r"(?![\w]|[.\-/]\d)|(?<=[2-9]\d\d)[2-9]\d{6} ?(?:x|ext\.?) ?\d{1,6}(?!\w))"
)
_BEFORE = re.compile(r"(?:(?:\+|00)\d{1,3}[\-. ]?|(?<!\d)\d{1,3}[\-. ]|(?<!\d)1)?\(?$")
_ABROAD = re.compile(r"\+[1-9]\d{0,2}\)?(?:[ .\-/]{0,2}\(?\d{1,12}\)?){1,7}" + _EXTENSION + r"(?![\w])")
_BRACKETED = re.compile(r"\((?<![\w)].)\d{2,5}\)[ \-]?\d{3,5}[ \-]\d{3,5}" + _EXTENSION + r"(?![\w]|[.\-/]\d)")
_DOMESTIC = re.compile(r"[0(](?<![\w.\-+/].)(?:(?<=0)|(?<=\()0)\d{1,4}\)?(?:[ \-/.]\d{2,8}){1,5}(?![\w]|[.\-/]\d)")
_DECIMAL = re.compile(r"\+\d+\.\d+")
_TAIL = re.compile(r" ?(?:x|ext|#).*$")
LOOSE = re.compile(r"\+?\(?\+?\d[\d]{0,14}(?:[ ()./\-]{1,3}\d{1,12}){0,7}" + _EXTENSION)
_LEGAL = re.compile(r"\(?[2-9]\d\d\)?[\-. /]{0,2}[2-9]\d\d")
_DATE = re.compile(r"(?:19|20)\d\d[\-./]\d\d?[\-./]\d\d?(?!\d)|\d\d?[./\-]\d\d?[./\-](?:19|20)\d\d(?!\d)")
_SHAPE = re.compile(r"[+(]{0,2}\d[\d ().\-/\u2010-\u2013]*(?: ?(?:x|ext\.?|extension|#|;ext=) ?\d{1,6})?", re.I)
_NEAR = re.compile(
    r"phone|\btel\b|telefon|téléphone|\bmobile|\bcell\b|\bfax\b|\bcall|\bdial|whatsapp|\bsms\b|hotline|\breach\b|contact|answering"
    r"|\bring\b|\btext me",
    re.I,
)
# Calling codes of one and two digits; all others have three.
_CODES = re.compile(
    r"1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-69]\d|3[578]\d|42\d|5[09]\d|6[789]\d|8[0578]\d|9[679]\d"
)


def american(text: str) -> Iterator[Span]:
    """Three, three and four digits. With dots or spaces between them the plan must allow the first two groups."""
    for found in _AMERICAN.finditer(text):
        start = _american_start(text, found.start(), found["gap"] or "")
        gap = found["gap"] or found["dot"]
        if start is None:
            continue
        strict = gap in (".", " ", "/") and "x" not in found.group()
        if strict and not _LEGAL.match(found.group()) and not near_a_phone_word(text, start):
            continue
        yield Span(start, found.end(), "PHONE")


def _american_start(text: str, core: int, gap: str) -> int | None:
    """Where the calling code or the bracket before the ten digits begins; None where they end a longer row."""
    before = _BEFORE.search(text, max(0, core - 7), core)
    start = before.start() if before else core
    if start and (text[start - 1].isalnum() or text[start - 1] in "_+" or _goes_on(text, start)):
        return None
    if gap.startswith(")") != (core > 0 and text[core - 1] == "("):
        return None
    return start


def _goes_on(text: str, start: int) -> bool:
    return start > 1 and text[start - 1] in ".-/" and text[start - 2].isdigit()


def abroad(text: str) -> Iterator[Span]:
    """What begins with a plus and a calling code."""
    if "+" not in text:
        return
    for found in _ABROAD.finditer(text):
        start, number = found.start(), found.group()
        if start and (text[start - 1].isalnum() or text[start - 1] in "_+"):
            continue
        length = _length_abroad(number)
        if length:
            bracket = start > 0 and text[start - 1] == "(" and ")" in number and "(" not in number[: number.index(")")]
            yield Span(start - bracket, start + length, "PHONE")


def _length_abroad(number: str) -> int:
    """How many characters of it are the number; 0 where no calling code fits. Other numbers may follow it."""
    plain = _TAIL.sub("", number)
    digits = digits_of(plain)
    if _DECIMAL.fullmatch(plain):
        return 0
    if not _CODES.match(digits) or len(digits) < 7:
        return 0
    if len(digits) < 12 or (len(digits) == 12 and plain != number):
        grouped = any(gap in plain for gap in " -./()")
        return len(number) if grouped or _valid("+" + digits, None) else 0
    while plain and not _valid("+" + digits_of(plain), None):
        plain = plain[: max(map(plain.rfind, " -./"), default=0)] if any(gap in plain for gap in " -./") else ""
    if plain:
        return len(number) if digits_of(plain) == digits else len(plain)
    return len(number) if len(digits) <= 13 and number[1:4] != digits[:3] else 0


def domestic(text: str, regions: tuple[str, ...]) -> Iterator[Span]:
    """What begins with the zero that many countries dial first, where the plan of a region knows it."""
    for found in _DOMESTIC.finditer(text):
        number = found.group()
        if 8 < len(digits_of(number)) < 14 and not _DATE.match(number) and _valid_somewhere(number, regions):
            yield Span(found.start(), found.end(), "PHONE")


def bracketed(text: str) -> Iterator[Span]:
    """An area code in brackets and two groups behind it, as in Brazil, Mexico, Hungary or New Zealand."""
    if "(" in text:
        for found in _BRACKETED.finditer(text):
            yield Span(found.start(), found.end(), "PHONE")


def near_a_phone_word(text: str, start: int) -> bool:
    return bool(_NEAR.search(text, max(0, start - 40), start))


def _valid_somewhere(number: str, regions: tuple[str, ...]) -> bool:
    if number.startswith("00"):
        return _valid("+" + digits_of(number)[2:], None)
    return any(_valid(number, region) for region in regions)


@lru_cache(maxsize=4096)
def _valid(number: str, region: str | None) -> bool:
    import phonenumbers  # 25 ms, and most documents hold no such number

    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(number, region))
    except phonenumbers.NumberParseException:
        return False


def looks_dialled(value: str) -> bool:
    """Whether a field that is named after phones holds one."""
    return 5 <= len(digits_of(value)) <= 20 and bool(_SHAPE.fullmatch(value.strip())) and not _DATE.match(value)
