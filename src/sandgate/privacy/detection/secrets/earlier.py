"""Secrets that are said before the word that announces them: `… is the password`, `mit … geschützt`."""

from __future__ import annotations

import re

from ..kinds import Span
from ..words import words
from .cues import Cue
from .nearby import word_at, words_behind

_SAID_FIRST = re.compile(
    r"(?P<value>[^\s\0]{4,80})[,]? (?:(?:it|this|that|which|das|dies|questo|ce|esto|esta) )?"
    r"(?:is|was|c['’]est|as|ist|war|est|es|è|é|als|como|come|comme|jako|som|är|er|on)(?: [\w'’]{1,12}){0,3}[ \-]$"
    r"|(?P<asked>[^\s\0]{16,80}) ?[?.;–\-]{0,2} (?:that|this|it)(?:['’]s| is| was)(?: [\w'’]{1,12}){1,4}[ \-]$"
)
_WITH = re.compile(
    r"\b(?:with|mit|par|con|com|met|using|by|med|avec|pomocą|hasłem|heslem) (?P<value>[^\s\0]{5,80})"
    r"(?: [^\s\0]{1,12}){0,2} $"
)
_GIVEN = words("to with mit avec con com met auf typed uses")
_SENTENCE_ENDS = re.compile(r"[.!?;]\s|[()\[\]{}<>]")
_SORTS = ("password", "pin", "lock", "key")
_BACK = 120
_NEAR = 90


def said_first(text: str, cue: Cue) -> Span | None:
    """`… is the password`, `mit … geschützt`."""
    if cue.sort not in _SORTS and not text.startswith(("credential", "Credential"), cue.start):
        return None
    line = text[max(0, cue.start - _BACK) : cue.start]
    line = line[max(line.rfind("\n"), line.rfind("\0")) + 1 :]
    found = (_WITH if cue.sort == "lock" else _SAID_FIRST).search(line)
    if found is None:
        return None
    group = "asked" if cue.sort != "lock" and found["asked"] else "value"
    first = cue.start - len(line) + found.start(group)
    word = word_at(text, first, first + len(found[group]), cue.start)
    by_machines = cue.sort in ("key", "login") or group == "asked"
    wanted = ("generated",) if by_machines else ("signed", "generated", "mixed", "phrase")
    if word.look in wanted or (word.look == "digits" and cue.sort == "pin"):
        return Span(word.start, word.end, "SECRET")
    return None


def said_earlier(text: str, cue: Cue) -> Span | None:
    """`set it to … for now, change the password then`: the nearest one before, in the same sentence."""
    if cue.sort != "password":
        return None
    start = max(0, cue.start - _NEAR)
    start = max(text.rfind("\n", start, cue.start), text.rfind("\0", start, cue.start), start - 1) + 1
    nearest = None
    for word in words_behind(text, start, cue.start):
        given = word.before in _GIVEN and word.look in ("mixed", "signed", "phrase")
        if given and not _SENTENCE_ENDS.search(text, word.end, cue.start):
            nearest = Span(word.start, word.end, "SECRET")
    return nearest
