"""A list for a model within a budget of tokens: whole entries, and what was left out by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import tokens

MOST_NAMED = 5
ENTRY_TOKENS = 2
"""No entry is shorter, so more of them than the budget holds need not be looked at."""
TOKEN_CHARACTERS = 16
"""No list has longer tokens on average. One that does is spaces and dashes, and not worth the time to count it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list says about one thing, and what it is called where it is left out."""

    name: str
    text: str


def fits(text: str, budget: int) -> bool:
    """Whether it is sure that a text stays within a budget."""
    return len(text) <= budget * TOKEN_CHARACTERS and tokens.fits(text, budget)


def fitted(entries: Sequence[Entry], notes: Sequence[str], budget: int) -> str:
    """All of it if it fits; else the first entries that do. Never more than `budget` tokens."""
    if len(entries) <= budget // ENTRY_TOKENS and fits(whole := _told(entries, len(entries), notes), budget):
        return whole
    for fewer in (notes, notes[:1], ()):  # an entry is worth more than a note
        if kept := _most(entries, fewer, budget):
            return _told(entries, kept, fewer)
    for text in (_told(entries, 0, notes), _told(entries, 0, ()), _left_out(entries, 0), "…"):
        if fits(text, budget):
            return text
    return ""


def cut(text: str, budget: int) -> str:
    """Whole lines from the start, and how many are missing. Never more than `budget` tokens."""
    if fits(text, budget):
        return text
    lines = text.splitlines()
    low, high = 0, min(len(lines), budget)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(_cut(lines, middle), budget) else (low, middle - 1)
    told = _cut(lines, low)
    return told if fits(told, budget) else "…" if budget else ""


def _most(entries: Sequence[Entry], notes: Sequence[str], budget: int) -> int:
    """How many entries fit with these notes."""
    low, high = 0, min(len(entries), budget // ENTRY_TOKENS)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(_told(entries, middle, notes), budget) else (low, middle - 1)
    return low


def _cut(lines: Sequence[str], kept: int) -> str:
    missing = f"(max_tokens: {len(lines) - kept:,} of {len(lines):,} lines left out)"
    return "\n".join([*lines[:kept], missing])


def _told(entries: Sequence[Entry], kept: int, notes: Sequence[str]) -> str:
    left = [_left_out(entries[kept:], MOST_NAMED)] if kept < len(entries) else []
    return "\n".join([*(entry.text for entry in entries[:kept]), *left, *notes])


def _left_out(entries: Sequence[Entry], most: int) -> str:
    names = ", ".join(entry.name for entry in entries[:most] if entry.name)
    more = f"{len(entries) - most:,} more" if most else f"{len(entries):,}"
    rest = (f" and {more}" if names else more) if len(entries) > most else ""
    return f"(max_tokens: left out {names}{rest})"
