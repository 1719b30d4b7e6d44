"""What mail programs and others tell their servers to be let in."""

from __future__ import annotations

import pytest

from .reading import found

PLAIN_LOGIN = "AGphbmUAT3R0ZXI0NzExS2l0ZQ=="
BEARER = "dXNlcj1qYW5lQGV4YW1wbGUub3JnAWF1dGg9QmVhcmVyIGszSmQ5c0xxMFp4N1ZiMk5tUTh3AQE="

LONG = BEARER.rstrip("=") * 8


@pytest.mark.parametrize(
    ("talk", "secret"),
    [
        (f"S: * OK ready\nC: A001 AUTHENTICATE XOAUTH2 {BEARER}\nS: A001 OK", BEARER),
        (f"C: a1 AUTHENTICATE PLAIN {PLAIN_LOGIN}\nS: a1 OK", PLAIN_LOGIN),
        (f'C: AUTHENTICATE "PLAIN" "{PLAIN_LOGIN}"', PLAIN_LOGIN),
        (f"250-AUTH PLAIN\nAUTH XOAUTH2 {LONG}\n", LONG),
        ("334 VXNlcm5hbWU6\namFuZQ==\n334 UGFzc3dvcmQ6\nT3R0ZXI0NzEx\n235 ok", "T3R0ZXI0NzEx"),
        ("C: AUTH LOGIN\nS: 334 UGFzc3dvcmQ6\nC: T3R0ZXI0NzEx\nS: 235 ok", "T3R0ZXI0NzEx"),
        (f"C: AUTH PLAIN\nS: 334 \nC: {PLAIN_LOGIN}\nS: 235 ok", PLAIN_LOGIN),
        (" ~> AUTH LOGIN\n<~  334 UGFzc3dvcmQ6\n ~> T3R0ZXI0NzEx\n<~* 535 no", "T3R0ZXI0NzEx"),
        (" -> AUTH LOGIN\n<-  334 UGFzc3dvcmQ6\n -> T3R0ZXI0NzEx\n<** 535 no", "T3R0ZXI0NzEx"),
        ("C: A001 LOGIN jane@example.org Otter4711Kite\n", "Otter4711Kite"),
        ('C: A001 LOGIN "jane@example.org" "kqzt wbno xfhd prlm"\n', "kqzt wbno xfhd prlm"),
    ],
)
def test_what_lets_a_mail_program_in_is_hidden(talk: str, secret: str) -> None:
    assert ("SECRET", secret) in found(talk)


@pytest.mark.parametrize(
    "talk",
    [
        "250-AUTH LOGIN PLAIN XOAUTH2 PLAIN-CLIENTTOKEN OAUTHBEARER XOAUTH",
        "S: * CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2 AUTH=PLAIN",
        "C: a1 AUTHENTICATE PLAIN\nS: +\n",
        "A001 NO [AUTHENTICATIONFAILED] Authentication failed.",
        "AUTH PLAIN AUTHENTICATION is switched off",
        "A001 LOGIN completed",
    ],
)
def test_how_a_server_lets_in_is_no_secret(talk: str) -> None:
    assert found(talk) == []


@pytest.mark.parametrize(
    "script",
    [
        'expect "*?assword:*"\nsend -- "Otter4711Kite\\r"\n',
        'expect "assword:" { send "Otter4711Kite\\r" }',
        "child.expect('assword:')\nchild.sendline('Otter4711Kite')",
    ],
)
def test_what_a_script_answers_to_the_question_for_a_password_is_one(script: str) -> None:
    assert found(script) == [("SECRET", "Otter4711Kite")]


def test_a_script_may_wait_for_a_password_and_send_nothing_of_the_kind() -> None:
    assert found('expect "assword:"\nsend "$password\\r"\nexpect "#"\nsend "exit\\r"') == []
