"""Phone numbers: by their form, by the numbering plan of a region, or by a word that stands next to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from string import ascii_letters

from ..checksums import digits_of
from ..kinds import Span
from ..naming.things import COUNTED, counts_in_one_word
from ..words import words

EXTENSION = r"(?: ?(?:x|ext\.?|extension|#) ?\d{1,6})?"
# Anchored on the last ten digits; what stands before them is read backwards.
_AMERICAN = re.compile(
    r"[0-9]\d\d(?:(?:(?P<gap>\) ?|[\- /])\d{3}[\- ]?|(?P<dot>\.)\d{3}\.)\d{4}"
    + EXTENSION
    + r"(?![\w]|[.\-/]\d)|(?<=[2-9]\d\d)[2-9]\d{6} ?(?:x|ext\.?) ?\d{1,6}(?!\w))"
)
_ONE_GLUED = re.compile(r"1(?!8(?:00|33|44|55|66|77|88)[\-. ])\d{3}[\-. ]")
"""`1970-355-0188` is an account; who dials a one first writes `1-970-…`, if the call costs something."""
_UNDIVIDED = re.compile(r"\d{3}-\d{7}")
"""Numbers of orders are written so too."""
_BEFORE = re.compile(r"(?:(?:\+|(?<!\d)00(?=[1-9]))\d{1,3}[\-. ]?|(?<!\d)\d{1,3}[\-. ]|(?<!\d)1)?\(?\Z")
_ABROAD = re.compile(r"\+[1-9]\d{0,2}\)?(?:[ .\-/]{0,2}\(?\d{1,12}+\)?){1,7}" + EXTENSION + r"(?![\d_])")
_GROUPED = re.compile(r"\+1[ .\-]\(?[2-9]\d\d\)?[ .\-]\d{3}[ .\-]\d{4}")
_BRACKETED = re.compile(
    r"\((?<![\w)].)(?:\d{2,5}\)[ \-]?|\d\d\) ?9 )\d{3,5}[ \-]\d{3,5}(?: \d{3,4}(?![\w.\-/ ]))?"
    + EXTENSION
    + r"(?![\w]|[.\-/]\d)"
)
_DOMESTIC = re.compile(
    r"[0(](?<![\w.\-+/].)(?<!\d:.)(?:(?<=0)|(?<=\()0)\d{1,4}\)?(?:[ \-/.]\d{2,8}){1,5}(?![\w]|[.\-/]\d|-[a-z]+\d)"
)
_MOBILE = re.compile(r"07[1-9]\d{2} ?\d{3} ?\d{3}(?![\w]|[.\-/:]\d)")
_BARE = re.compile(r"[2-9]\d\d[2-9]\d{6}(?<![\w.\-+/]\d{10})(?![\w]|[.\-/:]\d)")
_ARGUMENT = re.compile(r"\w\($")
_WIDE = re.compile(r"[2-9](?<![\w.\-+/].)\d\d (?P<dash>[\-–]) [2-9]\d\d (?P=dash) \d{4}(?!\w|[.\-/]\d)")
_ALONE = re.compile(r"\s*(?P<number>[+(\d][\d ()./\-]{6,24}\d)\s*\Z")
_WORD_BEFORE = frozenset(letter + blank for letter in ascii_letters + ",:;" for blank in " \n")
_GLUED = re.compile(r"(?:\b|_)(?:is|at|tel|telephone|phone|fax|mobile|cell|call|number)\Z", re.I)
"""Words that a lost blank leaves in front of a number."""
_DECIMAL = re.compile(r"\+\d+\.\d+")
_INSIDE = re.compile(r" ?(?:x|ext\.?|extension|#) ?\d{1,6}(?!\w)")
_TAIL = re.compile(r" ?(?:x|ext|#).*$")
LOOSE = re.compile(r"\+?\(?\+?\d[\d]{0,14}(?:(?!  )[ ()./\-]{1,3}\d{1,12}){0,7}" + EXTENSION)
_AREA = re.compile(r"[2-9]")
_LEGAL = re.compile(r"\(?[2-9]\d\d\)?[\-. /]{0,2}[2-9]\d\d")
_DATE = re.compile(r"(?:19|20)\d\d[\-./]\d\d?[\-./]\d\d?(?!\d)|\d\d?[./\-]\d\d?[./\-](?:19|20)\d\d(?!\d)")
_SHAPE = re.compile(r"[+(]{0,2}\d[\d ().\-/\u2010-\u2013]*(?: ?(?:x|ext\.?|extension|#|;ext=) ?\d{1,6})?", re.I)
_OF_THINGS = COUNTED | words("meeting conference")
_NUMBERED = words("""
    customer client member employee student patient supplier vendor user kunden kunde cliente klant klient mitarbeiter
    quote estimate contract request change project issue incident loan permit matter control
