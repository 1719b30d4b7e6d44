"""Names of fields that are questions, say more than what they hold, or only speak of somebody."""

from __future__ import annotations

from typing import Any

import pytest

from .reading import found, walked


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("What's your name?", "Quilla Roe", "PERSON"),
        ("What is your full name?", "Quilla Roe", "PERSON"),
        ("Please enter your name", "Quilla Roe", "PERSON"),
        ("Wie ist Ihr Name?", "Quilla Roe", "PERSON"),
        ("Which company are you with?", "Lakeview Retail", "COMPANY"),
        ("Who do you work for?", "Lakeview Retail", "COMPANY"),
        ("Best number to reach you", "074104 56905", "PHONE"),
        ("What number can we call you on?", "074104 56905", "PHONE"),
        ("How should we contact you?", "074104 56905", "PHONE"),
        ("Where do you live?", "12 Elm Row, Springfield", "ADDRESS"),
        ("When were you born?", "1980-04-16", "BIRTHDAY"),
        ("Who referred you?", "Maria Roe", "PERSON"),
        ("ssn_full", "078051123", "SSN"),
        ("ssn_primary_applicant", "078051123", "SSN"),
        ("passport_lead_traveller", "XA1234567", "PASSPORT"),
        ("dob_second_child", "1980-04-16", "BIRTHDAY"),
        ("phone_for_delivery", "0170 1234567", "PHONE"),
        ("Employer match", "Lakeview Retail Ltd", "COMPANY"),
        ("employee_in_charge", "Maria Roe", "PERSON"),
        ("client_address", "12 Elm Row, Springfield", "ADDRESS"),
        ("client_address", "198.51.100.7", "IP"),
        ("Ansprechperson", "Maria Roe", "PERSON"),
        ("gecos", "Quilla Roe", "PERSON"),
        ("requested_for", "Maria Roe", "PERSON"),
        ("onBehalfOf", "Maria Roe", "PERSON"),
        ("next_of_kin_name", "Quilla Roe", "PERSON"),
        ("name_romaji", "Quilla Roe", "PERSON"),
        ("driverLicenseId", "D1234567", "LICENCE"),
        ("travel_document_id", "XA1234567", "PASSPORT"),
        ("Razão social", "Lakeview Retail", "COMPANY"),
        ("Auftraggeberfirma", "Lakeview Retail", "COMPANY"),
        ("callback", "0170 1234567", "PHONE"),
        ("firma", "Roe Vaňková v.o.s.", "COMPANY"),
        ("klient", "Fundacja Nocek s.c.", "COMPANY"),
    ],
)
def test_a_field_is_understood_from_the_words_of_its_name_together(key: str, value: str, kind: str) -> None:
    assert walked({key: value}) == {key: f"<{kind}>"}


@pytest.mark.parametrize(
    "record",
    [
        {"What's your favourite name for a product?": "Blue Sky"},
        {"Which plan are you on?": "Gold Standard"},
        {"How did you hear about us?": "Search Engine"},
        {"employee_count_estimate": "Grace Period"},
        {"customer_satisfaction": "Very High"},
        {"customer_city": "Charlotte Amalie"},
        {"phone_model": "5555-2000"},
        {"birth_weight": "3400"},
        {"passport_country_code": "US12345"},
        {"card_limit": "500000000000"},
        {"merchant": "M67468663"},
        {"dl_speed": "12345678"},
        {"phone_id": "123456789"},
        {"card_id": "1234567890123"},
        {"sorted_for": "Blue Sky"},
        {"callback": "https://example.org/hook"},
        {"callback": "1700000000"},
        {"account_type": "Savings Group"},
    ],
)
def test_what_only_reads_like_such_a_field_stays_readable(record: dict[str, str]) -> None:
    assert walked(record) == record


@pytest.mark.parametrize(
    ("record", "hidden"),
    [
        (
            {"resource": {"email": "quilla@example.org", "name": "Maria Roe", "status": "active"}},
            {"resource": {"email": "<EMAIL>", "name": "<PERSON>", "status": "active"}},
        ),
        (
            {"customer": {"n": "Quilla Roe", "e": "quilla@example.org"}},
            {"customer": {"n": "<PERSON>", "e": "<EMAIL>"}},
        ),
        (
            [{"role": "agent", "name": "Maria", "text": "Hello"}],
            [{"role": "agent", "name": "<PERSON>", "text": "Hello"}],
        ),
        (
            {"identification-class": "dl", "identification-number": "I2344761"},
            {"identification-class": "dl", "identification-number": "<LICENCE>"},
        ),
        (
            {"type": {"text": "Driver's License"}, "value": "B801-501-41-476-0"},
            {"type": {"text": "Driver's License"}, "value": "<LICENCE>"},
        ),
        (
            {"type": {"coding": [{"code": "X"}, {"display": "Passport Number"}]}, "value": "XA1234567"},
            {"type": {"coding": [{"code": "X"}, {"display": "Passport Number"}]}, "value": "<PASSPORT>"},
        ),
        (
            {"resource": {"uri": "file:///a", "name": "Blue Sky"}},
            {"resource": {"uri": "file:///a", "name": "Blue Sky"}},
        ),
        (
            [{"role": "tool", "name": "get_weather", "content": "sunny"}],
            [{"role": "tool", "name": "get_weather", "content": "sunny"}],
        ),
        (
            {"type": {"text": "Colour"}, "value": "B801-501-41"},
            {"type": {"text": "Colour"}, "value": "B801-501-41"},
        ),
    ],
)
def test_a_record_is_understood_from_what_stands_together(record: Any, hidden: Any) -> None:
    assert walked(record) == hidden


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Account name: Roe Optics Ltd\nIBAN: GB29 NWBK 6016 1331 9268 20\n", ("COMPANY", "Roe Optics Ltd")),
        ("Insurer: Roe, Doe and Poe\n", ("COMPANY", "Roe, Doe and Poe")),
        ("Passenger 1: Roe, Maria, passport XA1234567\n", ("PERSON", "Roe, Maria")),
        ("**Customer:** Roe Row plc · **Contact:** Maria Roe · maria@example.org\n", ("PERSON", "Maria Roe")),
        ("Start: 2025-05-14 | Buddy: Maria Roe | Team: Payments\n", ("PERSON", "Maria Roe")),
        ("Home address ........... 2161 Elm Plains Apt. 326, Springfield, TN 54448\n",
         ("ADDRESS", "2161 Elm Plains Apt. 326, Springfield, TN 54448")),
    ],
)  # fmt: skip
def test_a_name_ends_where_another_part_of_the_line_begins(text: str, hidden: tuple[str, str]) -> None:
    assert hidden in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Modifiers: Control, Shift, Alt, Meta\n",
        "cat access.log: Maria Roe | grep x | sort > out.txt\n",
        "a stream selector (Loki: LogQL, e.g. more)\n",
    ],
)
def test_lists_and_commands_are_no_names(text: str) -> None:
    assert found(text) == []
