"""A list for a model within a budget of tokens: whole entries, and what was left out by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .tokens import fits

MOST_NAMED = 5
ENTRY_TOKENS = 2
"""No entry is shorter, so more of them than the budget holds need not be looked at."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list says about one thing, and what it is called where it is left out."""

    name: str
    text: str


def fitted(entries: Sequence[Entry], notes: Sequence[str], budget: int) -> str:
    """All of it if it fits; else the first entries that do. Never more than `budget` tokens."""
    low, high = 0, min(len(entries), budget // ENTRY_TOKENS)
    if high == len(entries) and fits(whole := _told(entries, len(entries), notes), budget):
        return whole
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(_told(entries, middle, notes), budget) else (low, middle - 1)
    for text in (_told(entries, low, notes), _told(entries, low, ()), _left_out(entries, 0), "…"):
        if fits(text, budget):
            return text
    return ""


def cut(text: str, budget: int) -> str:
    """Whole lines from the start, and how many are missing. Never more than `budget` tokens."""
    if fits(text, budget):
        return text
    lines = [Entry("", line) for line in text.splitlines()]
    low, high = 0, min(len(lines), budget)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(_cut(lines, middle), budget) else (low, middle - 1)
    told = _cut(lines, low)
    return told if fits(told, budget) else "…" if budget else ""


def _cut(lines: Sequence[Entry], kept: int) -> str:
    missing = f"(max_tokens: {len(lines) - kept:,} of {len(lines):,} lines left out)"
    return "\n".join([*(line.text for line in lines[:kept]), missing])


def _told(entries: Sequence[Entry], kept: int, notes: Sequence[str]) -> str:
    left = [_left_out(entries[kept:], MOST_NAMED)] if kept < len(entries) else []
    return "\n".join([*(entry.text for entry in entries[:kept]), *left, *notes])


def _left_out(entries: Sequence[Entry], most: int) -> str:
    names = ", ".join(entry.name for entry in entries[:most])
    more = f"{len(entries) - most:,} more" if most else f"{len(entries):,}"
    rest = (f" and {more}" if names else more) if len(entries) > most else ""
    return f"(max_tokens: left out {names}{rest})"
