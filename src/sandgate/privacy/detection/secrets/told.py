"""Secrets that somebody tells somebody: a word for secrets, and near it a word that looks like one.

The surer the look, the farther the two may stand apart: a key that a machine made may be anywhere in the sentence, or
answer the question on the line before; bare digits have to follow `PIN is`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..kinds import Span
from ..words import words
from .accounts import beside_accounts
from .another import is_wanted, replaced, spoken_of_again
from .answered import answer
from .cues import Cue, cues
from .earlier import said_earlier, said_first
from .fitting import fits, is_of_a_network
from .nearby import Word, line_end, phrase_behind, without_tags, words_behind

_SPOKEN_OF = words("secret secrets token login pin passcode")
"""Besides passwords: what people come back to as `the old one`."""


def told(text: str) -> Iterator[Span]:
    text = without_tags(text)
    yield from beside_accounts(text)
    yield from replaced(text)
    spoken: list[int] = []
    for cue in cues(text):
        first = None
        spoken_of = cue.sort == "password" or text[cue.start : cue.end].lower() in _SPOKEN_OF
        if spoken_of or (cue.sort == "login" and is_wanted(text, cue.start)):
            spoken.append(cue.end)
        for first in _behind(text, cue):
            yield first
        if first is None and (other := said_first(text, cue) or answer(text, cue) or said_earlier(text, cue)):
            yield other
    yield from spoken_of_again(text, spoken) if spoken else ()


def _behind(text: str, cue: Cue) -> Iterator[Span]:
    """What fits on the same line; behind the first of them only what is surer."""
    wireless, found = is_of_a_network(text, cue), False
    several = cue.sort == "password" and text[cue.end - 1 : cue.end] == "s"  # `passwords`
    if phrase := phrase_behind(text, cue.end) if _is_of_a_phrase(text, cue) else None:
        yield Span(*phrase, "SECRET")
        return
    for word in words_behind(text, cue.end, min(cue.until, line_end(text, cue.end))):
        again = word.look in ("signed", "generated") or (several and word.look == "mixed" and _ends_a_part(text, word))
        listed = word._replace(linked=True) if several and (found or ":" in text[cue.end : word.start]) else word
        if (not found or again) and fits(text, cue, listed, wireless=wireless):
            found = True
            yield Span(word.start, word.end, "SECRET")


def _is_of_a_phrase(text: str, cue: Cue) -> bool:
    """Whether a secret of some words may follow: `passphrase`, and `pass` behind a login."""
    return cue.sort == "password" and text[cue.start : cue.end].lower().endswith(("phrase", "phrases", "phras", "pass"))


def _ends_a_part(text: str, word: Word) -> bool:
    return text[word.end : word.end + 1] in (",", ";", "\n", "")
