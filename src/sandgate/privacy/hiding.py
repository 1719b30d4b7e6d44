"""What comes from outside, with tokens in place of values: texts, documents, links."""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import unquote

import orjson

from sandgate.errors import CallFailed
from sandgate.model import Json, JsonObject, Unread

from .boundary import LONG
from .detection import Detector, Scalar, Span, replaced
from .exposed import beside
from .notation import is_json
from .vault import LITERAL, Vault, may_hold_tokens, without_tokens

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*"')
_PARTS_OF_URI = re.compile(r"([/?&=#;]+)")
PART = 8
"""What a number, a bracket or a comma counts."""


@dataclass(slots=True)
class Hiding:
    """What comes from outside, with tokens in place of values. What looks like a token in it is none."""

    detector: Detector
    vault: Vault
    finds: bool = True
    """Whether it looks for values; tokens of somebody else's making are none in any case."""
    notes: bool = False
    """Whether it looks for them and lets them pass: a program sees them, and the model shall not."""
    give: Callable[[str, Scalar], str] | None = None
    """What gives a value its token, where not the vault alone does."""
    _kinds: dict[str, str] = field(default_factory=dict[str, str])
    """The kind of each token that was put in: a value counts once, however often it stands there."""

    @property
    def counts(self) -> Counter[str]:
        return Counter(self._kinds.values())

    def blocks(self, blocks: Sequence[JsonObject]) -> list[JsonObject]:
        return [self._block(block) for block in blocks]

    def text(self, text: str) -> str:
        text = self._unmasked(text)
        if self.notes:
            self._note_text(text)
        spans = beside(self.detector.find(text), self.vault.exposed.within(text)) if self.finds else []
        in_json = bool(spans) and is_json(text)
        text = self._in_json(text, spans) if in_json else replaced(text, spans, self._token)
        return self._again(text) if self.finds else text

    def _note_text(self, text: str) -> None:
        for start, end, kind in self.detector.find(text):
            self._note(kind, text[start:end])

    def _note(self, kind: str, value: Scalar) -> str:
        self.vault.expose(kind, value)
        return ""

    def _inside_again(self, text: str) -> str:
        return self._again(replaced(text, self.vault.exposed.within(text), self._token))

    def _again(self, text: str) -> str:
        return self.vault.seen_again(text, self._known)

    def _known(self, value: str) -> str:
        token = self.vault.token("", value)
        kept = self.vault.kept(token)
        self._kinds.setdefault(token, kept.kind if kept else "")
        return token

    def _in_json(self, text: str, spans: list[Span]) -> str:
        """Whoever reads the text gets values without escapes, and texts in place of numbers."""
        strings = [match.span() for match in _STRING.finditer(text)]

        def token(kind: str, raw: Scalar, start: int) -> str:
            before = bisect(strings, (start,)) - 1
            if before >= 0 and start < strings[before][1]:
                found = self.vault.token_in_json(kind, str(raw), self.give or self.vault.token)
                self._kinds.setdefault(found, kind)
                return found
            number = cast("Scalar", json.loads(str(raw)))
            return f'"{self._token(kind, number if str(number) == raw else raw)}"'

        starts = iter(span.start for span in spans)
        return replaced(text, spans, lambda kind, raw: token(kind, raw, next(starts)))

    def _block(self, block: JsonObject) -> JsonObject:
        match block:
            case {"type": "value", "value": str(text)}:
                return {**block, "value": self.text(text)}
            case {"type": "value", "value": value}:
                return {**block, "value": self.document(value)}
            case {"type": "unread", "text": Unread(text)}:
                return self._unread(block, text)
            case {"type": "link", "name": str(name), "uri": str(uri)}:
                return {**block, "name": self.text(name), "uri": self._address(uri)}
            case {"uri": str(uri)}:
                return {**block, "uri": self._address(uri)}
            case _:
                return block  # bytes are not looked into

    def _address(self, uri: str) -> str:
        """Whoever reads the link sends back what stands here. One with a value that is quoted is hidden as a whole."""
        find, hidden = self.detector.find, self.text(uri)
        if not self.finds:
            return hidden
        parts = [replaced(part, find(part), self._token) for part in _PARTS_OF_URI.split(hidden)]
        quoted = [span for part in parts if "%" in part for span in find(unquote(part))]
        return self._token(quoted[0].kind, self._unmasked(uri)) if quoted else "".join(parts)

    def _unread(self, block: JsonObject, text: str) -> JsonObject:
        if not self.finds and not self.notes and not may_hold_tokens(text):
            return block
        try:
            value: Any = orjson.loads(text)
        except ValueError:
            return {"type": "value", "value": self.text(text)}
        found = self.document(value, text)
        return block if found is value else {"type": "value", "value": found}

    def document(self, value: Json, written: str | None = None) -> Json:
        """`written` is the document as text, where that is at hand."""
        try:
            if _needs_a_look_inside(value, written):
                value = cast("Json", mapped(value, self._inside))
            if self.notes:
                self.detector.walk(value, self._note)
            if self.finds:
                value = self.detector.walk(value, self._token, self._tokens)
                if may_know(self.vault, value):
                    value = cast("Json", mapped(value, self._inside_again, self.vault))
            return value
        except (ValueError, RecursionError) as error:
            raise CallFailed("the result is nested too deep to be looked through for personal data") from error

    def _inside(self, text: str) -> str:
        """A text of a document, which may be a document itself."""
        return self.text(text) if text[:1] in ("{", "[") and is_json(text) else self._unmasked(text)

    def _token(self, kind: str, value: Scalar) -> str:
        if isinstance(value, str) and value[:1] == "[" and self.vault.kept(value):  # ours: others are gone by now
            return value
        token = (self.give or self.vault.token)(kind, value)
        self._kinds.setdefault(token, kind)
        return token

    def _tokens(self, kind: str, texts: Sequence[str]) -> list[str]:
        tokens = self.vault.tokens(kind, texts)
        self._kinds = dict.fromkeys(tokens, kind) | self._kinds
        return tokens

    def _unmasked(self, text: str) -> str:
        return without_tokens(text, self._literal)

    def _literal(self, written: str) -> str:
        """Text that looks like a token, and may hold a value that a tool was sent: `[Roe_1]`."""
        known = self.vault.exposed.within(written)
        return self.vault.token(known[0].kind if known else LITERAL, written)