""")
"""What has a phone, or is spoken of before one, and has a number that was given to it: `customer no. 212-555-0123`."""
_NUMBERING = words("id no nr num number code n° nº № nro número numero numéro numer číslo nummer")
_WORD = (
    r"(?:phone|\btel\b|telefon|téléphone|\bmobile|\bcell\b|\bfax\b|\bdial|whatsapp|\bsms\b|hotline|\breach\b|contact"
    r"|\bcall(?! (?:note|recording|transcript|record|summary|report)s? \((?-i:[A-Z][a-z]+[A-Z]\w*) )"
    r"|answering|\bring\b|\btext (?:me|to)|\btexted)"
)
"""But not `Call note (AirCall 4711)`, as a program counts calls."""
_NEAR = re.compile(_WORD, re.I)
_JUST_BEFORE = re.compile(_WORD + r"[^\n\0.;|=\d:,]{0,30}:?[ \t]?$", re.I)
_OF_SOMEBODY = re.compile(
    r"\b(?:me|her|him|us|them|she|he|customer|client|patient|guest|tenant|driver|file"
    r"|(?-i:[A-Z])[a-z]{2,15} (?-i:[A-Z])[a-z]{2,15})\b"
    r"[^\n\0.;|=\d]{0,24}(?:\b(?:at|on|to|under|from|via)|[:,(\-–]) ?$",
    re.I,
)
"""Somebody, and where they are reached, or a sign that says so."""
_COUNTED = re.compile(r" (?:row|byte|record|item|time|event|line|point|unit|user|people|request|ms\b|second|entr|of\b)")
# Calling codes of one and two digits; all others have three.
_CODES = re.compile(
    r"1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-69]\d|3[578]\d|42\d|5[09]\d|6[789]\d|8[0578]\d|9[679]\d"
)


_ANSWERED = re.compile(r'HTTP/\d(?:\.\d)?" \Z')
"""Before `206 7648063`: what a web server answered, and how many bytes."""


def counts_things(text: str, start: int) -> bool:
    """Whether a word says that what begins there is the number of an order, a part or another thing."""
    line = text[max(0, start - 30) : start].rpartition("\n")[2]
    before, _, last = line.rstrip(" #:.").lower().rpartition(" ")
    thing = before.rpartition(" ")[2].rstrip(".#:")
    return (
        last in _OF_THINGS
        or counts_in_one_word(last)
        or (last in _NUMBERING and (thing in _OF_THINGS or thing in _NUMBERED))
        or (last in _NUMBERED and thing in _NUMBERING and thing != "number")  # `n° client`, no `phone number customer`
    )


def american(text: str) -> Iterator[Span]:
    """Three, three and four digits. With dots or spaces between them the plan must allow the first two groups."""
    for found in _WIDE.finditer(text):
        yield Span(found.start(), found.end(), "PHONE")
    for found in _AMERICAN.finditer(text):
        start = _american_start(text, found.start(), found["gap"] or "")
        gap = found["gap"] or found["dot"]
        if start is None:
            continue
        legal = (_AREA if gap == "." else _LEGAL).match(found.group())
        if gap == " " and (_in_a_row(text, start, found.end()) or _ANSWERED.search(text, max(0, start - 12), start)):
            legal = None
        if text[start] not in "+(" and counts_things(text, start):
            continue
        if gap == "-" and not legal and _UNDIVIDED.match(found.group()):
            continue
        if _ONE_GLUED.match(text, start) and not near_a_phone_word(text, start):
            continue
        if gap in (".", " ", "/") and "x" not in found.group() and not legal and not near_a_phone_word(text, start):
            continue
        yield Span(start, found.end(), "PHONE")


def in_brackets(text: str) -> Iterator[Span]:
    """Those whose first three digits stand in brackets: nothing else is written so."""
    return (span for span in american(text) if ")" in text[span.start : span.end]) if "(" in text else iter(())


def _in_a_row(text: str, start: int, end: int) -> bool:
    """Whether other numbers stand beside it, with a blank between them, as in a table."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    return (before[1:] == " " and before[:1].isdigit()) or (after[:1] == " " and after[1:].isdigit())


