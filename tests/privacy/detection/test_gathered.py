"""Lists of people behind a word that promises several, as minutes and transcripts begin. All names are invented."""

from __future__ import annotations

import pytest

from .reading import found

LISTS = [
    ("Attendees: Jane Roe, Tuva Brandal and Ilse Mortens (chair)", ["Jane Roe", "Tuva Brandal", "Ilse Mortens"]),
    ("**Attendees:** Jane Roe, Tuva Brandal\n**Absent:** Ann Poe", ["Jane Roe", "Tuva Brandal", "Ann Poe"]),
    ("Attendees (2): Roe, Jane; Brandal, Tuva", ["Roe, Jane", "Brandal, Tuva"]),
    ("Attendees:\n- Jane Roe (chair)\n- Tuva Brandal, Sales\n- Bob", ["Jane Roe", "Tuva Brandal", "Bob"]),
    ("SPEAKERS\nTuva Brandal, Jane Roe, Speaker 3\n", ["Tuva Brandal", "Jane Roe"]),
    ("Teilnehmer: Heike Brandal, Karl-Josef Mortens\nOrt: Raum 2", ["Heike Brandal", "Karl-Josef Mortens"]),
    ("Présents : Tuva Brandal, Jean Roe", ["Tuva Brandal", "Jean Roe"]),
    ("Asistentes: Bibiana Mortens, Artemio Brandal", ["Bibiana Mortens", "Artemio Brandal"]),
    ("Asistentes: Tuva Brandal, María Roe y Ilse Mortens", ["Tuva Brandal", "María Roe", "Ilse Mortens"]),
]


@pytest.mark.parametrize(("text", "names"), LISTS)
def test_everybody_in_a_list_of_people_is_found(text: str, names: list[str]) -> None:
    assert found(f"Weekly: budget\n{text}\n") == [("PERSON", name) for name in names]


@pytest.mark.parametrize(
    "text",
    [
        "Hosts: Web Server, App Server",
        "Members: Read Only, Full Access",
        "Present\nSimple Past, Past Perfect",
        "Authors: see README",
        "Participants: 12, of which 3 by phone",
    ],
)
def test_a_list_of_things_behind_such_a_word_stays(text: str) -> None:
    assert found(f"Weekly: budget\n{text}\n") == []


@pytest.mark.parametrize("label", ["Chair", "Minutes", "Chaired by", "Note taker", "Leitung", "Excusé ", "Excusée "])
def test_who_leads_a_meeting_writes_it_down_or_stays_away_is_somebody(label: str) -> None:
    assert found(f"Place: Teams\n{label}: Susanne Holt\n") == [("PERSON", "Susanne Holt")]


@pytest.mark.parametrize("line", ["Minutes: Forty Five", "Chair: Red Leather", "Leitung: Abteilung Einkauf"])
def test_what_no_given_name_begins_leads_no_meeting(line: str) -> None:
    assert found(f"Place: Teams 2026-01-07\n{line}\n") == []


@pytest.mark.parametrize("label", ["Present", "Attendees", "Apologies", "Anwesend"])
def test_people_who_meet_may_be_called_by_their_first_names(label: str) -> None:
    names = ["Mercedes", "Lucas", "Quennell"]

    assert found(f"Weekly, 2031-03-28\n{label}: {', '.join(names)}\n\n1. Upgrade") == [
        ("PERSON", name) for name in names
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Present: Toner, Paper, Staples",
        "Hosts: Austin, Paris, Sydney",
        "Present: Yes, No, Unknown",
        "Participants: Read, Write, Admin",
        "Members: Mercedes, Lancia, Tesla",
    ],
)
def test_things_that_are_present_are_no_people(line: str) -> None:
    assert found(f"Weekly, 2031-03-28\n{line}\n\n1. Upgrade") == []
