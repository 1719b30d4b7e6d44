"""Phone numbers as exchanges write them: who is shown as calling, what is dialled on a channel, addresses of SIP.

Numbers of six digits and fewer are extensions inside the house.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..checksums import digits_of
from ..kinds import Span
from .numbers import looks_dialled

_SHOWN = re.compile(r"<(?<=[\"\w ] <)(?P<number>\+?[(0-9][0-9 ()/.\-]{5,18}[0-9])>")
"""`callerid="Front Desk" <02215550188>`; a quote that was escaped is read as two blanks."""
_SHOWN_AFTER = re.compile(r"(?:\"|\w  |\b(?:caller ?id|clid|caller|from|to|cli)\b[^\n\0]{0,50}\w)\Z", re.I)
_CHANNELS = ("SIP/", "IAX/", "IAX2/", "DAHDI/", "Zap/", "Local/", "sofia/", "Dongle/")
_CHANNEL = re.compile(
    r"\b(?:PJSIP|SIP|IAX2?|DAHDI|Zap|Local|sofia|Dongle)/(?:[A-Za-z][\w.\-]{0,30}/)?(?P<number>\+?\d{7,15})(?!\w|\.\d)"
)
"""`Dial(PJSIP/02215550188@trunk)`, `SIP/trunk/02215550188`"""
_CONTEXT = re.compile(r"\[(?P<number>\+?\d{7,15})@[A-Za-z][\w\-]{1,40}(?::\d{1,4})?\]")
"""`Executing [02215550188@from-internal:1]`"""
_ADDRESS = re.compile(r"sips?:(?P<number>\+?\d[\d.\-()]{5,18}\d)(?=[@;>])")
_FEWEST = 7
_MOST = 15


def exchanged(text: str) -> Iterator[Span]:
    if " <" in text:
        for found in _SHOWN.finditer(text):
            if _SHOWN_AFTER.search(text, max(0, found.start() - 60), found.start("number") - 2):
                yield from _number(found)
    if any(channel in text for channel in _CHANNELS):
        for found in _CHANNEL.finditer(text):
            yield from _number(found)
    if "[" in text and "@" in text:
        for found in _CONTEXT.finditer(text):
            yield from _number(found)
    if "sip" in text:
        for found in _ADDRESS.finditer(text):
            yield from _number(found)


def _number(found: re.Match[str]) -> Iterator[Span]:
    number = found["number"]
    if _FEWEST <= len(digits_of(number)) <= _MOST and looks_dialled(number):
        yield Span(*found.span("number"), "PHONE")
