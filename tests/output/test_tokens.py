"""Tokens of long texts: reckoned from pieces, close to what a whole count says."""

from __future__ import annotations

import json

import pytest

from sandgate.output.tokens import LONG, count, reckoned

ROWS = json.dumps([{"id": n, "status": "open", "title": f"Ticket {n * 7919}"} for n in range(4_000)])
PROSE_THEN_DIGITS = "The gate stays open until the last of them is in. " * 2_500 + "31415926535 " * 10_000


@pytest.mark.parametrize("text", [ROWS, PROSE_THEN_DIGITS], ids=["rows", "prose, then digits"])
def test_a_long_text_is_reckoned_within_a_twentieth(text: str) -> None:
    assert len(text) > LONG

    assert reckoned(text) == pytest.approx(count(text), rel=0.05)


def test_a_text_that_is_not_long_is_counted() -> None:
    text = PROSE_THEN_DIGITS[:LONG]

    assert reckoned(text) == count(text)
