"""Personal data in what tools return, beside numbers and identifiers that look like it."""

from __future__ import annotations

import pytest

from .reading import found, walked


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("Meine Nummer ist {}.", "030 280347"),
        ("Sie erreichen mich unter {} oder schriftlich", "030 280347"),
        ("Rufen Sie mich bitte unter {} an", "0151 23456789"),
        ("Il mio numero è {}, grazie", "02 5599 2921"),
        ("Chiamami al {} domani", "347 123 4567"),
        ("Appelez-moi au {} demain", "0612345678"),
        ("Llámame al {} por favor", "612 345 678"),
        ("Mi número es {}", "612345678"),
        ("Mijn nummer is {}", "06-12345678"),
        ("Ligue para {}", "11 98765-4321"),
        ("Mój numer to {}", "601 234 567"),
        ("Zadzwoń: {}", "601-234-567"),
        ("tel. kom. {}", "601 234 567"),
    ],
)
def test_people_announce_their_number_in_their_own_language(words: str, number: str) -> None:
    assert found(words.format(number)) == [("PHONE", number)]


@pytest.mark.parametrize(
    "text",
    [
        "Order number: 212-555-0123",
        "Case 415-555-0199 was closed",
        "Meeting ID: 083 1053 1414",
        "part no. 800-555-1234",
        "invoice 123-45-6789 was paid",
        "Ref: 020 7946 0100",
    ],
)
def test_a_number_that_a_word_gives_to_a_thing_is_no_phone_and_nobodys(text: str) -> None:
    assert found(text) == []


def test_a_version_of_a_mobile_browser_is_no_phone() -> None:
    assert found("Chrome Mobile 120.0.6099 / Android 13.0.0") == []


