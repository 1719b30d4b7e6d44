"""Tables in a text keep their columns, also where cells are empty or a line is out of step."""

from __future__ import annotations

import pytest

from .reading import found


@pytest.mark.parametrize(
    "table",
    [
        "id\tlast_name\tzip\n1\tRoe\t12345\n\tDoe\t12346\n3\t\t12347\n4\tPoe\t",
        "| id | last name | zip |\n|-|-|-|\n| 1 | Roe | 12345 |\n|  | Doe | 12346 |\n| 3 |  | 12347 |\n| 4 | Poe |  |",
        " id | last_name | zip\n----+-----------+----\n 1 | Roe | 12345\n  | Doe | 12346\n 3 |  | 12347\n 4 | Poe | ",
        "id,last_name,zip\n1,Roe,12345\n,Doe,12346\n3,,12347\n4,Poe,",
    ],
)
def test_an_empty_cell_moves_no_column(table: str) -> None:
    assert found(table) == [
        ("PERSON", "Roe"),
        ("ADDRESS", "12345"),
        ("PERSON", "Doe"),
        ("ADDRESS", "12346"),
        ("ADDRESS", "12347"),
        ("PERSON", "Poe"),
    ]


def test_a_row_with_a_cell_too_many_does_not_end_the_table() -> None:
    text = "id,last_name,zip\n1,Roe,12345\n2,Mills, Jr,12346\n3,Doe,12347\nThat is all."

    assert found(text) == [("PERSON", "Roe"), ("ADDRESS", "12345"), ("PERSON", "Doe"), ("ADDRESS", "12347")]


def test_the_city_beside_a_street_is_a_part_of_the_address() -> None:
    text = "id,street,city,zip\n1,1 Elm St,Boston,02101"

    assert found(text) == [("ADDRESS", "1 Elm St"), ("ADDRESS", "Boston"), ("ADDRESS", "02101")]
    assert found("city,inhabitants\nBoston,650000") == []


def test_names_with_signs_in_them_belong_to_a_row_that_stands_upright() -> None:
    shown = "-[ RECORD 1 ]----\nbirth_date | 1967-07-05\nOrder #    | 90686\nSSN/TIN    | 900-12-3456\n"

    assert found(shown) == [("BIRTHDAY", "1967-07-05"), ("SSN", "900-12-3456")]


def test_whoever_pays_and_is_paid_is_found_in_statements_of_banks() -> None:
    statement = "Buchungstag;Auftraggeber/Empfänger;Betrag\n02.03.2024;Alena Bender;559,82\n"

    assert ("PERSON", "Alena Bender") in found(statement)


def test_tables_whose_lines_are_drawn_are_read_by_their_columns() -> None:
    table = "┌────┬─────────┐\n│ id │ surname │\n├────┼─────────┤\n│ 1  │ Roe     │\n│ 2  │ Doe     │\n└────┴─────────┘"

    assert found(table) == [("PERSON", "Roe"), ("PERSON", "Doe")]


def test_a_name_of_a_column_may_hold_an_ending_in_brackets() -> None:
    assert found("N° client,Nom,Prénom,Né(e) le\n42,Roe,Adèle,1977-12-23\n") == [
        ("PERSON", "Roe"),
        ("PERSON", "Adèle"),
        ("BIRTHDAY", "1977-12-23"),
    ]


def test_a_column_that_nobody_named_holds_people_if_most_are_called_so() -> None:
    people = ["Maria Quoll", "Xan Quoll", "Omar Quoll"]
    table = "email,Zuständigkeitsträger\n" + "".join(f"a{len(name)}@example.org,{name}\n" for name in people)

    assert [value for kind, value in found(table) if kind == "PERSON"] == people


def test_a_column_of_other_words_with_capitals_stays() -> None:
    table = "email,Tour\na@example.org,Victoria Falls\nb@example.org,Martin Quoll Road\nc@example.org,Green Lake\n"

    assert [value for kind, value in found(table) if kind != "EMAIL"] == []
