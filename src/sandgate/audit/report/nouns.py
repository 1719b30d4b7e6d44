"""What a report is made of: sections, each with figures and tables. How it is written is not here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Cell = str | int | float | None
Chart = Literal["", "bars", "columns", "heat"]
"""`bars`: the first column of numbers has bars. `columns`: rows are days. `heat`: the more, the darker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    id: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    total: int | None = None
    """How many rows there are, where only the newest are listed."""
    chart: Chart = ""
    empty: str = "None."


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    id: str
    title: str
    says: str
    """What it shows, in a sentence or two."""
    evidence_for: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Where a reviewer of a framework asks for it."""
    figures: Mapping[str, Cell] = field(default_factory=dict[str, Cell])
    tables: Sequence[Table] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    made_at: float
    since: float | None
    """None: from the first row that is kept."""
    until: float
    version: str
    sections: Sequence[Section]

    def section(self, id: str) -> Section:
        return next(section for section in self.sections if section.id == id)
