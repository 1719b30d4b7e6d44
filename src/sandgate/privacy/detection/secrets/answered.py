"""Secrets that the next line says, where this one asks for them, announces them, or says nothing else."""

from __future__ import annotations

import re

from ..kinds import Span
from .cues import Cue
from .fitting import NAMED, NEAR, OF_SOMETHING, SOON, is_called_a_secret, is_hash, is_of_a_network
from .nearby import Word, is_compound, line_end, words_behind

_BELOW = ("below", "below.", "unten", "unten.", "ci-dessous", "ci-dessous.", "abajo", "abajo.")
_WHICH = re.compile(
    r"\b(?:which|what|what's|whats|welche[sn]?|quel(?:le)?|cu[aá]l|qual|quale|welk|jakie|jaki"
    r"|here(?: is| are|'s)|voici|hier (?:ist|sind)|ecco|the following|folgende[nrs]?|suivante?|siguiente|seguente"
    r"|(?:can|could) you|send|share|give me|remind|need|schick\w*|gib|envoie|donne|manda|dame|p[aá]same|stuur|daj"
    r")\b[^\n\0.?!]{0,20}$",
    re.I,
)
_ENCRYPTED = re.compile(r"\b(?:secure|encrypted\w{0,20}|ciphertext\w{0,10}|enc)[\"']?:[ \t]*[\"']?$", re.I)
"""`- secure: …` below the name of the variable, as Travis and AppVeyor have it."""
_SHORT = 30
"""Characters of a turn that only says yes."""
_SAYS_NOTHING = re.compile(
    r"[ \t]*+(?:(?:```\w*+|~~~)[ \t]*+)?\r?\n"
    r"|[a-z][\w.\-]{1,40} {1,20}\|[ \t]{0,4}\r?\n"
    r"|(?:[\w\-./]{1,60}\r?\n)?(?:\d\d:){1,2}\d\d[.,]\d{3} --> (?:\d\d:){1,2}\d\d[.,]\d{3}[^\n]{0,60}\n"
)
"""Also what stands above a line of subtitles: its number, and when it is shown; and an empty line of a container."""
_PUBLIC = re.compile(r"(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-\S{1,20}|sk-ssh-\S{1,30}) AAAA")
"""What everybody may know, and opens nothing."""
_CAPITALISED = r"[^\W\d_a-z][\w.'’\-]{0,20}"
_HEADER = re.compile(
    r"[\[(]?\d\d?:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?[\])]?[ \t]{1,4}"
    rf"{_CAPITALISED}(?: {_CAPITALISED}){{1,2}}[ \t]*\n"
    r"|[A-Z][a-z]{2} \d{1,2}, \d{4} {1,2}\d\d?:\d\d:\d\d [AP]M(?: \([^()\n]{1,80}\))?\n[^\n\d:]{1,40}"
    r"(?:\([+\d][\d.\-() ]{6,20}\)[ \t]*)?\n"
    r"|[^\n\d\0]{2,40}[ \t,(\[]+"
    r"(?:\d{1,2}[./]\d{1,2}[./]\d{2,4},? )?\d\d?:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?[)\]]?[ \t]*\n"
)
"""`Ann Roe  21:44` or `[21:44] Ann Roe`, above what she wrote; a phone writes the day in full, and her below it."""
_SPEAKER = re.compile(
    r"\s{0,6}(?:[a-z][\w.\-]{1,40} {1,20}\| )?(?:[>*\-•] ?)?"
    r"(?:[\[(]?(?:\d{1,4}[./\-]\d{1,2}[./\-]\d{1,4},?[ T])?\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?Z?"
    r"(?: ?[AaPp][Mm])?[\])]?[ \-–]{0,3})?(?:<[^<>\n]{1,40}> ?|[*_]{0,2}[^\W\d_][^\n:?!\0]{0,40}:[*_]{0,2}[ \t]{1,3})?"
)


