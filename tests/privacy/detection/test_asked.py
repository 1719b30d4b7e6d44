"""Answers in a talk are found by the question above them."""

from __future__ import annotations

import pytest

from .reading import found

ANSWERS = [
    ("Agent: What's your date of birth?\nCaller: 29 April 1953", "BIRTHDAY", "29 April 1953"),
    ("[14:02] Ann: when were you born?\n[14:03] Joe: 04/28/1986", "BIRTHDAY", "04/28/1986"),
    ("Agent: A phone number, in case we get cut off?\nCaller: Sure, it's 6244638252.", "PHONE", "6244638252"),
    ("**Agent:** And the new number?\n\n**Caller:** 555 0142", "PHONE", "555 0142"),
    ("Could I have your social?\nYes, 900 12 3456.", "SSN", "900 12 3456"),
]


@pytest.mark.parametrize(("talk", "kind", "value"), ANSWERS)
def test_what_was_asked_for_is_found_in_the_line_below(talk: str, kind: str, value: str) -> None:
    assert found(talk) == [(kind, value)]


@pytest.mark.parametrize(
    "talk",
    [
        "Agent: What's the order number?\nCustomer: 6244638252.",
        "Agent: May I have your phone number?\nCaller: It is in order 6244638252.",
        "Agent: When does it arrive?\nCaller: 04/28/2026",
        "Is the phone broken?\nIt shows 3.1415926 since then.",
    ],
)
def test_other_numbers_in_answers_are_left_alone(talk: str) -> None:
    assert found(talk) == []


def test_a_number_is_found_by_what_is_said_behind_it() -> None:
    assert found("try 6244638252, that's my cell") == [("PHONE", "6244638252")]


def test_a_number_is_found_behind_a_call_that_is_asked_for() -> None:
    assert found("can you call Jane back? 612 10 36 29") == [("PHONE", "612 10 36 29")]
    assert found("Dial-in: 0459 817188") == [("PHONE", "0459 817188")]


@pytest.mark.parametrize("line", ["Office: 05319658", "M 0504-87420", "Büro 03512 3430155"])
def test_numbers_under_the_name_of_a_place_are_found_where_a_letter_is_signed(line: str) -> None:
    assert ("PHONE", line.split(maxsplit=1)[1]) in found(f"Jane Roe\n{line}\njane@example.org\n")
    assert found(f"the rest of it\n{line}\nand so on") == []


def test_what_somebody_is_told_to_say_is_found_as_well() -> None:
    talk = "BOT: Please say or type your date of birth.\nUSER: 31 March 1994\nBOT: The shop opens.\nUSER: 1 April 2026"

    assert found(talk) == [("BIRTHDAY", "31 March 1994")]


def test_a_number_alone_on_a_line_next_to_a_mailbox_is_a_phone() -> None:
    assert found("Jane Roe\njane@example.org\n02214943253\n") == [
        ("EMAIL", "jane@example.org"),
        ("PHONE", "02214943253"),
    ]
    assert ("PHONE", "03950812148") in found("03950812148 | jane@example.org")
    assert found("total\n02214943253\nend") == []
    assert ("PHONE", "0725165757") not in found("a | 4711 | 7\njane@example.org | 0725165757 | 8\nb | 4712 | 9")
    assert ("PHONE", "4500062180") not in found("+-----+\n| jane@example.org | 4500062180 |\n+-----+\n")


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Ich bin am 25.05.1954 geboren.", "BIRTHDAY", "25.05.1954"),
        ("Date de naissance : 16/05/1979.", "BIRTHDAY", "16/05/1979"),
        ("my landline is now 5558389695.", "PHONE", "5558389695"),
        ("Leave a message at 0500 747861 and wait", "PHONE", "0500 747861"),
        ("Mon numéro : 0353871739", "PHONE", "0353871739"),
        ("07:11 Ann: pw: Welcome1!", "SECRET", "Welcome1!"),
        ("wifi pass is two-air-least-55", "SECRET", "two-air-least-55"),
        ("Zugangsdaten: jroe / Dragon@123", "SECRET", "Dragon@123"),
        ("Employee Name: Mcdaniel, Darby", "PERSON", "Mcdaniel, Darby"),
        ("Adresse: rue Lucy Da Silva", "ADDRESS", "rue Lucy Da Silva"),
    ],
)
def test_more_words_announce_what_follows_or_precedes_them(text: str, kind: str, value: str) -> None:
    assert found(text) == [(kind, value)]


