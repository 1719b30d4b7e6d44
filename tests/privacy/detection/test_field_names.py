"""What names of fields promise that no list holds: their words say it, or what stands beside them."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import found, walked


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("gateadresse", "Roeveien 3B", "ADDRESS"),
        ("kundentelefonnummer", "030 123456", "PHONE"),
        ("customeremail", "jane@example.com", "EMAIL"),
        ("adresse du bien", "avenue Dupont, 75001 Paris", "ADDRESS"),
        ("LName", "Roe", "PERSON"),
        ("DL #", "B1002003", "LICENCE"),
        ("Permiso de conducir", "62514392R", "LICENCE"),
        ("outboundcid", "06 23 01 85 13", "PHONE"),
        ("SuppliedName", "Max Roe", "PERSON"),
        ("dateOfBirth", "/Date(600000000000)/", "BIRTHDAY"),
        ("personalausweis_nr", "LZXY0QWRT", "NATIONAL_ID"),
        ("PatientName", "ROE,JANE", "PERSON"),
        ("PatientName", "ROE^JANE^M", "PERSON"),
        ("Contact", "070000 12345", "PHONE"),
        ("name of employer", "Roe Bakery", "COMPANY"),
        ("given_name_male", "Max", "PERSON"),
        ("lastnamefemale", "Roe", "PERSON"),
        ("Full name (non-binary)", "Max Roe", "PERSON"),
        ("name__female", "Jane Roe", "PERSON"),
        ("device__mac", "00 1b 63 84 45 e6", "MAC"),
        ("visa", "4222222222222", "CARD"),
        ("mastercard", "5555555555554444", "CARD"),
        ("national_identity", "L01X00T47", "NATIONAL_ID"),
        ("identity_document", "100200300", "NATIONAL_ID"),
    ],
)
def test_a_field_is_what_its_words_say(key: str, value: str, kind: str) -> None:
    assert walked({key: value}) == {key: f"<{kind}>"}


@pytest.mark.parametrize(
    "document",
    [
        {"lineOfBusiness": "Personal Auto"},
        {"number_of_employees": "Twenty"},
        {"calculated_statement_descriptor": "ROE PAYMENTS"},
        {"ipaddress": "unknown"},
        {"rrn": "700100200300", "amount": 100},
        {"Account Name": "Office Supplies", "Debit": "12.00", "Credit": ""},
        {"manufacturer": "Apple", "model": "R2000"},
        {"name": "payments-7d9f", "age": "3d"},
        {"product_name_female": "Summer Breeze"},
        {"visa": "required"},
        {"document_number": "4500012345", "vat_number": ""},
        {"from": "", "subject": "Summer Breeze", "manager": ""},
        {"subject": "Quarterly Review", "manager": ""},
        {"account": "Operations", "card": ""},
    ],
)
def test_a_field_that_speaks_of_something_else_stays(document: Any) -> None:
    assert walked(document) == document


def test_an_account_beside_the_number_of_a_bank_is_somebody_s() -> None:
    row = {"Account Name": "PAULA ROE", "Sort Code": "00-11-22"}

    assert walked(row)["Account Name"] == "<PERSON>"


def test_an_account_beside_a_card_is_one_of_a_bank() -> None:
    assert ("ACCOUNT", "10020030") in found("Account: 10020030 | Card: 4000-0000-0000-0002")
    assert found("Account: 10020030 | Region: eu-west-1") == []


def test_the_number_of_a_document_beside_a_birthday_is_somebody_s() -> None:
    assert walked({"document_number": "010020030", "dob": "1980-04-16"})["document_number"] == "<NATIONAL_ID>"


def test_the_subject_of_a_report_is_somebody_and_that_of_a_letter_is_not() -> None:
    report = "Subject: Margaret Roe (Employee ID: 4711)\nDepartment: Sales\nManager: Thomas Roe"

    assert found(report) == [("PERSON", "Margaret Roe"), ("PERSON", "Thomas Roe")]
    assert found("From: Sales\nSubject: Margaret Roe Award\nManager: nobody") == []


def test_an_insurer_is_called_a_carrier_beside_a_policy() -> None:
    assert walked({"carrier": "Roe Mutual", "policyNumber": "PAP-1"})["carrier"] == "<COMPANY>"
    assert walked({"carrier": "Roe Mutual", "weight": 3})["carrier"] == "Roe Mutual"


def test_a_password_that_a_program_made_is_one() -> None:
    assert walked({"length": 24, "result": "h4TqW8zLp2RkV6nXb9Dm", "special": False})["result"] == "<SECRET>"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("GITLAB_USER_NAME=Simon Roe\nCI=true", ("PERSON", "Simon Roe")),
        ("id = 4\nstreet_address = 31 Fernhollow Pass\nage = 3", ("ADDRESS", "31 Fernhollow Pass")),
        ("客户姓名：林小梅\n其他：无", ("PERSON", "林小梅")),
        ('7) "csrf_token"\n8) "q7/Rt2Lw9ZxV4nKd8BmT3cYp="', ("SECRET", "q7/Rt2Lw9ZxV4nKd8BmT3cYp=")),
        (
            "define( 'AUTH_KEY', 'v8]Qp;,Z=tR2 w6^Km#4[Lx71T]:Nd(Hs0bYc9' );",
            ("SECRET", "v8]Qp;,Z=tR2 w6^Km#4[Lx71T]:Nd(Hs0bYc9"),
        ),
        ("headers.add('X-Api-Key', 'a8F3kL0pQ9zX7mN2b')", ("SECRET", "a8F3kL0pQ9zX7mN2b")),
        ("Name: Samir Roe\nTitle: Controller", ("PERSON", "Samir Roe")),
        ("Beneficiary: Fernroe plc\n", ("COMPANY", "Fernroe plc")),
    ],
)
def test_names_and_values_are_read_as_programs_and_people_write_them(text: str, value: tuple[str, str]) -> None:
    assert value in found(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("機械10.9.8.77は停止中", ("IP", "10.9.8.77")),
        ("卡号4111111111111111已", ("CARD", "4111111111111111")),
        ("主机fe80::1ff:fe23:4567:890a已", ("IP", "fe80::1ff:fe23:4567:890a")),
    ],
)
def test_scripts_without_blanks_hide_nothing(text: str, value: tuple[str, str]) -> None:
    assert found(text) == [value]


@pytest.mark.parametrize("identifier", ["q7RkP2zVn9XbT4mW", "home_address", "TzAXhVz9eROv2HQ7"])
def test_a_variable_goes_by_its_key_whatever_its_id_and_its_type_read_like(identifier: str) -> None:
    variable = {"id": identifier, "key": "SESSION_SECRET", "value": "Rj82bNKn2Ltfg0IcC4N3d4xab", "type": "plain"}

    assert walked({"envs": [variable]}) == {"envs": [{**variable, "value": "<SECRET>"}]}


def test_the_id_of_a_token_is_half_of_it_beside_its_secret() -> None:
    halves = {"tokenId": "5e0c1f7a93b24d68b1a7c2e94f0d3865", "tokenSecret": "q7RkP2zVn9XbT4mWs8LdH3cF"}

    assert walked(halves) == {"tokenId": "<SECRET>", "tokenSecret": "<SECRET>"}
    assert walked({**halves, "tokenId": "root@pam!backup"})["tokenId"] == "root@pam!backup"
    assert walked({"tokenId": halves["tokenId"], "expires": 300}) == {"tokenId": halves["tokenId"], "expires": 300}


def test_a_wiki_may_show_both_halves_of_a_token_set_as_code() -> None:
    token = "{{5e0c1f7a93b24d68b1a7c2e94f0d3865}}"
    secrets = "|Consumer secret|{{k3Jd9sLq0Zx7Vb2NmQ8w}}|\n|Token secret|{{q7RkP2zVn9XbT4mWs8Ld}}|\n"

    assert ("SECRET", token) in found(f"||Setting||Value||\n|Token ID|{token}|\n{secrets}")


@pytest.mark.parametrize("name", ["Password (generated)", "API key or token for your shop", "Wachtwoord (nieuw)"])
def test_a_name_with_more_behind_it_still_names_a_secret(name: str) -> None:
    assert walked({name: "uYmq7jaDSN8YI5mT"}) == {name: "<SECRET>"}


@pytest.mark.parametrize(
    "number", ["DE471108155", "ATU47110815", "NL471108155B01", "BE0471.108.155", "CHE-471.108.155"]
)
def test_by_what_a_firm_pays_its_vat_is_nobodys_number(number: str) -> None:
    assert walked({"Name": "Plum Works GmbH", "TaxNumber": number})["TaxNumber"] == number
    assert found(f"Firma;USt-IdNr;Ort\nPlum Works GmbH;{number};Bonn\n") == [("COMPANY", "Plum Works GmbH")]


@pytest.mark.parametrize("number", ["12/345/67890", "X1234567L", "L01X00T471", "DE4711", "47110815551"])
def test_the_number_of_a_taxpayer_is_hidden_as_before(number: str) -> None:
    assert walked({"TaxNumber": number}) == {"TaxNumber": "<NATIONAL_ID>"}


def test_a_column_of_socials_and_taxes_holds_those_of_other_states() -> None:
    table = (
        "Employee,Tax / SSN,Net\nJane Roe,51946382909,3638.24\nJohn Doe,219-09-9999,2446.68\nAnn Poe,AB123456C,2.50\n"
    )

    assert found(table) == [
        ("PERSON", "Jane Roe"),
        ("NATIONAL_ID", "51946382909"),
        ("PERSON", "John Doe"),
        ("SSN", "219-09-9999"),
        ("PERSON", "Ann Poe"),
        ("NINO", "AB123456C"),
    ]
    assert found("Item,Tax / net,Order\nLamp,51946382909,51946382909\n") == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("alltime_dl", 861098349149),
        ("dl_info_data", 127006787927),
        ("uart_pass_port", "8899"),
        ("highest_post_number", 1185),
        ("siren", 10473),
        ("insee", "74080"),
        ("SandboxKey", "/var/run/docker/netns/8ab54b426c38"),
        ("token1", "/romfs/lcd/ar_AR.tr"),
        ("firstCharacterKey", "/library/sections/3/firstCharacter?type=18"),
    ],
)
def test_names_that_only_sound_like_a_paper_or_a_key_hold_none(name: str, value: Any) -> None:
    assert walked({name: value}) == {name: value}
