"""Codes that open something once, as messages carry them and lists keep them."""

from __future__ import annotations

import pytest

from .reading import found, walked

CODES = [
    ("Your code is 916547", "916547"),
    ("972405 is your Acme Bank verification code. Don't share it.", "972405"),
    ("Your Acme code is 6214. Reply STOP to unsubscribe", "6214"),
    ("G-247488 is your confirmation code", "247488"),
    ("one-time bypass code 51295227 (valid 60 min)", "51295227"),
    ("Lobby code 3671. Parcel A-17", "3671"),
    ("Login code: 884 213", "884 213"),
    ("il codice per accedere è 331478. Scade tra 10 minuti", "331478"),
    ("tijdelijke code verstuurd: 770176. Klant belt terug", "770176"),
    ("Ihr Bestätigungscode lautet 123456", "123456"),
    ("Votre code de vérification est 123456", "123456"),
    ("Tu código de verificación es 123456", "123456"),
    ("Use this code to finish signing in:\n\n    60631343\n\nIt expires soon.", "60631343"),
    ("Enter this code to finish signing in: 612198\n", "612198"),
    ("Bitte geben Sie den folgenden Code ein, um sich anzumelden:\n\n  481 552\n", "481 552"),
    ("Saisissez ce code pour vous connecter : 481552", "481552"),
    ("Introduce este código para iniciar sesión: 481552", "481552"),
    ("Voer deze code in om in te loggen: 481552", "481552"),
    ("Ihr Code lautet 338446", "338446"),
    ("Votre code : 338446", "338446"),
    ("Din kod är 338446. Dela inte koden.", "338446"),
    ("Twój kod to 338446", "338446"),
    ("Ваш код: 338446", "338446"),
    ("Your code is:\n\n338446\n\nDo not share it", "338446"),
    ("<p>Your verification code is</p><h1>338446</h1>", "338446"),
    ("Use 338446 as your verification code", "338446"),
    ("OTP for your payment of EUR 500 is 338446", "338446"),
    ("mTAN: 338446 für die Überweisung", "338446"),
    ("Moderator code: 338446#", "338446"),
    ("Kenncode: 338446", "338446"),
    ("Your Plum sign-in code\n\nHi Jane,\n\nhere is what you asked for.\n\n338446\n\nThanks", "338446"),
    ("open https://plum.example/devicelogin and enter the code 6LQ6LCDCR to authenticate.", "6LQ6LCDCR"),
    ("First copy your one-time code: AB12-CD34", "AB12-CD34"),
    ("visit https://plum.example/activate and enter code WDJB-MJHT to sign in", "WDJB-MJHT"),
    ("PIN: 239 656 306 2231#", "239 656 306 2231#"),
]
OTHERS = [
    "Your booking code is 123456",
    "Your discount code is 20252025",
    "the request ended with error code 123456",
    "exit code is 1234",
    "Verification code sent. Ticket 482913",
    "Recovery codes were made on 2025-01-13.",
    "Use code 123456 at checkout for 20% off",
    "use error code 12345678 to look it up in the log of the device",
    "Enter the product code 481552 of your device",
    "The user code WDJBMJHT1 is run in a box",
    "Your source code: 12345678 lines",
    "fix OTP handling\nTicket: 482913",
    "The MFA device list has rows:\n482913",
    "Recovery codes are shown once.\n\n12345678 rows",
]


@pytest.mark.parametrize(("text", "code"), CODES)
def test_a_code_in_a_message_is_a_secret(text: str, code: str) -> None:
    assert found(text) == [("SECRET", code)]


@pytest.mark.parametrize("text", OTHERS)
def test_a_code_that_opens_nothing_stays(text: str) -> None:
    assert found(text) == []


def test_all_codes_of_a_list_are_hidden() -> None:
    text = "Your two-factor recovery codes\n\n  f7198-78ca1   430ee-b8b90\n  be186-e3f67\n\nGenerated 2025-04-13"

    assert found(text) == [("SECRET", "f7198-78ca1"), ("SECRET", "430ee-b8b90"), ("SECRET", "be186-e3f67")]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Backup verification codes for plum\n 1. 59012905\n 2. 91972836\n 3. 28774215\n", 3),
        ("2FA recovery codes (saved 2031-08-02 by plum):\n\n8lg42h1fym\niih59081x8\n\nUsed one on 2031-04-10.", 2),
        ("Recovery codes:\n[x] 8f3kd92k1x (used)\n[ ] 9d7s2k10zq\n", 2),
        ("Backup codes: 59012905, 91972836, 28774215", 3),
        ("Here are your recovery codes. Keep them safe.\n\n```\na1b2c3d4e5f60718\nb7c8d9e0f1a2b3c4\n```\n", 2),
        ("Ersatzcodes\n\n1234 5678\n2345 6789\n", 2),
        ("Codes de secours :\n- 12345678\n- 23456789\n", 2),
    ],
)
def test_a_list_of_codes_is_hidden_however_it_is_numbered(text: str, codes: int) -> None:
    assert [kind for kind, _ in found(text)] == ["SECRET"] * codes


