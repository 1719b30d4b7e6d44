"""Lists of words, written as text: so they stay readable where they are long."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """What stands between commas, in order."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(","))
