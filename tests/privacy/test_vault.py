"""A value has one token in a session; tokens survive what programs do to text; nobody else's token means anything."""

from __future__ import annotations

import csv
import io
import json
import time
from typing import Any, cast
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


ANN = 'Ann "Nan" Lee, PhD; 12 Main\nApt 4'


def everything(text: str) -> str:
    """All texts of a document, read to the ground."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        return text
    if isinstance(found, dict):
        found = list(cast("dict[str, Any]", found).values())
    parts = cast("list[Any]", found) if isinstance(found, list) else [found]
    return " ".join(everything(str(part)) for part in parts)


@pytest.mark.parametrize(
    "written",
    [
        json.dumps({"b": json.dumps({"n": "[PERSON_1]", "deeper": json.dumps(["[PERSON_1]", "x"])})}, indent=1),
        json.dumps(json.dumps({"n": "[PERSON_1]"})),
        json.dumps('said "[PERSON_1]"'),
    ],
)
def test_a_value_in_json_that_stands_in_json_can_still_be_read(written: str) -> None:
    restored = Vault([Kept("PERSON", ANN)]).text(written)

    assert everything(restored) == everything(written).replace("[PERSON_1]", ANN)


def test_each_line_of_json_lines_can_still_be_read() -> None:
    lines = [json.dumps({"name": "[PERSON_1]", "n": number}) for number in range(3)]

    restored = Vault([Kept("PERSON", ANN)]).text("\n".join(lines) + "\n")

    assert [json.loads(line)["name"] for line in restored.splitlines()] == [ANN] * 3


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_a_table_keeps_its_cells_whatever_stands_between_them(delimiter: str, quoting: Any) -> None:
    rows = [["name", "of", "note"], ["[PERSON_1]", "a", "[PERSON_1]"], ["x", "[PERSON_1]", "z"]]
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, quoting=quoting).writerows(rows)

    restored = Vault([Kept("PERSON", ANN)]).text(written.getvalue())

    assert list(csv.reader(io.StringIO(restored, newline=""), delimiter=delimiter)) == [
        [cell.replace("[PERSON_1]", ANN) for cell in row] for row in rows
    ]


@pytest.mark.parametrize(
    "letter",
    ["Dear Ann,\n[PERSON_1]\nthanks, and bye\n", "Hello, you\n[PERSON_1], bye\n", "to\n[PERSON_1]\n", "a,b [PERSON_1]"],
)
def test_a_line_of_a_letter_gets_no_quotes(letter: str) -> None:
    assert Vault([Kept("PERSON", ANN)]).text(letter) == letter.replace("[PERSON_1]", ANN)


def test_a_large_table_is_turned_back_in_linear_time() -> None:
    vault = Vault([Kept("PERSON", ANN)])
    text = "a,b\n" + '[PERSON_1],"x, [PERSON_1]"\n' * 20_000
    started = time.process_time()

    restored = vault.text(text)

    assert restored.count(ANN.replace('"', '""')) == 40_000
    assert time.process_time() - started < 3


def test_a_text_that_looks_like_a_token_stays_one_in_json_inside_json() -> None:
    vault = Vault([Kept("EMAIL", "ada@example.com")])
    literal = vault.token(LITERAL, "[EMAIL_1]")

    restored = vault.text(json.dumps({"b": json.dumps({"to": literal})}))

    assert json.loads(json.loads(restored)["b"]) == {"to": "[EMAIL_1]"}


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
