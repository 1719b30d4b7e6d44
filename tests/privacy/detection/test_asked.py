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


@pytest.mark.parametrize("line", ["Office: 05319658", "M 0504-87420", "Büro 03512 3430155"])
def test_numbers_under_the_name_of_a_place_are_found_where_a_letter_is_signed(line: str) -> None:
    assert ("PHONE", line.split(maxsplit=1)[1]) in found(f"Jane Roe\n{line}\njane@example.org\n")
    assert found(f"the rest of it\n{line}\nand so on") == []


def test_what_somebody_is_told_to_say_is_found_as_well() -> None:
    talk = "BOT: Please say or type your date of birth.\nUSER: 31 March 1994\nBOT: The shop opens.\nUSER: 1 April 2026"

    assert found(talk) == [("BIRTHDAY", "31 March 1994")]


def test_a_number_alone_on_a_line_next_to_a_mailbox_is_a_phone() -> None:
    assert found("Jane Roe\njane@example.org\n02214943253\n") == [
        ("EMAIL", "jane@example.org"),
        ("PHONE", "02214943253"),
    ]
    assert ("PHONE", "03950812148") in found("03950812148 | jane@example.org")
    assert found("total\n02214943253\nend") == []
    assert ("PHONE", "0725165757") not in found("a | 4711 | 7\njane@example.org | 0725165757 | 8\nb | 4712 | 9")
    assert ("PHONE", "4500062180") not in found("+-----+\n| jane@example.org | 4500062180 |\n+-----+\n")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Ich bin am 25.05.1954 geboren.", "BIRTHDAY", "25.05.1954"),
        ("Date de naissance : 16/05/1979.", "BIRTHDAY", "16/05/1979"),
        ("my landline is now 5558389695.", "PHONE", "5558389695"),
        ("Leave a message at 0500 747861 and wait", "PHONE", "0500 747861"),
        ("Mon numéro : 0353871739", "PHONE", "0353871739"),
        ("07:11 Ann: pw: Welcome1!", "SECRET", "Welcome1!"),
        ("wifi pass is two-air-least-55", "SECRET", "two-air-least-55"),
        ("Zugangsdaten: jroe / Dragon@123", "SECRET", "Dragon@123"),
        ("Employee Name: Mcdaniel, Darby", "PERSON", "Mcdaniel, Darby"),
        ("Adresse: rue Lucy Da Silva", "ADDRESS", "rue Lucy Da Silva"),
    ],
)
def test_more_words_announce_what_follows_or_precedes_them(text: str, kind: str, value: str) -> None:
    assert found(text) == [(kind, value)]


def test_cookies_that_count_visits_are_no_secrets() -> None:
    assert found("cookie: _ga=GA1.2.400297612.1760961149; session=uklgQxi98oCKs1EA3bx2") == [
        ("SECRET", "uklgQxi98oCKs1EA3bx2")
    ]
