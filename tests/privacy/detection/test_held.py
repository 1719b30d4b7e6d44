"""What fields and labels hold, in writings of other lands and beside other words; and what only looks like it."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from .reading import found, walked


@pytest.mark.parametrize(
    "day",
    ["1980年04月16日", "1980年4月16日", "1980년 4월 16일", "1980.04.16.", "1980. 4. 16.", "16. 4. 1980",
     "16 de abril de 1980", "1er avril 1980", "16APR1980", "16APR80"],
)  # fmt: skip
def test_a_birthday_is_hidden_as_its_land_writes_it(day: str) -> None:
    assert walked({"date_of_birth": day}) == {"date_of_birth": "<BIRTHDAY>"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Customer(born=datetime.date(1980, 4, 16))", ("BIRTHDAY", "datetime.date(1980, 4, 16)")),
        ("Maria Roessler (b. 16/04/1980) signed", ("BIRTHDAY", "16/04/1980")),
        ("je suis né(e) le 16/04/1980. Merci", ("BIRTHDAY", "16/04/1980")),
        ("Date of birth and town please.\nMaria (10:48): 16/04/1980, in Bonn", ("BIRTHDAY", "16/04/1980")),
        ("Last step, full social please.\nCALLER: 078-05-1123.", ("SSN", "078-05-1123")),
        ("They copied my license (722 692 541) and left", ("LICENCE", "722 692 541")),
        ("the driving licence (D4162280) went back", ("LICENCE", "D4162280")),
        ("On file: CDL D416-2280-7753 class A", ("LICENCE", "D416-2280-7753")),
        ("Osakas (hetu 131052-308T) muutti", ("NATIONAL_ID", "131052-308T")),
        ("お客様: 高橋 花子 様(関西支店)", ("PERSON", "高橋 花子")),
        ("employer: 'Lakeview Law, Inc.'", ("COMPANY", "Lakeview Law, Inc")),
        ("creditor-name: Roessler-Quill", ("COMPANY", "Roessler-Quill")),
        ("Property: 1 Elm Street, Springfield, IL 62701", ("ADDRESS", "1 Elm Street, Springfield, IL 62701")),
        ("From: Maria Roessler, by the window", ("PERSON", "Maria Roessler")),
        ("043 [ans 40] cardholder Maria Roessler\n0210 ok=1", ("PERSON", "Maria Roessler")),
        (
            "snmp-server location 1 Elm Street, Springfield, IL 62701\n!",
            ("ADDRESS", "1 Elm Street, Springfield, IL 62701"),
        ),
        ("[12:18] jdoe [~monitor@198.51.100.7] has joined", ("IP", "198.51.100.7")),
    ],
)
def test_what_a_label_announces_is_found(text: str, expected: tuple[str, str]) -> None:
    assert found(text) == [expected]


@pytest.mark.parametrize(
    ("record", "hidden"),
    [
        ({"taxId": "078051123", "taxIdType": "SSN"}, {"taxId": "<SSN>", "taxIdType": "SSN"}),
        ({"nm": {"f": "Maria", "l": "Roessler"}}, {"nm": {"f": "<PERSON>", "l": "<PERSON>"}}),
        ({"f": "left", "l": "right"}, {"f": "left", "l": "right"}),
        ({"real_name": "Maria Roessler", "text": "hi"}, {"real_name": "<PERSON>", "text": "hi"}),
        ({"first_line": "Elm Street 1", "zip": "62701"}, {"first_line": "<ADDRESS>", "zip": "<ADDRESS>"}),
        ({"first_line": "Roses are red", "rhyme": "ab"}, {"first_line": "Roses are red", "rhyme": "ab"}),
        ({"ssn": "078-05-1123", "license": "D416-2280-7753"}, {"ssn": "<SSN>", "license": "<LICENCE>"}),
        ({"name": "left-pad", "license": "CC-1234-5678"}, {"name": "left-pad", "license": "CC-1234-5678"}),
        ({"team": {"name": "Lakeview Ltd"}}, {"team": {"name": "<COMPANY>"}}),
        ({"team": {"name": "Blue Sky"}}, {"team": {"name": "Blue Sky"}}),
        (
            {"assignee": {"summary": "Ioan Quill", "email": "ioan@example.org"}},
            {"assignee": {"summary": "<PERSON>", "email": "<EMAIL>"}},
        ),
        ({"bank": "DE89370400440532013000"}, {"bank": "<IBAN>"}),
        ({"from": "Paris", "to": "London"}, {"from": "Paris", "to": "London"}),
        ({"gl_code": "1361-299-1621"}, {"gl_code": "1361-299-1621"}),
        ({"parent@OData.Display.V1.FormattedValue": "north"}, {"parent@OData.Display.V1.FormattedValue": "north"}),
    ],
)
def test_a_field_is_read_with_those_beside_it(record: dict[str, Any], hidden: dict[str, Any]) -> None:
    assert walked(record) == hidden


@pytest.mark.parametrize(
    "text",
    [
        "Order taken by phone 29/09 03:12",
        '{"creator": {"name": "WebInspector", "version": "537.36"}}',
        "the payer Blue Sky = 4, cardholder Data must be hidden",
        "id: SNYK-JS-PASSPORT-1804291",
        "SKU,Title\nOTP-3006,Garden Hose 15m\n",
        "board A: driver 13.27.12.146, in stock",
        "mis à jour en 12.9.9.36.",
        "tool 2.0.2.128 (commit 8b23f27, go1.22)",
        "Item barcode: 4111111111111111",
        "Call number: 405.474 K95p",
        "(b. flat major) and (* note)",
    ],
)
def test_numbers_of_things_stay_readable(text: str) -> None:
    assert found(text) == []


def test_who_is_called_at_a_machine_has_no_mailbox_there() -> None:
    assert found("INVITE sip:+41764230988@198.51.100.7 SIP/2.0") == [("PHONE", "+41764230988"), ("IP", "198.51.100.7")]


def test_a_name_beside_a_mailbox_in_code_is_found() -> None:
    assert found("ADMINS = [('Quillan Roessler', 'q@example.org')]") == [
        ("PERSON", "Quillan Roessler"),
        ("EMAIL", "q@example.org"),
    ]


def test_a_number_between_a_label_and_a_mailbox_is_a_phone() -> None:
    assert found("Receção 24 h: 939759517 · a@example.org") == [("PHONE", "939759517"), ("EMAIL", "a@example.org")]


def test_names_without_a_blank_behind_their_colons_are_read_together() -> None:
    text = "Name:Quillan Roessler\nSSN:078-05-1123\nEmployer:Lakeview Retail\n"

    assert found(text) == [("PERSON", "Quillan Roessler"), ("SSN", "078-05-1123"), ("COMPANY", "Lakeview Retail")]


def test_what_is_counted_beside_a_mailbox_is_no_phone() -> None:
    text = "Meeting ID: 072 8189 1316\nBoard Office: a@example.org\nOrder number: 939759517, b@example.org\n"

    assert [kind for kind, _ in found(text)] == ["EMAIL", "EMAIL"]


@pytest.mark.parametrize("part", ["name: a\n  value: b\n", "{ Name = Ab, ", "Name....x\n", "a / b / ", "phone[x y] "])
def test_time_grows_with_a_text_of_one_kind_and_not_faster(part: str) -> None:
    def spent(times: int) -> float:
        start = process_time()
        found(part * times)
        return process_time() - start

    spent(10)

    assert spent(8000) < 24 * spent(1000) + 0.3
