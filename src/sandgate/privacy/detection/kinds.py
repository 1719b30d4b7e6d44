"""The nouns of detection: the kinds of personal data, a span of text, and what may be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

Kind = Literal[
    "EMAIL",
    "PHONE",
    "CARD",
    "IBAN",
    "ACCOUNT",
    "SSN",
    "NINO",
    "NATIONAL_ID",
    "PASSPORT",
    "LICENCE",
    "IP",
    "MAC",
    "ADDRESS",
    "BIRTHDAY",
    "SECRET",
    "URL",
    "CRYPTO",
    "PERSON",
    "COMPANY",
    "USERNAME",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
QUIET: frozenset[str] = frozenset({"USERNAME"})
"""Kinds that are found only when asked for: programs join on logins, and people read them."""
Checksum = Literal["none", "luhn", "mod97"]


class Span(NamedTuple):
    """Where personal data stands in a text: `text[start:end]` is all of it and nothing else."""

    start: int
    end: int
    kind: str


Recognise = Callable[[str], Iterable[Span]]
"""Finds spans of a text; they may overlap."""
Scalar = str | int | float
Change = Callable[[str, Scalar], str]
"""Given a kind and a value, what stands in its place from now on. In structured data a value may be a number."""
ChangeAll = Callable[[str, Sequence[str]], Sequence[Any]]
"""The same for many texts of one kind at once, in their order. None of them looks like a token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recogniser:
    """A kind that someone adds: a pattern, the check its digits must pass, and the names of fields that hold it."""

    name: str
    pattern: str = ""
    checksum: Checksum = "none"
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectionOptions:
    """What is looked for. The first region tells how national phone numbers are read."""

    regions: tuple[str, ...] = ("US", "GB")
    kinds: Mapping[str, bool] = field(default_factory=dict[str, bool])
    recognisers: tuple[Recogniser, ...] = ()
    names: str = ""

    def wants(self, kind: str) -> bool:
        return self.kinds.get(kind, kind not in QUIET)
