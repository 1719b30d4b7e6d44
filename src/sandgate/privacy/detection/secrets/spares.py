"""Codes that somebody shall keep for the day on which a device is lost: `Backup codes`, and a list of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span

_LIST = re.compile(
    r"\b(?:recovery|back-?up|scratch|bypass|rescue|emergency|wiederherstellungs|notfall|ersatz|de secours"
    r"|de recuperaci[oó]n"
    r"|di (?:recupero|backup)|de respaldo)[ \-]?(?:(?:verification|authentication|log-?in|sign-?in|access|security"
    r"|2fa|mfa|two-factor|one-time)[ \-])?codes?\b|\b(?:codes de secours|c[oó]digos de (?:recuperaci[oó]n|respaldo)"
    r"|codici di (?:recupero|backup))\b",
    re.I,
)
_STORED = re.compile(
    r"(?<![A-Za-z])(?:recovery|back_?up|scratch|bypass)_?codes?(?![A-Za-z])"
    r"|\b(?:wi-?fi|wlan|hotspot|internet)[ \-](?:(?:access|guest)[ \-])?(?:vouchers|codes)\b",
    re.I,
)
"""A table that keeps them, `user_backup_codes`; and what lets guests into a network, which is listed as well."""
_HINTS = ("odes", "ODES", "odici", "digos")
_KEPT = re.compile(
    r"(?<![\w.\-/:])(?:(?=[\w\-]*\d)[a-z0-9]{4,6}-[a-z0-9]{4,6}|\d{4} \d{4})(?![\w\-])",
    re.I,
)
_ONE = r"(?:[A-Za-z\d]{4,12}(?:-[A-Za-z\d]{3,12}){1,5}|[A-Za-z\d]{6,64}|\d{4} \d{4}|\d{3} \d{3})"
_LINE = re.compile(
    r"[ \t>|]{0,8}(?:(?:[*•\-]|\d{1,2}[.):]|\[[ xX]?\])[ \t]{1,4}){0,2}"
    rf"(?P<codes>~{{0,2}}`?{_ONE}`?~{{0,2}}(?:[ \t,;|]{{1,12}}(?:\d{{1,2}}[.):][ \t]{{1,4}})?`?{_ONE}`?)*)"
    r"[,.]?[ \t]*(?:\(?used\b[^\n]{0,30}|[✓✔x]|\([^()\n]{1,30}\))?[ \t|]*\r?\Z"
)
_WORD = re.compile(r"\d{4} \d{4}|\d{3} \d{3}|[A-Za-z\d\-]{6,80}")
_DAY = re.compile(r"\d{4}-\d\d(?:-|$)")
_LONGEST_LIST = 600
_MOST_LINES = 24
_MOST_REMARKS = 4
"""Lines between the announcement and the first of them."""


def spares(text: str) -> Iterator[Span]:
    for announced in _LIST.finditer(text) if any(hint in text for hint in _HINTS) else ():
        kept = list(_KEPT.finditer(text, announced.end(), announced.end() + _LONGEST_LIST))
        kept = kept if len(kept) > 1 else []  # one alone may be the number of anything
        yield from (Span(*found.span(), "SECRET") for found in kept if not _DAY.match(found.group()))
        yield from _listed(text, announced.end())


def announces_spares(text: str, start: int, end: int) -> bool:
    """Whether such codes are spoken of there."""
    return bool(_LIST.search(text, start, end) or _STORED.search(text, start, end))


def _listed(text: str, start: int) -> Iterator[Span]:
    """All that stand on lines that hold nothing else, and are as long as each other."""
    found: list[Span] = []
    colon = text.find(":", start, start + _MOST_REMARKS * 20)
    place = colon + 1 if colon >= 0 and "\n" not in text[start:colon] else text.find("\n", start) + 1
    remarks = 0
    for _ in range(_MOST_LINES if place else 0):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        codes = list(_codes(text, place, end))
        said = bool(text[place:end].strip())
        if said and not codes:
            remarks += 1
            if found or remarks > _MOST_REMARKS:
                break
        found += codes
        place = end + 1
        if place > len(text):
            break
    lengths = {span.end - span.start for span in found}
    made = sum(any(map(str.isdigit, text[span.start : span.end])) for span in found)
    if len(found) > 1 and len(lengths) == 1 and 2 * made > len(found):  # some have no digit by chance, words have none
        yield from found


def _codes(text: str, start: int, end: int) -> Iterator[Span]:
    line = _LINE.match(text, start, end)
    words = list(_WORD.finditer(text, *line.span("codes"))) if line else []
    made = all("-" in word.group() or any(map(str.isdigit, word.group())) for word in words)
    if words and made and not _DAY.match(words[0].group()):
        yield from (Span(*word.span(), "SECRET") for word in words)
