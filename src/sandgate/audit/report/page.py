"""A report as one page: nothing is loaded from elsewhere, nothing in it runs, and it prints.

Every text comes from servers, programs or people, so all of it is escaped, and what cannot be seen is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from sandgate.audit.exporting import when
from sandgate.catalog.wrappers.text import one_line

from .charts import bar, columns_chart
from .evidence import STATEMENT
from .nouns import Cell, Report, Section, Table

MOST_ROWS = 100
MOST_BARS = 40
"""Of a table; JSON and CSV have all."""
TITLE = "Compliance report"
BAD = ("error", "failed", "timeout", "memory", "killed", "cancelled", "blocked", "denied", "deny")
MARKED = {**dict.fromkeys(BAD, "bad"), "ok": "good", "critical": "bad", "high": "warn", "unfinished": "warn"}
"""Words that are also shown by a colour."""
MARKED_COLUMNS = ("risk", "outcome", "verdict", "decision")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""For the browser, should something get past the escaping: nothing may run or be loaded."""


def page_of(report: Report) -> str:
    period = f"{_from(report)} until {when(report.until)[:16].replace('T', ' ')} UTC"
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{TITLE}, {_text(period)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>",
            f"<header><h1>{TITLE}</h1><p>{_text(period)}</p></header>",
            f'<p class="statement">{_text(STATEMENT)}</p>',
            _contents(report.sections),
            *map(_section, report.sections),
            f"<footer>Made {_text(when(report.made_at))} by Sandgate {_text(report.version)}.</footer>",
            "</body>\n</html>\n",
        ]
    )


def _from(report: Report) -> str:
    return "from the first row" if report.since is None else f"{when(report.since)[:16].replace('T', ' ')} UTC"


def _contents(sections: Sequence[Section]) -> str:
    links = "".join(f'<li><a href="#{one.id}">{_text(one.title)}</a></li>' for one in sections)
    return f"<nav><ol>{links}</ol></nav>"


def _section(section: Section) -> str:
    asked = "".join(
        f"<li><b>{_text(framework)}</b> {_text(', '.join(references))}</li>"
        for framework, references in section.evidence_for.items()
    )
    parts = [f'<section id="{section.id}">', f"<h2>{_text(section.title)}</h2>", f"<p>{_sentences(section.says)}</p>"]
    parts.append(f'<ul class="asked">{asked}</ul>')
    if section.figures:
        parts.append(_figures(section))
    parts += map(_table, section.tables)
    return "\n".join([*parts, "</section>"])


def _figures(section: Section) -> str:
    shown = "".join(
        f"<div><dt>{_text(name)}</dt><dd>{_value(value)}</dd></div>" for name, value in section.figures.items()
    )
    plain = any(isinstance(value, str) for value in section.figures.values())
    return f'<dl class="{"facts" if plain else "figures"}">{shown}</dl>'


def _table(table: Table) -> str:
    title = f"<h3>{_text(table.title)}</h3>"
    if not table.rows:
        return f'{title}<p class="empty">{_text(table.empty)}</p>'
    if table.chart == "columns":
        return f"{title}{columns_chart(table)}"
    head = "".join(f"<th{_align(table, at)}>{_text(name)}</th>" for at, name in enumerate(table.columns))
    body = "\n".join(_rows(table))
    drawn = f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>"
    return f'{title}\n<div class="wide">{drawn}</div>{_left_out(table)}'


def _rows(table: Table) -> Iterator[str]:
    numbers = [at for at in range(len(table.columns)) if _is_number(table, at)]
    barred = numbers[0] if table.chart == "bars" and numbers else -1
    largest = max((_size(row[barred]) for row in table.rows), default=0.0) if barred >= 0 else 0.0
    hottest = max((_size(row[at]) for row in table.rows for at in numbers[:-1]), default=0.0)
    for row in table.rows[: _most(table)]:
        cells: list[str] = []
        for at, cell in enumerate(row):
            shown = _marked(table.columns[at], cell)
            if at == barred:
                shown = f"{shown}{bar(_size(cell), largest)}"
            heat = _heat(_size(cell), hottest) if table.chart == "heat" and at in numbers[:-1] else ""
            cells.append(f"<td{_align(table, at)}{heat}>{shown}</td>")
        yield f"<tr>{''.join(cells)}</tr>"


def _heat(size: float, hottest: float) -> str:
    """Few matter too: whatever is there is tinted a little."""
    share = 0 if not size or not hottest else max(8, round(55 * size / hottest))
    return f' style="background: color-mix(in srgb, var(--blue) {share}%, transparent)"' if share else ""


def _marked(column: str, cell: Cell) -> str:
    kind = MARKED.get(cell, "") if column in MARKED_COLUMNS and isinstance(cell, str) else ""
    return f'<span class="{kind}">{_value(cell)}</span>' if kind else _value(cell)


def _left_out(table: Table) -> str:
    shown, total = min(len(table.rows), _most(table)), max(table.total or 0, len(table.rows))
    if total <= shown:
        return ""
    more = "JSON and CSV list more" if len(table.rows) < total else "JSON and CSV list all"
    told = f"{more}." if len(table.rows) > shown else "<code>sandgate audit export</code> has all."
    return f'<p class="empty">{shown:,} of {total:,} are shown. {told}</p>'


def _most(table: Table) -> int:
    return MOST_BARS if table.chart == "bars" else MOST_ROWS


def _align(table: Table, at: int) -> str:
    if _is_number(table, at):
        return ' class="number"'
    kind = {"time": "time", "execution": "code id", "sha256": "code"}.get(table.columns[at])
    return f' class="{kind}"' if kind else ""


def _is_number(table: Table, at: int) -> bool:
    return all(isinstance(row[at], int | float | None) for row in table.rows)


def _size(cell: Cell) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0


def _value(value: Cell) -> str:
    match value:
        case None | "":
            return "–"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:,.3f}"
        case str():
            return _text(value)


def _sentences(text: str) -> str:
    """Words of ours, in which commands stand between backticks."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", _text(text))


def _text(text: str) -> str:
    return escape(one_line(text))


@cache
def _style() -> str:
    return files("sandgate.audit.report").joinpath("style.css").read_text(encoding="utf-8")
