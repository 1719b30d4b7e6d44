"""Secrets that are spoken of a second time, by a word that stands for them: `the old one was …`, `before I used …`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from ..kinds import Span
from .looks import look_of
from .nearby import Word, word_at

_ANOTHER = re.compile(
    r"(?<![\w\-])(?:(?:new|old|other|right|correct|current|previous|first|second|last|working|latest|temporary|original"
    r"|real|next) one|neue[snr]?|alte[snr]?|aktuelle[snr]?|nowe|stare|nouveau|nouvelle|ancien(?:ne)?|nuevo|nueva|viejo"
    r"|vieja|antiguo|antigua|nuova|nuovo|vecchia|vecchio|novo|nova|antiga|nieuwe|oude|nya|gamla|nye|gamle|nové|staré"
    r"|новый|старый|i(?:'ve| have)?(?: also| even)? (?:used|tried)|tried with"
    r"|(?P<tried>(?<=[:\]>] )try(?: with)?(?=:? \S{6,80}[ \t]*(?:[\r\n\0]|\Z))))"
    r"(?:[,:]|(?: (?:is|was|now|currently|to|should be|has to be|must be|be|ist|war|lautet|est|était|es|era|è|era|é|är"
    r"|var|er|jest|je|это|with))+:?)?[ \t]{1,3}(?:(?:→|->|=>|=)[ \t])?(?P<value>[^\s\0]{6,80})",
    re.I,
)
_REPLACED = re.compile(
    r"\b(?:rotated|changed|renewed|generated|created|issued|regenerated|replaced|minted|reissued)\b[^\n\0]{0,40}?"
    r"\b(?:new|fresh) (?:one|key|token)(?: (?:for|of|in|on|to) [^\n\0.;:,]{1,40}?)?"
    r"(?:,| is|:)+ ?[`\"']?(?P<value>[^\s\0`\"']{16,400})",
    re.I,
)
"""`rotated Honeycomb, new one: …`."""
_BARE = re.compile(
    r"\b(?:hard-?cod(?:e|ed|es|ing)|leaked|(?:don['’]t|do not) (?:commit|push|paste) this|exposed)\b"
    r"[^\n\0.]{0,30}?[ :(]{1,2}[`\"']?(?P<value>[^\s\0`\"']{20,400})",
    re.I,
)
"""`we hardcode … here`: what is spoken of like that should not stand there."""
_SUM = re.compile(
    r"\b(?:files?|(?:in|by|with) commits?|sha-?\d{0,3}|md5|hash|digest|checksum|fingerprint|ids?|report|ticket)\b", re.I
)
"""What is told of it, and is not it."""
_LONG = 23
_HINTS = ("ew one", "ew key", "ew token", "fresh ", "ardcod", "ard-cod", "eaked", " this", "xposed")
_REACH = 400
_LINE = 120
_COMMIT = re.compile(r"\b(?:commits?|sha|hash|revision|digest|checksum|image|build)\b[^\n\0]*$", re.I)
"""`wrong commit was …, right one …`: what is spoken of in that line."""
_WANTED = re.compile(
    r"\b(?:wants?|asks? (?:me )?for|asking (?:me )?for|needs?|prompts? (?:me )?for)"
    r" (?:(?:the|a|an|its|local|console) ){0,3}$",
    re.I,
)
_IN_CAPITALS = re.compile(r"[A-Z][a-z]{3,}(?:[._\-][A-Za-z]{3,}){1,4}\d{1,4}")
_NEAR = 120
_LOOKS = ("mixed", "signed", "generated", "phrase")


def spoken_of_again(text: str, places: Iterable[int]) -> Iterator[Span]:
    """What stands behind such words, not far from the places where a secret was spoken of."""
    searched = 0
    for place in sorted(places):
        begin, end = max(place, searched), min(len(text), place + _REACH)
        while begin < end and (found := _ANOTHER.search(text, begin, end)):
            chunk = _whole(text, found.start("value"))
            word = word_at(text, found.start("value"), chunk, chunk)
            fits = _is_tried(text, word, place) if found["tried"] else word.look in _LOOKS
            if fits and not _COMMIT.search(text, max(0, found.start() - _LINE), found.start()):
                yield Span(word.start, word.end, "SECRET")
            begin = found.start("value")
        searched = max(searched, end)


def is_wanted(text: str, start: int) -> bool:
    """`it wants the local root`: whoever asks for a login asks for its password."""
    return bool(_WANTED.search(text, max(0, start - _NEAR), start))


def _is_tried(text: str, word: Word, place: int) -> bool:
    """Right behind what was spoken of: people are told to try programs, keys and machines as well."""
    made = any(map(str.isdigit, text[word.start : word.end]))
    chosen = (made and word.look == "signed") or (
        word.look in _LOOKS and _IN_CAPITALS.fullmatch(text, word.start, word.end)
    )
    return bool(chosen) and word.start < place + _NEAR


def replaced(text: str) -> Iterator[Span]:
    """What came in the place of something that was changed, where only a machine could have written it."""
    if not any(hint in text for hint in _HINTS):
        return
    for found in chain(_REPLACED.finditer(text), _BARE.finditer(text)):
        value = found["value"].rstrip(".,;)")
        if found.re is _BARE and _SUM.search(text, found.start(), found.start("value")):
            continue  # `the leaked file: SHA-256 …`
        look = look_of(value)
        if look == "generated" or (look == "mixed" and len(value) > _LONG):
            yield Span(found.start("value"), found.start("value") + len(value), "SECRET")


_CHUNK = re.compile(r"[^\s\0]{1,400}")


def _whole(text: str, start: int) -> int:
    found = _CHUNK.match(text, start)
    return found.end() if found else start
