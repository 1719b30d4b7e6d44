"""Secrets that stand one behind the other: where the first of some is one, those of the same form behind it are too.

`APP_KEYS=…,…,…`, and a list of keys to unseal something, one on each line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..kinds import Span
from .looks import is_generated
from .marked import is_uuid

_NEXT = re.compile(
    r"(?:[\"'`]?[ \t]{0,2}[,;|][ \t]{0,2}|[\"'`]?,?[ \t]*\r?\n[ \t]{0,12}(?:[*\-•]|\d{1,2}[.)])[ \t]{1,4})[\"'`]?"
    r"(?P<value>[A-Za-z0-9_\-+/.]{16,400}={0,2})(?![\w=:(])"
)
_SORTS = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"))


def following(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    for span in spans:
        first = text[span.start : span.end]
        if span.kind != "SECRET" or not _is_made(first):
            continue
        place = span.end
        while (found := _NEXT.match(text, place)) and _are_alike(first, found["value"]):
            yield Span(*found.span("value"), "SECRET")
            place = found.end()


def _is_made(value: str) -> bool:
    return is_generated(value) or is_uuid(value)


def _are_alike(one: str, other: str) -> bool:
    """About as long, of the same sorts of signs, and made by a machine like it."""
    close = abs(len(one) - len(other)) <= max(2, len(one) // 16)
    return close and is_uuid(one) == is_uuid(other) and _is_made(other) and _sorts(one) == _sorts(other)


def _sorts(value: str) -> tuple[bool, ...]:
    """Small letters and capitals: other signs may be missing by chance."""
    return tuple(bool(sort.search(value)) for sort in _SORTS)
