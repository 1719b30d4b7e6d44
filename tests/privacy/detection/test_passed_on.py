"""Numbers and secrets as people and terminals pass them on, where no name of a field stands before them."""

from __future__ import annotations

import pytest

from .reading import found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Kunt u mij terugbellen op 06 20000010?", ("PHONE", "06 20000010")),
        ("Bana (0212) 000 10 60 numarasından ulaşın.", ("PHONE", "(0212) 000 10 60")),
        ("* Vera Roe – 600 100 200, vera@example.org", ("PHONE", "600 100 200")),
        ("Omar Roe, omar@example.org, 0500 100 20 30", ("PHONE", "0500 100 20 30")),
        ("Hallo.\n\nMet vriendelijke groet,\nLies Roe\n06 20000020", ("PHONE", "06 20000020")),
        ("- Sean Doe – +1 801-555-0146\n- Solveig Roe – 40 10 20 30", ("PHONE", "40 10 20 30")),
        ("Il mio codice fiscale è QQQWWW70A41Z999Q.", ("NATIONAL_ID", "QQQWWW70A41Z999Q")),
        ("Mon numéro de sécurité sociale est le 190019999900011.", ("NATIONAL_ID", "190019999900011")),
        ("Meine Ausweisnummer ist T220001290.", ("NATIONAL_ID", "T220001290")),
        ("Mein Reisepass: C01X00T47", ("PASSPORT", "C01X00T47")),
        ("Mi número de cuenta es 2100 0418 4502 0005", ("ACCOUNT", "2100 0418 4502 0005")),
    ],
)
def test_a_number_is_found_by_what_is_said_around_it(text: str, value: tuple[str, str]) -> None:
    assert value in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "htpasswd -nb admin {}",
        "rabbitmqctl add_user jane {}",
        "ldapsearch -x -D cn=admin -w {} -b dc=example",
        "keytool -list -keystore a.jks -storepass {}",
        "openssl rsa -in a.pem -passin pass:{}",
        "$ kubectl get secret db -o jsonpath='{{.data.password}}' | base64 -d\n{}\n$ ls",
        "root@db:~# vault kv get -field=password kv/db\n{}",
    ],
)
def test_a_secret_is_found_where_a_command_takes_or_prints_it(text: str) -> None:
    assert ("SECRET", "k7Wd2vRt9LqZ4nBx") in found(text.format("k7Wd2vRt9LqZ4nBx"))


def test_what_a_command_prints_may_be_a_hash() -> None:
    commit = "0123456789abcdef0f1e2d3c4b5a69788796a5b4c3d2e1f00123456789abcdef"

    assert found(f"$ docker run --env-file secret.env postgres\n{commit}\n$ ls") == []


def test_a_page_may_have_its_names_to_the_left_of_their_values() -> None:
    page = "<table><tr><td>Guest name</td><td>Jan Roe</td></tr><tr><td>E-mail</td><td>jan@example.org</td></tr></table>"

    assert found(page) == [("PERSON", "Jan Roe"), ("EMAIL", "jan@example.org")]


def test_a_key_below_the_name_of_a_signature_is_a_secret() -> None:
    assert found('{"Jwt": {"Key": "w3RtY8pLq2ZkV5nXb7DmC4sHg="}}') == [("SECRET", "w3RtY8pLq2ZkV5nXb7DmC4sHg=")]


def test_a_company_of_one_word_is_found_in_a_form_that_somebody_filled_in() -> None:
    assert ("COMPANY", "Fernroe") in found("E-Mail: e@example.org\nTelefon: 030 100200\nFirma: Fernroe\n")


def test_where_a_calendar_says_it_is() -> None:
    event = "BEGIN:VEVENT\nSUMMARY:Viewing\nLOCATION:5 Fern House\\, Roeville\\, AB1 2CD\nEND:VEVENT"

    assert ("ADDRESS", "5 Fern House\\, Roeville\\, AB1 2CD") in found(event)
