"""What telephone exchanges write: who calls, who is called, on which channel. Extensions inside the house stay."""

from __future__ import annotations

import pytest

from .reading import found, walked


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ('callerid="Front Desk" <02215550188>', ["02215550188"]),
        ("callerid=Reception <2125550188>", ["2125550188"]),
        (r'CDR: "\"Front Desk\" <08915550188>","s","from-internal"', ["08915550188"]),
        ("-- Called PJSIP/4917155501880@trunk-de", ["4917155501880"]),
        ('Dial("SIP/2001-0000004a", "SIP/carrier/01715550188,60")', ["01715550188"]),
        ("Executing [01715550188@from-internal:1]", ["01715550188"]),
        ("INVITE sip:+493055501880@sip.example.de SIP/2.0", ["+493055501880"]),
        ("To: <sip:03055501880@sip.example.de>;tag=as4", ["03055501880"]),
    ],
)
def test_numbers_that_an_exchange_writes_are_hidden(line: str, numbers: list[str]) -> None:
    assert found(line) == [("PHONE", number) for number in numbers]


@pytest.mark.parametrize(
    "line",
    [
        'callerid="Lobby" <6001>',
        "Registration from <sip:2001@pbx.example.com>",
        "-- PJSIP/2001-0000004a answered PJSIP/trunk-0000004b",
        "let list = Vec <1749723721>",
        "docs/SIP/2001/readme",
    ],
)
def test_extensions_and_channels_stay_readable(line: str) -> None:
    assert found(line) == []


def test_the_count_of_a_call_is_no_mailbox() -> None:
    assert found("Call-ID: 3c2670d1@192.0.2.20") == [("IP", "192.0.2.20")]


def test_columns_of_calls_hold_numbers() -> None:
    lines = "src,dst,dcontext,billsec,disposition\n2001,01715550188,out,52,ANSWERED\n03055501880,2001,in,4,BUSY"

    assert found(lines) == [("PHONE", "01715550188"), ("PHONE", "03055501880")]


def test_elsewhere_a_source_is_anything() -> None:
    lines = "src,dst,bytes\n0171555018,0305550188,52\n0171555019,0305550189,4"

    assert found(lines) == []


@pytest.mark.parametrize(
    "key", ["dnis", "caller_id_number", "dialedNumber", "forwarding_number", "did_number", "next_of_kin_phone"]
)
def test_names_of_fields_that_hold_numbers(key: str) -> None:
    assert walked({key: "2065550188"}) == {key: "<PHONE>"}


def test_a_number_that_is_known_is_hidden_where_it_comes_again() -> None:
    call = {"from_number": "4155550188", "recording": "https://rec.example.com/06/4155550188-1749723721.wav"}

    assert walked(call)["recording"] == "https://rec.example.com/06/<PHONE>-1749723721.wav"
    assert found("phone=4155550188 file=4155550188.wav id=94155550188")[1:] == [("PHONE", "4155550188")]


def test_a_number_of_a_record_stays_though_it_is_a_phone_s_elsewhere() -> None:
    row = {"phone": "4155550188", "order_id": "4155550188"}

    assert walked(row) == {"phone": "<PHONE>", "order_id": "4155550188"}
