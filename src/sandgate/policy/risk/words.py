"""What a name or a sentence says is done: `delete_repo`, `getUser`, `issue_write`, "Deletes all rows"."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from sandgate.policy.risk.verbs import ALWAYS, EITHER, SEVERITY, USUALLY, Kind, base


def wordset(text: str) -> frozenset[str]:
    """Many words, written as one text."""
    return frozenset(text.split())


_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_SENTENCE = re.compile(r"[^.!?\n]{0,200}")
_LISTED = re.compile(r"\s*\w+(?:,\s*\w+)+")
_JOINERS = frozenset(("and", "or", "then"))
_LOOKED_AT = 12
_PLAIN = frozenset(
    [
        "change",
        "close",
        "complete",
        "compose",
        "download",
        "fix",
        "make",
        "mark",
        "open",
        "pause",
        "pay",
        "put",
        "read",
        "restore",
        "resume",
        "select",
        "send",
        "set",
        "show",
        "stop",
        "update",
        "upload",
        "write",
    ]
)
"""Of the words that usually are a deed, those that are never the thing another deed is done to."""
_LAST_DECIDES = frozenset(("list", "read", "reader", "search", "update", "updater", "writer"))
_LOOKS = frozenset(
    [
        "aggregation",
        "analysis",
        "analytics",
        "audit",
        "benchmark",
        "check",
        "diagnostic",
        "diagnostics",
        "inspection",
        "jql",
        "kql",
        "lint",
        "logql",
        "metrics",
        "promql",
        "report",
        "reports",
        "scan",
        "screen",
        "screener",
        "search",
        "soql",
        "sosl",
    ]
)
"""To run one of these is to look."""
_FOUND_OUT = frozenset(
    [
        "address",
        "alias",
        "domain",
        "handle",
        "host",
        "hostname",
        "id",
        "ids",
        "library",
        "location",
        "name",
        "names",
        "path",
        "reference",
        "symbol",
        "url",
    ]
)
"""To resolve one of these is to look it up; to resolve a thread is to close it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What is done, the word that says so, and whether that word could also be a thing."""

    kind: Kind
    word: str
    sure: bool = True


def _severity(deed: Deed) -> int:
    return SEVERITY.index(deed.kind)


def worse(one: Deed, other: Deed) -> Deed:
    return max(one, other, key=_severity)


@lru_cache(4096)
def parts(name: str) -> tuple[str, ...]:
    """`getUserByID` → get, user, by, id; `list-issues` → list, issues."""
    found = [part.lower() for part in _PART.findall(name[:200])]
    for at in range(len(found) - 1, 0, -1):
        if found[at] == "ql":  # GraphQL, PromQL
            found[at - 1 : at + 1] = [found[at - 1] + "ql"]
    return tuple(found)


@lru_cache(4096)
def deed_of_name(name: str) -> Deed | None:
    words = parts(name)
    at = _deciding(words)
    if at is None:
        return None
    return _joined(_with_object(_deed(words[at]), words), words[at + 1 :])


def deed_of_sentence(text: str) -> Deed | None:
    """The first verb of the first sentence: what follows tells of circumstances."""
    opening = _SENTENCE.match(text.strip()[:300])
    words = [base(word) for word in parts(opening.group().lower())[:_LOOKED_AT]] if opening else []
    if words and words[0] in EITHER:
        return Deed(EITHER[words[0]], words[0], sure=False)
    if listed := _LISTED.match(opening.group() if opening else ""):  # List, create, close or select a tab
        named = [_deed(word) for word in map(base, parts(listed.group())) if word in ALWAYS or word in USUALLY]
        if len(named) > 1:
            return max(named, key=_severity)
    for at, word in enumerate(words):
        if word in ALWAYS or word in USUALLY:
            return _joined(_with_object(_deed(word), words[at + 1 : at + 5]), words[at + 1 :])
    return None


def _with_object(deed: Deed, words: Sequence[str]) -> Deed:
    objects = _LOOKS if deed.kind == "run" else _FOUND_OUT if deed.word == "resolve" else None
    return Deed("read", deed.word) if objects and not objects.isdisjoint(words) else deed


def _joined(deed: Deed, rest: Sequence[str]) -> Deed:
    """`get_or_create` creates, "Read or replace" replaces."""
    for joiner, word in pairwise(rest):
        if joiner in _JOINERS and word in ALWAYS:
            deed = worse(deed, _deed(word))
    return deed


def _deciding(words: tuple[str, ...]) -> int | None:
    """Where the word stands that says what is done."""
    if not words:
        return None
    if words[0] in _PLAIN or (words[0] in USUALLY and words[-1] not in ALWAYS and words[-1] not in _LAST_DECIDES):
        return 0
    always = _first(words, ALWAYS)
    return always if always is not None else _usual(words)


def _usual(words: tuple[str, ...]) -> int | None:
    """`release_list` lists, `pull_request_read` reads, `todo_update_list` updates."""
    plain = _first(words, _PLAIN)
    if plain is None and words[-1] in _LAST_DECIDES:
        return len(words) - 1
    found = (plain, _first(words, USUALLY), _first(words, EITHER))
    return next((at for at in found if at is not None), None)


def _first(words: tuple[str, ...], table: Container[str]) -> int | None:
    return next((at for at, word in enumerate(words) if word in table), None)


def _deed(word: str) -> Deed:
    if word in ALWAYS:
        return Deed(ALWAYS[word], word)
    return Deed(USUALLY[word], word) if word in USUALLY else Deed(EITHER[word], word, sure=False)
