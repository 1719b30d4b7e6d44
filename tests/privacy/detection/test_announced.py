"""Values that the words beside them announce, also where their sum or their plan is wrong; and forms of home."""

from __future__ import annotations

import time

import pytest

from .reading import DETECTOR, found, walked

ANNOUNCED = [
    ("my credit card number is 4532 1234 5678 9012.", "ACCOUNT", "4532 1234 5678 9012"),
    ("charge my Visa 4532123456789012 please", "ACCOUNT", "4532123456789012"),
    ("MasterCard 5425-2334-3010-9904 was declined", "ACCOUNT", "5425-2334-3010-9904"),
    ("Amex 3712 345678 95006 declined", "ACCOUNT", "3712 345678 95006"),
    ("CC# 4532015112830367", "ACCOUNT", "4532015112830367"),
    ("UATP card 122000000000003 was charged", "CARD", "122000000000003"),
    ("the IBAN is GB29 NWBK 6016 1331 9268 20 and the rest", "IBAN", "GB29 NWBK 6016 1331 9268 20"),
    ("transfer to iban de89370400440532013001 now", "IBAN", "de89370400440532013001"),
    ("SSN 666-45-6789", "SSN", "666-45-6789"),
    ("social security number is 987-65-4321", "SSN", "987-65-4321"),
    ("his new number is212-555-0178", "PHONE", "212-555-0178"),
    ("client ip: 2001:DB8:7:8:9:A:B:C:D.", "IP", "2001:DB8:7:8:9:A:B:C:D"),
    ("PIN: 4821", "SECRET", "4821"),
    ("DB_PASSWORD=supersecret", "SECRET", "supersecret"),
    ("HEROKU_API_KEY=ffeaeda2-0f64-8f22-72db-495d1f14c58d", "SECRET", "ffeaeda2-0f64-8f22-72db-495d1f14c58d"),
    ("curl -u admin:S3cretPass https://example.org", "SECRET", "S3cretPass"),
    ('<add key="Password" value="geheimnis"/>', "SECRET", "geheimnis"),
    ("API_KEY=abcDEF1234567890abc==", "SECRET", "abcDEF1234567890abc=="),
    ("IP 192.0.2.5.443 > 198.51.100.70.52114: Flags [P.]", "IP", "192.0.2.5"),
    ("from 192.168.1.5.443 again", "IP", "192.168.1.5"),
    ("resolver 8.8.8.8", "IP", "8.8.8.8"),
    ("up at 1.2.3.4:443", "IP", "1.2.3.4"),
]
AT_HOME = [
    "06 12 34 56 78",
    "01.23.45.67.89",
    "090-1234-5678",
    "02-5785-1021",
    "0412 345 678",
    "0115 496 0002",
    "(01632) 960346",
    "(0161)4960350",
    "8 (495) 123-45-67",
    "00386 1 234 56 78",
    "0061 8 9162 1234",
    "555.123.4567",
    "1.555.123.4567",
]
NONE = [
    "Paid with order 4532-1234-5678-9012 today",
    "transfer GB29 NWBK 6016 1331 9268 20 and the rest",
    "the number 666-45-6789 again",
    "01 12 34 56 78 9a bc de f0 are bytes",
    "00 01 23 45 67 89 ab",
    "the file has 0123 456 789 1011 1213 rows",
    "52BB 5352 5354 5353 5351 5366",
    "5083 5084 5085 5086",
    "[.4300.0020.0011.0002]",
    "key 1.2.3.4 and 8.1.0.3",
]


@pytest.mark.parametrize(("text", "kind", "value"), ANNOUNCED)
def test_words_beside_a_value_are_believed(text: str, kind: str, value: str) -> None:
    assert (kind, value) in found(text)


@pytest.mark.parametrize("number", AT_HOME)
def test_a_number_is_known_by_the_form_it_has_at_home(number: str) -> None:
    [(kind, value)] = found(f"ask {number} about it")

    assert kind == "PHONE"
    assert value in number


@pytest.mark.parametrize("text", NONE)
def test_without_such_words_or_forms_it_is_a_number(text: str) -> None:
    assert found(text) == []


def test_values_under_one_name_in_many_objects_are_changed_as_in_one() -> None:
    people = [{"id": number, "home": {"street": f"Oak {number}", "zip": 10115}} for number in range(40)]

    assert walked(people) == [walked(person) for person in people]


LOGS = [
    "08:15:02 D WindowManager: Hiding, forced: true",
    "08:15:03 W TaskOwner: lost its token: com.acme.ui.Handle@7f3ab21",
    "INFO com.acme.net.HTTPClient: Reader Failure",
    "INFO Client: Disconnected",
    "INFO store: dropped chunk part_-4111111111111111 of /data/a",
    "Started Listener$FastConnector@0.0.0.0:9090",
    "closed sessionid: 0x7a3bc0ffee12345",
    "Bundle~a1b2c3d4~arm64~~12.4.1.0, State: Staged",
    "the request-token size. It lists bot-secret names) too",
    "token = hex2bytes(raw)",
    "private_key: curve448.Curve448Key",
    "form = { username: given.username, password: given.password }",
    "my $pass = $box->_secret(@_);",
    "_BIT_FIN = 0x0020",
    "answers the call (2031-02-03 at the latest)",
    "JWT: eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.unfinished",
]


@pytest.mark.parametrize("line", LOGS)
def test_logs_and_code_stay_readable(line: str) -> None:
    assert found(line) == []


HOSTILE = [
    'key="a" value="',
    "<b>4",
    "%34",
    "&#52;",
    "\u200b1",
    "data:text/plain;base64,",
    "0 11 ",
    "00 1 ",
    "card 1",
    "IBAN DE89 ",
    'a,"b\n',
    "first_name, a, b\n",
    "x[at]x dot ",
    "1.2.3.4.5 > ",
    "curl -u a:",
    "A_B=a=",
    "NAME  PHONE  SSN\n",
    "A  B\n-- --\n",
    "COPY a (b) FROM stdin;\n",
    "PASS=[",
    "4111 ",
    "-----BEGIN PRIVATE KEY-----",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_text_and_not_faster(piece: str) -> None:
    times: list[float] = []
    for length in (20_000, 80_000):
        text = (piece * (length // len(piece) + 1))[:length]
        started = time.process_time()
        DETECTOR.find(text)
        times.append(time.process_time() - started)

    assert times[1] < 10 * times[0] + 0.5  # four times as long; sixteen times would be its square


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("        storePassword 'M0rn1ng_398'\n        keyAlias 'upload'\n", "M0rn1ng_398"),
        ("Das WLAN-Passwort im Saal lautet ab Montag Teekanne62.", "Teekanne62"),
        ("Meeting ID: 295 280 587 741\nPasscode: aKRkIj\n", "aKRkIj"),
        ('{"accessCode": "OakRiver5623"}', "OakRiver5623"),
    ],
)
def test_a_password_is_found_as_builds_letters_and_meetings_write_it(text: str, value: str) -> None:
    assert found(text) == [("SECRET", value)]


def test_what_lets_a_phone_into_a_meeting_is_hidden() -> None:
    assert ("SECRET", "386231") in found("+13035550196,,65548765021#,,,,*386231# US")


@pytest.mark.parametrize(
    "text",
    ["Meeting ID: 295 280 587 741\nPasscode: required\n", "keyAlias 'upload'", "Das Passwort ist ab Montag Pflicht."],
)
def test_what_is_said_about_a_password_stays(text: str) -> None:
    assert [kind for kind, _ in found(text) if kind == "SECRET"] == []
