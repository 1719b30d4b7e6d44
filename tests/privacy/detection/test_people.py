"""Names of people: as keys of a map, with a nickname, in scripts whose vowels are marks."""

from __future__ import annotations

import json
import time

import pytest

from sandgate.model import Json
from sandgate.privacy.detection import DetectionOptions

from .reading import DETECTOR, found, walked


def test_names_as_keys_are_hidden() -> None:
    balances: Json = {"Jane Roe": 12, "Omar Haddad": {"open": 3}}

    changed = DETECTOR.walk(balances, lambda kind, value: f"<{kind} {len(str(value))}>")

    assert changed == {"<PERSON 8>": 12, "<PERSON 11>": {"open": 3}}
    assert found(json.dumps(balances)) == [("PERSON", "Jane Roe"), ("PERSON", "Omar Haddad")]
    assert found("balances: " + json.dumps(balances)) == found(json.dumps(balances))


def test_a_name_that_no_list_knows_is_hidden_beside_known_ones() -> None:
    assert found('{"Jane Roe": 1, "Xanthippe Quoll": 2}')[1] == ("PERSON", "Xanthippe Quoll")


@pytest.mark.parametrize(
    "names",
    [
        ["Ada Lovelace", "Grace Hopper"],
        ["Grace Hopper", "Jane Roe", "Max Mustermann", "Crystal Poe"],
        ["Grace Hopper", "Jane Roe", "Max Mustermann", "total"],
    ],
)
def test_names_that_begin_like_titles_are_hidden_beside_somebody(names: list[str]) -> None:
    scores: Json = {"scores": dict.fromkeys(names, 3)}

    assert found(json.dumps(scores)) == [("PERSON", name) for name in names if " " in name]


@pytest.mark.parametrize(
    "titles",
    [
        {"Max Size": 1, "Grace Period": 2, "Austin Office": 3},
        {"First Name": 1, "Street Address": 2},
        {"ADA Access": 1, "ADA Rooms": 2},
        {"Content Type": 1, "User Agent": 2, "X Request Id": 3},
        {"jane roe": 1, "JANE_ROE": 2},
    ],
)
def test_titles_of_fields_stay_readable(titles: dict[str, int]) -> None:
    assert walked(titles) is titles


def test_keys_stay_where_names_are_not_wanted() -> None:
    people = {"Jane Roe": 1}

    assert walked(people, DetectionOptions(kinds={"PERSON": False})) is people


def test_a_map_of_many_people_is_read_in_time_that_grows_with_its_length() -> None:
    def seconds(count: int) -> float:
        people = {f"user{number}@example.org": number for number in range(count)}
        started = time.process_time()
        walked(people)
        return time.process_time() - started

    few, many = min(seconds(1000) for _ in range(3)), seconds(16_000)

    assert many < 64 * few + 0.5


@pytest.mark.parametrize(
    "name",
    [
        'Ann "Nan" Lee',
        "Robert (Bob) Smith",
        "Ann “Nan” Lee",
        "Jane  Roe",
        "Jane\u00a0Roe",
        "Jane & John Roe",
        "प्रिया शर्मा",
        "Rene\u0301e Roe",
        "สมชาย ใจดี",
    ],
)
def test_a_field_of_names_hides_them_however_they_are_written(name: str) -> None:
    assert walked({"customer_name": name}) == {"customer_name": "<PERSON>"}


@pytest.mark.parametrize("text", ["{{'name': '{}'}}", "{{\"name\": '{}'}}", "user = {{'id': 7, 'name': '{}'}}"])
def test_a_nickname_in_a_printed_object_does_not_end_the_name(text: str) -> None:
    assert found(text.format('Ann "Nan" Lee')) == [("PERSON", 'Ann "Nan" Lee')]


def test_a_name_with_escaped_quotes_is_found_whole() -> None:
    assert found(r'cut off: {"name": "Ann \"Nan\" Lee", "x') == [("PERSON", r"Ann \"Nan\" Lee")]


def test_no_value_makes_the_test_of_names_slow() -> None:
    started = time.process_time()

    for value in ("a-" * 5000 + "1", "A " * 39 + "1", "अ्" * 39 + "1", "A'" * 39 + "1", '"A ' * 26 + "1"):
        walked({"name": value, "first_name": value})

    assert time.process_time() - started < 1


def test_the_name_before_an_address_is_hidden_in_every_value_of_a_document() -> None:
    senders = {"a": "see jane@example.org", "b": "Zoltan Quoll <q@example.org>", "c": ["Ida Quoll <ida@example.org>"]}

    assert walked(senders) == {"a": "see <EMAIL>", "b": "<PERSON> <<EMAIL>>", "c": ["<PERSON> <<EMAIL>>"]}


def test_a_place_for_a_value_is_no_value() -> None:
    assert found('config: { "firstName": "<value>", "lastName": "<value>" }') == []


def test_a_slug_is_no_company() -> None:
    document = {"company_name": "Before_Big_Change"}

    assert walked(document) is document


def test_who_made_a_change_is_somebody_whatever_the_name() -> None:
    author = {"name": "Quin Spilmans", "email": "q@example.com", "date": "2026-08-13T23:22:31Z"}

    assert walked({"commit": {"author": author, "message": "Bump"}})["commit"]["author"]["name"] == "<PERSON>"


def test_the_summary_of_a_user_is_a_name() -> None:
    assert (
        walked({"assignee": {"type": "user_reference", "summary": "Wendy Whitehead"}})["assignee"]["summary"]
        == "<PERSON>"
    )
    assert walked(same := {"service": {"type": "service_reference", "summary": "Billing Api"}}) is same


@pytest.mark.parametrize(
    "sender", ["Customer Support", "IT Onboarding", "Servizio Clienti", "Secretaría", "Buchhaltung", "Release Bot"]
)
def test_an_office_that_writes_is_nobody(sender: str) -> None:
    assert found(f"From: {sender} <desk@example.org>") == [("EMAIL", "desk@example.org")]


def test_somebody_with_the_name_of_an_office_behind_theirs_is_somebody() -> None:
    assert ("PERSON", "Jane Sales") in found("From: Jane Sales <jane@example.org>")


@pytest.mark.parametrize("name", ["CN=Plum Issuing CA 1", "CN=River Root Authority", "CN=Plum Issuing Sub CA"])
def test_who_issues_certificates_is_nobody(name: str) -> None:
    assert found(f"Issuer:      {name}\nNot after:   2031\n") == []
    assert found("Subject: CN=Jane Roe, OU=Sales\n") == [("PERSON", "Jane Roe")]
