"""Values with something inside them that a reader does not see: tags, marks without width, characters as codes."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from itertools import groupby
from typing import NamedTuple

from ..kinds import Span

_NO_WIDTH = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_INLINE = "a|b|bdi|bdo|code|em|font|i|mark|small|span|strong|sub|sup|tt|u|wbr"
"""Tags that do not end a word. Cells and paragraphs do."""
_UNSEEN = re.compile(
    rf"<(?:!--[^<>]{{0,200}}--|/?(?:{_INLINE})(?:\s[^<>]{{0,200}})?/?)>"
    r"|&(?:nbsp|shy|commat|period|plus|lpar|rpar|hyphen|dash|ensp|emsp|thinsp|zwj|zwnj|#\d{2,5}|#[xX][0-9A-Fa-f]{2,4});"
    rf"|%[2-7][0-9A-Fa-f]|\\x[2-7][0-9A-Fa-f]|[{_NO_WIDTH}]"
)
_HINTS = ("<", "&", "%", "\\x")
_LINE_ENDS = re.compile(r"[\n\0]")
_KINDS = frozenset({"EMAIL", "PHONE", "CARD", "IBAN", "SSN", "NINO", "NATIONAL_ID", "IP", "MAC", "CRYPTO", "SECRET"})
"""Those that their form gives away. A name or an address of a place may well go over a tag."""


class _Piece(NamedTuple):
    """From `seen` on, the text that is read stands at `place` of the other. `width` is that of a code, 0 of letters."""

    seen: int
    place: int
    width: int


def unseen(text: str, find: Callable[[str], Iterable[Span]]) -> Iterator[Span]:
    """What `find` sees in lines that hold something unseen, where it goes over it."""
    if text.isascii() and not any(hint in text for hint in _HINTS):
        return
    parts, pieces = _as_seen(text)
    if not parts:
        return
    starts = [piece.seen for piece in pieces]
    for start, end, kind in find("".join(parts)):
        if kind in _KINDS:
            first, last = pieces[bisect(starts, start) - 1], pieces[bisect(starts, end - 1) - 1]
            place = first.place + (start - first.seen if not first.width else 0)
            until = last.place + (last.width or end - last.seen)
            if until - place != end - start:
                yield Span(place, until, kind)


def _as_seen(text: str) -> tuple[list[str], list[_Piece]]:
    """The lines with something unseen in them as they are read, and where their pieces stand."""
    parts: list[str] = []
    pieces: list[_Piece] = []
    length = 0

    def add(part: str, place: int, width: int) -> None:
        nonlocal length
        if part:
            parts.append(part)
            pieces.append(_Piece(length, place, width))
            length += len(part)

    for line, found in _lines(text):
        place = line[0]
        for one in found:
            add(text[place : one.start()], place, 0)
            add(_read(one.group()), one.start(), one.end() - one.start())
            place = one.end()
        add(text[place : line[1]] + "\n", place, 0)
    return parts, pieces


def _lines(text: str) -> Iterator[tuple[tuple[int, int], list[re.Match[str]]]]:
    """Each line that holds something unseen, and what."""
    ends = [end.start() for end in _LINE_ENDS.finditer(text)]
    for number, found in groupby(_UNSEEN.finditer(text), lambda one: bisect(ends, one.start())):
        start = ends[number - 1] + 1 if number else 0
        yield (start, ends[number] if number < len(ends) else len(text)), list(found)


def _read(code: str) -> str:
    """The character that a code stands for; nothing for a tag or a mark without width."""
    if code[0] in "%\\":
        return chr(int(code[-2:], 16))
    character = unescape(code) if code[0] == "&" else ""
    return "" if len(character) != 1 or re.match(f"[{_NO_WIDTH}]", character) else character