@pytest.mark.parametrize("text", ["bumps openssl from 3.0.0.5 to 3.0.0.7", "upgrade to 10.2.14.33"])
def test_what_is_upgraded_has_versions(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", ["Updated host 198.51.100.7", "update DNS record to 198.51.100.7"])
def test_a_machine_that_is_updated_has_an_address(text: str) -> None:
    assert found(text) == [("IP", "198.51.100.7")]


@pytest.mark.parametrize(
    "text",
    [
        "postfix/cleanup[85760]: C6310D035A: message-id=<20240305131100.E377F94D94@mx1.example.net>",
        '{"smtp-id": "<14c5d75ce93.dfd.64b469@ismtpd-555.example.net>"}',
        "mail $user@example.org or Client$1@5f2e91ab.run()",
    ],
)
def test_what_names_a_letter_or_a_variable_in_a_log_is_no_mailbox(text: str) -> None:
    assert found(text) == []


def test_the_name_of_a_repository_stays_beside_its_full_name() -> None:
    event = {"repository": {"name": "widget", "full_name": "acme/widget"}, "pusher": {"email": "jane@example.org"}}

    assert walked(event) == {**event, "pusher": {"email": "<EMAIL>"}}


def test_an_identifier_of_eighteen_digits_is_a_card_only_where_a_word_says_so() -> None:
    number = 593169094753021736

    assert walked({"trace": number, "card_number": number}) == {"trace": number, "card_number": "<CARD>"}


@pytest.mark.parametrize(
    "table",
    [
        "| # | Name | Email |\n|---|:--|---|\n| 1 | Jane Roe | jane@example.org |",
        ",name,email,2024\n0,Jane Roe,jane@example.org,7",
        "1st order;Name*;Salary ($);Email\n5;Jane Roe;7;jane@example.org",
    ],
)
def test_a_column_without_a_word_above_it_does_not_hide_the_others(table: str) -> None:
    assert found(table) == [("PERSON", "Jane Roe"), ("EMAIL", "jane@example.org")]


@pytest.mark.parametrize("street", ["chemin Didier", "Lange Hauptstraße", "Via Roma"])
def test_an_address_needs_no_number_where_a_word_for_a_street_stands_in_it(street: str) -> None:
    assert walked({"address": street}) == {"address": "<ADDRESS>"}
    assert walked({"address": "not available"}) == {"address": "not available"}


def test_a_password_at_the_end_of_a_line_is_hidden_with_all_its_signs() -> None:
    assert found("[db]\npassword = Hunter2,a&b;c!\nport = 3306") == [("SECRET", "Hunter2,a&b;c!")]
    assert found("password=Hunter2!&user=ann") == [("SECRET", "Hunter2!")]


@pytest.mark.parametrize(
    "form",
    [
        "Jméno a příjmení: Jana Nováková\nTelefonní číslo: 607 159 679\nE-mailová adresa: jana@example.cz",
        "Ad Soyad: Jana Nováková\nCep telefonu: 607 159 679\nE-posta: jana@example.cz",
        "Nimi: Jana Nováková\nPuhelin: 607 159 679\nSähköposti: jana@example.cz",
        "Imię i nazwisko: Jana Nováková\nTelefon komórkowy: 607 159 679\nAdres e-mail: jana@example.cz",
        "Nom et prénom: Jana Nováková\nTél. portable: 607 159 679\nAdresse e-mail: jana@example.cz",
        "Nome e cognome: Jana Nováková\nCellulare: 607 159 679\nIndirizzo e-mail: jana@example.cz",
        "Vor- und Nachname: Jana Nováková\nMobilnummer: 607 159 679\nE-Mail-Adresse: jana@example.cz",
    ],
)
def test_forms_are_read_in_the_languages_of_their_fields(form: str) -> None:
    lines = dict(line.split(": ") for line in form.split("\n"))
    table = f"N° de commande;{';'.join(lines)}\n1;{';'.join(lines.values())}"

    expected = [("PERSON", "Jana Nováková"), ("PHONE", "607 159 679"), ("EMAIL", "jana@example.cz")]
    assert found(form) == expected
    assert found(table) == expected
    assert list(walked(lines).values()) == ["<PERSON>", "<PHONE>", "<EMAIL>"]


def test_what_holds_a_phone_a_birthday_or_an_account_says_so_for_the_parts_of_it() -> None:
    document = {
        "phone_number": {"country_code": "1", "national_number": "3129793682"},
        "birthdays": [{"text": "9/4/1974"}],
        "ach": [{"account": "188617657452", "routing": "098417860"}],
        "account": "188617657452",
    }

    assert walked(document) == {
        "phone_number": {"country_code": "1", "national_number": "<PHONE>"},
        "birthdays": [{"text": "<BIRTHDAY>"}],
        "ach": [{"account": "<ACCOUNT>", "routing": "<ACCOUNT>"}],
        "account": "188617657452",
    }


def test_headers_and_cookies_may_be_listed_as_names_and_values() -> None:
    cookies = [["sessionid", "qWcl51WNuRX6tGEK82gMvhxwiTDNPP68"], ["theme", "dark"]]

    assert walked({"cookies": cookies}) == {"cookies": [["sessionid", "<SECRET>"], ["theme", "dark"]]}
    assert walked({"required": [["token", "userName"], ["email", "phone"]]}) == {
        "required": [["token", "userName"], ["email", "phone"]]
    }


def test_settings_may_be_aligned_at_their_equals_signs() -> None:
    assert found('  username          = "app"\n  password          = "oxmeZaLdNYbf"\n') == [("SECRET", "oxmeZaLdNYbf")]


@pytest.mark.parametrize("word", ["kQsdUAdgmX", "17q11UsLAU3U3ZMb"])
def test_a_password_that_is_told_may_be_all_letters_or_begin_with_digits(word: str) -> None:
    assert found(f"the password is {word}") == [("SECRET", word)]
    assert found("the password is HashedValue and password 128-bit") == []


@pytest.mark.parametrize(
    "text",
    [
        "GET http://example.com/a - HIER_DIRECT/198.51.100.7 text/html",
        "Connection refused: db.example.com/198.51.100.7:5432",
    ],
)
def test_a_machine_behind_a_slash_is_no_version(text: str) -> None:
    assert found(text) == [("IP", "198.51.100.7")]


@pytest.mark.parametrize(
    "text", ['#define FULL_VERSION    "4.8.12.0"', "release widget@4.8.7.1", "ticket 006-1874714653"]
)
def test_versions_and_tickets_in_further_writings_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_an_address_of_mail_ends_where_a_sentence_without_blanks_goes_on() -> None:
    assert found("メールはjane@example.comです。注文番号2368218954。") == [("EMAIL", "jane@example.com")]


def test_the_name_of_a_family_may_be_that_of_a_form_of_companies() -> None:
    assert walked({"full_name": "Sebastiaan Sas"}) == {"full_name": "<PERSON>"}
    assert walked({"full_name": "Danone SAS"}) == {"full_name": "<COMPANY>"}


@pytest.mark.parametrize(
    "note",
    [
        "- **Full name**: Jane Roe\n- **Passport no**: JP6839186\n- **DOB**: 1980-01-02",
        "**Full name:** Jane Roe\n**Passport no:** JP6839186\n**DOB:** 1980-01-02",
        "`full_name`: Jane Roe\n`passport_no`: JP6839186\n`dob`: 1980-01-02",
    ],
)
def test_names_of_fields_may_be_set_in_bold_or_as_code(note: str) -> None:
    assert found(note) == [("PERSON", "Jane Roe"), ("PASSPORT", "JP6839186"), ("BIRTHDAY", "1980-01-02")]


@pytest.mark.parametrize(
    "text",
    [
        'build="10.2.14.93" batch="212-555-0123"',
        "<user_id>2125550123</user_id><invoice_number>265-56-9478</invoice_number>",
        "{'invoice_number': '265-56-9478', 'build': '10.2.14.93', 'x': None}",
        "invoice_number: 265-56-9478\nbuild: 10.2.14.93\nordered by: nobody",
    ],
)
def test_numbers_of_machines_are_known_by_their_names_in_every_writing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", ["reach me at: 212-555-0123", "my direct line: 212-555-0123", "number: 212-555-0123"])
def test_words_before_a_colon_make_no_phone_a_number_of_a_machine(text: str) -> None:
    assert found(text) == [("PHONE", "212-555-0123")]


@pytest.mark.parametrize("company", ["Lane-Lloyd", "Baker, Hobbs and Howard", "Cohen Lopez et Fils", "Roe S.A.R.L"])
def test_a_company_on_a_line_of_its_own_needs_no_form_behind_it(company: str) -> None:
    assert found(f"id: 7\nemployer: {company}\nplan: gold") == [("COMPANY", company)]
    assert found("company: the best one\nvendor: GenuineIntel") == []


def test_a_street_on_a_line_of_its_own_may_end_with_the_number_of_the_house() -> None:
    assert found("postal_address: Anna-Roe-Platz 12a\nplan: gold") == [("ADDRESS", "Anna-Roe-Platz 12a")]


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("hw_address", "08:5a:36:89:32:ff", "MAC"),
        ("direct_line", "21 267 3987", "PHONE"),
        ("phone_e164", "21 267 3987", "PHONE"),
        ("callback_number", "2125550123", "PHONE"),
        ("soc_sec_no", "890323606", "SSN"),
        ("submitter_name", "Jane Roe", "PERSON"),
        ("created_by_name", "Jane Roe", "PERSON"),
        ("landlordName", "Jane Roe", "PERSON"),
    ],
)
def test_further_names_of_fields_are_known(key: str, value: str, kind: str) -> None:
    assert walked({key: value}) == {key: f"<{kind}>"}


