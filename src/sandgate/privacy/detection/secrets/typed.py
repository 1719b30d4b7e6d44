"""Keys that somebody types in by hand: of a program that was bought, of an authenticator, of a domain that moves.

They are known by their groups or their letters, and by what they are called right before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..naming.surroundings import OPEN_KEYS
from .looks import look_of
from .marked import is_placeholder

_SET_APART = r"(?: is)?[\"'`*]{0,2}[ ]?[:=]?\s{1,30}[\"'`*]{0,2}\Z"
_GROUPS = re.compile(r"(?<![\w\-./])[A-Z\d]{4,6}(?:-[A-Z\d]{4,6}){3,7}(?![\w\-])")
_NAMED = re.compile(
    rf"(?:^|[^\w\-])(?:(?P<which>[^\W\d_]{{2,30}})[ _\-])?(?:key|clé|clef|clave|chiave){_SET_APART}",
    re.I,
)
_BASE32 = re.compile(r"(?<![\w+/=.\-])[A-Z2-7]{16}(?:[A-Z2-7]{10}|[A-Z2-7]{16})?(?![\w+/=\-])")
_FOURS = re.compile(r"(?<![\w\-])[a-z2-7]{4}(?: [a-z2-7]{4}){3,7}(?![\w\-]| \w)")
_OF_A_CODE = re.compile(r"secret%3D(?P<value>[A-Z2-7]{16,64})(?![A-Z\d])")
"""What a picture shows that an authenticator reads, inside the address of that picture."""
_BY_A_PHONE = re.compile(r"\d#(?:\\?,){1,8}\*(?P<value>\d{4,10})#")
"""`…,,123456789#,,,,*4711#`: what a phone dials to be let into a talk; calendars write a sign before each comma."""
_LETTERED = re.compile(rf"(?:\b(?:key|secret|code)|schlüssel|\bclé|\bclave){_SET_APART}", re.I)
_OF_AN_AUTHENTICATOR = re.compile(
    r"authenticator|two-factor|\b2fa\b|\bmfa\b|\bt?otp\b|time[ \-]based|setup key|one-time", re.I
)
_SPOKEN = ("authenticator", "two-factor", "2fa", "mfa", "otp", "time-based", "time based", "one-time", "setup key")
"""One of these is in each of them; a pattern would take longer to say that none is."""
_UNSPEAKABLE = re.compile(r"[2-7]|[BCDFGHJKLMNPQRSTVWXZ]{4}|[JQVXZ][BCDFGHJKLMNPQRSTVWXZ]|Q[^U]|UU|II|AA")
_TO_MOVE = re.compile(
    r"\b(?:[Aa]uth(?:[ \-]?[Ii]nfo)?|EPP|[Tt]ransfer)[ \-][Cc]ode(?::[ \t]{1,20}|[ \t]{2,20})"
    r"(?P<value>[^\s\0]{8,32})(?![^\s\0])"
)
"""Behind a wide gap: what is called so in a sentence is told by the words around it."""
_WORDS = ("key", "Key", "KEY", "clé", "Clé", "clef", "clave", "Clave", "chiave", "Chiave")
_BACK, _AROUND = 72, 400
_LOOKS = ("signed", "generated")


def typed(text: str) -> Iterator[Span]:
    if " code" in text or " Code" in text or "-code" in text:
        for found in _TO_MOVE.finditer(text):
            if look_of(found["value"]) in _LOOKS and not is_placeholder(found["value"]):
                yield Span(*found.span("value"), "SECRET")
    for found in _GROUPS.finditer(text) if any(word in text for word in _WORDS) else ():
        named = _NAMED.search(text, max(0, found.start() - _BACK), found.start())
        if named and _opens(named["which"] or "") and _is_made_up(found.group()):
            yield Span(*found.span(), "SECRET")
    for found in _BY_A_PHONE.finditer(text) if "#" in text else ():
        yield Span(*found.span("value"), "SECRET")
    for found in _OF_A_CODE.finditer(text) if "otpauth" in text else ():
        yield Span(*found.span("value"), "SECRET")
    lowered = text.lower()
    if not any(word in lowered for word in _SPOKEN):
        return
    for found in (*_BASE32.finditer(text), *_FOURS.finditer(text)):
        if (
            _LETTERED.search(text, max(0, found.start() - _BACK), found.start())
            and _UNSPEAKABLE.search(found.group().upper())
            and _OF_AN_AUTHENTICATOR.search(text, max(0, found.start() - _AROUND), found.end() + _AROUND)
        ):
            yield Span(*found.span(), "SECRET")


def _opens(which: str) -> bool:
    """A `product key` opens a program, while a `primary key` opens nothing."""
    return which.lower() == "product" or which.lower() not in OPEN_KEYS


def _is_made_up(groups: str) -> bool:
    parts = groups.split("-")
    return len({len(part) for part in parts}) == 1 and any(map(str.isdigit, groups)) and len(set(parts)) == len(parts)
