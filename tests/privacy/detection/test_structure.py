"""Structured data is read by the names of its fields, by what stands around them and by the values."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandgate.privacy.detection import DetectionOptions, Recogniser, Scalar

from .reading import DETECTOR, found, walked

FIELDS = [
    ("email", "jane@localhost", "EMAIL"),
    ("phoneNumber", "9885 1152", "PHONE"),
    ("contact-phone", 4155550132, "PHONE"),
    ("card_number", "1234 5678 8765 4321", "CARD"),
    ("cvc", "123", "SECRET"),
    ("bankAccount", "12345678", "ACCOUNT"),
    ("ssn", 123456789, "SSN"),
    ("National Insurance Number", "QQ123456C", "NINO"),
    ("tax_id", "12-3456789", "NATIONAL_ID"),
    ("passportNo", "C01234567", "PASSPORT"),
    ("drivers_license", "A1234567", "LICENCE"),
    ("remote_addr", "10.1.2.3", "IP"),
    ("MACAddress", "00-1A-2B-3C-4D-5E", "MAC"),
    ("Billing.Street", "12 Rue de la Paix", "ADDRESS"),
    ("zip", "90210", "ADDRESS"),
    ("dateOfBirth", "1980-02-03", "BIRTHDAY"),
    ("dob", "3 Feb 1980", "BIRTHDAY"),
    ("Password", "correct horse", "SECRET"),
    ("X-API-Key", "a1b2c3d4e5f6", "SECRET"),
    ("first_name", "jane", "PERSON"),
    ("Last Name", "Ó Súilleabháin", "PERSON"),
    ("Vorname", "Jürgen", "PERSON"),
    ("Account.Owner", "Jane Roe", "PERSON"),
    ("customer_name", "Jane Roe", "PERSON"),
    ("contact", "Jane Roe", "PERSON"),
    ("created_by", "Maria", "PERSON"),
    ("name", "John Smith", "PERSON"),
    ("name", "Acme GmbH", "COMPANY"),
    ("companyName", "Acme", "COMPANY"),
    ("Account.Name", "Edge Communications", "COMPANY"),
]


@pytest.mark.parametrize(("key", "value", "kind"), FIELDS)
def test_a_field_is_known_by_its_name(key: str, value: str | int, kind: str) -> None:
    assert walked({"id": 7, key: value}) == {"id": 7, key: f"<{kind}>"}


def test_what_holds_a_name_tells_whose_it_is() -> None:
    name = {"name": "Jane Roe"}

    answer = walked({"customer": dict(name), "reviewers": [dict(name)], "file": dict(name), "repo": dict(name)})

    hidden = {"name": "<PERSON>"}
    assert answer == {"customer": hidden, "reviewers": [hidden], "file": name, "repo": name}


def test_what_stands_beside_a_name_tells_whose_it_is() -> None:
    rows = [{"id": 1, "name": "Mroe", "email": "m@example.org"}, {"id": 2, "name": "Steel Works", "industry": "steel"}]

    assert [row["name"] for row in walked(rows)] == ["<PERSON>", "<COMPANY>"]


def test_an_issue_keeps_its_things_and_hides_its_people() -> None:
    issue: dict[str, Any] = {
        "key": "PROJ-12",
        "fields": {
            "summary": "Login fails",
            "assignee": {"displayName": "Mia Krystof", "emailAddress": "mia@example.com"},
            "status": {"name": "In Progress"},
            "project": {"name": "Project One"},
        },
    }

    answer = walked(issue)

    assert answer["fields"]["assignee"] == {"displayName": "<PERSON>", "emailAddress": "<EMAIL>"}
    assert answer["fields"]["status"] is issue["fields"]["status"]
    assert answer["key"] == "PROJ-12"


def test_the_parts_of_an_address_are_hidden_and_its_country_is_not() -> None:
    address = {"line1": "27 Fredrick Ave", "line2": None, "city": "Brothers", "postal_code": "97712", "country": "US"}

    answer = walked({"customer": {"address": address}})["customer"]["address"]

    assert answer == {
        "line1": "<ADDRESS>",
        "line2": None,
        "city": "<ADDRESS>",
        "postal_code": "<ADDRESS>",
        "country": "US",
    }


def test_a_name_and_its_value_in_two_fields_are_read_together() -> None:
    headers = [{"name": "From", "value": "Jane Roe <jane@example.com>"}, {"name": "Phone", "value": "9885 1152"}]

    assert [header["value"] for header in walked(headers)] == ["<PERSON> <<EMAIL>>", "<PHONE>"]


def test_a_secret_that_an_object_names_is_one_whatever_the_object_is_called() -> None:
    settings = {"property": [{"name": "env.PLUM_API_KEY", "value": "QX7JE0UV0QCXB3NBKV1ZW7FZ"}]}
    macros = {"macros": [{"macro": "{$IPMI_PASSWORD}", "value": "n0teb00k"}, {"macro": "{$CPU_MAX}", "value": "90"}]}

    assert walked(settings)["property"][0]["value"] == "<SECRET>"
    assert [each["value"] for each in walked(macros)["macros"]] == ["<SECRET>", "90"]
    assert walked({"property": {"type": "home", "value": "12 Elm Street"}})["property"]["value"] == "<ADDRESS>"


def test_rows_are_read_by_the_header_beside_them() -> None:
    answer = walked({"columns": ["id", "customer_name", "phone"], "rows": [[1, "Jane Roe", "9885 1152"]]})

    assert answer["rows"] == [[1, "<PERSON>", "<PHONE>"]]


def test_a_sheet_is_read_by_its_first_row() -> None:
    answer = walked({"values": [["Name", "Email", "Status"], ["Jane Roe", "j@example.org", "done"]]})

    assert answer["values"] == [["Name", "Email", "Status"], ["<PERSON>", "<EMAIL>", "done"]]


def test_csv_in_a_string_is_read_by_its_header() -> None:
    csv = 'id,full_name,phone,plan\n1,"Roe, Jane",9885 1152,gold\n2,Omar Haddad,7858949,basic\n'

    answer = walked({"text": csv})["text"]

    assert answer == 'id,full_name,phone,plan\n1,"<PERSON>",<PHONE>,gold\n2,<PERSON>,<PHONE>,basic\n'


def test_a_table_of_markdown_is_read_by_its_header() -> None:
    table = "| Name | Email | Role |\n|------|-------|------|\n| Jane Roe | j@example.org | admin |"

    assert walked(table) == "| Name | Email | Role |\n|------|-------|------|\n| <PERSON> | <EMAIL> | admin |"


def test_rows_of_sql_are_read_by_their_columns() -> None:
    sql = "INSERT INTO people (id, first_name, phone) VALUES (1, 'Jane', '9885 1152'), (2, 'Omar', '785 8949');"

    assert walked(sql) == sql.replace("Jane", "<PERSON>").replace("Omar", "<PERSON>").replace(
        "9885 1152", "<PHONE>"
    ).replace("785 8949", "<PHONE>")


def test_json_in_a_string_keeps_its_writing_and_hides_its_values() -> None:
    text = '{ "customer":  {"name": "Jane Roe"},\n "repo": {"name": "Jane Roe"} }'

    assert walked({"text": text})["text"] == text.replace("Jane Roe", "<PERSON>", 1)


def test_a_card_is_found_where_no_name_promises_one() -> None:
    assert walked({"value": 4111111111111111, "n": 3}) == {"value": "<CARD>", "n": 3}


def test_a_key_that_is_an_address_is_changed_as_well() -> None:
    assert walked({"jane@example.org": {"balance": 1.5}}) == {"<EMAIL>": {"balance": 1.5}}


def test_only_the_parts_that_change_are_copied() -> None:
    document = {"people": [{"email": "jane@example.org"}], "things": [{"id": 1}]}

    answer = walked(document)

    assert answer["things"] is document["things"]
    assert document["people"] == [{"email": "jane@example.org"}]


def test_every_occurrence_is_given_to_the_change_with_its_whole_value() -> None:
    seen: list[tuple[str, Scalar]] = []

    def change(kind: str, value: Scalar) -> str:
        seen.append((kind, value))
        return "x"

    DETECTOR.walk({"ssn": 123456789, "note": "mail a@example.org or b@example.org"}, change)

    assert seen == [("SSN", 123456789), ("EMAIL", "a@example.org"), ("EMAIL", "b@example.org")]


def test_data_nested_too_deep_to_be_read_is_refused() -> None:
    deep: Any = "jane@example.org"
    for _ in range(300):
        deep = [deep]

    with pytest.raises(ValueError, match="deeper"):
        walked(deep)


def test_a_kind_can_be_switched_off() -> None:
    options = DetectionOptions(kinds={"EMAIL": False})

    assert walked({"email": "jane@example.org", "phone": "9885 1152"}, options) == {
        "email": "jane@example.org",
        "phone": "<PHONE>",
    }


def test_logins_are_hidden_only_where_that_is_asked_for() -> None:
    document = {"login": "octocat"}

    assert walked(document) is document
    assert walked(document, DetectionOptions(kinds={"USERNAME": True})) == {"login": "<USERNAME>"}


def test_a_recogniser_of_ones_own_works_by_pattern_checksum_and_key() -> None:
    badge = Recogniser(name="BADGE", pattern=r"B-\d{8}", checksum="luhn", keys=("badge", "staff no"))
    options = DetectionOptions(recognisers=(badge,))

    assert walked("seen B-00000018 and B-00000019", options) == "seen <BADGE> and B-00000019"
    assert walked({"staffNo": "B-00000018", "badge": "lost"}, options) == {"staffNo": "<BADGE>", "badge": "<BADGE>"}


@pytest.mark.parametrize(
    "text",
    ["case_number,plan\n{},gold\n", "plan\tcase number\ngold\t{}\n", "| id | case_number |\n|---|---|\n| 1 | {} |\n"],
)
def test_a_column_of_ones_own_is_seen_beside_one_other(text: str) -> None:
    options = DetectionOptions(recognisers=(Recogniser(name="CASE", pattern=r"CASE-\d{6}", keys=("case_number",)),))

    assert walked(text.format("A-77"), options) == text.format("<CASE>")


def test_a_recogniser_without_a_pattern_takes_all_that_its_keys_hold() -> None:
    options = DetectionOptions(recognisers=(Recogniser(name="CASE", keys=("case ref",)),))

    assert walked({"caseRef": "any words"}, options) == {"caseRef": "<CASE>"}


def test_a_pattern_of_ones_own_needs_no_digits() -> None:
    options = DetectionOptions(recognisers=(Recogniser(name="PROJECT", pattern=r"Project [A-Z][a-z]+"),))

    assert walked({"note": "about Project Falcon today"}, options) == {"note": "about <PROJECT> today"}


def test_a_value_that_stands_alone_in_an_object_keeps_the_name_of_the_object() -> None:
    item = {"phone": {"S": "18965469"}, "firstName": {"S": "Eva"}, "orderCount": {"N": "18965469"}}

    assert walked(item) == {"phone": {"S": "<PHONE>"}, "firstName": {"S": "<PERSON>"}, "orderCount": {"N": "18965469"}}
    assert walked([item, item]) == [walked(item)] * 2
    assert walked({"phone_numbers": [{"data": "927083013", "primary": True}]}) == {
        "phone_numbers": [{"data": "<PHONE>", "primary": True}]
    }


def test_a_name_that_is_formatted_beside_its_parts_is_a_name() -> None:
    name = {"formatted": "Nilcan Arsoy", "familyName": "Arsoy"}

    assert walked({"name": name}) == {"name": {"formatted": "<PERSON>", "familyName": "<PERSON>"}}
    assert walked({"price": {"formatted": "Seven Euros"}}) == {"price": {"formatted": "Seven Euros"}}


def test_texts_that_are_wrapped_twice_keep_what_the_property_promises() -> None:
    text = {"type": "text", "text": {"content": "Jane Roe", "link": None}, "plain_text": "Jane Roe"}
    page = {
        "Name": {"id": "title", "type": "title", "title": [text]},
        "Birthday": {"type": "date", "date": {"start": "1981-05-06", "end": None}},
        "Due": {"type": "date", "date": {"start": "2026-05-06", "end": None}},
    }

    changed = walked(page)

    assert changed["Name"]["title"] == [
        {"type": "text", "text": {"content": "<PERSON>", "link": None}, "plain_text": "<PERSON>"}
    ]
    assert changed["Birthday"]["date"]["start"] == "<BIRTHDAY>"
    assert changed["Due"] == page["Due"]


def test_a_title_that_nothing_personal_stands_beside_is_left_alone() -> None:
    page = {"Name": {"type": "title", "title": [{"plain_text": "Winter Plan"}]}, "Status": {"select": {"name": "Done"}}}

    assert walked(page) is page


def test_a_name_beside_its_two_parts_is_a_person_s_wherever_it_stands() -> None:
    invited = {"resource": {"email": "j@example.org", "first_name": "Jane", "last_name": "Roe", "name": "Jane Roe"}}

    assert walked(invited)["resource"]["name"] == "<PERSON>"


def test_what_a_schema_calls_a_field_is_no_name() -> None:
    schema = {"properties": {"first_name": {"title": "First Name", "type": "string"}}}

    assert walked(schema) is schema


def test_a_number_with_a_plus_is_dialled_whatever_its_field_is_called() -> None:
    assert walked({"text_number": "(02) 1234 5893"}) == {"text_number": "<PHONE>"}
    assert walked({"some_number": "+4930901820"}) == {"some_number": "<PHONE>"}


def test_a_name_of_something_unknown_is_a_person_s_beside_what_people_have() -> None:
    passenger = {"crew_name": "Jane Roe", "plan_name": "Jane Roe", "email": "jane@example.org"}

    assert walked(passenger) == {"crew_name": "<PERSON>", "plan_name": "Jane Roe", "email": "<EMAIL>"}
    assert walked({"crew_name": "Jane Roe"}) == {"crew_name": "Jane Roe"}


def test_the_key_of_a_record_is_a_secret_where_its_model_is_called_so() -> None:
    token = {"model": "authtoken.token", "pk": "6841829c1ac7066ac80806e57f2b2e744c74dcd3", "fields": {"user": 753}}

    assert walked(token) == {**token, "pk": "<SECRET>"}
    for model in ("ci.build", "auth.user", "crm.phone"):
        assert walked({**token, "model": model}) == {**token, "model": model}


WHO: list[tuple[Any, str]] = [
    (
        {"Resources": [{"userName": "t@example.org", "displayName": "Tuva Brandal", "emails": [{"value": "t@x.org"}]}]},
        "Tuva Brandal",
    ),
    ({"urn:scim:schemas:extension:2.0:User": {}, "displayName": "Tuva Brandal", "email": "t@x.org"}, "Tuva Brandal"),
    ({"Attributes": [{"Name": "email", "Value": "p@x.org"}, {"Name": "name", "Value": "Paul Roe"}]}, "Paul Roe"),
    ({"messages": [{"from": "Dawn Roe", "from_id": "user731717262", "text": "hey"}]}, "Dawn Roe"),
    ({"CustomerRef": {"value": "11", "name": "Amber Roe"}}, "Amber Roe"),
    ({"owner_id": {"name": "Tuva Brandal", "email": "t@x.org", "value": 6112153}}, "Tuva Brandal"),
]
OPENING = [
    ({"items": [{"userId": "9168", "verificationCode": "69985772"}]}, "69985772"),
    (
        {"key": "CC4CEA83-4EC3-4275-994C-042239E693B9", "activation_limit": 5},
        "CC4CEA83-4EC3-4275-994C-042239E693B9",
    ),
]
THINGS: list[dict[str, object]] = [
    {"guild": {"id": "72", "name": "Minecraft Friends"}},
    {"resource_type": "task", "name": "Rotate Asana Plums", "assignee": None, "completed": False},
    {"system": {"client": "Apple Mail", "ip": None}},
    {"cart_token": "tbPktldEu9ZX6MGZUXEh073YxBhYMkYb"},
    {"from": "Grand Central", "to": "Union Square"},
    {"key": "CC4CEA83-4EC3-4275-994C-042239E693B9", "status": "active"},
    {"Tags": [{"Key": "Name", "Value": "Blue Green"}]},
]


@pytest.mark.parametrize(("document", "name"), WHO)
def test_a_name_is_told_by_what_stands_beside_it(document: Any, name: str) -> None:
    assert ("PERSON", name) in found(json.dumps(document))


@pytest.mark.parametrize(("document", "code"), OPENING)
def test_what_opens_something_is_told_by_what_stands_beside_it(document: Any, code: str) -> None:
    assert ("SECRET", code) in found(json.dumps(document))


@pytest.mark.parametrize("document", THINGS)
def test_things_that_are_called_like_people_and_secrets_stay(document: dict[str, object]) -> None:
    assert found(json.dumps(document)) == []


def test_the_number_of_a_paper_is_told_by_the_day_of_birth_beside_it() -> None:
    document = {"identification-number": {"type": "string", "value": "F2546518"}, "birthdate": "1988-07-13"}

    assert ("NATIONAL_ID", "F2546518") in found(json.dumps(document))
