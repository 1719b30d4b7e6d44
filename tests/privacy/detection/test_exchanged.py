"""Personal data in the forms that programs exchange: cards of contacts, directories, forms, tables of pages."""

from __future__ import annotations

import pytest

from .reading import found

CARD = """BEGIN:VCARD
VERSION:3.0
N:Roe;Jane;;Dr.;
FN:Jane Roe
ORG:Roe & Sons
item1.ADR;TYPE=HOME:;;12 Elm Row;Leeds;;LS1 4AP;
BDAY:1981-05-06
NOTE:likes tea
END:VCARD
"""


def test_each_line_of_a_card_of_contacts_that_tells_about_somebody_is_found() -> None:
    assert found(CARD) == [
        ("PERSON", "Roe;Jane;;Dr."),
        ("PERSON", "Jane Roe"),
        ("COMPANY", "Roe & Sons"),
        ("ADDRESS", "12 Elm Row;Leeds;;LS1 4AP"),
        ("BIRTHDAY", "1981-05-06"),
    ]


def test_lines_like_those_of_a_card_outside_of_one_are_left_alone() -> None:
    assert found("N:1000\nORG:left pad\nADR:4\n") == []


def test_whoever_is_invited_in_a_calendar_is_found() -> None:
    entry = (
        'BEGIN:VEVENT\nORGANIZER;CN="Jane Roe":mailto:jane@example.org\nATTENDEE;RSVP=TRUE;CN=Joe Doe:mailto:j@x.io\n'
    )

    assert ("PERSON", "Jane Roe") in found(entry)
    assert ("PERSON", "Joe Doe") in found(entry)


def test_an_entry_of_a_directory_is_read_by_its_short_names() -> None:
    entry = "dn: ou=staff\ncn: Jane Roe\nsn: Roe\ngivenName: Jane\nuserPassword: {SSHA}W0yDGxPnJJHfTgb4hLMDXRkqVaxt\n"

    assert found(entry) == [
        ("PERSON", "Jane Roe"),
        ("PERSON", "Roe"),
        ("PERSON", "Jane"),
        ("SECRET", "{SSHA}W0yDGxPnJJHfTgb4hLMDXRkqVaxt"),
    ]


@pytest.mark.parametrize("written", ["Jane+Roe", "Jane%20Roe"])
def test_a_name_in_a_form_that_was_sent_is_found(written: str) -> None:
    assert found(f"name={written}&page=2") == [("PERSON", written)]


def test_cells_of_a_table_on_a_page_are_read_under_its_names() -> None:
    page = (
        "<table><thead><tr><th>Name</th><th class='n'>Mobile</th><th>Plan</th></tr></thead>"
        "<tr><td>Jane Roe</td><td><b>07911 123456</b></td><td>Basic Plan</td></tr></table>"
    )

    assert found(page) == [("PERSON", "Jane Roe"), ("PHONE", "07911 123456")]
    other = "<tr><th>Ship</th><th>Port</th><th>Day</th></tr><tr><td>Jane Roe</td><td>Hull</td><td>2</td></tr>"
    assert found(page + other) == found(page)
    assert found("<tr></tr><tr>\n</tr>" + page) == found(page)


@pytest.mark.parametrize("field", ["reporter", "Patient", "assignee"])
def test_the_last_name_may_stand_first(field: str) -> None:
    assert found(f"{field}: Roe, Jane\n") == [("PERSON", "Roe, Jane")]


def test_the_last_name_may_stand_first_before_an_address() -> None:
    assert found('From: "Roe, Jane" <jane@example.org>') == [("PERSON", "Roe, Jane"), ("EMAIL", "jane@example.org")]


def test_a_value_named_inside_braces_is_found() -> None:
    assert found('owner: {displayName: "Jane Roe", active: yes}') == [("PERSON", "Jane Roe")]


def test_the_second_header_of_a_command_is_read_as_well() -> None:
    command = 'curl -H "Accept: text/html" -H "X-Api-Key: 9f8e7d6c5b4a39281706f5e4d3c2b1a0" localhost'

    assert found(command) == [("SECRET", "9f8e7d6c5b4a39281706f5e4d3c2b1a0")]


def test_digits_of_a_card_that_are_told_one_by_one_are_found() -> None:
    assert found("my card is 4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7, ok?") == [("CARD", "4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7")]
    assert found("row: 4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7") == []


