"""Lines of forms and hand-overs, values that a longer phrase announces, and things that are called like people."""

from __future__ import annotations

import pytest

from .reading import found, walked

TOLD = [
    ("Traveller: Tuva Brandal\nDate of birth: 1981-03-04", "PERSON", "Tuva Brandal"),
    ("Reached her. Next of kin: Tuva Brandal at +44 20 7946 0321.", "PERSON", "Tuva Brandal"),
    ("From: Tuva Brandal (U04EB3N4N13)\nTime: 09:12", "PERSON", "Tuva Brandal"),
    ("From: Tuva Brandal (ID: U0OR6AETJEU)\nTime: 09:12", "PERSON", "Tuva Brandal"),
    ("Requested for: Tuva Brandal (tuva@example.org)", "PERSON", "Tuva Brandal"),
    ("|Host|sftp.example.org|\n|Contact|Tuva Brandal, tuva@example.org|\n|Phone|n/a|", "PERSON", "Tuva Brandal"),
    ("| IP | 192.0.2.7 |\n| Ansprechpartner | Tuva Brandal, +49 89 1234567 |", "PERSON", "Tuva Brandal"),
    ("Attention:   Jane Roe\nTerms: 30 days", "PERSON", "Jane Roe"),
    ("GP:          Dr Tuva Brandal\nClinic: 4", "PERSON", "Dr Tuva Brandal"),
    ("1  Name of entity/individual: April Brandal\n2  Business name", "PERSON", "April Brandal"),
    ("Vermieter: Tuva Brandal\nMiete: 900 EUR", "PERSON", "Tuva Brandal"),
    ("Vorgesetzte/r: Tuva Brandal\nEintritt: 09.05.2025", "PERSON", "Tuva Brandal"),
    ("Presidente: Tuva Brandal\nSecretario: Ilse Mortens", "PERSON", "Ilse Mortens"),
    ("En cas de panne : Jane Roe, 0778733923 ou le support", "PHONE", "0778733923"),
    ("(14:20:21) Ana : Un numéro de portable ?\n(14:21:24) Luc : 0778733923", "PHONE", "0778733923"),
    ("Mitarbeiterdaten: Heike Brandal, Abteilung 4", "PERSON", "Heike Brandal"),
    ("Kundendaten: Heike Brandal, E-Mail: h@example.org", "PERSON", "Heike Brandal"),
    ("Déclarant : Hélène Marchetti\nService : paie", "PERSON", "Hélène Marchetti"),
    ("Osoba dyżurna: Zbysława Kruk\nTelefon: +48 601 222 333", "PERSON", "Zbysława Kruk"),
    ("Outgoing: Ilva Storm (+1 503-555-0142)\n", "PERSON", "Ilva Storm"),
    ("Mot de passe provisoire de la boîte de l'accueil : Tulipe.77x", "SECRET", "Tulipe.77x"),
    ("Hasło tymczasowe do konta na serwerze zapasowym: Wrona_48!", "SECRET", "Wrona_48!"),
    ("Password of the spare account on the printer: Heron-58!k", "SECRET", "Heron-58!k"),
    ("an id and its secret (q7RkP2zVn9XbT4mWs8LdH3cF) leaked", "SECRET", "q7RkP2zVn9XbT4mWs8LdH3cF"),
    ("Session id was `Hk3vQ9zLw7TnB2xRd5MfY8pC`.", "SECRET", "Hk3vQ9zLw7TnB2xRd5MfY8pC"),
    (
        "vault write login secret_id=3f0c1d7e-8a52-4b6f-9e21-70d4c5b8a916",
        "SECRET",
        "3f0c1d7e-8a52-4b6f-9e21-70d4c5b8a916",
    ),
    ("/web/dev/colour\tString\tblue\n/web/dev/db_password\tSecureString\tHarbour41!\n", "SECRET", "Harbour41!"),
    ("Pido que me llamen al 699 10 20 30 hoy", "PHONE", "699 10 20 30"),
    ("Ni når mig på 070-111 22 33 efter lunch", "PHONE", "070-111 22 33"),
    ("the buyer is Ann, number 074001 11222", "PHONE", "074001 11222"),
    ("It is now +44 20 7946 0321, the old one (02079460322) is off", "PHONE", "02079460322"),
    ("<Amt>120.50</Amt><Ref>44871209</Ref><Cdtr><Nm>Ysolde Quarrie</Nm></Cdtr>", "PERSON", "Ysolde Quarrie"),
]
PLAIN = [
    "Incoming: Request Body (application/json)",
    "Outgoing: Max Size (4096)",
    "Traveller: see the table below",
    "From: Central Station (Platform 4)\nTo: Grand Hotel (4711)",
    "Attention: Important Notice",
    "Autor: siehe unten",
    "Mitarbeiterdaten: Siehe Anhang, Seite 4",
    "Reported by: Crash Handler at 0x7f3a",
    "its secret (see `deploy/secrets-2024-eu.yaml`) is mounted",
    "the token (`ACCESS_TOKEN_V2_FALLBACK`) is optional",
    "Releases older than 3.11.4.27 and builds before 7.20.1.16 are refused",
    "Every step has a label, number 12345678",
]


