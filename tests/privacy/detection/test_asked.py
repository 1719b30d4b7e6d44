"""Answers in a talk are found by the question above them."""

from __future__ import annotations

import pytest

from .reading import found

ANSWERS = [
    ("Agent: What's your date of birth?\nCaller: 29 April 1953", "BIRTHDAY", "29 April 1953"),
    ("[14:02] Ann: when were you born?\n[14:03] Joe: 04/28/1986", "BIRTHDAY", "04/28/1986"),
    ("Agent: A phone number, in case we get cut off?\nCaller: Sure, it's 6244638252.", "PHONE", "6244638252"),
    ("**Agent:** And the new number?\n\n**Caller:** 555 0142", "PHONE", "555 0142"),
    ("Could I have your social?\nYes, 900 12 3456.", "SSN", "900 12 3456"),
]


@pytest.mark.parametrize(("talk", "kind", "value"), ANSWERS)
def test_what_was_asked_for_is_found_in_the_line_below(talk: str, kind: str, value: str) -> None:
    assert found(talk) == [(kind, value)]


@pytest.mark.parametrize(
    "talk",
    [
        "Agent: What's the order number?\nCustomer: 6244638252.",
        "Agent: May I have your phone number?\nCaller: It is in order 6244638252.",
        "Agent: When does it arrive?\nCaller: 04/28/2026",
        "Is the phone broken?\nIt shows 3.1415926 since then.",
    ],
)
def test_other_numbers_in_answers_are_left_alone(talk: str) -> None:
    assert found(talk) == []


def test_a_number_is_found_by_what_is_said_behind_it() -> None:
    assert found("try 6244638252, that's my cell") == [("PHONE", "6244638252")]


def test_a_number_is_found_behind_a_call_that_is_asked_for() -> None:
    assert found("can you call Jane back? 612 10 36 29") == [("PHONE", "612 10 36 29")]
    assert found("Dial-in: 0459 817188") == [("PHONE", "0459 817188")]


@pytest.mark.parametrize("line", ["Office: 05319658", "M 0504-87420", "Büro 01512 3430155"])
def test_numbers_under_the_name_of_a_place_are_found_where_a_letter_is_signed(line: str) -> None:
    assert ("PHONE", line.split(maxsplit=1)[1]) in found(f"Jane Roe\n{line}\njane@example.org\n")
    assert found(f"the rest of it\n{line}\nand so on") == []