def test_what_was_done_by_somebody_names_a_person_and_what_was_sorted_by_something_does_not() -> None:
    document = {"reviewed_by": "Jane Roe", "cancelledBy": "Jane Roe", "sorted_by": "Due Date", "powered_by": "Acme"}

    assert walked(document) == {**document, "reviewed_by": "<PERSON>", "cancelledBy": "<PERSON>"}


def test_the_end_of_a_long_number_before_a_bar_begins_no_key() -> None:
    assert found("9833703305711254|91adf05dde7d77f6c93ffe6be4a70d91") == []


@pytest.mark.parametrize("company", ["Martins", "Boyer Fischer S.A.S"])
def test_a_company_behind_the_name_of_a_setting_may_be_one_word_or_end_with_a_dot(company: str) -> None:
    assert found(f"id: 7\norganization_name: {company}.\nplan: gold") == [("COMPANY", company)]
    assert found("organization_name: String\n") == []


@pytest.mark.parametrize(
    "table",
    [
        "-[ RECORD 1 ]-\nid        | 7\nfull_name | Jane Roe\nemail     | jane@example.org\npassport  | JP6839186\n",
        "| Field | Value |\n|-|-|\n| Full name | Jane Roe |\n| Email | jane@example.org |\n| Passport | JP6839186 |",
        "Full name\tJane Roe\r\nEmail\tjane@example.org\r\nPassport\tJP6839186\r\n",
        "Full name ......... Jane Roe\nEmail ............. jane@example.org\nPassport .......... JP6839186\n",
    ],
)
def test_names_of_fields_may_stand_below_each_other(table: str) -> None:
    assert found(table) == [("PERSON", "Jane Roe"), ("EMAIL", "jane@example.org"), ("PASSPORT", "JP6839186")]


