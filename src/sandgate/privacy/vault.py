"""Values and the tokens that stand for them, within one session."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any, cast
from urllib.parse import quote

from sandgate.model import Json

from .detection import Scalar

TOKEN = re.compile(r"(%5B|\[)([A-Z][A-Z_]{1,40}_[1-9][0-9]{0,9})(%5D|\])", re.IGNORECASE)
"""A token as programs may have written it: as it was given, in small letters, or quoted for a URL."""
LITERAL = "LITERAL"
"""Text that only looks like a token: it is given one of its own, so that nobody can smuggle a token in."""
_CELL = re.compile(r"(?:(?<=,)|^)\[[A-Z_]+_[0-9]+\](?=,|\r?$)", re.MULTILINE)
_NEEDS_QUOTES = re.compile(r'[,"\r\n]')
_DEEPEST = 3

May = Callable[[str], bool]
"""Whether values of a kind may be put back."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One value and what kind of value it is."""

    kind: str
    value: Scalar


class Vault:
    """Value to token and back. The same value always has the same token; nobody else's token means anything here."""

    def __init__(self, kept: Iterable[Kept] = ()) -> None:
        self._tokens: dict[tuple[type, Scalar], str] = {}
        self._kept: dict[str, Kept] = {}
        self._numbers: dict[str, int] = {}
        self._adding = Lock()
        """Results of one session are looked at in several threads."""
        self.unsaved: list[Kept] = []
        """What was added since the last save, in its order."""
        for one in kept:
            self._add(one)

    def __len__(self) -> int:
        return len(self._kept)

    def token(self, kind: str, value: Scalar) -> str:
        """The token of a value, made on first sight."""
        if known := self._tokens.get((type(value), value)):
            return known
        with self._adding:
            if known := self._tokens.get((type(value), value)):
                return known
            kept = Kept(kind, value)
            self.unsaved.append(kept)
            return self._add(kept)

    def kept(self, token: str) -> Kept | None:
        """What a token stands for; None for one that was never given out here."""
        return self._kept.get(token)

    def restored(self, value: Json, may: May = lambda _: True) -> Json:
        """A document with the values back in their places; the very same object where it holds no token."""
        match value:
            case str():
                return self._whole(value, may) if "_" in value else value
            case list():
                items = [self.restored(item, may) for item in value]
                return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
            case dict():
                pairs = {str(self.text(key, may)): self.restored(item, may) for key, item in value.items()}
                same = all(new is old for new, old in zip(pairs.values(), value.values(), strict=False))
                return value if same and pairs.keys() == value.keys() else pairs
            case _:
                return value

    def text(self, text: str, may: May = lambda _: True, depth: int = 0) -> str:
        """A text with the values back in it, written as the text around them needs it."""
        if "_" not in text:
            return text
        escaped = _is_json(text)
        cells = {match.start() for match in _CELL.finditer(text)} if "\n" in text and "," in text else set[int]()

        def put_back(match: re.Match[str]) -> str:
            kept = self._kept.get(f"[{match[2].upper()}]")
            if kept is None or not may(kept.kind):
                return match[0]
            value = str(kept.value)
            if kept.kind != LITERAL and depth < _DEEPEST:
                value = self.text(value, may, depth + 1)
            if match[2].islower():
                value = value.lower()
            if match[1] != "[":
                return quote(value, safe="")
            if escaped:
                return json.dumps(value, ensure_ascii=False)[1:-1]
            if match.start() in cells and _NEEDS_QUOTES.search(value):
                return '"' + value.replace('"', '""') + '"'
            return value

        return TOKEN.sub(put_back, text)

    def _whole(self, text: str, may: May) -> Json:
        """A string that is a token and nothing else may stand for a number."""
        kept = self._kept.get(text)
        if kept and not isinstance(kept.value, str) and may(kept.kind):
            return kept.value
        return self.text(text, may)

    def _add(self, kept: Kept) -> str:
        number = self._numbers[kept.kind] = self._numbers.get(kept.kind, 0) + 1
        token = f"[{kept.kind}_{number}]"
        self._tokens[type(kept.value), kept.value] = token
        self._kept[token] = kept
        return token


def _is_json(text: str) -> bool:
    if text.lstrip()[:1] not in ("{", "[") or TOKEN.match(text.lstrip()):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def kept_of(data: object) -> list[Kept]:
    """Values as they were written down."""
    pairs = cast("list[list[Any]]", data)
    return [Kept(str(kind), value) for kind, value in pairs]
