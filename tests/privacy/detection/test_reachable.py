"""Names that are given with a number to be called at; and what fields of a page hold that a program looks at."""

from __future__ import annotations

import pytest

from .reading import found


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("References: Jane Roe, +1 919-555-0176", "Jane Roe"),
        ("References: Jonatha Plumbury, +1 919-555-0176", "Jonatha Plumbury"),
        ("Office manager: Jane Roe, ext. 12", "Jane Roe"),
        ("**Front desk:** Maria de la Cruz, tel. 030 1234567", "Maria de la Cruz"),
        ("- Deliveries: Thomas O'Neill, (212) 555-0123", "Thomas O'Neill"),
    ],
)
def test_who_stands_behind_a_label_and_before_a_number_is_somebody(line: str, name: str) -> None:
    assert ("PERSON", name) in found(f"Plum Orchard Ltd\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "Error: Connection Refused, 4711 times",
        "Model: Paris Metro, 12345678",
        "Released: Jane Eyre, 1847-10-19",
        "References: Elm Street Library, ext. 12",
        "See also: Jonatha Plumbury, +1 919-555-0176",
        "References: Annual Report, 4711 0815",
        "Status: Grace Period, x1",
        "References: <20260101.17f@mail.example.com>, 4711",
    ],
)
def test_titles_and_things_before_a_number_are_nobody(line: str) -> None:
    assert not any(kind == "PERSON" for kind, _ in found(f"{line}\n"))


PAGE = """- heading "Payment" [level=1] [ref=e4]
- textbox "Full name" [ref=e9]: Jane Roe
- textbox "Password" [active] [ref=e12]: plumtree9
- textbox "Search" [ref=e13]: orchard
- textbox "File name" [ref=e14]: Plum Report
- button "Full name" [ref=e15]
"""


def test_fields_of_a_page_that_a_program_looks_at_are_read_by_their_names() -> None:
    assert found(PAGE) == [("PERSON", "Jane Roe"), ("SECRET", "plumtree9")]


def test_the_same_page_is_read_where_its_quotes_and_ends_of_lines_are_escaped() -> None:
    escaped = PAGE.replace('"', '\\"').replace("\n", "\\n")
    assert ("PERSON", "Jane Roe") in found(f'{{"text": "{escaped}')