def test_codes_with_a_blank_in_them_are_hidden_whole_also_on_the_line_that_announces_them() -> None:
    codes = ["4821 9930", "7712 0048"]

    assert found(f"Your backup codes: {', '.join(codes)}") == [("SECRET", code) for code in codes]


def test_a_code_that_somebody_was_asked_for_is_hidden() -> None:
    talk = (
        "Ann: the registrar asks for MFA, who has the device?",
        "Joe: me. code is 878428, be quick",
        "Ann: expired :(",
        "Joe: 859535",
        "Ann: in. case 533341 is closed",
    )
    assert found("\n".join(talk)) == [("SECRET", "878428"), ("SECRET", "859535")]


def test_a_code_for_another_device_is_hidden_and_the_number_of_a_user_is_not() -> None:
    assert walked({"user_code": "BDWP-HQPK"}) == {"user_code": "<SECRET>"}
    assert walked({"userCode": "6LQ6LCDCR"}) == {"userCode": "<SECRET>"}
    assert walked({"user_code": "USR00123"}) == {"user_code": "USR00123"}


def test_what_is_dialled_for_a_conference_is_hidden() -> None:
    assert walked({"entryPointType": "phone", "pin": "2396563062231"})["pin"] == "<SECRET>"


def test_a_code_that_a_store_keeps_for_some_minutes_is_hidden() -> None:
    assert found('> GET "otp:user:17"\n"264706"\n') == [("SECRET", "264706")]
    assert found("127.0.0.1:6379> get login_code:17\n264706\n") == [("SECRET", "264706")]
    assert found('> GET "counter:17"\n"264706"\n') == []


def test_what_opens_a_drive_is_known_by_its_form() -> None:
    key = "146850-693836-283866-313478-215556-464937-265837-546194"

    assert found(f"Recovery Key ID: 54A97F1C\nRecovery key: {key}") == [("SECRET", key)]


@pytest.mark.parametrize("line", ["domain auth code (plum.example): {}", "the transfer code for plum.example is {}"])
@pytest.mark.parametrize("value", ["-hPaL8OKkuXi6Ikq", "zNsja!VD2PBxD2oP"])
def test_the_code_that_moves_a_domain_is_hidden(line: str, value: str) -> None:
    assert found(line.format(value)) == [("SECRET", value)]


def test_other_codes_for_a_domain_stay_readable() -> None:
    assert found("status code for plum.example is 200-something, auth code for plum.example is missing") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Subject: Sign-in code\n\nHi Ann,\n\nUse 832314 to finish signing in.", "832314"),
        ("If it asks for a backup code anyway: 1721-7725", "1721-7725"),
        ("Bot: We sent a code to your phone.\n[10:03:05] Visitor: its 531476\n", "531476"),
        ("Ann 09:28: console asks for a code, who has it\nMax 09:32: 104326\n", "104326"),
        ("security unlock-keychain -p Plum.4711 login.keychain", "Plum.4711"),
    ],
)
def test_codes_are_found_as_talks_and_letters_say_them(text: str, code: str) -> None:
    assert found(text) == [("SECRET", code)]


@pytest.mark.parametrize("text", ["Use 832314 to track your parcel, code of the depot B.", "backup code path: 1721"])
def test_numbers_for_other_things_are_no_codes(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("TAN 730518 for transfer of 12.50 EUR to ...0042", "730518"),
        ("mTAN 730518, never tell it anybody", "730518"),
        ("MFA for the demo stage is a fixed code: 730518", "730518"),
        ("Or paste this temporary login code: qhzrt-wvxko-plmdn", "qhzrt-wvxko-plmdn"),
        ("Your sign-in code is qhz4-wvx0-plmd", "qhz4-wvx0-plmd"),
        ("<ann> thanks. and the rack pin\n<bob> 730518, it is the left one", "730518"),
    ],
)
def test_a_code_is_one_also_with_letters_or_without_a_verb(text: str, code: str) -> None:
    assert found(text) == [("SECRET", code)]


@pytest.mark.parametrize(
    "text",
    [
        "TAN 2024 report of the tanning board",
        "MFA is on for 730518 users, code freeze on Monday",
        "Access code: see the well-known-paths page",
        "<ann> we moved the pin\n<bob> 7305 people saw that",
    ],
)
def test_numbers_and_words_beside_such_codes_stay(text: str) -> None:
    assert found(text) == []


