"""Files as tools show them, with a number before each line; and columns of numbers, which are data."""

from __future__ import annotations

import pytest

from .reading import found, walked

HEX = "5e0c1f7a93b24d68b1a7c2e94f0d3865"


@pytest.mark.parametrize("form", ["{:>6}→{}", "{:>6}\t{}", "{}: {}", "{} | {}", "{:>4} │ {}"])
def test_numbers_of_lines_are_no_part_of_what_stands_there(form: str) -> None:
    lines = ["[shop]", "region = eu-1", f"api_key = {HEX}", "retries = 3", "owner_email = maria@shop.example"]
    text = "\n".join(form.format(number, line) for number, line in enumerate(lines, 24))

    expected = [("SECRET", HEX), ("EMAIL", "maria@shop.example")]
    assert found(text) == expected
    assert walked({"content": text}) == {"content": text.replace(HEX, "<SECRET>").replace(expected[1][1], "<EMAIL>")}


def test_a_column_of_numbers_stays_one() -> None:
    text = " id | last_name\n----+-----------\n  1 | Roe\n  2 | Doe\n  3 | Poe\n"
    assert found(text) == [("PERSON", "Roe"), ("PERSON", "Doe"), ("PERSON", "Poe")]


def test_a_list_that_counts_is_read_as_before() -> None:
    assert found("1: apples\n2: pears\n9: plums") == []
