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