def test_a_code_of_a_list_has_no_digit_by_chance() -> None:
    codes = ["43fke-isxly", "qhzrt-wvxko", "7jvtd-072a1"]

    assert found("Recovery codes:\n\n  " + "\n  ".join(codes)) == [("SECRET", code) for code in codes]
    assert found("Backup codes:\n\n  never-shown\n  print-later\n") == []


def test_a_code_of_access_may_be_one_that_somebody_thought_of() -> None:
    assert walked({"accessCode": "Plum47$x", "access_code": "granted"}) == {
        "accessCode": "<SECRET>",
        "access_code": "granted",
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Bonjour Paul,\n\nVoici votre code à usage unique : 482 913\n\nCe code expire dans 15 minutes", "482 913"),
        ("Use the code below to finish signing in.\n\n    482-913\n\nThis code expires soon.", "482-913"),
        ("you need your number and this activation code:\n\n    7KRX-4QW2-CPJM\n\nValid until", "7KRX-4QW2-CPJM"),
        ("just enter the six digits on the page.\n\nAnn wrote:\n> it shows 482913 and it says OK", "482913"),
    ],
)
def test_a_code_is_found_however_a_mail_words_it(text: str, code: str) -> None:
    assert ("SECRET", code) in found(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("your invitation code for the closed beta is Q7LM-42XP-9ZRT. It works once.", "Q7LM-42XP-9ZRT"),
        ("Your invite code: Q7LM-42XP", "Q7LM-42XP"),
        ('gw id=SM1 to=+14155550132 status=sent body="Plumbank: code 471163"', "471163"),
        ("(80s) Agent: I have sent you a code by SMS, please read it.\n(130s) Visitor: 471163\n", "471163"),
    ],
)
def test_a_code_is_found_in_an_invitation_a_gateway_and_a_chat(text: str, code: str) -> None:
    assert ("SECRET", code) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The invitation code for the closed beta is XXXX-XXXX-XXXX",
        "Your promo code for the closed beta is Q7LM-42XP-9ZRT",
        "An invitation code for room B is not needed; see build Q7LM-42XP",
        'gw id=SM1 to=+14155550132 status=failed error="carrier: code 300075"',
        'gw id=SM1 to=+14155550132 status=sent body="Plum: promo code 471163"',
        'worker-1 exit body="Error: code 471163"',
        "(80s) Agent: what is the number of your order?\n(130s) Visitor: 471163\n",
        "(80s) Agent: I have sent you a code by SMS.\n(130s) Ticket: 471163\n",
    ],
)
def test_codes_of_shops_and_errors_in_such_places_stay_readable(text: str) -> None:
    assert not [value for kind, value in found(text) if kind == "SECRET"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("¿El pin de la alarma sigue siendo 4711?", "4711"),
        ("El código de la puerta sigue siendo 4711", "4711"),
        ("Use the invite code PLMRVSTN in the app.", "PLMRVSTN"),
        ("invite code: K7QD2M", "K7QD2M"),
        ("Bypass code issued: 246813579", "246813579"),
        ("Transfer (auth) code for plum-river.example: !pLmRvS7n#4Qx", "!pLmRvS7n#4Qx"),
        (
            "Behörighetskod vid aktivering (gäller en gång): 3f0c9a71-5b2e-4d68-9c1a-7e4b0d2f6a85",
            "3f0c9a71-5b2e-4d68-9c1a-7e4b0d2f6a85",
        ),
    ],
)
def test_a_code_that_still_opens_or_lets_in_for_the_first_time_is_hidden(text: str, code: str) -> None:
    assert found(text) == [("SECRET", code)]


@pytest.mark.parametrize(
    "text",
    [
        "El código de error sigue siendo 4711",
        "le code postal est toujours 75011",
        "invite code: EXPIRED",
        "invite code is REQUIRED",
        "invite code WELCOME2024",
        "Authorization code: 083412",
        "Auth code: TAS1234567",
        "felkod 2003645 saknas",
        "bypass codes of the interlock: 163353885 units",
    ],
)
def test_codes_of_errors_towns_and_payments_stay_readable(text: str) -> None:
    assert found(text) == []


def test_codes_that_let_somebody_in_without_a_phone_are_hidden() -> None:
    text = "Bypass codes issued, valid 4 h, one use each: 246813579, 135792468.\n2031-02-03 07:00 Codes deleted."

    assert found(text) == [("SECRET", "246813579"), ("SECRET", "135792468")]


def test_a_column_of_codes_is_hidden_where_its_table_is_called_after_them() -> None:
    query = "-- select user_id, code, used_at from user_recovery_codes;\n"
    table = " user_id |    code     | used_at\n---------+-------------+---------\n"
    rows = " 7 | pl4mr-ivers |\n 7 | ston3-otter |\n 7 | abcde-fghij |\n"

    assert [kind for kind, _ in found(query + table + rows)] == ["SECRET"] * 3
    assert found(query.replace("recovery_codes", "discounts") + table + rows) == []
    assert found("-- regions\n" + table + rows) == []


