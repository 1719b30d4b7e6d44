"""Sessions by the keys under which stores keep them: `sess:…` of Express, `PHPREDIS_SESSION:…`, `HGETALL session:…`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from .marked import is_uuid, looks_random

_SESSION = re.compile(
    r"[Ss](?:(?<![A-Za-z\d\-].)|(?<=PHPREDIS_.)|(?<=[a-z]_.))(?:ess(?:ions?)?|ESSION)(?::[a-z_]{1,20}){0,2}:"
    r"(?P<value>[\w\-]{20,128})(?![\w\-:/.])"
)
_MARKS = ("sess:", "session:", "sessions:", "SESSION:", "Session:")
_ASKED = re.compile(r"(?:\b(?:[HM]?GET(?:ALL)?|[HM]?SET(?:EX|NX)?|DEL|TTL|EXPIRE|EXISTS|TYPE|UNLINK) [\"']?|spring:)\Z")
"""Before it: elsewhere such a number is that of a talk."""
_BEFORE = 12
_IN_A_COLLECTION = re.compile(
    r"\b_id: (?P<mark>[\"'])(?P<value>[\w\-]{20,128})(?P=mark),\s{1,20}(?:expires: [^\n]{1,80},\s{1,20})?session: "
)
"""A document in which Express keeps one, as the shell of MongoDB shows it."""


def sessions_kept(text: str) -> Iterator[Span]:
    for found in _SESSION.finditer(text) if any(mark in text for mark in _MARKS) else ():
        asked = _ASKED.search(text, max(0, found.start() - _BEFORE), found.start())
        if looks_random(found["value"], 20) or (asked and is_uuid(found["value"])):
            yield Span(*found.span("value"), "SECRET")
    for found in _IN_A_COLLECTION.finditer(text) if "session: " in text else ():
        if looks_random(found["value"], 20):
            yield Span(*found.span("value"), "SECRET")