def test_a_login_may_be_told_as_a_name_and_a_password_with_a_slash_between_them() -> None:
    assert found("1. Log in as jane@example.org / p8sNXhZpo!\n") == [
        ("EMAIL", "jane@example.org"),
        ("SECRET", "p8sNXhZpo!"),
    ]
    assert found("Log in with Google / register here") == []


def test_a_node_behind_its_name_is_found_and_a_server_s_version_is_not() -> None:
    assert found("Node:             web-3/198.51.100.7\n") == [("IP", "198.51.100.7")]
    assert found("Server: nginx/1.25.3.12\n") == []


def test_the_time_before_a_name_in_an_answer_to_a_letter_is_no_part_of_it() -> None:
    assert found("On Tue, Mar 5, 2024 at 1:11 PM Jane Roe <jane@example.org> wrote:")[0] == ("PERSON", "Jane Roe")


@pytest.mark.parametrize("name", ["van der Berg", "Klaus-Jürgen", "O'Neil"])
def test_parts_of_names_on_lines_may_have_small_words_and_hyphens(name: str) -> None:
    assert found(f"id: 7\nlast_name: {name}\nplan: gold") == [("PERSON", name)]
    assert found("last_name: str\nlastName: String\nlast name: the one behind") == []


@pytest.mark.parametrize(
    ("code", "secret"),
    [
        ("define('DB_PASSWORD', 'fw5eZd4kVXruMF!');", "fw5eZd4kVXruMF!"),
        ("$config['password'] = 'abc123x!';", "abc123x!"),
        ('os.environ["API_KEY"] = "abcDEF123456789xyz"', "abcDEF123456789xyz"),
        ("docker login -u acme -p fGZLeWa7DqxC4yulOJb2 registry.example.com", "fGZLeWa7DqxC4yulOJb2"),
        ("Password for db1 = qVwYS81VP7Hb1D1", "qVwYS81VP7Hb1D1"),
        ("set the password to xjd2AsjD7N! please", "xjd2AsjD7N!"),
        ("alice:$apr1$t2Tmziks$cld1BGUfK89M4A5qI5H1S0", "$apr1$t2Tmziks$cld1BGUfK89M4A5qI5H1S0"),
    ],
)
def test_secrets_are_found_where_code_and_commands_take_them(code: str, secret: str) -> None:
    assert found(code) == [("SECRET", secret)]


