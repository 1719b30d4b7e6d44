"""Fields that mean something only beside others, and the same names elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import found, walked


def test_what_leaked_in_clear_beside_a_mailbox_is_a_password() -> None:
    text = "email,plaintext,breach,year\nmina.okoro@example.org,Walnut#77,Quillpad,2019\n"

    assert ("SECRET", "Walnut#77") in found(text)


@pytest.mark.parametrize(
    "value",
    [
        {"email": "mina@example.org", "subject": "Lunch", "plaintext": "See you at noon"},
        {"algorithm": "aes-128", "plaintext": "attack at dawn", "hash": "sha256"},
        {"format": "plaintext", "email": "mina@example.org"},
    ],
)
def test_a_plain_text_that_nobody_leaked_stays(value: dict[str, Any]) -> None:
    kept = walked(value)

    assert {**kept, "email": ""} == {**value, "email": ""}


def test_what_opens_a_machine_from_afar_is_hidden() -> None:
    text = (
        "<table><tr><th>Device</th><th>Session code</th><th>One-time password</th></tr>"
        "<tr><td>LAB-7</td><td>s11-204-660</td><td>qwtrnk</td></tr></table>"
    )

    assert found(text) == [("SECRET", "s11-204-660"), ("SECRET", "qwtrnk")]


@pytest.mark.parametrize(
    "value",
    [
        {"session_code": "S-2025-04", "room": "Aula 3"},
        {"session_code": "KEYNOTE", "speaker_count": 2},
        {"one_time_password": "sms", "fallback": "email"},
    ],
)
def test_the_code_of_a_session_alone_stays(value: dict[str, Any]) -> None:
    assert walked(value) is value


def test_the_name_of_a_user_is_hidden_whatever_it_is() -> None:
    user = {"userName": "tvoss@example.org", "displayName": "Tjark Vossloh"}
    may_read = {"type": "user", "role": "reader", "emailAddress": "tj@example.org", "displayName": "Tjark Vossloh"}

    assert walked(user)["displayName"] == "<PERSON>"
    assert walked({"permissions": [may_read]})["permissions"][0]["displayName"] == "<PERSON>"
    assert ("PERSON", "Tjark Vossloh") in found('POST userName=tv@example.org displayName="Tjark Vossloh" active=true')


@pytest.mark.parametrize("name", ["Backup Service", "Platform Team", "billing-sync"])
def test_an_account_that_is_nobody_s_keeps_its_name(name: str) -> None:
    user = {"userName": "svc@example.org", "displayName": name}
    may_read = {"type": "group", "role": "reader", "emailAddress": "all@example.org", "displayName": name}

    assert walked(user)["displayName"] == name
    assert walked({"permissions": [may_read]})["permissions"][0]["displayName"] == name


def test_the_code_of_an_italian_town_is_hidden_beside_its_street() -> None:
    text = "Indirizzo: Via Larga, 12\nCAP: 40121\nComune: Bologna\n"

    assert ("ADDRESS", "40121") in found(text)


@pytest.mark.parametrize("value", [{"cap": "50000", "currency": "EUR"}, {"CAP": "12000", "used": "880"}])
def test_the_most_of_something_stays(value: dict[str, Any]) -> None:
    assert walked(value) is value


def test_the_key_of_a_licence_is_hidden_beside_its_number_of_machines() -> None:
    licence = {"name": "Team", "key": "Q7LM42-X9ZRTD-55PLKW-0ABQE1-V3", "maxMachines": 5, "status": "ACTIVE"}

    assert walked(licence) == {**licence, "key": "<SECRET>"}
    assert walked({"key": "eu-west/plan-a", "maxMachines": 5})["key"] == "eu-west/plan-a"


def test_the_session_of_a_user_is_hidden_beside_the_last_time_of_a_password() -> None:
    session = {
        "id": "102kT7wQzLmXa0PvRb3nUe9Yc",
        "userId": "00uPq7",
        "login": "mina@example.org",
        "lastPasswordVerification": "2025-01-04T08:00:00Z",
    }

    assert walked(session)["id"] == "<SECRET>"
    assert walked({"id": session["id"], "login": "mina@example.org"})["id"] == session["id"]


def test_the_numbers_of_a_paper_are_hidden_below_their_name() -> None:
    report = {
        "date_of_birth": "1990-02-03",
        "document_numbers": [{"type": "document_number", "value": "X4PTR77KQ"}],
        "document_type": "passport",
    }

    assert walked(report)["document_numbers"][0]["value"] == "<NATIONAL_ID>"
    ledger = {"document_numbers": [{"type": "document_number", "value": "INV200417"}], "posted": True}
    assert walked(ledger) == ledger
