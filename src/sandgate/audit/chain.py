"""The chain: each row's hash covers its content, its number and the hash before it. A key signs where it ends."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from typing import Any, NamedTuple

import orjson

from sandgate.model import JsonObject

from .database import whole

START = bytes(32)
"""What the first row follows."""
COLUMNS = ("kind", "at", "execution", "number", "user", "session", "server", "tool", "risk", "outcome")
FIGURES = ("seconds", "tokens_in", "tokens_out", "bytes", "tokens_results")
LONGEST = 200
"""Characters of a column to look for; the content has all of it."""


class Link(NamedTuple):
    """One row as it is stored: what is looked for and what is counted, beside the content that is hashed."""

    seq: int
    hash: bytes
    columns: tuple[object, ...]
    content: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the chain: the last row, or the last one that was removed. Signed, so that nobody can move it."""

    seq: int = 0
    hash: bytes = START
    at: float = 0.0
    mac: str = ""

    def signed(self, key: bytes, what: str) -> Mark:
        return Mark(self.seq, self.hash, self.at, self._mac(key, what))

    def holds(self, key: bytes, what: str) -> bool:
        """Whether it was signed with this key; nobody signs the beginning."""
        if self.seq == 0:
            return self.hash == START and not self.mac
        return hmac.compare_digest(self._mac(key, what), self.mac)

    def _mac(self, key: bytes, what: str) -> str:
        return hmac.digest(key, f"{what} {self.seq} {self.hash.hex()} {self.at!r}".encode(), "sha256").hex()


def canonical(content: JsonObject) -> str:
    """One text for one content: sorted, without blanks."""
    try:
        return orjson.dumps(content, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS).decode()
    except (TypeError, ValueError):  # numbers of any length and half characters, which a program may send
        return json.dumps(content, sort_keys=True, separators=(",", ":"), default=repr)


def hashed(before: bytes, seq: int, content: str) -> bytes:
    return sha256(before + seq.to_bytes(8, "big") + content.encode()).digest()


def linked(head: Mark, contents: Iterable[JsonObject]) -> list[Link]:
    """Rows that follow the head, in this order."""
    links: list[Link] = []
    seq, before = head.seq, head.hash
    for content in contents:
        seq += 1
        text = canonical(content)
        before = hashed(before, seq, text)
        links.append(Link(seq, before, columns_of(content), text))
    return links


def columns_of(content: JsonObject) -> tuple[object, ...]:
    """What a row can be found by and what is added up: all of it stands in its content too."""
    get = content.get
    return (
        _text(get("kind")),
        float(content["at"]),
        _text(get("execution")),
        int(get("number") or 0),
        *[_text(get(name)) for name in COLUMNS[4:]],
        *[_figure(get(name)) for name in FIGURES],
    )


def _text(value: Any) -> str:
    return whole(str(value)[:LONGEST]) if value else ""


def _figure(value: Any) -> float | int | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isfinite(value) else None