def _needs_a_look_inside(value: Json, written: str | None) -> bool:
    """Whether there may be tokens or documents in its texts. Written out, it is searched faster than it is walked."""
    try:
        written = orjson.dumps(value).decode() if written is None else written
        return _may_hold_documents(written) or may_hold_tokens(written)
    except TypeError:  # a number that is too large for it, or half a character
        return True


def _may_hold_documents(written: str) -> bool:
    """Objects inside a text have keys, whose quotes are escaped. One sign is looked for much faster than two."""
    return ("\\" in written and '"{' in written) or (written.find("[", 1) > 0 and '"[' in written)


def may_know(vault: Vault, value: Json) -> bool:
    """Whether something in a document may be a value that the vault knows; seen faster in all of it at once."""
    if not vault.recognises and not len(vault.exposed):
        return False
    try:
        written = orjson.dumps(value).decode()
    except TypeError:
        return True
    return bool(vault.exposed.within(written)) or vault.seen_again(written, str) is not written


def mapped(value: Any, change: Callable[[str], str], vault: Vault | None = None) -> Any:
    """A document with each of its texts changed; the very same object where none was.

    With `vault`, numbers that were values get their tokens as well.
    """
    match value:
        case str():
            return change(value)
        case int() | float() if vault and vault.exposed.has_numbers and not isinstance(value, bool):
            kind = vault.exposed.kind_of(value)
            return vault.token(kind, value) if kind else value
        case list():
            items = cast("list[Any]", value)
            new = [mapped(item, change, vault) for item in items]
            return new if any(one is not other for one, other in zip(new, items, strict=True)) else items
        case dict():
            pairs = cast("dict[str, Any]", value)
            changed = {change(key): mapped(item, change, vault) for key, item in pairs.items()}
            same = all(one is other for one, other in zip(changed.values(), pairs.values(), strict=False))
            return pairs if same and changed.keys() == pairs.keys() else changed
        case _:
            return value


def is_short(block: JsonObject) -> bool:
    """Whether looking at it takes less time than handing it to a thread."""
    match block:
        case {"type": "value", "value": value}:
            try:
                return _left(value, LONG) > 0
            except RecursionError:  # whoever looks at it says so
                return False
        case {"type": "unread"}:
            return False
        case _:
            return True


def _left(value: Any, budget: int) -> int:
    """What is left of a budget in characters after a document; counting ends where nothing is."""
    match value:
        case str():
            return budget - len(value)
        case list():
            for item in cast("list[Any]", value):
                if budget <= 0:
                    break
                budget = _left(item, budget)
        case dict():
            for key, item in cast("dict[str, Any]", value).items():
                if budget <= 0:
                    break
                budget = _left(item, budget - len(key))
        case _:
            pass
    return budget - PART
