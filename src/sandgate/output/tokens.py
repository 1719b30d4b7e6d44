"""Tokens, counted with a real tokenizer whose vocabulary ships in its package: o200k_base.

Claude's tokenizer is not public. We name the one we use and never divide bytes by four.
"""

from __future__ import annotations

from functools import cache
from typing import Any

NAME = "o200k_base"
LONGEST_TOKEN = 128
"""Characters in the longest token of that vocabulary."""
LONG = 100_000
"""Characters from which on a text is not counted as a whole: that takes a tenth of a second for a million."""
SAMPLES, SAMPLE_CHARACTERS = 16, 2_000


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
    """How many tokens, in words."""
    return f"{'about ' if len(text) > LONG else ''}{reckoned(text):,} tokens"


def reckoned(text: str) -> int:
    """How many tokens. Of a long text pieces from all over it are counted, and the rest reckoned from them."""
    if len(text) <= LONG:
        return count(text)
    step = (len(text) - SAMPLE_CHARACTERS) // (SAMPLES - 1)
    counted = sum(count(text[n * step : n * step + SAMPLE_CHARACTERS]) for n in range(SAMPLES))
    return counted * len(text) // (SAMPLES * SAMPLE_CHARACTERS)
