"""Bare names that are listed: of three or more, fewer than a third begin as people's names do where they are things."""

from __future__ import annotations

import json

import pytest

from .reading import found, walked

THINGS = [
    ["Customer Success", "Red Pandas", "Human Resources"],
    ["Harbor Mug", "Copper Desk", "Will Power Bar", "Plum Cake"],
]
PEOPLE = [
    ["Jane Roe", "Telse Harms", "Xqz Vhl"],
    ["Wang Xiaoming", "Kim Min-jun", "Nguyen Van An"],
    ["Roe, Jane", "Doe, Joe", "Poe, Ann"],
]


@pytest.mark.parametrize("names", THINGS)
def test_things_in_a_list_stay(names: list[str]) -> None:
    rows = [{"name": name, "n": 1} for name in names]

    assert walked(rows) == rows
    assert walked(rows * 20) == rows * 20
    assert walked({"columns": ["name", "n"], "rows": [[name, 1] for name in names]})["rows"] == [
        [name, 1] for name in names
    ]
    assert found(json.dumps(rows)) == []
    assert found("\n".join(["name,count", *(f"{name},1" for name in names)])) == []
    assert found("\n".join(["| Name | N |", "|---|---|", *(f"| {name} | 1 |" for name in names)])) == []


@pytest.mark.parametrize("names", PEOPLE)
def test_people_in_a_list_are_hidden_all_of_them(names: list[str]) -> None:
    rows = [{"name": name, "n": 1} for name in names]

    assert walked(rows) == [{"name": "<PERSON>", "n": 1}] * len(names)
    if "," not in names[0]:
        assert [value for _, value in found("\n".join(["name,count", *(f"{name},1" for name in names)]))] == names


def test_one_that_is_known_is_hidden_among_things() -> None:
    rows = [{"name": name} for name in ("Red Pandas", "Harbor Mug", "Plum Cake", "Jane Roe")]

    assert walked(rows) == [*rows[:3], {"name": "<PERSON>"}]


def test_a_list_that_tells_of_people_has_none_of_things() -> None:
    rows = [{"name": name, "email": "x@example.org"} for name in ("Xqz Vhl", "Vhl Qrs", "Qrs Xqz")]

    assert [row["name"] for row in walked(rows)] == ["<PERSON>"] * 3
