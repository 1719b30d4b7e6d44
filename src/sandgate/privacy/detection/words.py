"""Lists of words, written as text: so they stay readable where they are long; and the words that a text is made of."""

from __future__ import annotations

_DIGITS_AS_BLANKS = str.maketrans(dict.fromkeys("0123456789", " "))


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """What stands between commas, in order."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(","))


def vocabulary(text: str) -> str:
    """The different words of a long text, without their digits: quicker to look through for words that have none."""
    return "\n".join(set(text.translate(_DIGITS_AS_BLANKS).split()))
