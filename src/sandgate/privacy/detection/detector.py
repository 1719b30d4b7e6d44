"""The two doors of detection: `find` for a text, `walk` for structured data."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from sandgate.model import Json

from .fields.columns import all_alike
from .fields.promises import Promises
from .flat import FlatScanner, settle
from .kinds import KINDS, Change, ChangeAll, DetectionOptions, Span
from .layouts.alike import alike, dialled_alike, without_a_name
from .layouts.cells import Row, numbers_of_machines, personal
from .layouts.crowds import crowds
from .layouts.held import held_in_cells
from .layouts.named import named_columns
from .layouts.tables import tables
from .naming.keys import MESSAGE, NOT_OF_A_MACHINE, OPAQUE, Field
from .numbers.payments import is_bare_card
from .people.mail import names_a_message
from .phones.numbers import alone
from .phones.repeated import repeated
from .records.documents import Document, Placed, documents, unplaced
from .records.placing import Mark, parsed, places, where_written, whole
from .records.structure import LATER, Walk
from .secrets.again import again
from .secrets.sealed import without_encrypted
from .writing.folding import folded
from .writing.numbered import is_numbered, unnumbered

_GAP = "\0"
# Times, dates, versions, hashes, identifiers and small numbers: most strings with digits in a clean document.
_HARMLESS = re.compile(
    r"(?:\d{1,5}(?:\.\d{1,10})?%?|\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+\-]\d\d:?\d\d)?)?"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?"
    r"|[A-Za-z]{1,12}[ \-_]?\d{1,4}|https?://[A-Za-z.\-]{4,60}(?:/[A-Za-z.\-_]{0,40}){0,8}/?\d{0,6})\Z"
).match
_WRITTEN_SSN = re.compile(r"\d{3}-\d\d-\d{4}")
_STRUCTURED = ("\n", "{", "[", "VALUES", "</tr>", _GAP)
"""What shows that a string may hold more than words."""


@dataclass(slots=True)
class _Seen:
    """What one reading of a document found: by their form, the kinds of whole values; spans inside others."""

    hits: int = 0
    promised: dict[str, dict[Any, str]] = field(default_factory=dict[str, dict[Any, str]])
    inside: dict[str, list[Span]] = field(default_factory=dict[str, list[Span]])
    pool: dict[str, None] = field(default_factory=dict[str, None])
    clean: dict[str, None] = field(default_factory=dict[str, None])
    people: set[str] = field(default_factory=set[str])

    def promised_as(self, kind: str) -> Iterator[str]:
        """The values that fields promised to be of a kind, and are."""
        return (str(value) for known in self.promised.values() for value, of in known.items() if of == kind)

    def in_key(self, key: str) -> list[Span]:
        """What stands in a key that is a value itself."""
        return [Span(0, len(key), "PERSON")] if key in self.people else self.inside.get(key, [])


class Detector:
    """Finds personal data. It keeps nothing of what it read between two calls."""

    def __init__(self, options: DetectionOptions | None = None) -> None:
        options = options or DetectionOptions()
        self.kinds = frozenset((*KINDS, *(one.name for one in options.recognisers)))
        self._unwanted = frozenset(kind for kind in {*KINDS, *options.kinds} if not options.wants(kind))
        self._regions = options.regions
        self._promises = Promises(options)
        self._flat = FlatScanner(options, self._promises)

    def find(self, text: str) -> list[Span]:
        """Where personal data stands: spans in order, apart from each other."""
        text = without_encrypted(unnumbered(text))
        found = self._in_json(text)
        if found is not None:
            return found
        read = documents(text)
        spans = self._in_documents(text, read) if read else []
        rest = _without(text, read) if read else text
        if not rest.isspace():
            plain = folded(rest)
            rows = [*tables(plain), *self._named_columns(plain)]
            cells = [*held_in_cells(plain, rows), *rows]
            spans += self._only((*personal(plain, cells, self._promises), *crowds(plain, rows)))
            flat = self._flat(rest, [(row[0].start, row[-1].end) for row in rows])
            wrong = {each for each in numbers_of_machines(plain, rows, flat) if rest[each.start] != "+"} if rows else ()
            spans += (span for span in flat if span not in wrong)
            spans += (
                self._only(
                    (*alike(plain, rows, spans), *dialled_alike(plain, rows, spans), *without_a_name(plain, rows))
                )
                if rows
                else ()
            )
            spans += self._only(alone(plain, self._regions))
        return settle(spans)

    def _in_json(self, text: str) -> list[Span] | None:
        """The same for a text that is a document as a whole, which a parser in C reads; None for any other."""
        try:
            tree = parsed(text)
            marked = self._marked(tree)
        except ValueError:
            return None
        if marked is None:
            return None
        return places(text, tree, marked) if marked is not tree else []

    def _marked(self, tree: Any) -> Any:
        """The document with a mark in the place of each value; None where keys may be values as well."""
        seen = _Seen()
        first = self._first_walk(
            seen,
            lambda kind, _: cast("Any", whole(kind)),
            lambda kind, texts: [whole(kind)] * len(texts),
        )
        kept = first(tree)
        if first.odd:
            return None
        self._read_pool(seen)
        for holder, place, promise, old in first.later:
            spans = seen.inside.get(old)
            holder[place] = old
            if spans and not _number_of_a_machine(promise, spans, old):
                holder[place] = Mark("", spans)
                seen.hits += 1
        return kept if seen.hits else tree

    def walk(self, value: Json, change: Change, change_all: ChangeAll | None = None) -> Json:
        """The same document with every personal value changed; the very same object where there is none.

        `change_all` is asked where a column holds nothing else, if it is given: that is faster.
        Raises ValueError for data nested too deep to be read.
        """
        seen = _Seen()
        first = self._first_walk(seen, change, change_all)
        kept = first(value)
        self._read_pool(seen)
        if kept is LATER:
            text = cast("str", value)
            return replaced(text, seen.inside.get(text, []), change)
        for holder, place, promise, old in first.later:
            holder[place] = new = _changed_inside(promise, old, seen.inside.get(old), change)
            seen.hits += new is not old
        for holder, keys in first.odd:
            seen.hits += _renamed(holder, {key: spans for key in keys if (spans := seen.in_key(key))}, change)
        return kept if seen.hits else value

    def _seen(self, value: Json) -> _Seen:
        """Reads a document once, and changes nothing."""
        seen = _Seen()
        self._first_walk(seen, None)(value)
        self._read_pool(seen)
        return seen

    def _first_walk(self, seen: _Seen, change: Change | None, change_all: ChangeAll | None = None) -> Walk:
        """Changes what fields promise. Other texts are read together afterwards: one long text costs less than many."""
        pool, clean, promised, judged = seen.pool, seen.clean, seen.promised, self._judged
        suspects, always = self._flat.suspects, self._flat.looks_everywhere
        later = LATER if change else None

        def visit(field: Field, old: Any) -> Any:  # called for every value: what it does itself costs no call
            kind: str | None = ""
            if field.kind:
                known = promised.get(field.form)
                if known is None:
                    known = promised.setdefault(field.form, {})
                kind = known.get(old)
                if kind is None:
                    kind = known[old] = judged(field, old)
            if not kind and type(old) is not str:
                kind = self._bare_card(seen, field.form, old)
            if kind:
                seen.hits += 1
                return change(kind, old) if change else old
            if type(old) is not str:
                return old
            if old not in pool:
                if old in clean or not (suspects(old) and (always or not _HARMLESS(old))):
                    clean[old] = None
                    return old
                pool[old] = None
            return later or old

        def visit_all(field: Field, texts: Collection[str]) -> Sequence[Any] | None:
            kind = all_alike(field, texts)
            if not kind or kind in self._unwanted or change_all is None:
                return None
            seen.hits += 1
            return change_all(kind, list(texts))

        def note(key: str, name: bool) -> None:
            if name and "PERSON" not in self._unwanted:
                seen.people.add(key)
            else:
                pool[key] = None

        return Walk(self._promises, visit, note, visit_all if change_all else None)

    def _judged(self, field: Field, value: Any) -> str:
        """The kind of all of a value, as its field promises it."""
        kind = self._promises.judge(field, (value if type(value) is str else str(value)).strip())
        return "" if kind in self._unwanted else kind

    def _bare_card(self, seen: _Seen, form: str, value: Any) -> str:
        """A number that nothing promises: only the issuer and the sum of a card are sure enough."""
        text = str(value)
        if form in NOT_OF_A_MACHINE or type(value) is not int or not 12 < len(text) < 20 or "CARD" in self._unwanted:
            return ""
        if is_bare_card(text):
            seen.promised.setdefault(form, {})[value] = "CARD"
            return "CARD"
        return ""

    def _read_pool(self, seen: _Seen) -> None:
        plain = list(seen.pool)
        together = _GAP.join(plain)
        if _may_have_structure(together, len(plain)):
            plain = [text for text in plain if not self._read_structure(seen, text)]
            together = _GAP.join(plain)
        spans = self._flat(together) if plain else []
        more = [
            *again(together, seen.promised_as("SECRET"), spans),
            *repeated(together, seen.promised_as("PHONE"), spans),
        ]
        spans = settle((*spans, *more)) if more else spans
        if spans:
            _shared_out(plain, spans, seen.inside)

    def _read_structure(self, seen: _Seen, text: str) -> bool:
        """Whether a text is more than words; then it is read for itself."""
        if not any(mark in text for mark in _STRUCTURED):
            return False
        if not _has_structure(text) and next(self._named_columns(text), None) is None:
            return False
        if spans := self.find(text):
            seen.inside[text] = spans
        return True

    def _named_columns(self, text: str) -> Iterator[Row]:
        """Rows below a name that stands in the settings."""
        return named_columns(text, self._promises.is_added) if self._promises.has_added else iter(())

    def _in_documents(self, text: str, read: list[Document]) -> list[Span]:
        """What a walk would change, with the places where it stands."""
        seen = self._seen([unplaced(document.tree) for document in read])
        spans: list[Span] = []

        def inside(old: Any, found: Iterable[Span]) -> Any:
            spans.extend(_moved(where_written(text[old.start : old.end], found), old.start))
            return old

        def note(key: Any, _: bool) -> None:
            inside(key, seen.in_key(key))

        def visit(field: Field, old: Placed) -> Placed:
            kind = seen.promised.get(field.form, {}).get(unplaced(old))
            if kind:
                spans.append(Span(old.start, old.end, kind))
                return old
            found = seen.inside.get(old)
            return inside(old, found) if found and not _number_of_a_machine(field, found, old) else old

        walk = Walk(self._promises, visit, note)
        for document in read if seen.hits or seen.inside or seen.people else ():
            walk(document.tree)
        return spans

    def _only(self, spans: Iterable[Span]) -> Iterator[Span]:
        return (span for span in spans if span.kind not in self._unwanted)


def _may_have_structure(together: str, count: int) -> bool:
    """The same of many texts: there is one gap less than texts."""
    return any(mark in together for mark in _STRUCTURED[:-1]) or together.count(_GAP) >= count


def _has_structure(text: str) -> bool:
    return _GAP in text or is_numbered(text) or bool(documents(text)) or next(tables(text), None) is not None


def _shared_out(texts: list[str], spans: list[Span], inside: dict[str, list[Span]]) -> None:
    """Gives each text the spans that were found in it when all were read as one."""
    start = place = 0
    for text in texts:
        end = start + len(text)
        while place < len(spans) and spans[place].start < end:
            span = spans[place]
            inside.setdefault(text, []).append(Span(span.start - start, min(span.end, end) - start, span.kind))
            place += 1
        start = end + 1


def _number_of_a_machine(field: Field, spans: list[Span], value: str) -> bool:
    """`{"id": "2125550123"}` is a number of a machine, not of a phone; `{"version": "10.2.14.33"}` is no address."""
    if field.form == MESSAGE:
        mailboxes = (value[span.start : span.end].partition("@")[0] for span in spans)
        named = value.strip().startswith("<") or all(map(names_a_message, mailboxes))
        return named and all(span.kind == "EMAIL" for span in spans)
    kinds = NOT_OF_A_MACHINE.get(field.form)
    plain = value.strip("\"' ")
    if plain.startswith("+"):
        return False  # no number of a machine begins so
    if field.form == OPAQUE and _WRITTEN_SSN.fullmatch(plain):
        return False  # `ID: 219-09-9999`
    if kinds is None or (not plain.isdigit() and any(span.kind == "CARD" for span in spans)):
        return False
    return all(span.kind in kinds and span.end - span.start == len(plain) for span in spans)


def _changed_inside(field: Field, old: str, spans: list[Span] | None, change: Change) -> str:
    return replaced(old, spans, change) if spans and not _number_of_a_machine(field, spans, old) else old


def _renamed(holder: dict[str, Any], spans: dict[str, list[Span]], change: Change) -> bool:
    """Changes keys that are values themselves, where they stand."""
    if spans:
        kept = {replaced(key, spans.get(key, []), change): value for key, value in holder.items()}
        holder.clear()
        holder.update(kept)
    return bool(spans)


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