def test_vouchers_of_a_network_are_hidden_and_those_of_a_shop_are_not() -> None:
    table = "\n\nRoll\tVoucher code\tDuration\tStatus\n1\t47110-81542\t480 min\tvalid\n1\t90210-33415\t480 min\tvalid\n"

    assert found("Guest Wi-Fi vouchers, hall" + table) == [("SECRET", "47110-81542"), ("SECRET", "90210-33415")]
    assert found("Spa vouchers, summer" + table) == []


def test_a_pin_in_a_cell_beside_a_password_is_hidden() -> None:
    row = "Bank;jane;Plum4711!;{};2031-02-03\n"
    text = "Dienst;Benutzer;Passwort;Bemerkung;geändert\n" + row.format("PIN 47110") + row.format("Pin-Nr. 8154")

    assert [value for kind, value in found(text) if kind == "SECRET"] == ["Plum4711!", "47110", "Plum4711!", "8154"]
    assert "4711" not in str(found("part;note;length\nplug;PIN 4711;3\nplug;PIN 4712;3\n"))


@pytest.mark.parametrize(
    "line",
    [
        "we've 3 seats left in the beta, invitation code {}, sign up today",
        "For the arena use the invite code {}.",
        "the invite code `{}` works once",
    ],
)
def test_the_code_of_an_invitation_needs_no_sign_before_it(line: str) -> None:
    assert found(line.format("Q7LM-42XP-9ZRT")) == [("SECRET", "Q7LM-42XP-9ZRT")]
    assert found(line.replace("invitation", "promo").replace("invite", "promo").format("Q7LM-42XP-9ZRT")) == []


def test_a_field_of_codes_holds_what_a_machine_drew() -> None:
    table = "Time,Name,Invitation code\n1,Jane Roe,BKS7P9EY\n2,John Doe,WELCOME2031\n3,Ann Poe,pending\n"

    assert [value for kind, value in found(table) if kind == "SECRET"] == ["BKS7P9EY"]
    assert walked({"accessCode": "H3UJQV"}) == {"accessCode": "<SECRET>"}
    assert walked({"alarmCode": "E101F2"}) == {"alarmCode": "E101F2"}
    for plain in ("DENIED", "TK47110", "ERR2031", "2031-0712"):
        assert walked({"inviteCode": plain, "accessCode": plain[:3]})["inviteCode"] == plain


@pytest.mark.parametrize("line", ['msg="sms sent" to=+447762379985 sid=SM8e {}', "otp sent to=+447762379985 {}"])
def test_the_code_that_a_line_of_a_log_says_was_sent_is_hidden(line: str) -> None:
    assert ("SECRET", "014414") in found(line.format("code=014414"))
    for plain in ("error_code=014414", "status=failed code=014414", "code=30007", "exitcode=014414"):
        assert [kind for kind, _ in found(line.format(plain))] == ["PHONE"]
    assert found("msg=sent code=014414") == []


@pytest.mark.parametrize("line", ["Domain transfer of the shop: auth code {}", "Auth code for transfer: {}"])
def test_the_code_of_a_transfer_may_have_letters_and_digits_alone(line: str) -> None:
    for code in ("fQyz0yxHoqz7hM", "G-rKA-Or3htN3B", "kwJqR35fdtm%mz"):
        assert found(line.format(code)) == [("SECRET", code)]
    for plain in ("TRX20310099", "required-by-registrar", "Plumstone4711"):
        assert found(line.format(plain)) == []
    assert found("Card paid, auth code fQyz0yxHoqz7hM") == []


def test_the_key_of_the_host_of_a_meeting_is_digits() -> None:
    assert found("Host key: 178492\n") == [("SECRET", "178492")]
    assert walked({"host_key": "178492"}) == {"host_key": "<SECRET>"}
    for plain in ("ssh-ed25519", "22", "/etc/ssh/ssh_host_rsa_key"):
        assert found(f"Host key: {plain}\n") == []


def test_the_code_of_a_network_may_be_letters_that_no_mouth_could_say() -> None:
    assert found("Badge: 254\nGuest Wi-Fi code: mrhwgjpb\n") == [("SECRET", "mrhwgjpb")]
    for plain in ("available", "reception", "required"):
        assert found(f"Badge: 254\nGuest Wi-Fi code: {plain}\n") == []


def test_the_code_of_something_that_failed_opens_nothing() -> None:
    talk = "Ann: it says 'invalid content type text/plain', code 10833\nBob: then use the other access token\n"
    assert found(talk) == []
