"""Fields that are called after the part that someone plays, in words that no list of phrases has. All are invented."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import found, walked


@pytest.mark.parametrize(
    "key",
    [
        "guardian",
        "legal_guardian",
        "godmother",
        "Beekeeper",
        "Fahrlehrerin",
        "Projektleiter",
        "Versicherungsnehmerin",
        "locataire",
        "Conductora",
        "inquilino",
        "infermiera",
        "Moradora",
        "huurder",
        "opiekun",
        "vårdnadshavare",
        "sagsbehandler",
        "nájemce",
        "Sürücü",
        "водитель",
        "erstellt von",
        "aprobado por",
        "guardian1_name",
        "Kundenname",
        "klantnaam",
        "Name as in passport",
        "Médecin traitant",
        "Lekarz prowadzący",
        "Skapad av",
        "担当者",
        "收货人",
    ],
)
def test_the_part_that_someone_plays_promises_a_name(key: str) -> None:
    assert walked({key: "Reinhild Quastenberg"}) == {key: "<PERSON>"}
    assert ("PERSON", "Reinhild Quastenberg") in found(f"id,{key},email\n7,Reinhild Quastenberg,a@example.org\n")


@pytest.mark.parametrize(
    "key",
    ["arbeitgeber", "employeur", "proveedor", "fornitore", "leverancier", "pracodawca", "school", "会社名", "insurer"],
)
def test_nouns_for_companies_promise_companies(key: str) -> None:
    assert walked({key: "Quastenberg & Söhne"}) == {key: "<COMPANY>"}


@pytest.mark.parametrize(
    "value",
    [
        {"guardian": "not required"},
        {"judge": "gpt-4o-mini"},
        {"runner": "Ubuntu Latest"},
        {"provider": "Google Cloud"},
        {"host_name": "Web Frontend"},
        {"agent": "Support Bot"},
        {"operator": "Greater Than"},
        {"school": "none"},
        {"kind": "Cluster Role"},
        {"insurer": "insurer_17"},
        {"tracking_company": "Parcel Express"},
        {"serverInfo": {"name": "Weather", "websiteUrl": "https://weather.example"}},
        {"accounts": [{"name": "Everyday Checking", "mask": "0000", "subtype": "checking"}]},
        {"client_id": "kq8", "client_name": "Mobile Portal", "connection": "Default", "strategy": "auth0"},
        {"nickname": "Pro Monthly", "currency": "usd", "product": "prod_1"},
        {"supervisoryOrganization": {"descriptor": "Nursing Team", "id": "66"}},
        {"pass (2 checks)": "not applicable"},
    ],
)
def test_words_that_are_no_names_stay_under_such_keys(value: Any) -> None:
    assert walked(value) is value


def test_log_lines_that_begin_with_such_a_noun_stay_readable() -> None:
    assert found("coordinator: Starting Worker\nscheduler: Job Done\nJudge: Model Ready\n") == []


def test_somebody_may_be_a_company_where_money_goes() -> None:
    statement = "date;Bénéficiaire;IBAN bénéficiaire;amount\n2026-01-02;Roe, Doe & Poe;DE89370400440532013000;-3\n"

    assert found(statement) == [("COMPANY", "Roe, Doe & Poe"), ("IBAN", "DE89370400440532013000")]


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("telefono cliente", "030 1234567", "PHONE"),
        ("Geburtsdatum Patient", "1990-04-17", "BIRTHDAY"),
        ("adresse du locataire", "12 rue des Quatre Vents, 75006 Paris", "ADDRESS"),
        ("email_owner", "Jane Roe", "PERSON"),
    ],
)
def test_what_it_is_may_stand_before_whose_it_is(key: str, value: str, kind: str) -> None:
    assert walked({key: value}) == {key: f"<{kind}>"}


@pytest.mark.parametrize(
    ("record", "hidden"),
    [
        ({"Company / Account": "Lakeview Retail"}, {"Company / Account": "<COMPANY>"}),
        ({"home_addr": "12 Elm Row, Springfield, IL 62701"}, {"home_addr": "<ADDRESS>"}),
        ({"BankAccountDetails": "100200300400"}, {"BankAccountDetails": "<ACCOUNT>"}),
        ({"org_id": {"name": "Lakeview Retail"}}, {"org_id": {"name": "<COMPANY>"}}),
        ({"birthday": "04/16"}, {"birthday": "<BIRTHDAY>"}),
        ({"national_id": "078-05-1123"}, {"national_id": "<SSN>"}),
        ({"tabLabel": "CompanyName", "value": "Lakeview Retail"}, {"tabLabel": "CompanyName", "value": "<COMPANY>"}),
        (
            {"user": {"name": "Roe, Quilla", "short_name": "Quilla"}},
            {"user": {"name": "<PERSON>", "short_name": "<PERSON>"}},
        ),
        (
            {"managingOrganization": {"reference": "Organization/x1", "display": "Lakeview Infirmary"}},
            {"managingOrganization": {"reference": "Organization/x1", "display": "<COMPANY>"}},
        ),
        (
            {"documentType": "PASSPORT", "number": "XA1234567", "expiryDate": "2031-01-02", "holder": True},
            {"documentType": "PASSPORT", "number": "<PASSPORT>", "expiryDate": "2031-01-02", "holder": True},
        ),
        (
            {"address": {"city": "Terni", "postCode": "05100", "firstLine": "Via Quaglia 11"}},
            {"address": {"city": "<ADDRESS>", "postCode": "<ADDRESS>", "firstLine": "<ADDRESS>"}},
        ),
    ],
)
def test_names_of_fields_are_read_with_what_holds_them_and_stands_beside_them(record: Any, hidden: Any) -> None:
    assert walked(record) == hidden


def test_given_names_of_many_countries_are_known_with_and_without_accents() -> None:
    names = ["Zoë Quoll", "Jean-Pierre Quoll", "Chinonso Quoll", "Svetlana Quoll", "Mădălina Quoll"]

    assert {walked({"description": "", "name": name, "path": ""})["name"] for name in names} == {"<PERSON>"}


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("Name des Kunden", "Torvald Quillfeather", "PERSON"),
        ("Jméno pacienta", "Jana Quillfeather", "PERSON"),
        ("escalated_to", "Torvald Quillfeather", "PERSON"),
        ("case_worker", "Torvald Quillfeather", "PERSON"),
        ("PatientNm", "Torvald Quillfeather", "PERSON"),
        ("Full Name (English)", "Torvald Quillfeather", "PERSON"),
        ("razon_social", "Kestrel Freight", "COMPANY"),
        ("checking_account", "0044912277", "ACCOUNT"),
        ("plum_key", "q8Zr2LmX0vTnB5cYw7Kd", "SECRET"),
        ("numero_securite_sociale", "299019912345678", "NATIONAL_ID"),
        ("전화번호", "02-312-3456", "PHONE"),
        ("メールアドレス", "jane@example.org", "EMAIL"),
    ],
)
def test_fields_are_read_in_the_words_that_systems_use(key: str, value: str, kind: str) -> None:
    assert walked({key: value}) == {key: f"<{kind}>"}


@pytest.mark.parametrize(
    "value",
    [
        {"related_to": "Billing Portal", "used_for": "Data Export"},
        {"executor": "Docker Machine", "coordinator": "GitLab Runner"},
        {"cache_key": "aB3dE5fG7hJ9kL1mN3", "primary_key": "aB3dE5fG7hJ9kL1mN3"},
        {"first_line": "Fix Broken Build", "via": "Email Link", "gate": "B22"},
    ],
)
def test_such_words_stay_where_they_speak_of_things(value: Any) -> None:
    assert walked(value) is value


@pytest.mark.parametrize("label", ["Licensed to", "Attribué à ", "Zugewiesen an", "Assegnato a", "Asignado a"])
def test_to_whom_something_was_given_is_somebody(label: str) -> None:
    assert found(f"{label}: Renate Holt") == [("PERSON", "Renate Holt")]
    assert found(f"{label}: Second Level Support") == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Patient: Ruth Kessler\nReferring provider: Dr. Amos Tiller (atiller@example.org)\n", "Dr. Amos Tiller"),
        ("Chat started · Visitor: Tobiah Quoll (tq@example.org) · IP: 203.0.113.9", "Tobiah Quoll"),
        ("Subject: Kim Haddad\nDate of birth: 27/12/1984\n", "Kim Haddad"),
        ("Subject: Jane Roe\nDate of birth: 27/12/1984\nE-mail: jane@example.org\n", "Jane Roe"),
    ],
)
def test_who_has_a_part_in_a_record_is_found_beside_what_else_it_tells(text: str, name: str) -> None:
    assert ("PERSON", name) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Subject: Open Enrolment\nDate of birth: 27/12/1984\n",
        "Subject: Travel Insurance\nDate of birth: 27/12/1984\n",
        "Student no: 471\nSubject: Jordan Studies\nDate of birth: 27/12/2004\n",
        "From: a@example.org\nSubject: Grace Period\nDate: 27/12/2004\n",
        "Chat · Visitor: Returning · Agent: Chrome Mobile · IP: 203.0.113.9",
        "Chat | Visitor: Landing Page (spring) | IP: 203.0.113.9",
        "Referring provider: Dr. (see below)\nPatient: none\n",
    ],
)
def test_titles_and_programs_in_such_places_stay_readable(text: str) -> None:
    assert not [value for kind, value in found(text) if kind in ("PERSON", "COMPANY")]


def test_members_with_a_role_are_people_and_repositories_with_issues_are_not() -> None:
    member = {"login": "pq", "name": "Parsifal Quoll", "email": "pq@example.org", "company": "@plum"}
    repository = {"name": "Blue Harbor", "description": "Boats", "url": "https://example.org"}

    assert walked({"membersWithRole": {"nodes": [member]}})["membersWithRole"]["nodes"][0]["name"] == "<PERSON>"
    for thing in ("repositoriesWithIssues", "rolesWithMembers", "teamsWithAccess"):
        assert walked(same := {thing: {"nodes": [repository]}}) is same
