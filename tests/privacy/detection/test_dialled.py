"""Phone numbers as people write them at home, and numbers of things that are written like them. All are invented."""

from __future__ import annotations

import pytest

from .reading import found, walked

AT_HOME = [
    "0221 / 550188",
    "089 / 550188",
    "04421 / 55018",
    "030/55 01 88-0",
    "0512/550188-0",
    "0221 55018-20",
    "088 155 01 88",
    "044 655 01 88",
    "0475 55 01 88",
    "0475.55.01.88",
    "0532 155 01 88",
    "(11) 9 5501-8800",
]


@pytest.mark.parametrize("number", AT_HOME)
def test_numbers_with_the_groups_of_a_country_are_hidden(number: str) -> None:
    assert found(f"und die Werkstatt, {number}, ab acht") == [("PHONE", number)]
    assert found(f"Jo Roe | T {number} | Reg. 90258180") == [("PHONE", number)]


@pytest.mark.parametrize(
    "text",
    [
        "Call them back when the PO 4555018842 is released.",
        "Ring us once RMA 4555018842 has arrived",
        "Kundennummer 0221/550188",
        "Bestellnr. 0221 / 550188",
        "Auftrags-Nr.: 0221/550188",
        "Aktenzeichen 0221/550188",
        "Vertrag Nr. 0221/550188",
        "customer no. 212-555-0188",
        "n° client 06 55 01 88 42",
        "asset tag 0045-155-0188",
        "control no. 123-45-6788",
        "Seite 012/345 von 0230/7",
        "0512 10 24 20 48 11",
        "Roth Maschinenbau\tRE-2043391\t26/09/2025\t7110.51\t1970-355-0188",
    ],
)
def test_numbers_of_things_stay_readable(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Tel.-Nr. 0221/550188", "0221/550188"),
        ("Privatnummer 0221/550188", "0221/550188"),
        ("customer 212-555-0188 called", "212-555-0188"),
        ("toll-free 1800-555-0188", "1800-555-0188"),
        ("phone 1970-355-0188", "1970-355-0188"),
        ("The 'To' number 0412345678 is not valid", "0412345678"),
        ("Ruf: 030/55 01-0 (Zentrale)", "030/55 01-0"),
        ("Prices on request 020 7946 0188", "020 7946 0188"),
    ],
)
def test_a_number_at_which_somebody_is_called_is_hidden(text: str, number: str) -> None:
    assert found(text) == [("PHONE", number)]


def test_columns_of_parts_and_orders_stay_readable() -> None:
    lines = "part,qty,vendor_part\n123-45-6788,20,415-555-0188\n219-09-9998,5,(212) 555-0188"

    assert found(lines) == []
    assert walked([{"Auftragsnummer": "0221 550188", "Durchwahlnummer": "0221 550189"}]) == [
        {"Auftragsnummer": "0221 550188", "Durchwahlnummer": "<PHONE>"}
    ]


@pytest.mark.parametrize("text", ["WAL position was 08/48816993 then", "redo lsn 08/48816993", "LSN: 09/48816993"])
def test_a_place_in_the_log_of_a_database_is_no_phone(text: str) -> None:
    assert found(text) == []
    assert found("Ruf: 08/48816993") == [("PHONE", "08/48816993")]
