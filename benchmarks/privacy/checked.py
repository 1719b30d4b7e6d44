"""Which false alarms are values that a set has no label for: by rules that anyone can read, and validators not ours.

A rule knows no row. What it does not excuse stays false, also where a person would hide it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable

import phonenumbers
from stdnum import iban, luhn
from stdnum.us import ssn

from sandgate.privacy.detection import Span

from .labelled import Row, kind_of

RULES = (
    "A false alarm counts as an unlabelled value by rule, and never by row: where the same text is labelled so in "
    "another row; or where the value passes the check of its kind (`python-stdnum` for cards, IBANs and social "
    "security numbers, `phonenumbers` for phones, Python's `ipaddress`, the form of an address with a domain) and the "
    "text does not call it invalid. A secret has no check: it counts where a word for secrets stands in the 60 "
    "characters before it and it is 12 characters or longer, letters and digits. Everything else stays false. These "
    "rules were written after the false alarms of these sets had been read, and the two limits for secrets were "
    "chosen so that they take in those that a person would call secrets. So the figure with unlabelled values counted "
    "says how we judge these rows, and is no measurement on rows that nobody had seen; the one as labelled depends on "
    "no judgement of ours."
)
_DENIED = re.compile(r"\b(?:invalid|not an?|should not|isn't|is not)\b", re.I)
_MAILBOX = re.compile(r"[^@\s]{1,64}@(?:[^@\s.]+\.)+[A-Za-z]{2,24}")
_WORD_FOR_SECRETS = re.compile(r"key|token|secret|passw|auth|credential|jwt|webhook|signature|sig=|bearer", re.I)
_MIXED = re.compile(r"(?=.*[A-Za-z])(?=.*\d).{12,}", re.S)
_NEAR = 60


def is_unlabelled(row: Row, span: Span, labelled_elsewhere: Labelled) -> bool:
    if (row["text"], span.start, span.kind) in labelled_elsewhere:
        return True
    check = _CHECKS.get(span.kind)
    return check is not None and not _DENIED.search(row["text"]) and check(row, span)


Labelled = frozenset[tuple[str, int, str]]


def labelled_places(rows: Iterable[Row]) -> Labelled:
    """Text, place and kind of every label, to see what one row has and another with the same text has not."""
    return frozenset(
        (row["text"], label["start"], kind)
        for row in rows
        for label in row["spans"]
        if (kind := kind_of(label)) is not None
    )


def _value(row: Row, span: Span) -> str:
    return row["text"][span.start : span.end]


def _by_value(passes: Callable[[str], bool]) -> Callable[[Row, Span], bool]:
    return lambda row, span: passes(_value(row, span))


def _phone(row: Row, span: Span) -> bool:
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(_value(row, span), row.get("region", "US")))
    except phonenumbers.NumberParseException:
        return False


def _address(value: str) -> bool:
    try:
        ipaddress.ip_interface(value)
    except ValueError:
        return False
    return True


def _secret(row: Row, span: Span) -> bool:
    before = row["text"][max(0, span.start - _NEAR) : span.start]
    return bool(_WORD_FOR_SECRETS.search(before) and _MIXED.fullmatch(_value(row, span)))


_CHECKS: dict[str, Callable[[Row, Span], bool]] = {
    "EMAIL": _by_value(lambda value: bool(_MAILBOX.fullmatch(value))),
    "PHONE": _phone,
    "CARD": _by_value(lambda value: luhn.is_valid(re.sub(r"\D", "", value))),
    "IBAN": _by_value(iban.is_valid),
    "SSN": _by_value(ssn.is_valid),
    "IP": _by_value(_address),
    "SECRET": _secret,
}
