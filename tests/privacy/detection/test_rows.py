"""Rows of one shape are gone through by column, and come out as they would one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandgate.privacy.detection import Detector
from sandgate.privacy.detection.kinds import Scalar
from sandgate.privacy.detection.records.rows import FEWEST

from .reading import walked

DETECTOR = Detector()
ROW: dict[str, Any] = {
    "id": 7,
    "name": "Ada Lovelace",
    "email": "ada@example.com",
    "phone": 14155550132,
    "note": "call +1 415 555 0132 or write to bob@example.com",
    "status": "open",
    "owner": {"name": "Bob Stone", "tags": ["x", "cleo@example.com"]},
    "mixed": None,
}


def marked(kind: str, value: Scalar) -> str:
    return f"<{kind}:{value}>"


def all_marked(kind: str, texts: Sequence[str]) -> list[str]:
    return [marked(kind, text) for text in texts]


def rows(count: int) -> list[Any]:
    made = [{**ROW, "id": number, "email": f"ada{number}@example.com"} for number in range(count)]
    for number, row in enumerate(made):
        row["mixed"] = [None, 3, "dan@example.com", True][number % 4]
    return made


@pytest.mark.parametrize("count", [FEWEST, FEWEST + 13])
def test_many_rows_come_out_as_each_of_them_does_alone(count: int) -> None:
    together = DETECTOR.walk(rows(count), marked)

    assert together == [DETECTOR.walk(row, marked) for row in rows(count)]


def test_what_came_in_is_not_changed() -> None:
    before = rows(FEWEST)

    DETECTOR.walk(before, marked)

    assert before == rows(FEWEST)


def test_rows_that_hold_nothing_are_the_very_same_list() -> None:
    clean: list[Any] = [{"id": number, "status": "open", "note": "x" * 80} for number in range(FEWEST)]

    assert DETECTOR.walk(clean, marked) is clean


def test_rows_of_which_one_has_another_shape_are_gone_through_one_by_one() -> None:
    odd: list[Any] = [*rows(FEWEST), {"email": "eve@example.com"}]

    assert DETECTOR.walk(odd, marked) == [DETECTOR.walk(row, marked) for row in odd]


NAMES = st.sampled_from(
    ["Ada Lovelace", "ada", "A", "Acme Ltd", "admin", " Bob Stone", "Bob  Stone", "René Descartes", "O'Neil", "x" * 81]
)
ADDRESSES = st.sampled_from(
    ["ada@example.com", "ada@localhost", "none", "", "a@b\nc@d", "ada@example.com ", "[EMAIL_1]", "ü@example.com"]
)


@given(
    st.lists(st.tuples(NAMES | st.text(max_size=9), ADDRESSES | st.text(max_size=9)), min_size=FEWEST, max_size=FEWEST),
    st.integers(0, FEWEST),
)
def test_a_column_that_is_seen_in_one_look_comes_out_as_its_values_do(pairs: list[tuple[str, str]], plain: int) -> None:
    people = [("Ada Lovelace", f"ada{number}@example.com") for number in range(plain)]
    table: list[Any] = [{"first_name": name, "email": address} for name, address in people + pairs[plain:]]

    assert DETECTOR.walk(table, marked, all_marked) == DETECTOR.walk(table, marked)


NUMBERS = st.sampled_from(
    [
        ("+1 415-555-0132", "4111 1111 1111 1111", "1980-02-01", "198.51.100.7"),
        ("+442079460100", "4111111111111111", "2011-12-31", "10.0.0.1"),
        ("+49-12-2011", "12", "1980-2-1", "999.1.1.1"),
        ("none", "4111-1111-1111-1111", "1980", "127.0.0.1"),
        ("+1 415 555 0132 ", "4111 1111-1111 1111", "2011-13-40", "1.2.3"),
        ("2011-12-31", "visa", "31.12.1980", "::1"),
    ]
)


@given(st.lists(NUMBERS, min_size=FEWEST, max_size=FEWEST), st.integers(0, FEWEST))
def test_columns_of_numbers_come_out_as_their_values_do(numbers: list[tuple[str, str, str, str]], plain: int) -> None:
    usual = [(f"+1 415-555-{n:04}", f"4111 1111 1111 {n:04}", "1980-02-01", f"198.51.100.{n}") for n in range(plain)]
    table: list[Any] = [dict(zip(("phone", "card", "dob", "ip"), row, strict=True)) for row in usual + numbers[plain:]]

    assert DETECTOR.walk(table, marked, all_marked) == DETECTOR.walk(table, marked)


def test_a_column_of_people_is_asked_for_at_once() -> None:
    asked: list[tuple[str, int]] = []

    def counted(kind: str, texts: Sequence[str]) -> list[str]:
        asked.append((kind, len(texts)))
        return all_marked(kind, texts)

    DETECTOR.walk(rows(FEWEST), marked, counted)

    assert asked[:2] == [("PERSON", 1), ("EMAIL", FEWEST)]


def test_names_of_columns_may_stand_one_level_deeper_than_the_rows() -> None:
    columns = [{"name": "ID", "type": "fixed"}, {"name": "EMPLOYEE_NAME", "type": "text"}]
    answer = {"resultSetMetaData": {"numRows": 1, "rowType": columns}, "data": [["17", "Jane Roe"]]}

    assert walked(answer) == {**answer, "data": [["17", "<PERSON>"]]}
