"""Which false alarms the benchmark excuses, and which it counts."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.privacy.checked import is_unlabelled, labelled_places
from benchmarks.privacy.scoring import form_of, scored

from sandgate.privacy.detection import Span


def _row(text: str, **more: Any) -> dict[str, Any]:
    return {"id": "one", "text": text, "spans": [], **more}


def _excused(kind: str, text: str, value: str) -> bool:
    start = text.index(value)
    return is_unlabelled(_row(text), Span(start, start + len(value), kind), frozenset())


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("CARD", "paid by 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("EMAIL", "to jane@example.org", "jane@example.org"),
        ("PHONE", "ask +44 20 7946 0958", "+44 20 7946 0958"),
        ("SSN", "it is 536-22-8726", "536-22-8726"),
        ("IP", "blocked 203.0.113.9", "203.0.113.9"),
        ("IBAN", "to GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32"),
        ("SECRET", "X-Auth-Token: abc123def456ghi789", "abc123def456ghi789"),
    ],
)
def test_a_value_that_passes_the_check_of_its_kind_has_no_label(kind: str, text: str, value: str) -> None:
    assert _excused(kind, text, value)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("CARD", "my card is 4111 1111 1111 1112", "4111 1111 1111 1112"),
        ("CARD", "Invalid card: 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("PHONE", "ask 123-456-7890", "123-456-7890"),
        ("IP", "version 1.2.3.456", "1.2.3.456"),
        ("SECRET", "the build abc123def456ghi789", "abc123def456ghi789"),
        ("SECRET", "token: letters", "letters"),
        ("PERSON", "Jane Roe", "Jane Roe"),
    ],
)
def test_everything_else_stays_false(kind: str, text: str, value: str) -> None:
    assert not _excused(kind, text, value)


def test_what_another_row_labels_in_the_same_text_has_no_label_here() -> None:
    label = {"start": 4, "end": 12, "type": "PHONE_NUMBER", "value": "555-0132"}
    labelled, same = _row("ask 555-0132", spans=[label]), _row("ask 555-0132")

    assert is_unlabelled(same, Span(4, 12, "PHONE"), labelled_places([labelled, same]))


def test_raw_figures_count_what_the_rules_excuse_as_false() -> None:
    tally = scored([_row("paid by 4111 1111 1111 1111")], [[Span(8, 27, "CARD")]]).kinds["CARD"]

    assert (tally.false, tally.unlabelled) == (1, 1)
    assert (tally.precision, tally.precision_checked) == (0.0, 1.0)


def test_an_error_is_shown_by_its_form_and_never_by_its_value() -> None:
    score = scored([_row("ask 555-0132 Bob")], [[Span(4, 12, "PHONE")]])

    assert [(error.what, error.form) for error in score.errors] == [("false", "999-9999")]
    assert len(form_of("9" * 100)) == 30
