"""Messages whose parts are told by their places."""

from __future__ import annotations

import pytest

from .reading import found


def test_a_patient_is_found_in_a_message_of_a_hospital() -> None:
    text = (
        "MSH|^~\\&|ADT|clinic|LAB|north|20260111045202||ADT^A01|M1|P|2.4\n"
        "PID|1||||Roessler^Maria^A||19800416|F|||1 Elm St^^Springfield^IL^62701||(415) 555-0100|||||078-05-1123\n"
        "IN1|1|PLAN|Lakeview Mutual Ltd\n"
    )

    assert found(text) == [
        ("PERSON", "Roessler^Maria^A"),
        ("BIRTHDAY", "19800416"),
        ("ADDRESS", "1 Elm St^^Springfield^IL^62701"),
        ("PHONE", "(415) 555-0100"),
        ("SSN", "078-05-1123"),
        ("COMPANY", "Lakeview Mutual Ltd"),
    ]


def test_a_member_is_found_in_a_message_of_x12() -> None:
    text = "ST*834*1~\nREF*SY*078051123~\nNM1*IL*1*Roessler*Maria****34*078051123~\nN3*1 Elm St~\nDMG*D8*19800416*F~\n"

    assert found(text) == [
        ("SSN", "078051123"),
        ("PERSON", "Roessler"),
        ("PERSON", "Maria"),
        ("SSN", "078051123"),
        ("ADDRESS", "1 Elm St"),
        ("BIRTHDAY", "19800416"),
    ]


def test_a_party_is_found_in_a_message_of_edifact() -> None:
    text = "UNH+1+ORDERS'\nNAD+BY+5412345000013::9++Lakeview Retail+Elm St 1+Springfield'\nCTA+IC+:Maria Roessler'\n"

    assert found(text) == [
        ("COMPANY", "Lakeview Retail"),
        ("ADDRESS", "Elm St 1"),
        ("ADDRESS", "Springfield"),
        ("PERSON", "Maria Roessler"),
    ]


def test_a_traveller_is_found_in_a_booking() -> None:
    text = " 1.ROESSLER/MARIA MRS\n SSR DOCS HK1/P/DEU/C01X00T47/DEU/16APR80/F\n FP CCVI4111111111111111/0226\n"

    assert found(text) == [
        ("PERSON", "ROESSLER/MARIA"),
        ("PASSPORT", "C01X00T47"),
        ("BIRTHDAY", "16APR80"),
        ("CARD", "4111111111111111"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "see DOCS for more / or the wiki",
        "a = REF*SY*Z; b = N1*N2",
        "NAD+ is a coenzyme, and CTA+ is none",
        "PID|CMD|TIME\n1|init|0:01\n",
        "DOCS: docs/api/index.md and docs/P/readme",
    ],
)
def test_what_only_begins_like_a_segment_stays_readable(text: str) -> None:
    assert found(text) == []
