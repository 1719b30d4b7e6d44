"""Words as search compares them: names split, accents and endings off, words that say nothing left out."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_CLAUSE = re.compile(r"[.;?!\n]+(?:\s|$)|,|\b(?:and|then|also|afterwards|finally)\b", re.IGNORECASE)
_VALUE = re.compile(
    r"""(["'`“])(?=\S).{1,200}?(?<=\S)\1(?!\w)|https?://\S+|\S*/\S+/\S*|\S+@\S+|\b[\w-]*\d[\w-]*\b""", re.DOTALL
)
"""What a query says to a tool rather than about it: quoted text, addresses, paths, numbers."""
_NAME = re.compile(r"(?<=[\w,] )[A-Z]\w*")
_ENDINGS = (("ies", 5, "y"), ("ing", 6, ""), ("es", 5, ""), ("ed", 5, ""), ("s", 4, ""))
LONGEST = 40
"""Nothing longer is a word."""
MOST_READ = 3_000
"""Characters of a query that are looked at: what somebody wants stands at its start."""
_RUN = re.compile(r"\S{101,}")
"""Patterns go back and forth in a run without spaces, and hold all other threads while they do."""
CLAUSE_WORDS = 3
"""A part of a query with fewer words than this means nothing alone."""
_STOP_WORDS = """
a an and any are as at be by can could did do does for from give had has have how i if in into is it its just let like
may me might my need now of on or our out please should so some than that the their them then there these they this
those to us use using want was we were what when where which who will with would you your
"""
STOP = frozenset(_STOP_WORDS.split())


def words(text: str) -> list[str]:
    """Lower-case stems in their order; camelCase and snake_case are split."""
    return [stem(word) for word in surface(text)]


def surface(text: str) -> list[str]:
    """The words as they are written, but for case and accents."""
    found = (word.lower() for word in _WORD.findall(_plain(text)))
    return [word for word in found if word not in STOP and len(word) <= LONGEST]


@lru_cache(maxsize=100_000)  # queries bring words without end
def stem(word: str) -> str:
    """A word without its ending. Crude, but the same for a query and for what it looks for."""
    for ending, least, instead in _ENDINGS:
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            return word[: -len(ending)] + instead
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def clauses(query: str) -> list[str]:
    """The parts of a query that may each want a tool of their own; one if it is short."""
    parts: list[str] = []
    held = ""
    for piece in _CLAUSE.split(query):
        held = f"{held} {piece}".strip()
        if len(words(held)) >= CLAUSE_WORDS:
            parts.append(held)
            held = ""
    if held and parts:
        parts[-1] += f" {held}"
    return parts or [query]


def names(query: str) -> set[str]:
    """Words with a capital inside a sentence: probably somebody's or something's name."""
    return {word for found in _NAME.findall(query) for word in surface(found)}


def without_values(query: str) -> str:
    """What a query says about tools; all of it where nothing would be left."""
    bare = _VALUE.sub(" ", _RUN.sub(_shortened, query))
    return bare if words(bare) else query


def _shortened(run: re.Match[str]) -> str:
    """The start of what nobody would call a word; scripts without spaces are only divided."""
    text = run[0]
    return text[:100] if text.isascii() else " ".join(text[at : at + 100] for at in range(0, len(text), 100))


def _plain(text: str) -> str:
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(char for char in parts if not unicodedata.combining(char)))
