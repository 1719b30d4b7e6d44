"""What comes from outside, with tokens in place of values: texts, documents, links."""

from __future__ import annotations

import json
import re
from bisect import bisect, bisect_left
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any, cast
from urllib.parse import quote, unquote

import orjson

from sandgate.errors import CallFailed
from sandgate.model import Json, JsonObject, Unread

from .detection import Detector, Scalar, Span, replaced
from .exposed import Exposed, beside
from .glancing import has_long_numbers, may_know, needs_a_look_inside
from .literals import Literal, literals_of
from .markup import is_markup
from .notation import (
    Inner,
    cells_of,
    documents_in,
    documents_inside,
    is_json,
    is_json_string,
    strings_of,
    unquoted,
    with_escaped,
)
from .vault import DEEPEST, LITERAL, Vault, may_hold_tokens, without_tokens

_PARTS_OF_URI = re.compile(r"([/?&=#;]+)")
_OF_NUMBERS = "+-.0123456789eE"
_WORDS = ("name", "mime_type")
"""What a server says of a link or of bytes: `application/pdf; name="…"`."""


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
    _read: set[str] = field(default_factory=set[str])
    """Texts in a document that were read as documents, with their tokens."""

    @property
    def counts(self) -> Counter[str]:
        return Counter(self._kinds.values())

    def blocks(self, blocks: Sequence[JsonObject]) -> list[JsonObject]:
        return [self._block(block) for block in blocks]

    def text(self, text: str) -> str:
        text = self._unmasked(text)
        if self.notes:
            self._note_text(text)
        return self._again(self._hidden(text)) if self.finds else text

    def _hidden(self, text: str, told: Sequence[Span] = (), depth: int = 0) -> str:
        """With tokens for what values mean there: without the escapes of JSON, without the quotes of a cell."""
        spans = beside(self.detector.find(text), [*self.vault.exposed.within(text), *told])
        spans = self.vault.with_whole_tokens(text, spans)
        if not spans:
            return text
        if is_json(text) or is_json_string(text):
            return self._in_json(text, spans, depth)
        if is_markup(text):
            return self._in_text(text, spans)
        if depth < DEEPEST and (literals := literals_of(text)):
            return "".join(self._in_literals(text, literals, spans, depth))
        if found := documents_in(text):
            return "".join(self._in_documents(text, found, spans, depth))
        return self._in_text(text, spans)

    def _in_text(self, text: str, spans: list[Span]) -> str:
        if spans and "&" in text and is_markup(text):
            places = iter(span.start for span in spans)

            def written(kind: str, raw: Scalar) -> str:
                return self.vault.token_in_markup(text, next(places), str(raw), partial(self._token, kind))

            return replaced(text, spans, written)
        cells = cells_of(text) if spans else None
        if cells is None:
            return replaced(text, spans, self._token)
        spans = [Span(*part, span.kind) for span in spans for part in cells.parts(text, span.start, span.end)]
        starts = iter(span.start for span in spans)
        return replaced(text, spans, lambda kind, raw: self._token(kind, cells.meant(next(starts), str(raw))))

    def _in_documents(
        self, text: str, documents: Sequence[tuple[int, int]], spans: Sequence[Span], depth: int
    ) -> Iterator[str]:
        """A document that a value reaches out of, or into, is text as well."""
        starts, place = [span.start for span in spans], 0
        for start, end in documents:
            first, last = bisect_left(starts, start), bisect_left(starts, end)
            if (first and spans[first - 1].end > start) or (last and spans[last - 1].end > end):
                continue
            yield self._in_text(text[place:start], _moved(spans[bisect_left(starts, place) : first], place))
            document = text[start:end]
            yield self._in_json(document, _moved(spans[first:last], start), depth) if first < last else document
            place = end
        yield self._in_text(text[place:], _moved(spans[bisect_left(starts, place) :], place))

    def _in_literals(self, text: str, literals: Sequence[Literal], spans: Sequence[Span], depth: int) -> Iterator[str]:
        """A database or Python reads the texts in it without their escapes; Python has numbers beside them."""
        strings, place, number = [(one.start, one.end) for one in literals], 0, 0
        while number < len(spans):
            span, first = spans[number], number
            literal = _around(span.start, strings, literals)
            while number < len(spans) and spans[number].start < (literal.end if literal else span.end):
                number += 1
            if literal and (written := self._in_literal(literal, spans[first:number], depth)):
                yield text[place : literal.start] + written
                place = literal.end
                continue
            for start, end, kind in spans[first:number]:
                if not literals[0].in_sql:
                    start, end, _ = _whole_number(text, Span(start, end, kind), strings)
                if start >= place:  # else it was hidden with the number it is a part of
                    raw = text[start:end]
                    token = self._token(kind, raw) if literal else self._bare(kind, raw, literals[0])
                    yield text[place:start] + token
                    place = end
        yield text[place:]

    def _in_literal(self, literal: Literal, spans: Sequence[Span], depth: int) -> str:
        """One with tokens; nothing where it may as well be read as it stands, or a value reaches out of it."""
        if not literal.is_escaped and "{" not in literal.raw and "[" not in literal.raw:
            return ""
        if spans[0].start == literal.start or spans[-1].end >= literal.end:
            return ""
        try:
            told = literal.moved(spans)
        except ValueError:
            return ""
        meant = literal.text
        if is_json(meant) or documents_in(meant):
            return literal.written(self._hidden(meant, told, depth + 1))
        return literal.written(replaced(meant, told, self._token))

    def _bare(self, kind: str, raw: str, literal: Literal) -> str:
        """A value beside the texts. Python would not read a token there."""
        if literal.in_sql:
            return self._token(kind, raw)
        try:
            number = cast("Scalar", json.loads(raw))
        except ValueError:
            return self._token(kind, raw)
        return f"'{self._token(kind, number if str(number) == raw else raw)}'"

    def _note_text(self, text: str) -> None:
        for start, end, kind in self.detector.find(text):
            self._note(kind, text[start:end])

    def _note(self, kind: str, value: Scalar) -> str:
        self.vault.expose(kind, value)
        return ""

    def _inside_again(self, text: str) -> str:
        text = reunited(text, self.vault, self._kinds, self._anew)
        return self._again(replaced(text, self.vault.exposed.within(text), self._token))

    def _again(self, text: str) -> str:
        text = self.vault.seen_again(text, self._known)
        if "\\" not in text or not self.vault.recognises or not is_json(text):
            return text
        return with_escaped(text, lambda meant: self.vault.seen_again(meant, self._known))

    def _known(self, value: str) -> str:
        token = self.vault.token("", value)
        kept = self.vault.kept(token)
        self._kinds.setdefault(token, kept.kind if kept else "")
        return token

    def _in_json(self, text: str, spans: Sequence[Span], depth: int = 0) -> str:
        """Whoever reads the text gets values without escapes, and texts in place of numbers."""
        strings, parts, place, number = strings_of(text), list[str](), 0, 0
        documents = list(documents_inside(text)) if depth < DEEPEST else []
        for inner in (*documents, None):
            while number < len(spans) and (inner is None or spans[number].start < inner.start):
                start, end, kind = _whole_number(text, spans[number], strings)
                number += 1
                if start >= place:  # else it was hidden with the number it is a part of
                    parts += (text[place:start], self._in_string(text, Span(start, end, kind), strings))
                    place = end
            first = number
            while inner and number < len(spans) and spans[number].start < inner.end:
                number += 1
            if inner and inner.start >= place:
                told = self._inner(inner, text, spans[first:number], depth)
                written = text[inner.start : inner.end] if told == inner.text else inner.written(told)
                parts += (text[place : inner.start], written)
                place = inner.end
        return "".join((*parts, text[place:]))

    def _inner(self, document: Inner, around: str, spans: Sequence[Span], depth: int) -> str:
        """A document inside, read by itself, and with what the text around it tells of it."""
        spans = [span for span in spans if document.start < span.start and span.end < document.end]
        places = document.places(around, [(span.start, span.end) for span in spans])
        told = [Span(start, end, span.kind) for (start, end), span in zip(places, spans, strict=True) if start < end]
        known = Exposed()
        for start, end, kind in told:
            known.add(kind, document.text[start:end])
        again = [span for span in known.within(document.text) if known.is_plain(document.text[span.start : span.end])]
        return self._hidden(document.text, [*told, *again], depth + 1)

    def _in_string(self, text: str, span: Span, strings: list[tuple[int, int]]) -> str:
        start, end, kind = span
        raw = text[start:end]
        if _is_within(start, strings):
            if unquoted(raw):
                return self._token(kind, raw)
            found = self.vault.token_in_json(kind, raw, self.give or self.vault.token)
            self._kinds.setdefault(found, kind)
            return found
        try:
            number = cast("Scalar", json.loads(raw))
        except ValueError:  # more than a value, where a document was read as a text
            return self._token(kind, raw)
        return f'"{self._token(kind, number if _is_all_of(raw, number) else raw)}"'

    def _block(self, block: JsonObject) -> JsonObject:
        match block:
            case {"type": "value", "value": str(text)}:
                return {**block, "value": self.text(text)}
            case {"type": "value", "value": value}:
                return {**block, "value": self.document(value)}
            case {"type": "unread", "text": Unread(text)}:
                return self._unread(block, text)
            case _:  # a link, or bytes, which are not looked into
                told = {name: self.text(words) for name in _WORDS if isinstance(words := block.get(name), str)}
                address = {"uri": self._address(uri)} if isinstance(uri := block.get("uri"), str) else {}
                return {**block, **told, **address}

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
        except (ValueError, RecursionError):
            return {"type": "value", "value": self.text(text)}
        found = self.document(value, text)
        if found is not value and has_long_numbers(text):
            found = self.document(json.loads(text), text)
        return block if found is value else {"type": "value", "value": found}

    def document(self, value: Json, written: str | None = None) -> Json:
        """`written` is the document as text, where that is at hand."""
        try:
            if needs_a_look_inside(value, written):
                value = cast("Json", mapped(value, self._inside))
            if self.notes:
                self.detector.walk(value, self._note)
            if self.finds:
                known = len(self.vault.exposed) > 0 and may_know(self.vault, value)
                value = self.detector.walk(value, self._token, self._tokens)
                if known or may_know(self.vault, value):
                    value = cast("Json", mapped(value, self._inside_again, self.vault))
            return value
        except (ValueError, RecursionError) as error:
            raise CallFailed("the result is nested too deep to be looked through for personal data") from error

    def _inside(self, text: str) -> str:
        """A text of a document, which may be a document itself."""
        if is_json(text) or is_markup(text) or literals_of(text) or documents_in(text) or cells_of(text):
            hidden = self.text(text)
            self._read.add(hidden)
            return hidden
        return self._unmasked(text)

    def _token(self, kind: str, value: Scalar) -> str:
        if isinstance(value, str) and "_" in value and self._is_hidden(value):
            return value
        if isinstance(value, str) and (meant := unquoted(value)):
            return quote(self._token(kind, meant), safe="")
        return self._anew(kind, value)

    def _anew(self, kind: str, value: Scalar) -> str:
        """The token of a value that may hold others."""
        token = (self.give or self.vault.token)(kind, value)
        self._kinds.setdefault(token, kind)
        return token

    def _is_hidden(self, text: str) -> bool:
        """Whether it was read before, in a text in a document: then it has tokens of ours. Others are gone by now. A
        text that its field hides is hidden with all that was found in it.
        """
        if self.vault.is_token(text):
            return True
        return text not in self._read and any(span.kind != LITERAL for span in self.vault.tokens_in(text))

    def _tokens(self, kind: str, texts: Sequence[str]) -> list[str]:
        if any("%" in text for text in texts):
            return [self._token(kind, text) for text in texts]
        tokens = self.vault.tokens(kind, texts)
        self._kinds = dict.fromkeys(tokens, kind) | self._kinds
        return tokens

    def _unmasked(self, text: str) -> str:
        return without_tokens(text, self._literal)

    def _literal(self, written: str) -> str:
        """Text that looks like a token, and may hold a value that a tool was sent: `[Roe_1]`."""
        known = self.vault.exposed.within(written)
        return self.vault.token(known[0].kind if known else LITERAL, written)


