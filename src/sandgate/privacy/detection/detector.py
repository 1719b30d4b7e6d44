"""The two doors of detection: `find` for a text, `walk` for structured data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from sandgate.model import Json

from .cells import personal
from .documents import Document, Placed, documents, plain
from .flat import FlatScanner, settle
from .keys import Field
from .kinds import KINDS, Change, DetectionOptions, Span
from .payments import is_card
from .promises import Promises
from .structure import Walk
from .tables import tables

_GAP = "\0"
# Times, dates, versions, hashes, identifiers and small numbers: most strings with digits in a clean document.
_HARMLESS = re.compile(
    r"(?:\d{1,5}(?:\.\d{1,10})?%?|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+\-]\d\d:?\d\d)?)?"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?"
    r"|[A-Za-z]{1,12}[ \-_]?\d{1,4}|https?://[A-Za-z.\-]{4,60}(?:/[A-Za-z.\-_]{0,40}){0,8}/?\d{0,6})\Z"
).match
_OPENING = re.compile(r"\s*[\[{]")
_LARGE_TEXT = 1000
_STRUCTURED = ("\n", '{"', "[{", "VALUES", _GAP)
"""What shows that a string holds more than words: it is read for itself."""


@dataclass(slots=True)
class _Seen:
    """What one reading of a document found: whole values by their form, spans inside others."""

    promised: dict[tuple[str, Any], str] = field(default_factory=dict[tuple[str, Any], str])
    inside: dict[str, list[Span]] = field(default_factory=dict[str, list[Span]])
    pool: dict[str, None] = field(default_factory=dict[str, None])
    clean: dict[str, None] = field(default_factory=dict[str, None])


class Detector:
    """Finds personal data. It keeps nothing of what it read between two calls."""

    def __init__(self, options: DetectionOptions | None = None) -> None:
        options = options or DetectionOptions()
        self._unwanted = frozenset(kind for kind in {*KINDS, *options.kinds} if not options.wants(kind))
        self._promises = Promises(options)
        self._flat = FlatScanner(options, self._promises)

    def find(self, text: str) -> list[Span]:
        """Where personal data stands: spans in order, apart from each other."""
        if self._is_clean_json(text):
            return []
        read = documents(text)
        spans = self._in_documents(text, read) if read else []
        rest = _without(text, read) if read else text
        if not rest.isspace():
            rows = list(tables(rest))
            spans += self._only(personal(rest, rows, self._promises))
            spans += self._flat(rest, [(row[0].start, row[-1].end) for row in rows])
        return settle(spans)

    def _is_clean_json(self, text: str) -> bool:
        """Most large documents hold nothing; that is seen faster when a parser in C has read them."""
        if len(text) < _LARGE_TEXT or not _OPENING.match(text):
            return False
        try:
            seen = self._seen(orjson.loads(text))
        except ValueError:
            return False
        return not seen.promised and not seen.inside

    def walk(self, value: Json, change: Change) -> Json:
        """The same document with every personal value changed; the very same object where there is none.

        Raises ValueError for data nested too deep to be read.
        """
        seen = self._seen(value)
        if not seen.promised and not seen.inside:
            return value

        def visit(field: Field, old: Any) -> Any:
            kind = seen.promised.get((field.form, old))
            if kind:
                return change(kind, old)
            spans = seen.inside.get(old)
            return replaced(old, spans, change) if spans and not _number_of_a_machine(field, spans, old) else old

        return Walk(self._promises, visit, lambda key: replaced(key, seen.inside.get(key, []), change))(value)

    def _seen(self, value: Json) -> _Seen:
        """Reads a document once. Strings without a promise are read together: one long text costs less than many."""
        seen = _Seen()
        promised, pool, clean = seen.promised, seen.pool, seen.clean
        suspects, always = self._flat.suspects, self._flat.looks_everywhere

        def visit(field: Field, old: Any) -> Any:
            form = field.form
            if field.kind and (form, old) not in promised:
                kind = self._promised(field, str(old))
                if kind:
                    promised[form, old] = kind
                    return old
            elif field.kind:
                return old
            if type(old) is not str:
                if self._bare_card(form, old):
                    promised[form, old] = "CARD"
            elif old not in clean and old not in pool:
                (pool if suspects(old) and (always or not _HARMLESS(old)) else clean)[old] = None
            return old

        def rename(key: str) -> str:
            pool[key] = None
            return key

        Walk(self._promises, visit, rename)(value)
        self._read_pool(list(pool), seen.inside)
        return seen

    def _promised(self, field: Field, value: str) -> str:
        """The kind of all of a value, as its field promises it."""
        kind = self._promises.judge(field, value.strip()) if field.kind else ""
        return kind if kind not in self._unwanted else ""

    def _bare_card(self, form: str, value: Any) -> bool:
        """A number that nothing promises: only the issuer and the sum of a card are sure enough."""
        text = str(value)
        return (
            form != "opaque"
            and type(value) is int
            and 12 < len(text) < 20
            and is_card(text)
            and "CARD" not in self._unwanted
        )

    def _read_pool(self, pool: list[str], inside: dict[str, list[Span]]) -> None:
        plain: list[str] = []
        for text in pool:
            if text[:1] in ("[", "{") or any(mark in text for mark in _STRUCTURED):
                spans = self.find(text)
                if spans:
                    inside[text] = spans
            else:
                plain.append(text)
        spans = self._flat(_GAP.join(plain)) if plain else []
        if spans:
            _shared_out(plain, spans, inside)

    def _in_documents(self, text: str, read: list[Document]) -> list[Span]:
        """What a walk would change, with the places where it stands."""
        seen = self._seen([plain(document.tree) for document in read])
        spans: list[Span] = []

        def inside(old: Placed) -> Placed:
            if old.escaped:  # places inside are not those of the raw text
                raw = text[old.start : old.end]
                spans.extend(_moved(self.find(raw) if seen.inside.get(old) else (), old.start))
            else:
                spans.extend(_moved(seen.inside.get(old, ()), old.start))
            return old

        def visit(field: Field, old: Placed) -> Placed:
            kind = seen.promised.get((field.form, plain(old)))
            if kind:
                spans.append(Span(old.start, old.end, kind))
                return old
            found = seen.inside.get(old)
            return inside(old) if found and not _number_of_a_machine(field, found, old) else old

        walk = Walk(self._promises, visit, inside)
        for document in read if seen.promised or seen.inside else ():
            walk(document.tree)
        return spans

    def _only(self, spans: Iterable[Span]) -> Iterator[Span]:
        return (span for span in spans if span.kind not in self._unwanted)


def _shared_out(texts: list[str], spans: list[Span], inside: dict[str, list[Span]]) -> None:
    """Gives each text the spans that were found in it when all were read as one."""
    start = place = 0
    for text in texts:
        end = start + len(text)
        while place < len(spans) and spans[place].start < end:
            span = spans[place]
            inside.setdefault(text, []).append(Span(span.start - start, span.end - start, span.kind))
            place += 1
        start = end + 1


def _number_of_a_machine(field: Field, spans: list[Span], value: str) -> bool:
    """`{"id": "2125550123"}` is a number of a machine, not of a phone."""
    return field.form == "opaque" and all(
        span.kind in ("PHONE", "SSN", "NATIONAL_ID") and span.end - span.start == len(value) for span in spans
    )


def _moved(spans: Iterable[Span], by: int) -> Iterator[Span]:
    return (Span(start + by, end + by, kind) for start, end, kind in spans)


def _without(text: str, read: list[Document]) -> str:
    """The text with blanks where documents stand."""
    parts: list[str] = []
    place = 0
    for start, end, _ in read:
        parts += (text[place:start], " " * (end - start))
        place = end
    parts.append(text[place:])
    return "".join(parts)


def replaced(text: str, spans: list[Span], change: Change) -> str:
    parts: list[str] = []
    place = 0
    for start, end, kind in spans:
        parts += (text[place:start], change(kind, text[start:end]))
        place = end
    parts.append(text[place:])
    return "".join(parts) if spans else text
