"""What became of labels and of what was found: hits, misses and false alarms by kind."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sandgate.privacy.detection import Span
from sandgate.privacy.detection.machines.addresses import is_ip

from .checked import is_unlabelled, labelled_places
from .labelled import KIND_OF, Row, kind_of

STRUCTURED = ("EMAIL", "PHONE", "CARD", "IBAN", "SSN", "IP", "SECRET")
SUMMED = ("CARD", "IBAN", "CRYPTO", "IP", "MAC", "EMAIL", "SECRET")
"""Kinds whose form or sum is enough; the others need a word or a field beside the number."""
SCOPE = (
    "A label is out of scope, by rule and never by row, where nothing but the value itself stands in the text and its "
    "form alone tells nothing (nine digits may be anything), or where an address of a machine is the loopback, the "
    "unspecified one, a broadcast or a mask. Those four identify nobody, stand in every log and configuration, and a "
    "model that cannot read `127.0.0.1` cannot tell a local service from a remote one; so they stay readable in "
    "running text, and are hidden in a field that promises an address, such as `client_ip`. Another address that "
    "begins with 127 or 255 is hidden everywhere."
)
Found = list[Span]


@dataclass(slots=True)
class Tally:
    """What became of one kind. Labels out of scope are counted apart, found or not.

    `unlabelled` are those among the false that a rule excuses: the value is there, the label is missing.
    """

    hits: int = 0
    misses: int = 0
    false: int = 0
    beyond_hits: int = 0
    beyond_misses: int = 0
    unlabelled: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def count(self, *, hit: bool, beyond: bool) -> None:
        name = ("beyond_" if beyond else "") + ("hits" if hit else "misses")
        setattr(self, name, getattr(self, name) + 1)

    @property
    def labels(self) -> int:
        return self.hits + self.misses + self.beyond_hits + self.beyond_misses

    @property
    def precision(self) -> float | None:
        found = self.hits + self.beyond_hits
        return share(found, found + self.false)

    @property
    def precision_checked(self) -> float | None:
        """With unlabelled values as found rightly."""
        found = self.hits + self.beyond_hits + self.unlabelled
        return share(found, found + self.false - self.unlabelled)

    @property
    def beyond(self) -> int:
        return self.beyond_hits + self.beyond_misses

    @property
    def recall(self) -> float | None:
        """Of all labels."""
        return share(self.hits + self.beyond_hits, self.labels)

    @property
    def recall_in_scope(self) -> float | None:
        return share(self.hits, self.hits + self.misses)

    @property
    def f1(self) -> float | None:
        if self.precision is None or self.recall is None:
            return None
        return 2 * self.precision * self.recall / max(1e-9, self.precision + self.recall)


def share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


class Error(NamedTuple):
    """One label that was missed, or one false alarm, and what speaks for it."""

    kind: str
    what: str
    why: str
    row: str
    form: str


@dataclass(slots=True)
class Score:
    """Tallies by kind, and what went wrong one by one."""

    kinds: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    errors: list[Error] = field(default_factory=list[Error])

    def over(self, kinds: Iterable[str]) -> Tally:
        return sum((self.kinds[kind] for kind in kinds), Tally())


def scored(rows: list[Row], found: list[Found]) -> Score:
    """A label is hit by a span of its kind that meets it. A span that meets only labels of other kinds is false."""
    score, elsewhere = Score(), labelled_places(rows)
    for row, spans in zip(rows, found, strict=True):
        labels = [(label["start"], label["end"], kind_of(label), label) for label in row["spans"]]
        for start, end, kind, label in labels:
            if kind is not None:
                hit = any(span.kind == kind and span.start < end and start < span.end for span in spans)
                aside = beyond(kind, row, label)
                score.kinds[kind].count(hit=hit, beyond=aside)
                if not hit:
                    why = "out of scope" if aside else "ours"
                    score.errors.append(Error(kind, "missed", why, row["id"], form_of(row["text"][start:end])))
        for span in spans:
            met = [kind for start, end, kind, _ in labels if span.start < end and start < span.end]
            if span.kind not in met and None not in met and _judged(row, span.kind):
                excused = is_unlabelled(row, span, elsewhere)
                score.kinds[span.kind].false += 1
                score.kinds[span.kind].unlabelled += excused
                why = "a value without a label" if excused else "ours"
                score.errors.append(
                    Error(span.kind, "false", why, row["id"], form_of(row["text"][span.start : span.end]))
                )
    return score


def form_of(value: str) -> str:
    """How a value is written, without the value: 9 for digits, a for letters; long ones are cut."""
    form = re.sub(r"[^\W\d_]+", "a", re.sub(r"\d", "9", value))
    return form if len(form) <= 32 else f"{form[:29]}…"


def _judged(row: Row, kind: str) -> bool:
    """Rows of unit tests are negative for what they test and nothing else."""
    tested = row.get("test_type")
    return tested is None or KIND_OF.get(tested) == kind


def beyond(kind: str, row: Row, label: dict[str, Any]) -> bool:
    """Whether a label is out of scope, see `SCOPE`."""
    if kind == "IP":
        return not is_ip(label["value"].partition("/")[0])
    return kind not in SUMMED and not any(map(str.isalpha, row["text"].replace(label["value"], "")))
