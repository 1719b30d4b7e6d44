"""Charts as SVG within the page: they take their colours from its style, in light, dark and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .nouns import Cell, Table

WIDTH, HEIGHT = 960, 220
LEFT, BOTTOM, TOP = 56, 28, 12
WIDEST = 48
"""Of a column: few days are not larger than many."""
SERIES = (("ok", "ok"), ("failed", "failed"), ("refused", "refused"))
"""Columns of the table and how their style is named, from the bottom up."""


def bar(size: float, largest: float) -> str:
    share = 100 * size / largest if largest else 0
    return (
        '<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect x="{100 - share:.2f}" width="{share:.2f}" height="4"/></svg>'
    )


def columns_chart(table: Table) -> str:
    """Stacked columns, one for each row; the first cell is its name."""
    at = {name: table.columns.index(name) for name, _ in SERIES}
    sums = [sum(_size(row[place]) for place in at.values()) for row in table.rows]
    top = _round_up(max(sums))
    step = min((WIDTH - LEFT) / len(table.rows), WIDEST * 1.25)
    drawn = [_grid(top)]
    for number, row in enumerate(table.rows):
        y, x = float(HEIGHT - BOTTOM), LEFT + number * step
        drawn.append(f"<g><title>{escape(_told(row, at))}</title>")
        for name, style in SERIES:
            height = _size(row[at[name]]) / top * (HEIGHT - BOTTOM - TOP)
            y -= height
            drawn.append(
                f'<rect class="{style}" x="{x + step * 0.1:.1f}" y="{y:.1f}" width="{step * 0.8:.1f}" '
                f'height="{height:.1f}"/>'
            )
        drawn.append("</g>")
    drawn += _names([str(row[0]) for row in table.rows], step)
    keys = "".join(f'<li class="{style}">{escape(name)}</li>' for name, style in SERIES)
    label = escape(f"{table.title}: at most {max(sums):,.0f}")
    chart = f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(drawn)}</svg>'
    return f'<figure>{chart}<ul class="keys">{keys}</ul></figure>'


def _told(row: Sequence[Cell], at: dict[str, int]) -> str:
    return f"{row[0]}: " + ", ".join(f"{_size(row[place]):,.0f} {name}" for name, place in at.items())


def _grid(top: float) -> str:
    lines: list[str] = []
    for share in (0.0, 0.5, 1.0):
        y = HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{top * share:,.0f}</text>')
    return "".join(lines)


def _names(names: list[str], step: float) -> list[str]:
    """As many as fit beside each other."""
    every = max(1, round(90 / step + 0.5))
    y = HEIGHT - 8
    return [
        f'<text x="{LEFT + (number + 0.5) * step:.1f}" y="{y}" text-anchor="middle">{escape(name)}</text>'
        for number, name in enumerate(names)
        if number % every == 0 and LEFT + (number + 0.5) * step < WIDTH - 30
    ]


def _round_up(number: float) -> float:
    """The next even number of one or two digits and noughts, so that half of it is one as well."""
    size = 1.0
    while True:
        for factor in (2, 4, 6, 8, 10, 12, 16):
            if number <= size * factor:
                return size * factor
        size *= 10


def _size(cell: Cell) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0
