"""Cards and bank accounts: the form of the issuer, then the checksum."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..checksums import digits_of, luhn, mod97
from ..kinds import Span
from ..phones.numbers import counts_things
from ..words import words

_CARD = re.compile(
    r"[0-9](?<![\w]\d)(?<!\d[.\-]\d)(?:\d{11,18}"
    r"|\d{3}(?P<gap> {1,3}| ?[.\-_/+] ?)\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?:(?P=gap)\d{3})?"
    r"|\d{3}(?P<other> {1,3}| ?[.\-_/] ?)\d{6}(?P=other)\d{4,5}"
    r"|(?: \d){12,18}(?! \d))(?![\w]|\.\d)"
)
_ISSUERS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"  # Visa
    r"|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}"  # Mastercard
    r"|3[47]\d{13}"  # American Express
    r"|3(?:0[0-59]|[689]\d)\d{11}(?:\d{2})?"  # Diners
    r"|(?:6011|64[4-9]\d|65\d\d)\d{12}(?:\d{3})?"  # Discover
    r"|35\d{14}"  # JCB
    r"|(?:2131|1800)\d{11}"  # JCB, fifteen digits
    r"|62\d{14,17}"  # UnionPay
    r"|(?:50[0-9]{2}|5[6-9]\d\d|6304|639\d|67\d\d)\d{8,15}"  # Maestro
    r"|(?:6521|60[68]\d|81\d\d|82\d\d)\d{12}"  # RuPay
    r"|220[0-4]\d{12}"  # Mir
    r"|1\d{14}"  # UATP
)
# A barcode of a German shop has thirteen digits and a 4 in front; these forms count only next to a word for cards.
_WEAK = re.compile(r"4\d{12}$|1\d{14}$|2131\d{11}$|[568]\d{11,14}$|3\d{13}$|\d{17,19}$|8\d{15}$")
_OF_A_BARCODE = 13
_CODE_BEFORE = re.compile(r"\b(?=\d{0,3}[A-F])[0-9A-F]{4}[ .\-\n]\Z")
_CODE_AFTER = re.compile(r"[ .\-\n](?=\d{0,3}[A-F])[0-9A-F]{4}\b")
"""A number of four places to the base of sixteen: rows of them are no cards."""
_CARD_WORD = re.compile(
    r"card|\bcc\b|visa|maestro|amex|master|diners|jcb|discover|unionpay|credit|debit|\bpan\b|payment|\bcharged\b|karte"
    r"|tarjeta|\bcarte\b|\bcarta\b|cartão|kaart",
    re.I,
)
_OF_THINGS = re.compile(
    r"\b(?:barcodes?|tracking|serial|bibs?|imei|ean|upc|gtin|iccid|meter|waybill|awb)"
    r"(?: (?:no\.?|numbers?|codes?))?[:#]? ?\Z",
    re.I,
)
"""What else has so many digits, and says so."""
_OF_A_PAYER = re.compile(r"(?:account|acct|a/c|konto|iban|id|customer|client|member)\b[^\n]{0,12}\Z", re.I)
"""What has a number of its own, or that of a card: `account number`."""
_IBAN = re.compile(r"[0-9](?:(?<=\b[A-Za-z]{2}\d)|(?<=\?\d\d[A-Z]{2}\d))\d(?:[ \-]?[A-Za-z0-9]{1,4}){3,9}")
_IN_FOURS = re.compile(r"[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?")
"""As a bank writes it: then it is one even if a word follows without a blank."""
_LENGTHS = {
    code[:2]: int(code[2:])
    for code in words("""
AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28
LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25
QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
""")
}
"""How long an IBAN is in each country."""


_LONG_IBAN = 20


def cards(text: str) -> Iterator[Span]:
    place = 0
    while found := _CARD.search(text, place):
        place = found.start() + 1  # the last group of another number may stand before it
        digits = digits_of(found.group())
        if not is_card(digits):
            continue
        doubtful = _is_doubtful(text, found, digits) or _is_of_a_thing(text, found)
        if doubtful and not _CARD_WORD.search(text, max(0, found.start() - 40), found.end() + 20):
            continue
        place = found.end()
        yield Span(found.start(), found.end(), "CARD")


def _is_doubtful(text: str, found: re.Match[str], digits: str) -> bool:
    """Groups of a table of codes, single digits; without gaps, in a path, below zero, or of a doubtful length."""
    start, end = found.span()
    if len(digits) < end - start:
        beside = _CODE_AFTER.match(text, end) or _CODE_BEFORE.search(text, max(0, start - 6), start)
        return text[start - 1 : start] == "." or text[start + 1] == " " or _is_counted(digits) or bool(beside)
    if len(digits) > _OF_A_BARCODE and end - start == len(text.strip()):
        return False
    return text[start - 1 : start] in ("/", "-") or bool(_WEAK.match(digits))


def _is_of_a_thing(text: str, found: re.Match[str]) -> bool:
    """`tracking no. …`, `PO 4500…`: orders are as long as cards, but nobody writes theirs in groups."""
    near = max(0, found.start() - 30)
    if _OF_THINGS.search(text, near, found.start()):
        return True
    return (
        found.group().isdigit()
        and counts_things(text, found.start())
        and not _OF_A_PAYER.search(text, near, found.start())
    )


def _is_counted(digits: str) -> bool:
    """`5740 5741 5742 5743`, as in a table of characters."""
    groups = [int(digits[place : place + 4]) for place in range(0, 16, 4)]
    return all(0 < after - before < 16 for before, after in pairwise(groups))


def is_bare_card(digits: str) -> bool:
    """Whether a number is a card though no word says so."""
    return is_card(digits) and not _WEAK.match(digits)


def is_card(digits: str) -> bool:
    return bool(_ISSUERS.fullmatch(digits)) and luhn(digits) and len(set(digits)) > 1


_ENDS_A_GROUP = re.compile(r"[0-9a-f]{2}-\Z")
"""Of a UUID: what follows is its next group."""


def ibans(text: str) -> Iterator[Span]:
    place = 0
    while found := _IBAN.search(text, place):
        start, place = found.start() - 2, found.start() + 1
        length = _length_of_iban(text[start : found.end()])
        if length and not _ENDS_A_GROUP.search(text, max(0, start - 3), start):
            place = start + length  # another may follow, and a group of letters looks like one of this
            yield Span(start, place, "IBAN")


def _length_of_iban(candidate: str) -> int:
    """How many characters of it are the IBAN; words may follow. 0 where there is none."""
    length = _LENGTHS.get(candidate[:2].upper(), 0)
    taken = 0
    for place, character in enumerate(candidate, 1):
        taken += character.isalnum()
        if length and taken in (length, length - 1):
            number, follows = candidate[:place], candidate[place : place + 1]
            ends = not follows.isalnum() or (follows.isalpha() and bool(_IN_FOURS.fullmatch(number)))
            if ends and (is_iban(number) or (taken < length and _is_short_iban(number))):
                return place
            if taken == length:
                break
    return 0


def _is_short_iban(value: str) -> bool:
    """One that lost a character before its sum was made, or was made up: long, with capitals, and its sum is right."""
    code = re.sub(r"[ \-]", "", value)
    return len(code) > _LONG_IBAN and code.isupper() and not code[4:].isdigit() and mod97(code)


def is_iban(value: str) -> bool:
    code = re.sub(r"[ \-]", "", value).upper()
    return _LENGTHS.get(code[:2]) == len(code) and code.isascii() and code.isalnum() and mod97(code)
