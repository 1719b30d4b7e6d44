"""Sheets whose cells come one by one, as programs that read spreadsheets give them. All values are invented."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import found, walked

LINES = [
    {"A": "Site", "B": "Password", "C": "Router"},
    {"A": "Bonn 7", "B": "igel_sommer756", "C": "192.168.33.56"},
    {"A": "Trier 2", "B": "Blume", "C": ""},
]


def sheet(called: str = "address") -> list[list[dict[str, Any]]]:
    return [
        [{called: f"{letter}{number}", "value": value} for letter, value in line.items()]
        for number, line in enumerate(LINES, 1)
    ]


def values(rows: list[list[dict[str, Any]]]) -> list[list[Any]]:
    return [[cell["value"] for cell in row] for row in rows]


@pytest.mark.parametrize("called", ["address", "cell"])
def test_the_first_row_names_the_columns(called: str) -> None:
    hidden = values(walked({"cells": sheet(called)})["cells"])

    assert hidden == [list(LINES[0].values()), ["Bonn 7", "<SECRET>", "<IP>"], ["Trier 2", "<SECRET>", ""]]


def test_cells_may_come_in_one_list() -> None:
    cells = [cell for row in sheet() for cell in row]

    assert [cell["value"] for cell in walked(cells)][3:6] == ["Bonn 7", "<SECRET>", "<IP>"]
    assert found(f"Cells: {cells}") == [("SECRET", "igel_sommer756"), ("IP", "192.168.33.56"), ("SECRET", "Blume")]


def test_cells_whose_columns_promise_nothing_stay() -> None:
    cells = [[{"address": "A1", "value": "Site"}], [{"address": "A2", "value": "igel_sommer756"}]]

    assert walked({"cells": cells}) == {"cells": cells}


def test_rows_whose_cells_are_objects_go_by_the_fields_beside_them() -> None:
    answer = {
        "schema": {"fields": [{"name": "full_name"}, {"name": "date_of_birth"}, {"name": "tier"}]},
        "rows": [{"f": [{"v": "Tjark Vossloh"}, {"v": "1971-03-09"}, {"v": "Gold Circle"}]}],
    }

    assert walked(answer)["rows"] == [{"f": [{"v": "<PERSON>"}, {"v": "<BIRTHDAY>"}, {"v": "Gold Circle"}]}]


@pytest.mark.parametrize(
    "rows",
    [
        [{"f": [{"v": "1971-03-09"}, {"v": "2024-01-01"}]}],
        [{"f": [{"v": "Quarter"}, {"v": "Net Revenue"}]}],
        [{"tags": ["Net Revenue", "Gold Circle"]}],
    ],
)
def test_such_rows_about_nobody_stay(rows: list[Any]) -> None:
    answer = {"schema": {"fields": [{"name": "released"}, {"name": "label"}]}, "rows": rows}

    assert walked(answer) == answer


def test_cells_behind_the_letters_of_their_columns_go_by_the_first_line() -> None:
    text = (
        "Sheet: Visits\nHeaders: A=Day | B=Name | C=Phone\n"
        "Row 2: A=Mon | B=Tjark Vossloh | C=415-555-0132\nRow 3: A=Tue | B=Oda Brink | C=415-555-0133\n"
    )

    assert found(text) == [
        ("PERSON", "Tjark Vossloh"),
        ("PHONE", "415-555-0132"),
        ("PERSON", "Oda Brink"),
        ("PHONE", "415-555-0133"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Headers: A=Part | B=Shelf\nRow 2: A=Hex Bolt | B=North Wall\n",
        "A=Net Revenue | B=Gold Circle\nA=Tall Tree | B=Blue Whale\n",
        "make A=Release Candidate | tee log\nA=Name B=Phone\nA=Blue Whale B=Tall Tree\n",
    ],
)
def test_such_cells_about_nobody_stay(text: str) -> None:
    assert found(text) == []


def test_a_column_of_passwords_or_keys_holds_passwords() -> None:
    text = "| Service | Login | Password / key |\n|---|---|---|\n| Quill | team@example.org | walnutBreeze41! |\n"

    assert ("SECRET", "walnutBreeze41!") in found(text)
    assert found("| Primary / key | Owner team |\n|---|---|\n| quarterly | Platform |\n") == []
    assert found("| Path/key | Size |\n|---|---|\n| walnutBreeze41 | 12 kB |\n") == []
    assert found("| Sort / key | Size |\n|---|---|\n| created | 12 kB |\n") == []
