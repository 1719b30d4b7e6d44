"""Sets that were written and labelled without a look at the code: all of them as one, and each by itself.

A line of a set is `{"id": "set/template/number", "text": …, "spans": [{"start", "end", "type"}]}`. Its types are those
of `MEANS`; `FREE` and `DISPUTED` count neither way. A `KEY` was made by a machine for programs, a `PASSWORD` was
chosen, a `CODE` lets somebody in once or in place of a key: a one-time or recovery code, a PIN, a session, a licence.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sandgate.privacy.detection import Detector, Span

from .labelled import Row, read
from .scoring import percent, share

SECRETS = ("SECRET", "URL")
PAPERS = ("PASSPORT", "LICENCE", "NATIONAL_ID", "NINO", "SSN")
MEANS: dict[str, tuple[str, ...]] = {
    "KEY": SECRETS,
    "EMAIL": ("EMAIL",),
    "PHONE": ("PHONE",),
    "CARD": ("CARD",),
    "IBAN": ("IBAN",),
    "SSN": ("SSN",),
    "IP": ("IP",),
    "PASSWORD": SECRETS,
    "CODE": SECRETS,
    "PERSON": ("PERSON",),
    "ADDRESS": ("ADDRESS",),
    "BIRTHDAY": ("BIRTHDAY",),
    "ID": PAPERS,
}
"""What a label may be found as."""
STRUCTURED = ("EMAIL", "PHONE", "CARD", "IBAN", "SSN", "IP", "KEY")
FIELDS = ("PERSON", "ADDRESS", "BIRTHDAY", "ID")
ASIDE = frozenset(("FREE", "DISPUTED"))
MOST = 0.8
"""Of a key nothing may stay readable, of other values at most a fifth: an extension, a title, a country."""
ROUNDS = 1000
RULES = (
    "A label is hidden where spans of whatever kind cover all of a key, or four fifths of another value. A finding is "
    "false where it meets neither a label that it can mean nor one that is free or disputed; findings of secrets are "
    "counted once, for keys, passwords and codes together. The range holds 95 of 100 draws of as many templates from "
    "all of them: documents of one template fail together."
)
Tally = Counter[tuple[str, str]]
"""How many of a kind are `labels`, `hidden`, `right` or `false`."""


def unseen(folder: Path) -> tuple[list[list[str]], list[list[str]]]:
    """What became of all sets as one, by kind; and of secrets in each of them."""
    detector = Detector()
    sets = {path.stem: _by_template(read(path), detector.find) for path in sorted(folder.glob("*.jsonl"))}
    pool = [tally for tallies in sets.values() for tally in tallies]
    by_kind = [["kind", "labels", "hidden", "per cent", "of 100 draws", "found", "false", "precision", "of 100 draws"]]
    by_kind += [_line(name, kinds, pool) for name, kinds in _groups()]
    by_set = [["set", "templates", "keys", "recall", "secrets found", "false", "precision"]]
    by_set += [[name, str(len(tallies)), *_short(tallies)] for name, tallies in sets.items()]
    return by_kind, by_set


def _groups() -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "**structured kinds together**", STRUCTURED
    yield from ((kind, (kind,)) for kind in STRUCTURED)
    yield from ((kind, (kind,)) for kind in ("PASSWORD", "CODE"))
    yield "**fields by their name**", FIELDS
    yield from ((kind, (kind,)) for kind in FIELDS)


def _by_template(rows: Iterable[Row], find: Callable[[str], list[Span]]) -> list[Tally]:
    tallies: dict[str, Tally] = {}
    for row in rows:
        template = row["id"].rpartition("/")[0]
        tallies.setdefault(template, Counter()).update(judged(row, find(row["text"])))
    return list(tallies.values())


def judged(row: Row, spans: Sequence[Span]) -> Tally:
    """What became of the labels of one document, and of what was found in it."""
    tally: Tally = Counter()
    for label in row["spans"]:
        if label["type"] not in ASIDE:
            tally[label["type"], "labels"] += 1
            tally[label["type"], "hidden"] += is_hidden(row["text"], label, spans)
    for span in spans:
        kind = next((kind for kind, found in MEANS.items() if span.kind in found), None)
        met = {label["type"] for label in row["spans"] if span.start < label["end"] and label["start"] < span.end}
        if kind and any(span.kind in MEANS.get(each, ()) for each in met):
            tally[kind, "right"] += 1
        elif kind and not met & ASIDE:
            tally[kind, "false"] += 1
    return tally


def is_hidden(text: str, label: dict[str, Any], spans: Iterable[Span]) -> bool:
    """Blanks and the ends of lines show nothing."""
    places = {place for place in range(label["start"], label["end"]) if not text[place].isspace()}
    open_places = places.difference(*(range(span.start, span.end) for span in spans))
    return len(open_places) <= (0 if label["type"] == "KEY" else (1 - MOST) * len(places))


def _recall(kinds: Iterable[str], tallies: Iterable[Tally]) -> tuple[int, int]:
    together = _together(tallies)
    return sum(together[kind, "hidden"] for kind in kinds), sum(together[kind, "labels"] for kind in kinds)


def _precision(kinds: Iterable[str], tallies: Iterable[Tally]) -> tuple[int, int]:
    together = _together(tallies)
    right = sum(together[kind, "right"] for kind in kinds)
    return right, right + sum(together[kind, "false"] for kind in kinds)


def _together(tallies: Iterable[Tally]) -> Tally:
    together: Tally = Counter()
    for tally in tallies:
        together.update(tally)
    return together


def _line(name: str, kinds: tuple[str, ...], pool: list[Tally]) -> list[str]:
    hidden, labels = _recall(kinds, pool)
    right, found = _precision(kinds, pool)
    line = [name, f"{labels:,}", f"{hidden:,}", percent(share(hidden, labels)), _range(_recall, kinds, pool)]
    line += [f"{found:,}", f"{found - right:,}", percent(share(right, found)), _range(_precision, kinds, pool)]
    return line


def _short(tallies: list[Tally]) -> list[str]:
    (hidden, labels), (right, found) = _recall(("KEY",), tallies), _precision(("KEY",), tallies)
    return [str(labels), percent(share(hidden, labels)), str(found), str(found - right), percent(share(right, found))]


def _range(
    measure: Callable[[Iterable[str], Iterable[Tally]], tuple[int, int]], kinds: tuple[str, ...], pool: list[Tally]
) -> str:
    parts = [part for tally in pool if (part := measure(kinds, [tally]))[1]]
    if not parts:
        return "–"
    drawn = random.Random(1)
    shares = sorted(
        sum(part for part, _ in sample) / sum(whole for _, whole in sample)
        for sample in (drawn.choices(parts, k=len(parts)) for _ in range(ROUNDS))
    )
    return f"{percent(shares[ROUNDS // 40])} – {percent(shares[-ROUNDS // 40])}"