def _american_start(text: str, core: int, gap: str) -> int | None:
    """Where the calling code or the bracket before the ten digits begins; None where they end a longer row."""
    closed = gap.startswith(")")
    opened = core > 0 and text[core - 1] == "("
    if closed and not opened:
        return None
    if text[core - closed - 2 : core - closed] in _WORD_BEFORE:
        return core - closed
    before = _BEFORE.search(text, max(0, core - 7), core)
    starts = [before.start()] if before and opened == closed else []
    return next((start for start in (*starts, core - closed) if _begins(text, start)), None)


def _begins(text: str, start: int) -> bool:
    if start and text[start] == "+" and text[start - 1].isalnum():
        return True  # right behind a word or another number: neither goes on with a plus and groups of digits
    if start and text[start - 1].isalpha():
        return bool(_GLUED.search(text, max(0, start - 10), start))
    return not start or not (text[start - 1].isalnum() or text[start - 1] in "_+" or _goes_on(text, start))


def _goes_on(text: str, start: int) -> bool:
    return start > 1 and text[start - 1] in ".-/" and text[start - 2].isdigit()


def abroad(text: str) -> Iterator[Span]:
    """What begins with a plus and a calling code."""
    if "+" not in text:
        return
    for found in _ABROAD.finditer(text):
        start, number = found.start(), found.group()
        if text[start - 1 : start] in ("_", "+"):
            continue
        glued = _goes_with(text[start - 1 : start]) or _goes_with(text[found.end() : found.end() + 1])
        if number.endswith(")") and number.count(")") > number.count("("):
            number = number[:-1]  # of what it stands in
        length = length_abroad(number) if not glued else _length_glued(number)
        if length:
            bracket = start > 0 and text[start - 1] == "(" and ")" in number and "(" not in number[: number.index(")")]
            yield Span(start - bracket, start + length, "PHONE")


def _goes_with(sign: str) -> bool:
    """Whether a sign beside a number is part of a word with it; scripts without capitals have no blanks either."""
    return sign.isdigit() or sign.upper() != sign.lower()


def length_abroad(number: str, *, sure: bool = False) -> int:
    """How many characters of it are the number; 0 where no calling code fits. Other numbers may follow it.

    `sure` asks for the plan of its country, where nothing but the digits speaks for it.
    """
    plain = _TAIL.sub("", number)
    digits = digits_of(plain)
    if _DECIMAL.fullmatch(plain):
        return 0
    if not _CODES.match(digits) or len(digits) < 7:
        return 0
    if not sure and (len(digits) < 12 or (len(digits) == 12 and plain != number)):
        grouped = any(gap in plain for gap in " -./()")
        return len(number) if grouped or valid("+" + digits, None) or _possible("+" + digits) else 0
    while plain and not valid("+" + digits_of(plain.replace("(0)", "")), None):  # `+44 (0)20 …`
        plain = _without_last_group(plain)
    if plain:
        return len(number) if digits_of(plain) == digits else len(plain)
    grouped = number[1:4] != digits[:3]
    return len(number) if not sure and len(digits) <= 13 and (grouped or _possible("+" + digits)) else 0


def _length_glued(number: str) -> int:
    """The same where a word or another number stands right beside it: then its groups must speak for it."""
    if american := _GROUPED.match(number):
        return american.end()
    return length_abroad(number, sure=True) if any(gap in number for gap in " -(") else 0