def answer(text: str, cue: Cue) -> Span | None:
    """What the next line says, where this one asks or announces it, or where it says nothing else."""
    end = line_end(text, cue.end)
    if end >= min(len(text), cue.until) or text[end] != "\n" or cue.sort == "lock":
        return None
    asked = text[cue.end : end].rstrip(" \t\r\"'”*")
    if ";;;;" in asked or "***" in text[cue.end : end] or "+++" in asked or "${" in asked or "{{" in asked:
        return None  # it stood there, and was found, struck out or put somewhere else
    announced = (
        "?" in asked or asked.endswith((":", *_BELOW)) or bool(_WHICH.search(text, max(0, cue.start - 40), cue.start))
    )
    if _is_a_header(text, cue):
        return None
    if not announced and len(asked) > NEAR // 2:
        return None
    start = _next_turn(text, end)
    until = line_end(text, start)
    if announced and _says_yes(text, start, until):
        start = _next_turn(text, until)  # `sure`, and only then what was asked for
        until = line_end(text, start)
    if "-----BEGIN" in text[end:start] or _PUBLIC.match(text, start) or _ENCRYPTED.search(text, end, start):
        return None  # a key that is secret is known by that; what is encrypted, nobody can use
    said = text[start:until].strip()
    if cue.sort == "password" and is_compound(said) and text[start - 1] in " \t":
        first = text.index(said, start)
        return Span(first, first + len(said), "SECRET")
    for word in words_behind(text, start, until):
        behind = text[word.end : until].partition("(")[0]
        if cue.sort == "pin" and _ends_a_line(text, cue):
            behind = behind.partition(",")[0]  # `and the pin`, `4711, it's the box on the left`
        alone = not word.passed and not text.startswith(('",', "',"), word.end) and not any(map(str.isalpha, behind))
        if not alone and not (announced and word.passed < SOON):
            return None
        if _answers(text, cue, word, alone=alone, announced=announced):
            return Span(word.start, word.end, "SECRET")
    return None


def _is_a_header(text: str, cue: Cue) -> bool:
    """Whether the word stands among the names of columns: what is below them is read by column."""
    start, end = text.rfind("\n", 0, cue.start) + 1, text.find("\n", cue.end)
    return text.count(" | ", start, end if end >= 0 else len(text)) > 1


def _says_yes(text: str, start: int, until: int) -> bool:
    return (
        until - start < _SHORT
        and not is_compound(text[start:until].strip())
        and not any(words_behind(text, start, until))
    )


def _ends_a_line(text: str, cue: Cue) -> bool:
    """`Secret access key` above what it names."""
    return text.startswith(("\n", "\r\n"), cue.end)


def _next_turn(text: str, end: int) -> int:
    """Where the next line begins that says something, behind the time and whoever speaks."""
    place = end + 1
    while skipped := _SAYS_NOTHING.match(text, place):
        place = skipped.end()
    header = _HEADER.match(text, place)
    place = header.end() if header else place
    speaker = _SPEAKER.match(text, place)
    return speaker.end() if speaker else place


def _answers(text: str, cue: Cue, word: Word, *, alone: bool, announced: bool) -> bool:
    if word.before in OF_SOMETHING and not word.linked:
        return False
    if NAMED.fullmatch(text, word.start, word.end) or (word.look == "generated" and is_hash(text, word)):
        return False
    if word.look == "uuid":
        return (
            alone and (announced or _ends_a_line(text, cue)) and is_called_a_secret(text, cue, word._replace(passed=0))
        )
    sort = "password" if is_of_a_network(text, cue) else cue.sort
    if sort == "key":
        return word.look == "generated" and (announced or _ends_a_line(text, cue)) and not is_hash(text, word)
    if sort == "pin":
        return word.look in ("digits", "mixed", "signed") and (alone or word.linked)
    if sort in ("login", "wireless"):
        given = _is_paired(text, word) or (word.look == "signed" and word.linked)
        given = given or (sort == "wireless" and word.look == "mixed" and word.linked)
        return announced and given and word.look != "digits"
    if word.look == "digits":
        return alone and word.end - word.start > 5
    if word.look == "weak":
        return alone and announced
    soon = announced and word.look != "phrase" and word.passed < SOON // 2
    said_so = announced and word.look == "phrase" and word.linked and word.passed <= 1  # `it's plum-river-stone`
    return word.look in ("signed", "generated") or alone or soon or said_so


def _is_paired(text: str, word: Word) -> bool:
    return word.before in ("/", "+") or text[word.start - 1] == "/"
