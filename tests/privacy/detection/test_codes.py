"""Codes that open something once, as messages carry them and lists keep them."""

from __future__ import annotations

import pytest

from .reading import found

CODES = [
    ("Your code is 916547", "916547"),
    ("972405 is your Acme Bank verification code. Don't share it.", "972405"),
    ("Your Acme code is 6214. Reply STOP to unsubscribe", "6214"),
    ("G-247488 is your confirmation code", "247488"),
    ("one-time bypass code 51295227 (valid 60 min)", "51295227"),
    ("Lobby code 3671. Parcel A-17", "3671"),
    ("Login code: 884 213", "884 213"),
    ("il codice per accedere è 331478. Scade tra 10 minuti", "331478"),
    ("tijdelijke code verstuurd: 770176. Klant belt terug", "770176"),
    ("Ihr Bestätigungscode lautet 123456", "123456"),
    ("Votre code de vérification est 123456", "123456"),
    ("Tu código de verificación es 123456", "123456"),
]
OTHERS = [
    "Your booking code is 123456",
    "Your discount code is 20252025",
    "the request ended with error code 123456",
    "exit code is 1234",
    "Verification code sent. Ticket 482913",
    "Recovery codes were made on 2025-01-13.",
]


@pytest.mark.parametrize(("text", "code"), CODES)
def test_a_code_in_a_message_is_a_secret(text: str, code: str) -> None:
    assert found(text) == [("SECRET", code)]


@pytest.mark.parametrize("text", OTHERS)
def test_a_code_that_opens_nothing_stays(text: str) -> None:
    assert found(text) == []


def test_all_codes_of_a_list_are_hidden() -> None:
    text = "Your two-factor recovery codes\n\n  f7198-78ca1   430ee-b8b90\n  be186-e3f67\n\nGenerated 2025-04-13"

    assert found(text) == [("SECRET", "f7198-78ca1"), ("SECRET", "430ee-b8b90"), ("SECRET", "be186-e3f67")]


def test_what_opens_a_drive_is_known_by_its_form() -> None:
    key = "146850-693836-283866-313478-215556-464937-265837-546194"

    assert found(f"Recovery Key ID: 54A97F1C\nRecovery key: {key}") == [("SECRET", key)]
