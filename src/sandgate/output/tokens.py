"""Tokens, counted with a real tokenizer whose vocabulary ships in its package: o200k_base.

Claude's tokenizer is not public. We name the one we use and never divide bytes by four.
"""

from __future__ import annotations

from functools import cache
from typing import Any

NAME = "o200k_base"
LONGEST_TOKEN = 128
"""Characters in the longest token of that vocabulary."""
COUNTED_CHARACTERS = 1_000_000


@cache
def _tokenizer() -> Any:
    from splintr import Tokenizer  # loaded on first use: 60 ms that `tools/list` need not wait for

    return Tokenizer.from_pretrained(NAME)


def count(text: str) -> int:
    return len(_tokenizer().encode_ordinary(text))


def fits(text: str, budget: int) -> bool:
    """Whether a text stays within a budget. Most answers are so short, or so long, that no tokenizer is needed."""
    if len(text) > budget * LONGEST_TOKEN:
        return False
    return len(text.encode("utf-8", "replace")) <= budget or count(text) <= budget


def about(text: str) -> str:
    """How many tokens, in words. Beyond a million characters a part is counted and the rest reckoned from it."""
    return f"{'about ' if len(text) > COUNTED_CHARACTERS else ''}{reckoned(text):,} tokens"


def reckoned(text: str) -> int:
    """How many tokens. Beyond a million characters a part is counted and the rest reckoned from it."""
    if len(text) <= COUNTED_CHARACTERS:
        return count(text)
    return count(text[:COUNTED_CHARACTERS]) * len(text) // COUNTED_CHARACTERS