def test_an_address_of_mail_that_is_told_in_words_is_found_from_its_first_word() -> None:
    assert found("it is jane dot roe at gmail dot com") == [("EMAIL", "jane dot roe at gmail dot com")]


def test_numbers_behind_a_name_that_is_to_be_called_are_found() -> None:
    text = "please call Mr. Peter Roe at 0171 2345678 or (089) 123456-78."

    assert found(text) == [("PHONE", "0171 2345678"), ("PHONE", "(089) 123456-78")]


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("PAN", "ABCPE1234F"),
        ("TFN", "123 456 782"),
        ("NIP", "123-456-32-18"),
        ("NIE", "X1234567L"),
        ("CPR", "211062-5629"),
        ("HETU", "131052-308T"),
        ("NIR", "2 95 10 99 126 111 93"),
        ("RRN", "971013-9019902"),
    ],
)
def test_a_number_of_a_state_is_found_behind_its_short_name(label: str, number: str) -> None:
    assert found(f"her {label} {number} is on file") == [("NATIONAL_ID", number)]


def test_a_street_ends_where_the_sentence_about_it_goes_on() -> None:
    assert found("at Ringstraße 4, 1010 Wien is open") == [("ADDRESS", "Ringstraße 4, 1010 Wien")]
    assert found("at Ringstraße 4, 1010 Wien. Regards") == [("ADDRESS", "Ringstraße 4, 1010 Wien")]


def test_whoever_gets_something_is_found_with_the_place_it_goes_to() -> None:
    text = '{"shipTo": "Jane Roe, Ringallee 4, 10117 Berlin", "billTo": "Jane Roe"}'

    assert found(text) == [("ADDRESS", "Jane Roe, Ringallee 4, 10117 Berlin"), ("PERSON", "Jane Roe")]


@pytest.mark.parametrize("key", ["birthDate", "birth_date", "Birth Date", "b_date", "出生日期", "дата рождения"])
def test_a_date_of_birth_is_found_by_its_name(key: str) -> None:
    assert found(f'{{"{key}": "1974-12-25"}}') == [("BIRTHDAY", "1974-12-25")]


@pytest.mark.parametrize("names", ['"family": "Roe", "given": ["Jane", "Ann"]', '"first": "Jane", "last": "Roe"'])
def test_words_that_mean_a_name_only_together_do(names: str) -> None:
    assert {kind for kind, _ in found(f'{{"use": "official", {names}}}')} == {"PERSON"}
    assert found('{"first": "a", "last": "z", "total": 4}') == []


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("姓名: 王小明\n", "PERSON", "王小明"),
        ("电话: 13812345678\n", "PHONE", "13812345678"),
        ("身份证号: 11010519491231002X\n", "NATIONAL_ID", "11010519491231002X"),
        ("geboren am 3. Mai 1971 in Ulm", "BIRTHDAY", "3. Mai 1971"),
        ("née le 4 août 1982 à Lyon", "BIRTHDAY", "4 août 1982"),
        ("your one-time code is 482913.", "SECRET", "482913"),
        ("sort code 20-00-00", "ACCOUNT", "20-00-00"),
        ("VIN 1HGCM82633A004352", "LICENCE", "1HGCM82633A004352"),
        ("(call +7 916 123-45-67)", "PHONE", "+7 916 123-45-67"),
        ('{"holder": "J. de Vries"}', "PERSON", "J. de Vries"),
    ],
)
def test_a_value_is_found_by_the_word_before_it(text: str, kind: str, value: str) -> None:
    assert found(text) == [(kind, value)]


def test_a_password_as_systems_keep_it_is_found() -> None:
    kept = "$2b$12$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW"

    assert found(f"jane:{kept}:1001") == [("SECRET", kept)]


def test_a_number_in_a_card_of_contacts_is_found_whatever_its_plan() -> None:
    assert ("PHONE", "5550-1234") in found("BEGIN:VCARD\nTEL;TYPE=WORK,VOICE:5550-1234\nEND:VCARD\n")


def test_values_that_postgres_complains_about_are_found_by_their_columns() -> None:
    single = 'violates "users_phone_key"\nDETAIL:  Key (phone)=(93-2615-5965) already exists.'
    double = "DETAIL:  Key (last_name, birth_date)=(Roe, 1981-05-06) already exists."

    assert found(single) == [("PHONE", "93-2615-5965")]
    assert found(double) == [("PERSON", "Roe"), ("BIRTHDAY", "1981-05-06")]
