"""What is found in running text by its form, its checksum or a word beside it."""

from __future__ import annotations

import pytest

from sandgate.privacy.detection import DetectionOptions

from .reading import found

ALONE = [
    ("Write to jane.roe+news@mail.example.co.uk.", "EMAIL", "jane.roe+news@mail.example.co.uk"),
    ("<support@example.com> answers", "EMAIL", "support@example.com"),
    ("联系 user@example.com谢谢", "EMAIL", "user@example.com"),
    ("请发邮件到jane@example.com", "EMAIL", "jane@example.com"),
    ("我的邮箱10003@example.com", "EMAIL", "10003@example.com"),
    ("请联系 林 梅，林.梅@example.com（明天）", "EMAIL", "林.梅@example.com"),
    ("담당자: 한별.윤@example.com(서울)", "EMAIL", "한별.윤@example.com"),
    ("paid with 4111 1111 1111 1111 today", "CARD", "4111 1111 1111 1111"),
    ("paid with 5555-5555-5555-4444 today", "CARD", "5555-5555-5555-4444"),
    ("amex 378282246310005", "CARD", "378282246310005"),
    ("to GB82 WEST 1234 5698 7654 32 please", "IBAN", "GB82 WEST 1234 5698 7654 32"),
    ("to de89370400440532013000 please", "IBAN", "de89370400440532013000"),
    ("ring +44 20 7946 0958 after nine", "PHONE", "+44 20 7946 0958"),
    ("ask +49 1512 3456789 about it", "PHONE", "+49 1512 3456789"),
    ("ask (415) 555-0132 about it", "PHONE", "(415) 555-0132"),
    ("ask 415-555-0132 ext. 503 about it", "PHONE", "415-555-0132 ext. 503"),
    ("ask 001-415-555-0132x818 about it", "PHONE", "001-415-555-0132x818"),
    ("my number, (11) 4706-6184, is new", "PHONE", "(11) 4706-6184"),
    ("please call me at 785 8949", "PHONE", "785 8949"),
    ("9885 1152 office", "PHONE", "9885 1152"),
    ("London: 020 7946 0958.", "PHONE", "020 7946 0958"),
    ("it is 078-05-1123, he said", "SSN", "078-05-1123"),
    ("my ssn is 078051123", "SSN", "078051123"),
    ("it is 911-70-1234, he said", "NATIONAL_ID", "911-70-1234"),
    ("NI AZ 12 34 56 A", "NINO", "AZ 12 34 56 A"),
    ("passport number is C01234567", "PASSPORT", "C01234567"),
    ("My driver's license number is A1234567", "LICENCE", "A1234567"),
    ("licence MORGA 753116 SM9IJ", "LICENCE", "MORGA 753116 SM9IJ"),
    ("blocked 203.0.113.17 again", "IP", "203.0.113.17"),
    ("peer [2001:db8::8a2e:370:7334]:443", "IP", "2001:db8::8a2e:370:7334"),
    ("mac 00:1A:2B:3C:4D:5E", "MAC", "00:1A:2B:3C:4D:5E"),
    ("She was born on 4 June 1976.", "BIRTHDAY", "4 June 1976"),
    ("DOB: 1985-01-31", "BIRTHDAY", "1985-01-31"),
    ("lives at 123 Park Ave Apt 4, Springfield, IL 62704", "ADDRESS", "123 Park Ave Apt 4, Springfield, IL 62704"),
    ("send it to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "CRYPTO", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"),
    ("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "CRYPTO", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"),
]
SECRETS = [
    ("key AKIAIOSFODNN7EXAMPLE in use", "AKIAIOSFODNN7EXAMPLE"),
    ("token: ghp_" + "a1B2c3D4e5" * 4, "ghp_" + "a1B2c3D4e5" * 4),
    ("Authorization: Bearer abcd1234567890efghijk", "abcd1234567890efghijk"),
    ("/callback?access_token=1234567890abcdefghij&x=1", "1234567890abcdefghij"),
    ("password: hunter2!", "hunter2!"),
    ("request with JSESSIONID=A1B2C3D4E5F6G7H8I9; Path=/", "A1B2C3D4E5F6G7H8I9"),
    ("postgres://admin:s3cr3t@db.example.com/app", "admin:s3cr3t"),
    ("https://hooks.slack.com/services/T0000/B0000/k3Jd9sLq0Zx7Vb2N", "T0000/B0000/k3Jd9sLq0Zx7Vb2N"),
]


@pytest.mark.parametrize(("text", "kind", "value"), ALONE)
def test_a_value_is_found_with_its_kind_and_nothing_around_it(text: str, kind: str, value: str) -> None:
    assert found(text) == [(kind, value)]


@pytest.mark.parametrize(("text", "value"), SECRETS)
def test_keys_tokens_and_passwords_are_secrets(text: str, value: str) -> None:
    assert [each for _, each in found(text)] == [value]
    assert {kind for kind, _ in found(text)} <= {"SECRET", "URL"}


def test_a_private_key_is_hidden_with_its_armour() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----"

    assert found(f"here: {key}\nbye") == [("SECRET", key)]


def test_the_name_before_an_address_in_angle_brackets_is_a_person() -> None:
    text = "Author: Jane van der Roe <jane@example.org>"

    assert found(text) == [("PERSON", "Jane van der Roe"), ("EMAIL", "jane@example.org")]


def test_many_values_of_many_kinds_are_found_in_order() -> None:
    text = "jane@example.org paid 4111111111111111 from 203.0.113.9, call +1 415-555-0132"

    assert [kind for kind, _ in found(text)] == ["EMAIL", "CARD", "IP", "PHONE"]


