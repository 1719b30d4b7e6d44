"""A text that is a document as a whole is read by a parser: the places must be those that reading it as text gives."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandgate.privacy.detection import Detector

from .reading import DETECTOR, found

WORDS = [
    "jane@example.org",
    "078-05-1123",
    'say "hi" to jane@example.org',
    "line\nbreak 415-555-0132",
    "Jané Roe",
    "René Roe <r@example.org>, 😀 jane＠example.org",
    "x",
    "",
]
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(0, 2**53), st.sampled_from(WORDS), st.sampled_from([4155550132, 12.5])
)
KEYS = st.sampled_from(
    ["email", "name", "phone", "id", "note", "é", "jane@example.org", "Jane Roe", 'a"b', "rows", "first_name"]
)
DOCUMENTS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=15,
)


def values_in(text: str) -> list[str]:
    """What was found, as it stands in the document."""
    return [json.loads(f'"{value}"', strict=False) for _, value in found(text)]


@settings(max_examples=200, deadline=None)
@given(DOCUMENTS, st.sampled_from([None, 1]), st.booleans())
def test_find_and_walk_find_the_same_in_a_document(document: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps([document], indent=indent, ensure_ascii=ascii_only)
    changed: list[str] = []

    def note(kind: str, value: object) -> str:
        changed.append(str(value))
        return "-"

    DETECTOR.walk([document], note)

    assert sorted(values_in(text)) == sorted(changed)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('{"email": "a@example.com", "email": "b@example.com"}', ["a@example.com", "b@example.com"]),
        ('{"id": 1}\n{"phone": 4155550132}\n{"ssn": "078051123"}\n', ["4155550132", "078051123"]),
        ('{"phones": [4155550132]}', ["4155550132"]),
        ('{"a@example.com": 1}', ["a@example.com"]),
    ],
    ids=["a name twice", "lines", "a number in an array", "a key"],
)
def test_documents_that_a_parser_cannot_place_are_read_as_text(text: str, values: list[str]) -> None:
    assert values_in(text) == values


def test_each_value_is_changed_once_for_every_place() -> None:
    changed: list[object] = []

    def note(kind: str, value: object) -> str:
        changed.append(value)
        return "-"

    Detector().walk([{"email": "a@example.com", "by@example.com": 1} for _ in range(3)], note)

    assert changed.count("a@example.com") == 3
    assert changed.count("by@example.com") == 3


MANY = 32
"""Rows from which on they are read column by column."""


def test_texts_that_come_again_in_a_column_stay_where_others_change() -> None:
    rows = [{"name": json.loads(f'"{name}"')} for name in ("Open", "Jane Roe") * MANY]

    assert found(json.dumps(rows)) == [("PERSON", "Jane Roe")] * MANY
    assert found("\n".join(map(json.dumps, rows))) == [("PERSON", "Jane Roe")] * MANY


@settings(max_examples=100, deadline=None)
@given(st.lists(st.fixed_dictionaries({"name": st.sampled_from(WORDS), "n": LEAVES}), min_size=1, max_size=8))
def test_only_known_kinds_are_found_in_many_rows(rows: list[dict[str, Any]]) -> None:
    assert {kind for kind, _ in found(json.dumps(rows * MANY))} <= DETECTOR.kinds
