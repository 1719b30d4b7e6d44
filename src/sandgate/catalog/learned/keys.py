"""Which keys of an object name its fields, and which are data: an address, an id, somebody's name.

A key is kept on disk, a value never is. So a key that might be data counts as data.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from sandgate.model import JsonObject, Tool

from .vocabulary import FIELDS, PEOPLE

MANY = 12
"""So many keys for values of one kind are more often a table by name than a record."""
MOST_ARGUMENTS = 200
SELECTING = frozenset(
    ("attributes", "columns", "dimensions", "expand", "fields", "headers", "include", "keys", "measures", "metrics",
     "only", "properties", "select")
)  # fmt: skip
"""Parameters that name the fields which are wanted; what stands in others and comes back as a key is data."""

SPECIAL = frozenset({"@context", "@graph", "@id", "@language", "@type", "@value", "#text"})
"""Keys that linked data and converted XML have everywhere."""

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$-]{0,40}")
_TOKEN = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ORDINARY = re.compile(r"(?i)sha_?(?:1|224|256|384|512)|iso_?(?:8601|639|3166|4217)|base64|http_?[1-5]\d\d|p\d\d\d?")
_HEX = re.compile(r"(?=.*\d)[0-9a-fA-F]{6,}|[0-9a-fA-F]{8,}")
_LONGEST_WORD = 24
_NO_ENTROPY = 0.5
_CHANGES, _SHORT = 5, 3
"""So many words without a mark between them, shorter than this on average, are letters thrown together."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What is known about one call that helps to tell fields from data."""

    words: frozenset[str] = frozenset()
    """The tool's own words: what it is named after is likely to be a field."""
    arguments: frozenset[str] = frozenset()
    """Texts that the call sent."""

    def are_data(self, names: Collection[str], *, alike: bool) -> bool:
        """Whether an object with these keys is a table by name. `alike` says that all its values are of one kind."""
        if any(not is_name(name) or (name in self.arguments and not self.knows(name)) for name in names):
            return True
        if not alike:
            return False
        known = sum(map(self.knows, names))
        return known < len(names) * (0.8 if len(names) >= MANY else 0.5)

    def knows(self, name: str) -> bool:
        """Whether a key is made of words that fields are named with, or that the tool itself uses."""
        words = [word.lower() for word in _TOKEN.findall(name)]
        return any(form in FIELDS or form in self.words for word in words for form in _forms(word))


def words_of(tool: Tool) -> frozenset[str]:
    texts = (tool.server, tool.name, tool.title, tool.description[:2000], *tool.parameters)
    words = {form for text in texts for word in _TOKEN.findall(text) for form in _forms(word.lower())}
    return frozenset(words - PEOPLE)


def texts_in(arguments: JsonObject) -> frozenset[str]:
    """What a call sent that could come back as a key."""
    sent = (_texts(value) for name, value in arguments.items() if name.lower() not in SELECTING)
    return frozenset(text for texts in sent for text in texts)


def is_name(key: str) -> bool:
    """Whether a key by itself could name a field: an identifier that is no id, no number, no hash and nobody's name."""
    if key in SPECIAL or not _NAME.fullmatch(key):
        return key in SPECIAL
    bare = _ORDINARY.sub("x", key)
    words = [word.lower() for word in _TOKEN.findall(bare)]
    return not (_numbered(bare) or _random(bare, words) or any(word in PEOPLE for word in words))


def _numbered(key: str) -> bool:
    """An id, a date, a telephone: two digits may number a field (`line2`, `p95`), more do not."""
    digits = sum(char.isdigit() for char in key)
    return digits > 2 or (digits > 0 and ("-" in key or (key.isupper() and len(key) > 4)))


def _random(key: str, words: list[str]) -> bool:
    """A hash or a key of a machine's making: hexadecimal, many changes between kinds of letters, or no vowel at all."""
    if _HEX.fullmatch(key) or any(len(word) > _LONGEST_WORD for word in words):
        return True
    if len(key) > 5 and len(words) > len(key) * _NO_ENTROPY:
        return True
    if any(len(_TOKEN.findall(part)) >= _CHANGES > len(part) / _SHORT for part in re.split(r"[_$-]", key)):
        return True
    return any(len(word) > 5 and not set(word) & set("aeiouy") for word in words)


def _forms(word: str) -> Iterator[str]:
    """A word and what it may be the plural or the past of."""
    yield word
    for ending, instead in (("ies", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word.removesuffix(ending) + instead


def _texts(value: Any) -> Iterator[str]:
    """The texts of an argument, a few levels deep; enough of them to recognise what comes back."""
    ahead: list[Any] = [value]
    for _ in range(MOST_ARGUMENTS):
        if not ahead:
            return
        entry = ahead.pop()
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, list):
            ahead += cast("list[Any]", entry)[:MOST_ARGUMENTS]
        elif isinstance(entry, dict):
            ahead += islice(cast("JsonObject", entry).values(), MOST_ARGUMENTS)
