"""Minutes, tickets, talks, exports of shops and settings, as an ordinary day brings them."""

from __future__ import annotations

import pytest

from .reading import found


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