@pytest.mark.parametrize(("text", "kind", "value"), TOLD)
def test_the_words_before_a_value_say_what_it_is(text: str, kind: str, value: str) -> None:
    assert (kind, value) in found(text)


@pytest.mark.parametrize("text", PLAIN)
def test_the_same_words_before_something_else_say_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "thing",
    [
        {"ENGINE": "postgresql", "NAME": "ledger", "USER": "app", "HOST": "db", "PORT": "5432"},
        {"id": 4, "uid": "kP3x", "name": "Influx Archive", "type": "influx", "url": "http://db:8086"},
        {"matricula": "5512", "turma": "6B"},
    ],
)
def test_databases_and_enrolments_are_nobody(thing: dict[str, object]) -> None:
    assert walked(thing) == thing


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("nom_famille", "Quentel", "PERSON"),
        ("familienaam", "Hoogstra", "PERSON"),
        ("usr.name", "Ysolde Quarrie", "PERSON"),
        ("src_number", "032555010", "PHONE"),
        ("national_format", "074001 11222", "PHONE"),
        ("secret_id", "3f0c1d7e-8a52-4b6f-9e21-70d4c5b8a916", "SECRET"),
        ("matricula", "4821 KLM", "LICENCE"),
    ],
)
def test_a_key_says_what_it_holds(key: str, value: str, kind: str) -> None:
    assert walked({key: value}) == {key: f"<{kind}>"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mysql -h 192.0.2.17 -u root -pGranit-7Ofen shop", "Granit-7Ofen"),
        ("Besucher-WLAN: SSID Gaeste, pass Ofenrohr77!. Bis morgen", "Ofenrohr77!"),
        ("Le hemos puesto la contraseña provisional Granito-44. Gracias", "Granito-44"),
        ("On lui a donné le mot de passe temporaire Granit-44x hier", "Granit-44x"),
    ],
)
def test_passwords_are_found_as_people_and_commands_pass_them_on(text: str, value: str) -> None:
    assert [one for one in found(text) if one[0] == "SECRET"] == [("SECRET", value)]


@pytest.mark.parametrize("text", ["Ruf mich sonst an: 0151 23456789", "Ruft uns bitte gleich an: 030 123456"])
def test_a_phone_is_found_behind_a_verb_that_german_takes_apart(text: str) -> None:
    assert [kind for kind, _ in found(text)] == ["PHONE"]


def test_a_passport_may_have_letters_alone() -> None:
    assert found("Passport no.: CGXGCZMMK") == [("PASSPORT", "CGXGCZMMK")]
    assert walked({"passport_number": "GJTNHPVFK"}) == {"passport_number": "<PASSPORT>"}


@pytest.mark.parametrize("word", ["REQUESTED", "SUBMITTED", "NOT FOUND"])
def test_a_word_in_the_place_of_a_passport_stays_readable(word: str) -> None:
    document = {"passport_number": word}

    assert found(f"Passport no.: {word}") == []
    assert walked(document) is document


def test_what_india_calls_a_pan_and_where_it_pays() -> None:
    row = {"PAN": "ABCPS1234K", "UPI": "jane.roe@okbank"}

    assert walked(row) == {"PAN": "<NATIONAL_ID>", "UPI": "<ACCOUNT>"}
    assert walked({"pan": "4111111111111111", "upi": "enabled"}) == {"pan": "<CARD>", "upi": "enabled"}


def test_a_number_beside_the_sort_of_a_document_is_that_document_s() -> None:
    assert walked({"doc": "passport", "number": "C01X0006H"}) == {"doc": "passport", "number": "<PASSPORT>"}
