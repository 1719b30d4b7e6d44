"""A value has one token in a session; tokens survive what programs do to text; nobody else's token means anything."""

from __future__ import annotations

import csv
import io
import json
from urllib.parse import quote

import pytest

from sandgate.model import Json
from sandgate.privacy.vault import LITERAL, Kept, Vault


def test_the_same_value_has_the_same_token_and_another_has_another() -> None:
    vault = Vault()

    tokens = [vault.token("EMAIL", "ada@example.com"), vault.token("EMAIL", "bob@example.com")]

    assert tokens == ["[EMAIL_1]", "[EMAIL_2]"]
    assert vault.token("EMAIL", "ada@example.com") == "[EMAIL_1]"


def test_a_token_that_was_never_given_out_restores_nothing() -> None:
    vault = Vault([Kept("EMAIL", "ada@example.com")])

    assert vault.restored({"to": "[EMAIL_2] [PHONE_1]"}) == {"to": "[EMAIL_2] [PHONE_1]"}


@pytest.mark.parametrize(
    ("sent", "restored"),
    [
        ("[PERSON_1]", 'Ann "Nan" Lee, PhD'),
        ("Dear [PERSON_1]!", 'Dear Ann "Nan" Lee, PhD!'),
        (json.dumps({"name": "[PERSON_1]"}), json.dumps({"name": 'Ann "Nan" Lee, PhD'})),
        (quote("[PERSON_1]"), quote('Ann "Nan" Lee, PhD', safe="")),
        ("[person_1]", 'ann "nan" lee, phd'),
        ("[[PERSON_1]]", '[Ann "Nan" Lee, PhD]'),
        ("[PERSON_1][PERSON_1]", 'Ann "Nan" Lee, PhDAnn "Nan" Lee, PhD'),
    ],
)
def test_a_token_is_turned_back_wherever_it_went(sent: str, restored: str) -> None:
    vault = Vault([Kept("PERSON", 'Ann "Nan" Lee, PhD')])

    assert vault.restored(sent) == restored


def test_a_token_in_a_cell_of_a_table_stays_one_cell() -> None:
    vault = Vault([Kept("PERSON", 'Ann "Nan" Lee, PhD')])
    written = io.StringIO()
    csv.writer(written).writerows([["name", "age"], ["[PERSON_1]", 3], ["x", 4]])

    restored = vault.text(written.getvalue())

    assert list(csv.reader(io.StringIO(restored)))[1] == ['Ann "Nan" Lee, PhD', "3"]


def test_a_number_comes_back_as_a_number() -> None:
    vault = Vault()
    token = vault.token("PHONE", 15551234567)

    assert vault.restored({"phone": token, "note": f"call {token}"}) == {
        "phone": 15551234567,
        "note": "call 15551234567",
    }


def test_what_holds_no_token_is_the_very_same_object() -> None:
    document: Json = {"a": [1, {"b": "snake_case"}], "c_d": None}

    assert Vault([Kept("EMAIL", "ada@example.com")]).restored(document) is document


def test_text_that_only_looks_like_a_token_comes_back_as_it_was() -> None:
    vault = Vault([Kept("EMAIL", "ada@example.com")])
    token = vault.token(LITERAL, "[EMAIL_1]")

    assert vault.restored({"text": f"see {token}"}) == {"text": "see [EMAIL_1]"}


def test_a_value_that_holds_a_token_of_its_own_is_turned_back_whole() -> None:
    vault = Vault([Kept("PERSON", "Ada")])
    outer = vault.token("PERSON", "Bob and [PERSON_1]")

    assert vault.restored(outer) == "Bob and Ada"


def test_kinds_that_may_not_be_put_back_stay_tokens() -> None:
    vault = Vault([Kept("EMAIL", "ada@example.com"), Kept("PHONE", "+1 555 0100")])

    assert vault.restored("[EMAIL_1] [PHONE_1]", lambda kept: kept.kind == "PHONE") == "[EMAIL_1] +1 555 0100"
