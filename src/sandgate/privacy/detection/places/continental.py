"""Streets as they are written elsewhere: the word for a street is joined to its name, or stands before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..words import words

_WORD = r"[^\W\d_][\w'’.\-]{1,24}"
_PLACE = r"[^\W\d_](?:[\w'’\-]|\.(?! [A-Z]|\s*$)){1,24}"
"""A dot before a capital ends the sentence."""
_SMALL = (
    r"(?:de|del|della|delle|des|du|di|da|do|dos|das|la|le|les|el|los|las|l['’]|d['’]|san|santa|sainte?|von|van|den|der)"
)
_HOUSE = r",? (?:n[°ºo.]? ?)?\d{1,5}(?: ?[a-zA-Z]\b|/\d{1,4}|-\d{1,4})?"
_TOWN = rf"(?:,?\s+(?:[A-Z]{{1,2}}-)?\d{{2}}[\d\-]{{1,4}}\d(?: [A-Z]{{2}}\b)? ?{_PLACE}(?: (?![a-z]){_PLACE}){{0,2}})"
_JOINED = re.compile(
    r"[^\W\d_](?<!\w.)[\w\-]{2,24}(?:(?P<sure>straße|strasse|straat|gracht|gatan|vägen|veien|gasse|str\.)"
    r"|allee|platz|weg|damm|ufer|plein|laan|kade|vej|gade|katu)"
    rf" \d{{1,4}}(?: ?[a-zA-Z]\b)?(?P<town>{_TOWN})?(?!\w)"
)
_AFTER_SOMEBODY = re.compile(
    r"[^\W\d_](?<!\w.)[\w\-]{2,40}-(?:Straße|Strasse|Str\.|Gasse|Allee|Platz|Weg|Damm|Ufer|Ring)"
    rf" \d{{1,4}}(?: ?[a-zA-Z]\b|[/\-]\d{{1,4}})?(?:{_TOWN})?(?!\w)"
)
"""`Clara-Zetkin-Platz 4`, as streets are called after people."""
_ENDINGS_OF_THOSE = (
    "-Straße ",
    "-Strasse ",
    "-Str. ",
    "-Gasse ",
    "-Allee ",
    "-Platz ",
    "-Weg ",
    "-Damm ",
    "-Ufer ",
    "-Ring ",
)
_ENDINGS = words("""
    straße strasse straat gracht gatan vägen veien gasse str. allee platz weg damm ufer plein laan kade vej gade katu
""")
_BEFORE = re.compile(
    r"(?<!\w)(?P<word>Via|Viale|Piazza|Corso|Vicolo|Calle|C/|Avenida|Avda\.?|Paseo|Rua|Av\.|Travessa|Praça|Carrera"
    r"|ul\.|al\.|pl\.)"
    rf" (?:{_SMALL} ){{0,3}}{_WORD}(?: (?:{_SMALL} ){{0,3}}{_WORD}){{0,3}}{_HOUSE}(?P<town>{_TOWN})?(?!\w)"
)
_OPENINGS = words("""
    Via Viale Piazza Corso Vicolo Calle C/ Avenida Avda Paseo Rua Av. Travessa Praça Carrera ul. al. pl.
""")
_VAGUE = words("Via Corso Piazza C/ Carrera al. pl.")
"""They begin other phrases too, as in `Via Chrome 12`: a town with its code has to follow."""
_FRENCH = re.compile(
    r"[0-9](?<![\w.\-/]\d)\d{0,4}(?: ?(?:bis|ter|[A-Z])\b)?,? "
    r"(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Cc]hemin|[Aa]llée|[Qq]uai|[Ii]mpasse|[Cc]ours|[Rr]oute) "
    r"(?!(?:of|for|to|in|on|at|and|your|the) )"
    rf"(?:{_SMALL} ?){{0,3}}{_WORD}(?:[ \-](?:{_SMALL} ){{0,3}}[A-Z]{_WORD}){{0,3}}{_TOWN}?"
)
_ROADS = ("ue ", "oulevard ", "lace ", "hemin ", "llée ", "uai ", "mpasse ", "ours ", "oute ")
_FEW_DIGITS = re.compile(r"\d[^\n]{0,12}$")


def continental(text: str) -> Iterator[Span]:
    for ending in _ENDINGS:
        for place in _found(text, ending + " "):
            end = place + len(ending) + 1
            if text[end : end + 1].isdigit():
                yield from _span(_JOINED.search(text, max(0, place - 26), end + 70), ("sure", "town"))
    for ending in _ENDINGS_OF_THOSE:
        for place in _found(text, ending):
            yield from _span(_AFTER_SOMEBODY.search(text, max(0, place - 44), place + 90))
    for opening in _OPENINGS:
        for place in _found(text, opening):
            found = _BEFORE.match(text, place, place + 160)
            if found and (found["town"] or found["word"] not in _VAGUE):
                yield from _span(found)
    for road in _ROADS:
        for place in _found(text, road):
            if _FEW_DIGITS.search(text, max(0, place - 18), place):
                yield from _span(_FRENCH.search(text, max(0, place - 18), place + 110))


def _found(text: str, word: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + len(word))


def _span(found: re.Match[str] | None, either: tuple[str, ...] = ()) -> Iterator[Span]:
    if found and (not either or any(found[name] for name in either)):
        yield Span(found.start(), found.end(), "ADDRESS")