@pytest.mark.parametrize(
    "code",
    [
        "t('password', 'Your password') or get('token', 'none')",
        "docker run -p 8080:80 -p 127.0.0.1:8443:443 nginx",
        "form['password'] = form['password'].strip()",
    ],
)
def test_code_about_secrets_stays_readable(code: str) -> None:
    assert found(code) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("John (07700 301812) will come", "07700 301812"),
        ("John (+44(0)20 7946 0883) will come", "+44(0)20 7946 0883"),
        ("call John (2125550123) today", "2125550123"),
        ("Landline: 212/555-0123 / none", "212/555-0123"),
        ("text STOP to 212 - 555 - 0123 to opt out", "212 - 555 - 0123"),
        ("Telefonnummer 084 7841 861", "084 7841 861"),
    ],
)
def test_a_phone_is_found_without_the_signs_around_it(text: str, number: str) -> None:
    assert found(text) == [("PHONE", number)]


@pytest.mark.parametrize("text", ["call getUser(2125550123) returned 4", "Vertragsnummer 084 7841 861"])
def test_an_argument_and_the_number_of_a_contract_are_no_phones(text: str) -> None:
    assert found(text) == []


def test_a_social_security_number_may_be_announced_in_short() -> None:
    assert found("ss# 237 36 0482") == [("SSN", "237 36 0482")]


def test_pairs_in_brackets_inside_a_line_of_a_log_are_found() -> None:
    line = 'WHERE "users"."email" = $1 LIMIT $2  [["email", "jane@example.org"], ["LIMIT", 1]]'

    assert found(line) == [("EMAIL", "jane@example.org")]


def test_a_group_of_a_uuid_is_no_account() -> None:
    assert found("codec=opus id=930b42f6-a9cb-4996-be37-7b612d2820eb") == []


def test_what_a_tracker_counts_by_is_no_card() -> None:
    task = {"gid": "4339360671124628", "name": "Prepare offer", "followers": [{"gid": "2350182978156790"}]}

    assert walked(task) is task


def test_a_package_is_nobody_though_its_author_is_named_below() -> None:
    package = 'name = "acme"\nversion = "7.26.9"\nauthors = [{ name = "Jane Roe", email = "jane@example.org" }]\n'

    assert found(package) == [("PERSON", "Jane Roe"), ("EMAIL", "jane@example.org")]


def test_who_treats_a_patient_and_roads_of_italy_are_known_by_their_neighbours() -> None:
    visit = {"patient": "Jane Roe", "provider": "Ann Doe"}
    registry = {"cognome": "Rossi", "via": "Piazza Gianinazzi, 161"}

    assert walked(visit) == {"patient": "<PERSON>", "provider": "<PERSON>"}
    assert walked(registry) == {"cognome": "<PERSON>", "via": "<ADDRESS>"}
    assert walked({"via": "1.1 varnish", "provider": "Ann Doe"}) == {"via": "1.1 varnish", "provider": "Ann Doe"}


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("Telefoonnr", "0788-062014", "PHONE"),
        ("wa_id", "16315553779", "PHONE"),
        ("direccionEnvio", "Avenida Alejandra Bonet 80 Puerta 0, Guadalajara", "ADDRESS"),
        ("lieferadresse", "Alicia-Juncken-Ring 2-2, 54222 Auerbach", "ADDRESS"),
        ("referente", "Teodora Pecora", "PERSON"),
    ],
)
def test_fields_are_known_by_names_of_other_languages(field: str, value: str, kind: str) -> None:
    assert walked({field: value}) == {field: f"<{kind}>"}


def test_a_number_beside_a_mailbox_in_brackets_is_a_phone() -> None:
    assert ("PHONE", "04564 91005") in found("- Jane Roe (jane@example.org, 04564 91005)")
    assert ("PHONE", "43 7491-6748") in found("Jane Roe\njane@example.org | 43 7491-6748\n")


def test_the_value_that_is_shown_of_a_field_keeps_its_name() -> None:
    assert (
        walked({"gid": "1", "name": "Phone", "type": "text", "display_value": "0670-7334"})["display_value"]
        == "<PHONE>"
    )
