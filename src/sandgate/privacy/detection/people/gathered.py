"""Names in a list behind a word that promises several people: `Attendees: Jane Roe, John Doe and Ann Poe`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .names import are_single_names, given_first, is_full_name, is_given, is_single_name

_ENGLISH = (
    r"attendees?|(?:also )?present|in attendance|absent|absentees|apologies(?: from)?|regrets|excused|participants?"
    r"|invitees|speakers|panell?ists|presenters|hosts?|moderators?|guests|members(?: present)?|(?:on|in) the call"
    r"|(?:board|team) members?|directors(?: present)?|interviewers|authors|reviewers|witnesses"
    r"|chair(?:ed by)?|minutes(?: taken)?(?: by)?|(?:minute|note)[ \-]?taker"
    r"|(?:sitzungs)?leitung|vorsitz|moderation|protokollant(?:in)?"
)
"""Also who leads such a meeting, and who writes down what was said."""
_OTHERS = (
    r"teilnehmer(?:innen|[:*/_]?-?innen)?|teilnehmende|anwesende?|abwesende?|entschuldigt|unentschuldigt|gäste"
    r"|sprecher(?:innen)?|mitglieder|protokoll(?:führung|führer(?:in)?)?"
    r"|(?:étaient )?présente?s?|absente?s?|excusée?s?|participante?s|intervenants|membres(?: présents)?"
    r"|asistentes|presentes|ausentes|excusados|participantes|ponentes|presenti|assenti|partecipanti|relatori"
    r"|aanwezig(?:en)?|afwezig(?:en)?|deelnemers|sprekers|participantes|presentes|convidados"
    r"|obecni|nieobecni|uczestnicy|närvarande|frånvarande|deltagare|deltagere|til ?stede|fraværende"
)
_MEETS = re.compile(
    r"(?:attend|(?:also )?present\b|in attendance|apologies|excused|particip|invitees|teilneh|anwesend)", re.I
)
_HINTS = (
    "attend", "present", "absent", "apologies", "regrets", "excus", "particip", "invitees", "speakers", "panel", "host",
    "moderator", "guests", "members", "the call", "directors", "interviewers", "authors", "reviewers", "witnesses",
    "chair", "minutes", "taker", "leitung", "vorsitz", "moderation",
    "teilnehm", "anwesend", "abwesend", "ntschuldigt", "gäste", "sprecher", "mitglieder", "protokoll", "présent",
    "intervenants", "membres", "asistentes", "ausentes", "ponentes", "assenti", "partecip", "relatori", "wezig",
    "deelnemers", "sprekers", "convidados", "obecni", "uczestnicy", "varande", "deltag", "stede", "værende",
)  # fmt: skip
"""A part of each of those words, in small letters: it is quicker to look for them than at every line."""
_FARTHEST = 24
"""Characters from where a line begins to such a part."""
_LABEL = re.compile(
    rf"[ \t>*•#\-]{{0,6}}(?:{_ENGLISH}|(?P<abroad>{_OTHERS}))[*_]{{0,2}}(?: \([^()\n]{{1,40}}\))?"
    r"(?:[ \t]?:[*_]{0,2}[ \t]{0,20}(?P<rest>[^\n\0]*)|[*_]{0,2}[ \t]*\r?(?=\n))",
    re.I,
)
_BELOW = re.compile(r"\r?\n(?:[ \t]*\r?\n)?(?P<rest>[^\n\0]+)")
_BULLET = re.compile(r"\r?\n[ \t]{0,8}(?:[*+•\-]|\d{1,2}[.)])[ \t]{1,4}(?:\[[ xX]\] )?(?P<rest>[^\n\0]+)")
_MOST_BULLETS = 60
_PART = re.compile(r"(?:[^,;\n(/]|/(?! )|\([^()\n]{0,80}\))+")
_LAST_FIRST = re.compile(r"[^;\n]+")
"""`Roe, Jane; Doe, John`."""
_JOINED = re.compile(r"\s(?:and|und|et|y|e|i|en|og|och|&|/)\s")
_BEHIND = re.compile(r"\s*(?:[(<]|\s[–—\-]\s|: |\t)")
"""`Jane Roe (chair)`, `Jane Roe – Sales`."""
_LONGEST = 2000
_FEWEST = 2


def gathered(text: str) -> Iterator[Span]:
    """Of a list most of whose parts are written like names, one of which begins with a given name.

    Things are seldom listed so in other languages: there it is enough that all are written like names. First names
    alone, of which some are known, are those of people who meet; machines have such names too.
    """
    for label in filter(None, (_LABEL.match(text, begin) for begin in sorted(_begins(text)))):
        parts = list(_listed(text, label))
        names = [part for part in parts if _is_a_name(text[slice(*part)])]
        if _MEETS.match(label.group().strip(" \t>*•#-_")) and are_single_names([text[slice(*part)] for part in parts]):
            yield from (Span(*part, "PERSON") for part in parts)
            continue
        sure = label["abroad"] and len(names) == len(parts)
        if sure or (2 * len(names) > len(parts) and any(_is_sure(text[slice(*name)]) for name in names)):
            yield from (Span(*name, "PERSON") for name in names)


def _begins(text: str) -> set[int]:
    """Where lines begin that may begin with such a word."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters become two
        lowered = text
    begins: set[int] = set()
    for hint in _HINTS:
        place = lowered.find(hint)
        while place >= 0:
            near = max(0, place - _FARTHEST)
            begin = max(text.rfind("\n", near, place), text.rfind("\0", near, place)) + 1
            if begin or not near:
                begins.add(begin)
            place = lowered.find(hint, place + 1)
    return begins


def _listed(text: str, label: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The parts of a list: on the line of its label, on the next one, or below each other."""
    if (label["rest"] or "").strip():
        yield from _parts(text, *label.span("rest"))
        return
    place = label.end()
    bullets = 0
    while bullets < _MOST_BULLETS and (bullet := _BULLET.match(text, place)):
        yield from list(_parts(text, *bullet.span("rest")))[:1]
        place, bullets = bullet.end(), bullets + 1
    below = None if bullets else _BELOW.match(text, place)
    parts = list(_parts(text, *below.span("rest"))) if below else []
    yield from parts if len(parts) >= _FEWEST else ()


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    form = _LAST_FIRST if text.find("; ", start, end) >= 0 else _PART
    for part in form.finditer(text, start, min(end, start + _LONGEST)):
        place = part.start()
        for joined in _JOINED.finditer(text, *part.span()):
            yield _trimmed(text, place, joined.start())
            place = joined.end()
        yield _trimmed(text, place, part.end())


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    behind = _BEHIND.search(text, start, end)
    end = behind.start() if behind else end
    while start < end and text[start] in " \t*_@\r":
        start += 1
    while end > start and text[end - 1] in " \t*_.\r":
        end -= 1
    return start, end


def _is_a_name(value: str) -> bool:
    return is_full_name(given_first(value)) or (is_single_name(value) and is_given(value))


def _is_sure(value: str) -> bool:
    return " " in value and is_given(given_first(value))
