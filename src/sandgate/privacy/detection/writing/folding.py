"""Digits of other scripts, wide letters and unusual blanks as ASCII: one character for one, so places stay."""

from __future__ import annotations

import re
import unicodedata

_ZEROS = (
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0E50, 0x0ED0,
    0x0F20, 0x1040, 0x17E0, 0x1810, 0xFF10, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6,
)  # fmt: skip
"""The zeros of Arabic, Persian, Devanagari, Thai and others; nine more digits follow each."""
_BLANKS = "\u00a0\u00ad\u1680\u2000-\u200f\u202a-\u202f\u205f-\u2064\u2066-\u2069\u3000\ufeff"
"""Also those without width: marks of direction stand around numbers that were copied from an address book."""
_DASHES = "\u2010-\u2013\u2212\ufe58\ufe63\uff0d"
_SIGNS = {"\ufe6b": "@", "\u2024": ".", "\ufe52": ".", "\uff61": ".", "\u3002": "."}
# Not quotes, brackets and commas: they show where a value ends, and folded they would end it elsewhere.
_WIDE = "＃％＆（）＋．／：＝＠＿"


def _digits() -> dict[str, str]:
    return {chr(zero + number): str(number) for zero in _ZEROS for number in range(10)}


def _wide() -> dict[str, str]:
    letters = (*range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B), *map(ord, _WIDE))
    return {chr(code): chr(code - 0xFEE0) for code in letters}


_AS_ASCII = {**_SIGNS, **_digits(), **_wide()}
_DASH = re.compile(f"[{_DASHES}]")
# The first set is the quicker one to skip with.
_UNUSUAL = re.compile(rf"[^\x00-\x7f](?<=[{_BLANKS}{_DASHES}{''.join(_AS_ASCII)}])")

# Kana, hanzi and hangul beside a letter or digit of ours, and those of Thai, Lao, Khmer and Burmese: no blanks there.
_WITHOUT_BLANKS = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ı": "i", "æ": "ae"})
"""Letters that are no other letter with an accent."""


def folded(text: str) -> str:
    """The same text as it would be typed on a plain keyboard. It is as long as before."""
    return text if text.isascii() else _UNUSUAL.sub(_plain, text)


def apart(text: str) -> str:
    """The same text with blanks in the place of scripts that write none: `服务器10.0.0.7已` holds an address."""
    return text if text.isascii() else _WITHOUT_BLANKS.sub(" ", text)


def unaccented(text: str) -> str:
    """A word without its accents; it may be shorter or longer than before."""
    parts = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _plain(found: re.Match[str]) -> str:
    sign = found.group()
    return _AS_ASCII.get(sign) or ("-" if _DASH.match(sign) else " ")