def test_cookies_that_count_visits_are_no_secrets() -> None:
    assert found("cookie: _ga=GA1.2.400297612.1760961149; session=uklgQxi98oCKs1EA3bx2") == [
        ("SECRET", "uklgQxi98oCKs1EA3bx2")
    ]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Apologies: Jane Roe\nMinutes: John Doe\n", ("PERSON", "Jane Roe")),
        ("Data subject: Jane Roe\nReceived: 2025-03-27\n", ("PERSON", "Jane Roe")),
        ("Versicherten-Nr.: N733687759\nAufnahme-Nr.: 119485390\n", ("NATIONAL_ID", "N733687759")),
        ("Gutscheincode: M9HG-KASX-Z9W8-UNU2\n", ("SECRET", "M9HG-KASX-Z9W8-UNU2")),
        (
            "id,code,initial_value,currency,state\n1,5FF8-PYLT-86VS-UQBK,50.00,EUR,enabled",
            ("SECRET", "5FF8-PYLT-86VS-UQBK"),
        ),
    ],
)
def test_what_minutes_letters_and_exports_of_shops_say_is_found(text: str, what: tuple[str, str]) -> None:
    assert what in found(text)


@pytest.mark.parametrize(
    "talk",
    [
        "[11/03/2025 08:02] Jane Roe: hello\n[11/03/2025 08:03] Xqz Vhl: hello\n",
        "11/03/2025, 08:02 - Jane Roe: hello\n11/03/2025, 08:03 - Xqz Vhl: hello\n",
        "Jane Roe   09:16\nhello\n\nXqz Vhl   09:26\nhello\n",
    ],
)
def test_all_who_spoke_are_hidden_where_one_of_them_is_known(talk: str) -> None:
    assert found(talk) == [("PERSON", "Jane Roe"), ("PERSON", "Xqz Vhl")]
    assert found(talk.replace("Jane Roe", "Vhl Xqz")) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('<add key="Plum:ApiKey" value="Ju4wwyWETQLv6yky1CZM4KA9MbMTqEOC" />', "Ju4wwyWETQLv6yky1CZM4KA9MbMTqEOC"),
        ("svc=otp event=generated phone=+4915129673362 code=987629 ttl=300s", "987629"),
        ("voucher_code,discount\nSPR-OATM-YJZU,15%\nSPR-MVLR-IRQI,15%", "SPR-OATM-YJZU"),
        ("Wi-Fi: PlumCottage-5G\nPassword: lobster.pot.11\n", "lobster.pot.11"),
    ],
)
def test_only_what_lets_in_is_hidden_beside_its_names(text: str, value: str) -> None:
    secrets = [found_value for kind, found_value in found(text) if kind == "SECRET"]
    assert secrets[0] == value
    assert "PlumCottage-5G" not in secrets


def test_the_number_of_a_contact_that_something_happened_to_is_no_phone() -> None:
    assert found("- [x] CRM: contact 595187217 deleted") == []


def test_a_key_in_quotes_ends_where_they_close() -> None:
    key = "?yia33dW(Lggovr*n3*PLUY:a@}r??j9fhY7+%^P1H<TH+o@adSea>CR-8q)zNP>"

    assert found(f"define( 'LOGGED_IN_KEY',    '{key}' );\n") == [("SECRET", key)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            '{"username": "T24X5boXLYgDVIY1yfTQSRwDR2TTi4dg", "clientkey": "5AEBAD0D7AF56984F6017E1B8BAB488D"}',
            "T24X5boXLYgDVIY1yfTQSRwDR2TTi4dg",
        ),
        ('[database]\nuser = plum\npassword = """u6oU!sy;OhV1"""\n', "u6oU!sy;OhV1"),
        ("gift_card_code,balance\n1SOW-VGH3-43T7-KGE4,100.00\nW4EN-8QVC-NVZ5-ZNAB,25.00", "1SOW-VGH3-43T7-KGE4"),
        ("Agent: Sent. Please tell me the code you receive.\nVisitor: 118171\n", "118171"),
    ],
)
def test_what_lets_in_is_found_by_what_stands_around_it(text: str, value: str) -> None:
    assert ("SECRET", value) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ticket 4711\nClient: Jane Roe\nEmail: jr@example.org\nAgent: John Doe\n",
        "Space: Network / Page owner: Jane Roe / Version 7 / 2024-05-23\n\n1. Parameters\n",
    ],
)
def test_whom_a_ticket_and_a_page_belong_to_is_found(text: str) -> None:
    assert ("PERSON", "Jane Roe") in found(text)


@pytest.mark.parametrize("above", ["username: tariffs", "ssid: Plumgarden"])
def test_two_words_below_an_account_are_its_password(above: str) -> None:
    settings = f"host: mq-1\n{above}\npassword: {{}}\nvhost: /\n"

    assert found(settings.format("rabarbra-sommer")) == [("SECRET", "rabarbra-sommer")]
    assert found(settings.format("plum-credentials")) == []
