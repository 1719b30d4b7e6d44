"""Secrets that stand one behind the other: where the first of some is one, those of the same form behind it are too.

`APP_KEYS=…,…,…`, and a list of keys to unseal something, one on each line; and lists that hand over keys, where the
name of a service is all that stands before some of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..kinds import Span
from .another import spoken_of_again
from .looks import is_generated, is_printed_in_groups
from .marked import is_placeholder, is_uuid

_NEXT = re.compile(
    r"(?:[\"'`]?[ \t]{0,2}[,;|][ \t]{0,2}|[\"'`]?,?[ \t]*\r?\n[ \t]{0,12}(?:[*\-•]|\d{1,2}[.)])[ \t]{1,4})[\"'`]?"
    r"(?P<value>[A-Za-z0-9_\-+/.]{16,400}={0,2})(?![\w=:(])"
)
_ITEM = re.compile(
    r"^[ \t]{0,8}(?:[*\-•–]|\d{1,2}[.)])[ \t]{1,4}\*{0,2}(?P<name>[^\W_a-z][\w .'’&/()+\-]{1,40}?)\*{0,2}"
    r"(?::\*{0,2}|[ \t][–—\-=]{1,2}>?)[ \t]{1,4}`?(?P<value>[\w\-+/.~]{20,400}={0,2})`?[ \t]*\r?$",
    re.M,
)
"""`- Plumbase: …`."""
_CODE = re.compile(
    r"^[ \t]{0,8}(?:[*\-•–]|\d{1,2}[.)])[ \t]{1,4}\*{0,2}(?P<name>[^\W_a-z][\w .'’&/()+\-]{1,40}?)\*{0,2}"
    r"(?::\*{0,2}|[ \t][–—\-]{1,2})[ \t]{1,4}(?:[Cc]ode|[Cc]ombination|[Cc]ombo)[ :]{1,2}`?(?P<value>\d{3,8}#?)`?"
    r"(?=[ \t]*(?:\([^()\n]{1,40}\)[ \t]*)?\r?$)",
    re.M,
)
"""`- Plum cabinet: code 4711`: beside another secret it opens something."""
_OTHER_CODES = re.compile(
    r"\b(?:error|exit|status|return|response|result|failure|fault|postal|zip|area|country|booking|discount|promo\w{0,8}"
    r"|voucher|cost cent(?:er|re)|department|project|product|order|colou?r)\b",
    re.I,
)
_BULLET = re.compile(r"[ \t]{0,8}(?:[*\-•–]|\d{1,2}[.)])[ \t]")
_SUMS = re.compile(
    r"\b(?:commits?|sha\d{0,3}|md5|hash|digest|checksum|sum|rev(?:ision)?|head|image|build|deploy\w{0,6}|release|version|tag"
    r"|branch|fingerprint|thumbprint|ids?|uuid|trace|span|request|etag|layer|artifact|public|reference|ref|ticket|order)\b",
    re.I,
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


def in_place_of(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """`please use the new one …`, behind the key of a licence: what is printed in groups as well."""
    places = [span.end for span in spans if span.kind == "SECRET" and is_printed_in_groups(text[span.start : span.end])]
    others = spoken_of_again(text, places) if places else ()
    yield from (other for other in others if is_printed_in_groups(text[other.start : other.end]))


def in_the_same_list(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """What machines made, and codes, in the other items of a list in which a secret stands."""
    read = 0
    for span in spans:
        if span.kind != "SECRET" or span.start < read:
            continue
        start = text.rfind("\n", 0, span.start) + 1
        if not _BULLET.match(text, start):
            continue
        while start and _BULLET.match(text, above := text.rfind("\n", 0, start - 1) + 1):
            start = above
        read = _end_of_a_list(text, start)
        for item in _ITEM.finditer(text, start, read):
            made = is_generated(item["value"]) and not is_placeholder(item["value"])
            if made and not _SUMS.search(item["name"]):
                yield Span(*item.span("value"), "SECRET")
        for item in _CODE.finditer(text, start, read):
            if not _OTHER_CODES.search(item["name"]):
                yield Span(*item.span("value"), "SECRET")


def _end_of_a_list(text: str, start: int) -> int:
    while 0 <= start < len(text) and _BULLET.match(text, start):
        start = text.find("\n", start) + 1 or len(text)
    return start


def _is_made(value: str) -> bool:
    return is_generated(value) or is_uuid(value)


def _are_alike(one: str, other: str) -> bool:
    """About as long, of the same sorts of signs, and made by a machine like it."""
    close = abs(len(one) - len(other)) <= max(2, len(one) // 16)
    return close and is_uuid(one) == is_uuid(other) and _is_made(other) and _sorts(one) == _sorts(other)


def _sorts(value: str) -> tuple[bool, ...]:
    """Small letters and capitals: other signs may be missing by chance."""
    return tuple(bool(sort.search(value)) for sort in _SORTS)