def _around(place: int, strings: list[tuple[int, int]], literals: Sequence[Literal]) -> Literal | None:
    return literals[bisect(strings, (place + 1,)) - 1] if _is_within(place, strings) else None


def _whole_number(text: str, span: Span, strings: list[tuple[int, int]]) -> Span:
    """A part of a number in JSON as all of it; any other span as it is."""
    start, end, kind = span
    if not _is_within(start, strings):
        while start and text[start - 1] in _OF_NUMBERS:
            start -= 1
        while end < len(text) and text[end] in _OF_NUMBERS:
            end += 1
    return Span(start, end, kind)


def _is_all_of(raw: str, number: Scalar) -> bool:
    """Whether a number is what is written there: with more digits than a float has, it is not."""
    return type(number) in (int, float) and Decimal(str(number)) == Decimal(raw)


def _is_within(place: int, strings: list[tuple[int, int]]) -> bool:
    before = bisect(strings, (place,)) - 1
    return before >= 0 and place < strings[before][1]


def _moved(spans: Sequence[Span], by: int) -> list[Span]:
    return [Span(start - by, end - by, kind) for start, end, kind in spans]


def reunited(text: str, vault: Vault, made: Container[str], give: Callable[[str, Scalar], str]) -> str:
    """A text in which values became the tokens that were `made`, and that holds the rest of others: where a mailbox was
    found in `Ada Lovelace-ada@example.com`, half a name is left. Both have one token.
    """
    found = vault.tokens_in(text) if len(vault.exposed) and text not in made else []
    tokens = [span for span in found if span.kind != LITERAL and text[span.start : span.end] in made]
    if not tokens:
        return text
    parts, places, place, length = list[str](), list[Span](), 0, 0
    for start, end, kind in tokens:
        kept = vault.kept(text[start:end])
        value = str(kept.value) if kept else text[start:end]
        parts += (text[place:start], value)
        length += start - place + len(value)
        places.append(Span(length - len(value), length, kind))
        place = end
    whole = "".join((*parts, text[place:]))
    ends, torn = [place.end for place in places], list[Span]()
    for one in vault.exposed.within(whole):
        met = bisect(ends, one.start)  # the only token it can be all within
        if (
            met < len(places)
            and places[met].start < one.end
            and not (places[met].start <= one.start and one.end <= places[met].end)
        ):
            torn.append(one)
    if not torn:
        return text
    written = dict(zip(places, (text[start:end] for start, end, _ in tokens), strict=True))
    united = beside(places, torn)
    spans = iter(united)

    def told(kind: str, value: Scalar) -> str:
        return written.get(next(spans)) or give(kind, value)

    return replaced(whole, united, told)


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
