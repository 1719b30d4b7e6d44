"""What holds for any text and any document."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandgate.model import Json

from .hostile import texts, within
from .reading import DETECTOR, found, walked

PIECES = st.sampled_from(
    ["jane@example.org", "4111 1111 1111 1111", "+44 20 7946 0958", "name: ", "{", "}", '"', "[", ",", "\n", "=", "::"]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=20), st.from_regex(r"[\d .+()\-]{0,20}", fullmatch=True))).map(
    "".join
)
KEYS = st.one_of(
    st.sampled_from(["email", "name", "first_name", "rows", "columns", "value", "ssn"]), st.text(max_size=8)
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)
KNOWN = [
    "jane.roe@example.org",
    "4111 1111 1111 1111",
    "+44 20 7946 0958",
    "GB82 WEST 1234 5698 7654 32",
    "078-05-1123",
]
SEPARATORS = st.text(alphabet=" \t\n;|!?…»«", min_size=1, max_size=5)
ADVERSARIES = [
    "1",
    "a@",
    " ",
    "+1-",
    "12-",
    "1 ",
    "1.",
    ":",
    '{"a":',
    "[",
    "key: ",
    "a=",
    "name,email\n",
    "Aa 1 ",
    "eyJ",
    "\\n",
    "1|=",
    "bruk^kod] 9582:",
    "gib:&:codice& W354-10Q4\n",
    ":;",
    "<tr>",
    "{|\n",
    "BEGIN:VCARD\n",
    "select name,b from x|\n",
    "A_B",
]
BLANKS = 20_000 * " "
SLOW = [
    20 * ("+9" + 100 * "9" + " "),
    "password: /O8FCa1B" + 150 * "+" + "*a x",
    10 * ("burgerservicenummer 3" + 70 * "1" + "o5q\n"),
    10 * ("select " + BLANKS[:200] + "x\n"),
    "aaa-server plum\n" + 6 * (BLANKS[:60] + "\n") + " key = ",
    "| a|" + BLANKS + "\tx\n",
    "a|b" + BLANKS + "\n" + BLANKS + "x\n",
    "payer Za" + 2_000 * "-Za" + "!",
    "name: DB_PASSWORD\nvalue:" + BLANKS + "'",
    "kind: Secret\ndata:\n  a: b" + BLANKS + "\x0b\n",
    "the password\n" + BLANKS + "x",
    10 * ("a_/." + 300 * "_" + "\0\n"),
    "BEGIN:VCARD\nN:" + 3_000 * ";" + "\r\nEND:VCARD",
    "</tr>" + 20_000 * "<tr>",
    "{|\n|}\n" + 20_000 * "{|\n",
]
"""Each took seconds or years, for a pattern that could cut it in many ways."""


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_spans_lie_inside_the_text_in_order_and_apart(text: str) -> None:
    spans = DETECTOR.find(text)

    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))


@settings(max_examples=80, deadline=None)
@given(SEPARATORS, st.sampled_from(KNOWN), SEPARATORS)
def test_a_value_is_found_whatever_separates_it_from_its_neighbours(before: str, value: str, after: str) -> None:
    assert value in [each for _, each in found(f"{before}{value}{after}")]


@settings(max_examples=80, deadline=None)
@given(VALUES)
def test_a_walk_that_puts_each_value_back_changes_nothing_but_numbers_into_text(value: Any) -> None:
    answer = DETECTOR.walk(value, lambda kind, text: str(text))

    assert _with_numbers_as_text(answer) == _with_numbers_as_text(value)


def _with_numbers_as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_numbers_as_text(inner) for key, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_with_numbers_as_text(inner) for inner in cast("list[Any]", value)]
    return str(value) if isinstance(value, int | float) else value


@pytest.mark.parametrize("piece", ADVERSARIES)
def test_a_hundred_thousand_hostile_characters_take_seconds_at_most(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    started = time.process_time()

    DETECTOR.find(text)

    assert time.process_time() - started < 5


@pytest.mark.parametrize("text", SLOW)
def test_a_text_that_a_pattern_could_cut_in_many_ways_takes_no_time(text: str) -> None:
    with within(1):
        spans = DETECTOR.find(f"jane@example.org\n{text}")  # a text without anything is not looked at

    assert spans[0] == (0, 16, "EMAIL")


def test_what_every_pattern_begins_with_many_times_takes_no_time_and_raises_nothing() -> None:
    for number, text in enumerate(texts(3, seed=0)):
        with within(1):
            DETECTOR.find(text)
        if number % 8 == 0:
            with within(2):
                walked({"text": text, text: "jane@example.org"})


def test_a_table_of_a_wiki_may_have_no_cell() -> None:
    assert found("{|\n.\n|}\nalso jane@example.org") == [("EMAIL", "jane@example.org")]


def test_a_long_name_of_a_field_takes_no_time() -> None:
    with within(1):
        assert walked({f"key{BLANKS}x": "jane@example.org"}) == {f"key{BLANKS}x": "<EMAIL>"}


def test_a_column_of_addresses_with_one_that_is_none_takes_no_time() -> None:
    """Two digits could be read in two ways, so a hundred addresses in more than anybody can count."""
    rows: list[Json] = [{"ip": f"11.1{number % 10}.1{number // 10}.17"} for number in range(90)]

    with within(1):
        answer = DETECTOR.walk([*rows, {"ip": "unknown"}], lambda kind, _: kind, lambda kind, all_: [kind] * len(all_))

    assert answer == [*(90 * [{"ip": "IP"}]), {"ip": "unknown"}]


@pytest.mark.parametrize("piece", ["a", "A", "1a", "a1", "aA", "a b", "a_", "Aa ", "a-", "0"])
@pytest.mark.parametrize("end", ["!", "!,id,c\n1,2,3\n", "\n|---|---|\n", ": x", "=", "@x"])
def test_a_short_line_of_one_letter_takes_no_time_however_it_ends(piece: str, end: str) -> None:
    """A pattern that tries all ways to cut a word needs years for fifty letters."""
    started = time.process_time()

    DETECTOR.find(50 * piece + end)

    assert time.process_time() - started < 1