def domestic(text: str, regions: tuple[str, ...]) -> Iterator[Span]:
    """What begins with the zero that many countries dial first, where the plan of a region knows it."""
    place = 0
    while found := _DOMESTIC.search(text, place):
        length = _length_at_home(found.group(), regions)
        place = found.start() + (length or 1)  # what was no number may hold the beginning of one
        if length and not counts_things(text, found.start()):
            opened = found.group()[0] == "(" and ")" not in found.group()[:length]
            yield Span(found.start() + opened, place, "PHONE")
    if "GB" in regions and "07" in text:
        for found in _MOBILE.finditer(text):  # British mobiles: plans grow, and this form is theirs alone
            if found.start() == 0 or (text[found.start() - 1] not in "_+.-/" and not text[found.start() - 1].isalnum()):
                yield Span(found.start(), found.end(), "PHONE")


def _length_at_home(number: str, regions: tuple[str, ...]) -> int:
    """How many characters of it are the number; other numbers may follow it behind a blank."""
    whole = number
    while len(digits_of(number)) > 8 and not _DATE.match(number):
        ends = whole[len(number) : len(number) + 1] in ("", " ")
        if ends and len(digits_of(number)) < 16 and _valid_somewhere(number, regions):
            return len(number)
        number = _without_last_group(number)
    return 0


def _without_last_group(number: str) -> str:
    return number[: max(map(number.rfind, " -./"))] if any(gap in number for gap in " -./") else ""


def bare(text: str) -> Iterator[Span]:
    """Ten digits in a row, where a word for phones stands before them."""
    for found in _BARE.finditer(text):
        if _ARGUMENT.search(text, max(0, found.start() - 2), found.start()):
            continue
        if counts_things(text, found.start()):
            continue
        near = max(0, found.start() - 60)
        if _JUST_BEFORE.search(text, max(0, found.start() - 42), found.start()) or (
            _OF_SOMEBODY.search(text, near, found.start())
            and not _COUNTED.match(text, found.end())
            and valid(found.group(), "US")
        ):
            yield Span(found.start(), found.end(), "PHONE")


def alone(text: str, regions: tuple[str, ...]) -> Iterator[Span]:
    """A text that is nothing but one number, as a cell that was cut out: the plan of a region decides."""
    found = _ALONE.match(text)
    if found and not _DATE.match(found["number"]) and _valid_somewhere(found["number"], regions):
        yield Span(found.start("number"), found.end("number"), "PHONE")


def bracketed(text: str) -> Iterator[Span]:
    """An area code in brackets and two groups behind it, as in Brazil, Mexico, Hungary or New Zealand."""
    if "(" in text:
        for found in _BRACKETED.finditer(text):
            yield Span(found.start(), found.end(), "PHONE")


def near_a_phone_word(text: str, start: int) -> bool:
    """On the same line: what stands below it is a number of its own."""
    near = max(0, start - 40)
    return bool(_NEAR.search(text, max(near, text.rfind("\n", near, start), text.rfind("\0", near, start)), start))


def _valid_somewhere(number: str, regions: tuple[str, ...]) -> bool:
    if number.startswith("00"):
        return valid("+" + digits_of(number)[2:], None)
    return any(valid(number, region) for region in regions)


@lru_cache(maxsize=4096)
def valid(number: str, region: str | None) -> bool:
    import phonenumbers  # 25 ms, and most documents hold no such number

    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(number, region))
    except phonenumbers.NumberParseException:
        return False


def _possible(number: str) -> bool:
    """Whether its length is one its country has: plans grow, and examples use what no plan has given out."""
    import phonenumbers  # as above

    try:
        return len(number) > 10 and phonenumbers.is_possible_number(phonenumbers.parse(number, None))
    except phonenumbers.NumberParseException:
        return False


def looks_dialled(value: str, at_least: int = 5) -> bool:
    """Whether a field that is named after phones holds one."""
    return (
        at_least <= len(digits_of(value)) <= 20
        and bool(_SHAPE.fullmatch(value.strip()))
        and not _DATE.match(value.lstrip("+("))
    )


def end_of_number(text: str, start: int, end: int) -> int:
    """Where a number ends whose first group stands in `text[start:end]`: `phone=07911 123456` has a second one."""
    if len(digits_of(text[start:end])) > 8:
        inside = _INSIDE.match(text, end)
        return inside.end() if inside else end
    whole = LOOSE.match(text, start, min(len(text), start + 30))
    return whole.end() if whole and looks_dialled(whole.group()) and len(digits_of(whole.group())) < 17 else end
