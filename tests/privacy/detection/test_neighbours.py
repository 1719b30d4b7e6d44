"""Values that stand one after another: each is found, whatever is between them."""

from __future__ import annotations

import pytest

from .reading import found, walked

ROWS = [
    ("IBAN", ["GB82 WEST 1234 5698 7654 32", "DE89370400440532013000", "GB82 WEST 1234 5698 7654 32"]),
    ("CARD", ["4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005", "4111 1111 1111 1111"]),
    ("PHONE", ["415-555-0132", "(415) 555-0133", "+44 20 7946 0958", "0161 496 0000", "415-555-0134x12"]),
    ("SSN", ["078-05-1123", "219-09-9998", "457-55-5462"]),
    ("EMAIL", ["a@example.com", "b@example.org", "c@example.net"]),
    ("IP", ["203.0.113.17", "198.51.100.4", "2001:db8::8a2e:370:7334", "10.0.0.7"]),
]


@pytest.mark.parametrize("between", [" ", ", ", ",", "\n", "\t", "|", " | ", "; ", " and "], ids=repr)
@pytest.mark.parametrize(("kind", "values"), ROWS, ids=[kind for kind, _ in ROWS])
def test_each_of_several_values_in_a_row_is_found(kind: str, values: list[str], between: str) -> None:
    text = between.join(values)

    assert found(text) == [(kind, value) for value in values]


def test_a_number_in_brackets_is_found_without_them() -> None:
    assert found("his line (415 555 0132) is dead") == [("PHONE", "415 555 0132")]


def test_the_second_group_of_a_number_behind_an_equals_sign_belongs_to_it() -> None:
    assert found("user=7 phone=07911 123456 step=3") == [("PHONE", "07911 123456")]


def test_what_follows_a_date_of_birth_stays() -> None:
    assert found("DOB: 1985-01-31 and then some more words") == [("BIRTHDAY", "1985-01-31")]


@pytest.mark.parametrize(
    ("kinds", "text"),
    [
        (["PHONE", "IBAN"], "+1 415 555 0132|GB82 WEST 1234 5698 7654 32"),
        (
            ["IBAN", "PHONE", "PHONE", "IBAN"],
            "DE89370400440532013000|+1 415 555 0132|+1 415 555 0132|DE89370400440532013000",
        ),
        (["IBAN", "IBAN"], "GB82 WEST 1234 5698 7654 32|GB82 WEST 1234 5698 7654 32"),
        (["EMAIL", "PHONE", "IBAN"], "ada@example.com|+44 20 7946 0958|GB82 WEST 1234 5698 7654 32"),
        (["CARD", "EMAIL"], "4111 1111 1111 1111|<ada@example.com>"),
    ],
)
def test_values_with_nothing_between_them_are_each_found(kinds: list[str], text: str) -> None:
    values = text.split("|")

    assert found("".join(values)) == [(kind, value.strip("<>")) for kind, value in zip(kinds, values, strict=True)]


def test_a_card_behind_the_last_group_of_a_phone_number_is_found() -> None:
    assert ("CARD", "4111 1111 1111 1111") in found("+1 415 555 0132 4111 1111 1111 1111")


@pytest.mark.parametrize("text", ["x+12345678 y", "Cg+14155550132aQ==", "n+1 of 3 200 400", "list[i+1] 415 555"])
def test_a_plus_behind_a_word_is_mostly_a_sum(text: str) -> None:
    assert found(text) == []


def test_what_has_the_id_and_the_secret_of_a_client_is_a_program() -> None:
    made = "kR7tWq2LmXp9VbN4sZc8HyJd"
    program = {"name": "Mobile Checkout", "client_id": "pl4mr1v3r", "client_secret": made}

    assert walked(program) == program | {"client_secret": "<SECRET>"}
    assert walked(program | {"name": "Jane Roe"})["name"] == "<PERSON>"


def test_the_code_of_a_card_with_a_balance_pays_for_something() -> None:
    header = "Id,Code,Customer Name,Balance,Expires On\n"

    assert found(header + "7,QXCB-YPTY-RN9F-PAK5,Jane Roe,50.00,2031-07-11\n") == [
        ("SECRET", "QXCB-YPTY-RN9F-PAK5"),
        ("PERSON", "Jane Roe"),
    ]
    assert found("Code,Account,Balance\nQXCB-YPTY-RN9F-PAK5,Cash,50.00\n") == []
    assert found(header.replace("Balance", "Stock") + "7,QXCB-YPTY-RN9F-PAK5,,50,2031-07-11\n") == []
    assert found(header + "7,SUMMER2031,,50.00,2031-07-11\n7,4711,,50.00,2031-07-11\n") == []
