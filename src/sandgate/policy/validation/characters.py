"""What a program's text hides from the eye: direction controls, invisible characters, escapes, walls of signs."""

from __future__ import annotations

import itertools
import re

from .report import Notes

BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0"
    "\U000e0000-\U000e007f\U000e0100-\U000e01ef]|[\ufe00-\ufe0f]{3,}"
)
JOINERS = "\u200c\u200d"
"""Part of ordinary writing: emoji, Persian and the scripts of India are joined with them."""
TAGS = re.compile("\U0001f3f4[\U000e0020-\U000e007f]+")
"""A flag of a region: its letters are tags that nobody sees."""
_ESCAPE = (
    r"\\(?:x[2-7][0-9a-fA-F]|u00[2-7][0-9a-fA-F]|U000000[2-7][0-9a-fA-F]|N\{LATIN [A-Z ]+\}"
    r"|1[0-7][0-7]|0?[4-7][0-7](?![0-7]))"
)
ESCAPES = re.compile(f"{_ESCAPE}(?:{_ESCAPE}){{3,}}")
"""Printable characters, several in a row, written as escapes."""
LONG_LINE = 4_000
LITERALS = re.compile(r"\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*\"?|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?|#[^\n]*")
"""The end is optional, so that a text without one is passed over once."""
MOST = 50
OPERATORS = "+-*/%&|^~<>=!@;\\"
BLANK_NAMES = re.compile(r"\b_+\b")
BETWEEN = " \t\r\n()[]{},:."
DENSE = 0.5
FEWEST_SIGNS = 100


def look(code: str, notes: Notes) -> None:
    if not code.isascii():
        _unseen(code, notes)
    for match in itertools.islice(ESCAPES.finditer(code), MOST):
        notes.add("escaped-text", _line(code, match.start()), f"{len(match[0])} characters of escapes in a row")
    if _density(code) > DENSE / 3:  # texts and comments take time to take out, and hardly any program comes so far
        _dense(LITERALS.sub("", code), notes)
    elif max(map(len, code.split("\n"))) > LONG_LINE:
        _long_lines(LITERALS.sub("", code), notes)


def _unseen(code: str, notes: Notes) -> None:
    for match in itertools.islice(BIDI.finditer(code), MOST):
        notes.add("bidi-controls", _line(code, match.start()), f"U+{ord(match[0]):04X}")
    plain = TAGS.sub("", code.removeprefix("\ufeff"))
    for match in itertools.islice(INVISIBLE.finditer(plain), MOST):
        if not _belongs(plain, match):
            notes.add("invisible-characters", _line(plain, match.start()), f"U+{ord(match[0][0]):04X}")


def _belongs(code: str, match: re.Match[str]) -> bool:
    """Whether a joiner stands between two characters that it may join."""
    around = code[max(match.start() - 1, 0) : match.start()], code[match.end() : match.end() + 1]
    return match[0] in JOINERS and all(neighbour > "\u02ff" for neighbour in around)


def _dense(bare: str, notes: Notes) -> None:
    if _density(bare) > DENSE:
        notes.add("dense-text", 1, "more signs than letters")
    _long_lines(bare, notes)


def _density(text: str) -> float:
    """The part of operators in what is written. Brackets and commas do not count: data is full of them."""
    signs = sum(map(text.count, OPERATORS))
    if text.count("_") * 10 > len(text):
        signs += len(BLANK_NAMES.findall(text))
    written = len(text) - sum(map(text.count, BETWEEN))
    return signs / written if signs >= FEWEST_SIGNS else 0.0


def _long_lines(bare: str, notes: Notes) -> None:
    for number, line in enumerate(bare.split("\n"), 1):
        if len(line) > LONG_LINE and line.count(";") + line.count("lambda") > len(line) // 100:
            notes.add("dense-text", number, f"a line of {len(line):,} characters of code")


def _line(code: str, place: int) -> int:
    return code.count("\n", 0, place) + 1
