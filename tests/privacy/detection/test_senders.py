"""Who writes: people have names, firms and programs that send mail have none that need be hidden."""

from __future__ import annotations

import pytest

from .reading import found, walked


@pytest.mark.parametrize(
    ("line", "mailbox"),
    [
        ("From: Quillpad <noreply@quillpad.example.com>", "noreply@quillpad.example.com"),
        ('"Tarnwood" <do-not-reply@mail.tarnwood.io>', "do-not-reply@mail.tarnwood.io"),
        ("Quillpad Cloud <cloud-noreply@quillpad.com>", "cloud-noreply@quillpad.com"),
        ("Harrowgate <hello@hq.example.app>", "hello@hq.example.app"),
        ("From: Tarnwood <x-17@tarnwood.io>", "x-17@tarnwood.io"),
    ],
)
def test_the_name_of_a_firm_before_its_mailbox_stays_readable(line: str, mailbox: str) -> None:
    assert found(line) == [("EMAIL", mailbox)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Jane Roe <notifications@quillpad.com>", "Jane Roe"),
        ("Wanjiru Kamau <noreply@quillpad.com>", "Wanjiru Kamau"),
        ("Priya <hello@priya.example.dev>", "Priya"),
        ("Vossberg <h.vossberg@vossberg.de>", "Vossberg"),
    ],
)
def test_somebody_in_whose_name_a_program_writes_is_hidden(line: str, name: str) -> None:
    assert found(line)[0] == ("PERSON", name)


def test_a_firm_that_writes_stays_readable_in_an_object() -> None:
    letter = {
        "from": {"emailAddress": {"name": "Quillpad", "address": "noreply@quillpad.com"}},
        "to": [{"name": "Mina Okoro", "email": "mina@example.org"}],
        "sender": {"name": "Tarnwood", "email": "billing@pay.example.net"},
    }

    assert walked(letter) == {
        "from": {"emailAddress": {"name": "Quillpad", "address": "<EMAIL>"}},
        "to": [{"name": "<PERSON>", "email": "<EMAIL>"}],
        "sender": {"name": "Tarnwood", "email": "<EMAIL>"},
    }


@pytest.mark.parametrize(
    "text",
    [
        "https://calendar.google.com/calendar/ical/c_9k2m4%40group.calendar.google.com/public/basic.ics",
        "https://calendar.google.com/calendar/ical/en.dutch%23holiday%40group.v.calendar.google.com/public/basic.ics",
        "chat 19:0f3c_77ab@unq.gbl.spaces and group 49-1700@g.us",
    ],
)
def test_calendars_and_rooms_have_no_mailbox(text: str) -> None:
    assert found(text) == []


def test_a_domain_that_only_ends_like_a_group_has_mailboxes() -> None:
    assert found("write to rosa@big.us") == [("EMAIL", "rosa@big.us")]


def test_a_name_that_a_header_encodes_is_found() -> None:
    text = "From: =?UTF-8?Q?J=C3=BCrgen_H=C3=A4ring?= <j.haering@example.org>\nSubject: plums"

    assert found(text) == [("PERSON", "=?UTF-8?Q?J=C3=BCrgen_H=C3=A4ring?="), ("EMAIL", "j.haering@example.org")]


def test_an_office_that_a_header_encodes_is_nobody() -> None:
    assert found("From: =?utf-8?B?S3VuZGVuc2VydmljZQ==?= <kunden@example.org>") == [("EMAIL", "kunden@example.org")]


def test_who_writes_from_a_domain_that_nobody_answers_is_nobody() -> None:
    text = "Cc: Author <author@noreply.example.com>\nMessage-ID: <plums/shop/pull/2713/c4806542560@example.com>\n"

    assert found(text) == [("EMAIL", "author@noreply.example.com")]


@pytest.mark.parametrize("name", ["=?undefined?Q?a?=", "=?no-such?B?YQ==?=", "=?utf-8?Q?=FF=FE?=", "=?utf-8?B?A?="])
def test_what_no_program_can_decode_stops_no_reading(name: str) -> None:
    assert ("EMAIL", "ann@example.org") in found(f"From: {name} <ann@example.org>")


@pytest.mark.parametrize(
    "text",
    [
        "From: Jane Roe via PlumSign <dse@plumsign.example>",
        "Jane Roe sent you a document to review.\n\nTo: ann@example.org",
        "Jane Roe shared the folder plums with you\n\nTo: ann@example.org",
        "Updated:     3 months ago by Jane Roe\nContact: ann@example.org",
    ],
)
def test_in_whose_name_a_service_writes_is_found(text: str) -> None:
    assert ("PERSON", "Jane Roe") in found(text)


@pytest.mark.parametrize(
    "sender",
    [
        "Plum Console <no-reply@plumconsole.com>",
        "Plum Bank Online <noreply@plum-bank.com>",
        "Reports <reports@plum-foods.com>",
        "Plum Desk via PlumSign <dse@plumsign.example>",
    ],
)
def test_a_firm_that_writes_from_its_own_domain_is_nobody(sender: str) -> None:
    assert [kind for kind, _ in found(f"From: {sender}")] == ["EMAIL"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "7e4537d2 (Jane Roe     2026-01-26 14:25:08 +0200  40) func (s *Store) Get() {\n"
            "^489d3d3 src/plum.go (Ann de Poe 2025-12-24 16:49:26 +0200  41) \trow := s.db\n"
            "00000000 (Not Committed Yet 2026-01-26 14:25:08 +0200  42) }\n",
            ["Jane Roe", "Ann de Poe"],
        ),
        ("Started by user Jane Roe\nBuilding in /var/lib/jenkins-2026-01-26\n", ["Jane Roe"]),
        ('set system login user jroe full-name "Jane Roe"\nset system host-name r=1\n', ["Jane Roe"]),
        (
            "title:\tPlums\nauthor:\tjroe (Jane Roe)\nassignees:\tapoe (Ann Poe)\nurl: 2026-01-26\n",
            ["Jane Roe", "Ann Poe"],
        ),
    ],
)
def test_whom_a_program_names_as_author_or_account_is_somebody(text: str, names: list[str]) -> None:
    assert found(text) == [("PERSON", name) for name in names]


@pytest.mark.parametrize(("name", "mailbox"), [("Shop", "shop@plum.example"), ("Billing", "accounts@plum.example")])
def test_the_part_of_a_firm_that_sends_letters_is_nobody(name: str, mailbox: str) -> None:
    assert walked({"sender": {"name": name, "email": mailbox}}) == {"sender": {"name": name, "email": "<EMAIL>"}}


@pytest.mark.parametrize("name", ["Telse", "Jane Roe", "Mark Shopland"])
def test_whoever_sends_letters_for_a_shop_is_somebody(name: str) -> None:
    assert walked({"sender": {"name": name, "email": "telse@plum.example"}})["sender"]["name"] == "<PERSON>"
