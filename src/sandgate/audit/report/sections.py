"""What sections have in common: counting what is alike, and where reviewers ask for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from .evidence import ASKED
from .gathering import Tally
from .nouns import Cell, Section, Table


def section(
    id: str, title: str, says: str, figures: dict[str, Cell] | None = None, tables: Sequence[Table] = ()
) -> Section:
    asked = {framework: references for framework, references in ASKED[id].items() if references}
    return Section(id=id, title=title, says=says, evidence_for=asked, figures=figures or {}, tables=tables)


def how_many(tallies: Iterable[Tally]) -> int:
    return sum(one.count for one in tallies)


def counted(tallies: Iterable[Tally], name_of: Callable[[Tally], str]) -> list[tuple[str, int]]:
    counts: Counter[str] = Counter()
    for one in tallies:
        counts[name_of(one)] += one.count
    return counts.most_common()


def rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)


def largest_first(row: Sequence[Cell]) -> tuple[float, str]:
    """By the first number in it, then by name."""
    number = next((cell for cell in row if isinstance(cell, int | float)), 0)
    return -number, str(row[0])