def test_lines_of_names_and_values_are_read_by_their_names() -> None:
    text = "Name: Jane Roe\nPhone: 9885 1152\nDate of birth: 3/23/1940\nPlan: Gold 2000"

    assert found(text) == [("PERSON", "Jane Roe"), ("PHONE", "9885 1152"), ("BIRTHDAY", "3/23/1940")]


def test_pairs_of_a_log_line_are_read_by_their_names() -> None:
    text = 'level=info user_email=jane@example.org client_ip=203.0.113.9 first_name="Jane" attempt=3'

    assert found(text) == [("EMAIL", "jane@example.org"), ("IP", "203.0.113.9"), ("PERSON", "Jane")]


def test_elements_of_xml_are_read_by_their_names() -> None:
    text = "<customer><firstName>Jane</firstName><phone>9885 1152</phone><plan>Gold</plan></customer>"

    assert found(text) == [("PERSON", "Jane"), ("PHONE", "9885 1152")]


def test_json_in_a_text_is_read_by_its_names() -> None:
    text = 'Got {"customer": {"name": "Jane Roe", "ssn": 123456789}, "file": {"name": "Jane Roe"}} in 12 ms'

    assert found(text) == [("PERSON", "Jane Roe"), ("SSN", "123456789")]


def test_lines_of_json_are_read_one_by_one() -> None:
    text = '{"email": "a@example.org", "name": "Jane Roe"}\n{"email": "b@example.org", "name": "Omar Haddad"}\n'

    assert [kind for kind, _ in found(text)] == ["EMAIL", "PERSON", "EMAIL", "PERSON"]


def test_an_escaped_line_break_is_no_part_of_a_value() -> None:
    assert found('{"note": "hello\\njane@example.org\\nbye"}') == [("EMAIL", "jane@example.org")]


def test_national_ids_are_found_without_a_label_where_their_region_is_chosen() -> None:
    text = "the number 529.982.247-25 was given"

    assert found(text) == []
    assert found(text, DetectionOptions(regions=("BR",))) == [("NATIONAL_ID", "529.982.247-25")]


def test_national_ids_are_found_everywhere_where_a_label_names_them() -> None:
    assert found("CPF: 529.982.247-25") == [("NATIONAL_ID", "529.982.247-25")]


def test_phones_are_read_by_the_plan_of_the_chosen_region() -> None:
    text = "reception 030 901820, second floor"

    assert found(text, DetectionOptions(regions=("DE",))) == [("PHONE", "030 901820")]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("My Israeli number is 09-7625400", "09-7625400"),
        ("his CN number is 13812345678, at work", "13812345678"),
        ("German mobile number: 0170 1234567", "0170 1234567"),
    ],
)
def test_a_country_before_a_number_tells_how_it_is_dialled(text: str, number: str) -> None:
    assert found(text) == [("PHONE", number)]


@pytest.mark.parametrize(
    "text", ["My Visa number is 13812345678", "The German number is 42", "Order number is 13812345678"]
)
def test_other_numbers_are_not_dialled(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("scheme", ["OAuth", "GenieKey", "Splunk", "SSWS", "Apikey"])
@pytest.mark.parametrize("value", ["7c1e0a52-93bd-4f68-a0d4-2be85f9c6173", "k3Jd9sLq0Zx7Vb2NmQ8wT5"])
def test_the_header_that_lets_in_may_have_any_scheme(scheme: str, value: str) -> None:
    assert found(f"send it with `Authorization: {scheme} {value}`, please") == [("SECRET", value)]


def test_a_sentence_behind_the_name_of_that_header_stays_readable() -> None:
    assert found("Authorization: see internationalization-guidelines for it") == []


def test_a_card_in_groups_is_one_even_behind_an_order() -> None:
    assert found("PO number: 4111 1111 1111 1111") == [("CARD", "4111 1111 1111 1111")]


@pytest.mark.parametrize("text", ["account number 4111111111111111", "order paid by card 4111111111111111"])
def test_a_card_is_one_behind_an_account_or_a_word_for_cards(text: str) -> None:
    assert found(text) == [("CARD", "4111111111111111")]


@pytest.mark.parametrize(
    "text",
    [
        "she wrote 523-40-5077",
        "Payroll, debit per SSN\n523-40-5077  Bank  433.48\n413-40-4083  Bank  98.99",
    ],
)
def test_a_social_is_found_without_a_word_and_in_sums_with_one(text: str) -> None:
    assert ("SSN", "523-40-5077") in found(text)


def test_what_registers_an_exchange_is_a_password_and_no_mailbox() -> None:
    assert found("[general]\nregister => 4711:plumRiver9@sip.example.net/4711") == [("SECRET", "plumRiver9")]


def test_a_header_before_a_message_is_nobody() -> None:
    assert "PERSON" not in dict(found("routed with Message-Id <ann@example.org>"))


@pytest.mark.parametrize("text", ["Passenger name: QUENBY/TOVIL", "Passenger: ROE/JANE MRS"])
def test_a_passenger_is_written_with_a_stroke(text: str) -> None:
    assert found(text) == [("PERSON", text.partition(": ")[2])]


def test_a_column_of_orders_holds_no_cards() -> None:
    text = "Customer;PO Number;Due\nJane Roe;4500541695097907;2024-06-17\nMax Roe;4500691097364478;2024-07-01"

    assert [kind for kind, _ in found(text)] == ["PERSON", "PERSON"]
