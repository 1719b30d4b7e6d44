"""What holds a value tells what it is, where the value's own name says little."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import found, walked

HELD = [
    ({"phones": [{"type": "home", "number": "555-1234"}]}, {"phones": [{"type": "home", "number": "<PHONE>"}]}),
    ({"phoneNumbers": [{"value": "02079460000"}]}, {"phoneNumbers": [{"value": "<PHONE>"}]}),
    ({"mobile": {"raw": "2125550123"}}, {"mobile": {"raw": "<PHONE>"}}),
    ({"card": {"number": 4236724937079}}, {"card": {"number": "<CARD>"}}),
    ({"bank_account": {"number": "12345678"}}, {"bank_account": {"number": "<ACCOUNT>"}}),
    ({"passport": {"number": "X1234567"}}, {"passport": {"number": "<PASSPORT>"}}),
    ({"driver_license": {"number": "D1234567"}}, {"driver_license": {"number": "<LICENCE>"}}),
    ({"address": {"value": "1 Elm St, Boston"}}, {"address": {"value": "<ADDRESS>"}}),
    (
        {"dob": {"year": 1984, "month": "May", "day": 2}, "due": {"year": 2026}},
        {"dob": {"year": "<BIRTHDAY>", "month": "<BIRTHDAY>", "day": "<BIRTHDAY>"}, "due": {"year": 2026}},
    ),
    ({"employee": {"ssn": 78051120}, "ssn_last_4": 1120}, {"employee": {"ssn": "<SSN>"}, "ssn_last_4": 1120}),
    ({"createdBy": {"name": "jane"}}, {"createdBy": {"name": "<PERSON>"}}),
    ({"card": {"name": "Jane Roe"}}, {"card": {"name": "<PERSON>"}}),
]


@pytest.mark.parametrize(("document", "hidden"), HELD)
def test_a_number_is_what_its_holder_says(document: Any, hidden: Any) -> None:
    assert walked(document) == hidden


@pytest.mark.parametrize("name", ["type", "system", "kind", "label"])
def test_a_value_is_what_the_type_beside_it_says(name: str) -> None:
    assert walked({name: "phone", "value": "02079460000"}) == {name: "phone", "value": "<PHONE>"}


def test_a_path_names_the_value_beside_it_but_not_the_content_of_its_file() -> None:
    stored = {"path": "app/db/password", "value": "otter4711"}
    assert walked(stored) == stored | {"value": "<SECRET>"}
    assert not found('{"path": "docs/password", "content": "How to choose one"}')


def test_a_type_that_promises_nothing_leaves_its_value_alone() -> None:
    for document in ({"type": "token", "value": "identifier"}, {"type": "string", "value": "Jane"}):
        assert walked(document) == document


@pytest.mark.parametrize("value", ["Ngozi Okafor", "Wang Xiaoming", "Roe, Jane", "Yvonne Read", "Dr. Jane Roe B.Sc."])
def test_a_name_that_nothing_explains_is_taken_for_a_persons(value: str) -> None:
    assert walked({"id": 7, "name": value}) == {"id": 7, "name": "<PERSON>"}


@pytest.mark.parametrize(
    "thing",
    [
        {"name": "Blue Shirt", "price": 12},
        {"name": "Open Issues"},
        {"name": "main.py"},
        {"name": "Grace Period", "description": "days"},
        {"repo": {"name": "Jane Roe"}},
        {"city": {"name": "New York"}},
    ],
)
def test_names_of_things_stay(thing: Any) -> None:
    assert walked(thing) == thing


def test_a_person_among_things_is_known_by_the_given_name() -> None:
    assert walked({"name": "Yvonne Roe", "description": "VIP"}) == {"name": "<PERSON>", "description": "VIP"}


@pytest.mark.parametrize("key", ["user", "users", "member", "director", "team_lead"])
def test_people_stand_also_where_logins_may_stand(key: str) -> None:
    assert walked({key: "Ngozi Okafor"}) == {key: "<PERSON>"}
    assert walked({key: "octocat"}) == {key: "octocat"}


@pytest.mark.parametrize("value", ["김미영", "王成", "石阳"])
def test_a_manager_may_be_written_without_capitals(value: str) -> None:
    assert walked({"manager": value}) == {"manager": "<PERSON>"}


@pytest.mark.parametrize(
    "value", ["1 Elm St, Boston, MA 02101", "10 Downing St, London SW1A 2AA", "Ulmenweg 5, 10115 Berlin"]
)
def test_a_location_may_be_an_address(value: str) -> None:
    assert walked({"location": value}) == {"location": "<ADDRESS>"}


@pytest.mark.parametrize(
    "value", ["Berlin", "Room 4, 2nd floor", "src/main.py:12", "us-east-1", "https://example.com/j/1"]
)
def test_a_location_that_is_none_stays(value: str) -> None:
    assert walked({"location": value}) == {"location": value}


@pytest.mark.parametrize("key", ["etag", "size_bytes", "timestamp", "ean", "tracking_number", "orderNumber", "id"])
def test_what_measures_is_no_card(key: str) -> None:
    for value in ("4111111111111111", '"4111111111111111"', 4111111111111111):
        assert walked({key: value}) == {key: value}
    assert walked({key: "4111 1111 1111 1111"}) == {key: "<CARD>"}
    assert walked({"number": "4111111111111111"}) == {"number": "<CARD>"}


def test_what_names_a_letter_is_no_mailbox() -> None:
    made = "CAF7xQm2kd91abc@mail.example.com"

    assert walked({"messageId": f"<{made}>"}) == {"messageId": f"<{made}>"}
    assert walked({"name": "Message-ID", "value": f"<{made}>"}) == {"name": "Message-ID", "value": f"<{made}>"}
    assert found(f"Message-ID: <{made}>\nReferences: <20260101120000.17@example.com>\n <{made}>") == []
    assert walked({"messageId": "jane@example.com"}) == {"messageId": "<EMAIL>"}
    assert found(f"write to {made}") == [("EMAIL", made)]


def test_a_closing_tag_announces_nothing() -> None:
    text = "<phone>(415) 555-0132</phone></customer><sku>93303368</sku>"

    assert found(text) == [("PHONE", "(415) 555-0132")]


def test_a_sid_of_a_message_is_no_session() -> None:
    sid = "SM5a80afab2b85a17293ffb6d6757e616b"

    assert walked({"sid": sid, "sessionid": "q8Zk2mN4pX7vB1cD"}) == {"sid": sid, "sessionid": "<SECRET>"}


def test_a_password_of_letters_is_known_by_its_capitals() -> None:
    assert found("username=ann password=kqNMpelWdSgb port=1") == [("SECRET", "kqNMpelWdSgb")]
    assert found("password=passwordField") == []


def test_lines_of_an_address_may_stand_in_a_list() -> None:
    assert walked({"address": [{"line": ["9 Curve"]}]}) == {"address": [{"line": ["<ADDRESS>"]}]}


def test_somebody_at_a_machine_has_no_mailbox_there() -> None:
    for text in ("ssh -p 22 jane@198.51.100.7", "root@198.51.100.7:~#"):
        assert found(text) == [("IP", "198.51.100.7")]
    assert found("logs at jane@198.51.100.7") == [("EMAIL", "jane@198.51.100.7")]
    assert found("mail to jane@[198.51.100.7]") == [("EMAIL", "jane@[198.51.100.7]")]


@pytest.mark.parametrize("words", ["Meine Handynummer ist", "Rufnummer:", "Mobil:", "Celular:", "Téléphone :"])
def test_phones_are_announced_in_other_languages(words: str) -> None:
    assert found(f"{words} 0151 56034095") == [("PHONE", "0151 56034095")]


@pytest.mark.parametrize("number", ["0044 (0)20 7946 0987", "0055 (11) 97662-1275", "+4522334455"])
def test_numbers_from_abroad_are_found_whole(number: str) -> None:
    assert found(f"called from {number} and hung up") == [("PHONE", number)]


def test_a_word_for_phones_does_not_reach_the_next_line() -> None:
    assert found("phone: unknown\n108 509 1525 08") == []


def test_a_password_in_a_connection_string_may_be_a_word() -> None:
    text = "Server=tcp:db.example.com,1433;User ID=app;Password=jsalwoxlyf;Encrypt=true"

    assert found(text) == [("SECRET", "jsalwoxlyf")]
    assert walked({"Default": text}) == {"Default": text.replace("jsalwoxlyf", "<SECRET>")}


def test_letters_behind_a_short_label_are_no_number_of_it() -> None:
    assert found("license NIEPS-I3GPH-ZXE44-3HG9P") == []


def test_an_extension_belongs_to_a_number_that_is_announced() -> None:
    assert found("Phone: 274-269-8302 x044 was busy") == [("PHONE", "274-269-8302 x044")]


def test_a_long_name_before_a_mailbox_is_hidden_whole() -> None:
    text = "From: Jeanne Menard de la Fosse <jeanne@example.org>"

    assert found(text) == [("PERSON", "Jeanne Menard de la Fosse"), ("EMAIL", "jeanne@example.org")]


def test_a_file_may_be_named_after_a_mailbox() -> None:
    assert found("see jane.roe@example.com.txt") == [("EMAIL", "jane.roe@example.com")]
    assert found("app@2x.png and getty@tty1.service and lib@next.min.js") == []


def test_the_beginning_of_a_number_of_an_order_is_no_phone() -> None:
    assert found("order 080-0750706-8270296 and 020-7946-0000-11") == []


def test_names_with_titles_and_particles_are_whole() -> None:
    assert found("Cc: Jane Roe B.A. <jane@example.org>")[0] == ("PERSON", "Jane Roe B.A.")
    assert walked({"manager": "Iara do Cardoso"}) == {"manager": "<PERSON>"}


@pytest.mark.parametrize("words", ["Karte", "Tarjeta", "Carte", "Kreditkaart"])
def test_a_card_of_few_digits_is_announced_in_other_languages(words: str) -> None:
    assert found(f"{words} 4222070729567") == [("CARD", "4222070729567")]


@pytest.mark.parametrize("words", ["我的手机号码：", "電話番号: ", "전화번호 ", "Teléfono: "])
def test_phones_are_announced_in_other_scripts(words: str) -> None:
    assert found(f"{words}13884435210") == [("PHONE", "13884435210")]


def test_a_number_before_a_word_for_phones_is_one_only_if_it_is_long_or_grouped() -> None:
    assert found("ref 84597901 Mobile") == []
    assert found("415 555 0132 mobile") == [("PHONE", "415 555 0132")]


def test_a_family_name_may_be_one_sign() -> None:
    assert walked({"last_name": "李", "initial": "J"}) == {"last_name": "<PERSON>", "initial": "J"}


def test_a_header_of_letters_alone_is_read_as_well() -> None:
    assert walked({"msg": "Basic TTJvAomSXxVUtcsZMpxhGnIHVOvzvfAf"}) == {"msg": "Basic <SECRET>"}


@pytest.mark.parametrize(
    ("document", "hidden"),
    [
        ({"会社名": {"type": "TEXT", "value": "花木建設"}}, {"会社名": {"type": "TEXT", "value": "<COMPANY>"}}),
        (
            {"employer": {"display_value": "Roe Bakery", "link": "https://crm.example/1"}},
            {"employer": {"display_value": "<COMPANY>", "link": "https://crm.example/1"}},
        ),
        (
            {"address": {"label": "home", "text": "1 Elm St, Boston"}},
            {"address": {"label": "home", "text": "<ADDRESS>"}},
        ),
    ],
)
def test_a_value_beside_what_only_describes_it_is_what_its_holder_says(document: Any, hidden: Any) -> None:
    assert walked(document) == hidden


@pytest.mark.parametrize(
    ("kind", "number"),
    [("type", "unique_identifier"), ("guestDocumentType", "guestDocumentNumber"), ("idType", "idNumber")],
)
def test_a_number_is_of_the_document_that_its_type_names(kind: str, number: str) -> None:
    assert walked({kind: "passport", number: "X1234567", "roomName": "142"})[number] == "<PASSPORT>"
    assert walked({kind: "invoice", number: "X1234567"})[number] != "<PASSPORT>"


def test_a_way_to_reach_somebody_holds_what_its_type_names() -> None:
    assert walked({"type": "phone_contact_method", "address": "2125550123"})["address"] == "<PHONE>"


def test_the_label_of_a_question_is_not_its_answer() -> None:
    question = {"name": "fullName", "text": "Full Name", "answer": {"first": "Jane"}, "prettyFormat": "Jane Roe"}

    assert walked(question)["text"] == "Full Name"
    assert walked(question)["prettyFormat"] == "<PERSON>"


def test_what_an_attribute_of_a_user_is_called_is_nobody_s_name() -> None:
    user = {"User": {"Attributes": [{"Name": "sub", "Value": "1"}, {"Name": "email", "Value": "jane@example.com"}]}}

    assert [each["Name"] for each in walked(user)["User"]["Attributes"]] == ["sub", "email"]


def test_an_output_that_is_marked_as_sensitive_is_what_it_is_called() -> None:
    output = {"db_password": {"value": "Xk29fjQpl3", "type": "string", "sensitive": True}}

    assert walked(output)["db_password"]["value"] == "<SECRET>"


def test_an_id_below_the_name_of_a_document_is_its_number() -> None:
    assert walked({"National_ID_Data": {"ID": "123-45-6780"}}) == {"National_ID_Data": {"ID": "<SSN>"}}


@pytest.mark.parametrize(("title", "kind"), [("Driver's license", "LICENCE"), ("Passport", "PASSPORT")])
def test_the_title_of_a_paper_that_somebody_issued_tells_what_its_number_is(title: str, kind: str) -> None:
    paper = {"title": title, "issuing_authority": "DMV", "document_number": "K4417028", "expiration": "2031-05-01"}

    assert walked({"list_b": paper})["list_b"]["document_number"] == f"<{kind}>"


@pytest.mark.parametrize(
    "document",
    [
        {"title": "Passport photo guidelines", "document_number": "HR004123", "issued_by": "Legal"},
        {"title": "Travel policy", "document_number": "HR004123", "expiration": "2031-05-01"},
        {"title": "Passport", "document_number": "HR004123", "author": "Legal team", "version": 3},
    ],
)
def test_the_number_of_a_document_about_papers_stays_readable(document: dict[str, object]) -> None:
    assert walked(document) is document


def test_the_file_number_of_a_patient_is_an_id_of_somebody() -> None:
    patient = {"mrn": "00482913", "medical_record_number": "4829131", "ward": "00482914"}

    assert walked(patient) == {**patient, "mrn": "<NATIONAL_ID>", "medical_record_number": "<NATIONAL_ID>"}
    assert found("MRN: 00482913") == [("NATIONAL_ID", "00482913")]
