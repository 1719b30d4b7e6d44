"""Texts that travel inside a text, in base64 as the address of a page carries them: `data:text/csv;base64,…`."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence

from ..kinds import Span

_MARK = ";base64,"
_CARRIED = re.compile(
    r"data:(?:text/[\w.+\-]{1,40}|application/(?:json|xml|csv|x-ndjson|yaml|x-yaml))(?:;[\w\-]{1,20}=[\w\-]{1,20}){0,3}"
    r";base64,(?P<payload>[A-Za-z0-9+/_\-]{8,}+={0,2})"
)


def carried(text: str, find: Callable[[str], Sequence[Span]]) -> Iterator[Span]:
    """All that is carried is hidden, if anything in it is personal."""
    if _MARK not in text:
        return
    for found in _CARRIED.finditer(text):
        spans = find(_decoded(found["payload"]))
        if spans:
            yield Span(found.start("payload"), found.end("payload"), spans[0].kind)


def _decoded(payload: str) -> str:
    standard = payload.rstrip("=").translate(str.maketrans("-_", "+/"))
    whole = standard[: len(standard) - (len(standard) % 4 == 1)]
    return b64decode(whole + "=" * (-len(whole) % 4)).decode("utf-8", errors="replace")
