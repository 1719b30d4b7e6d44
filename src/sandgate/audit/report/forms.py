"""A report as JSON for programs, as CSV for a spreadsheet, or as a page for people."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from typing import Literal

from sandgate.audit.exporting import FORMULA, Sink, when
from sandgate.model import JsonObject

from .evidence import STATEMENT
from .nouns import Cell, Report, Section, Table
from .page import page_of

Format = Literal["json", "csv", "html"]


def write(report: Report, form: Format, out: Sink) -> None:
    _WAYS[form](report, out)


def as_json(report: Report) -> JsonObject:
    return {
        "sandgate": report.version,
        "made_at": when(report.made_at),
        "since": None if report.since is None else when(report.since),
        "until": when(report.until),
        "statement": STATEMENT,
        "sections": {section.id: _section(section) for section in report.sections},
    }


def _section(section: Section) -> JsonObject:
    return {
        "title": section.title,
        "says": section.says,
        "evidence_for": {name: list(references) for name, references in section.evidence_for.items()},
        "figures": dict(section.figures),
        "tables": {table.id: _table(table) for table in section.tables},
    }


def _table(table: Table) -> JsonObject:
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return {"title": table.title, "total": len(rows) if table.total is None else table.total, "rows": rows}


def _json(report: Report, out: Sink) -> None:
    out.write(json.dumps(as_json(report), indent=2) + "\n")


def _csv(report: Report, out: Sink) -> None:
    """One table under another: the first cells of each line say which, and row 0 has the names of its columns."""
    lines = csv.writer(out, lineterminator="\n")
    for section in report.sections:
        if section.figures:
            lines.writerow([section.id, "figures", 0, "figure", "value"])
        for number, (name, value) in enumerate(section.figures.items(), 1):
            lines.writerow([section.id, "figures", number, _cell(name), _cell(value)])
        for table in section.tables:
            lines.writerow([section.id, table.id, 0, *map(_cell, table.columns)])
            for number, row in enumerate(table.rows, 1):
                lines.writerow([section.id, table.id, number, *map(_cell, row)])


def _cell(value: Cell) -> Cell:
    """A server may name a tool so that a spreadsheet takes it for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _html(report: Report, out: Sink) -> None:
    out.write(page_of(report))


_WAYS: dict[Format, Callable[[Report, Sink], None]] = {"json": _json, "csv": _csv, "html": _html}
