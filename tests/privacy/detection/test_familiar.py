"""Passwords as people think of them and come back to them in a talk."""

from __future__ import annotations

import pytest

from .reading import found


def secrets(text: str) -> list[str]:
    return [value for kind, value in found(text) if kind == "SECRET"]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("The tree is private; the password for relatives is dragonorchard.", "dragonorchard"),
        ("El PDF del 2031-05-14 va cifrado; la contraseña es veranociruela (con mayúscula).", "veranociruela"),
        ("Portal password    : guitarmeadow\nForeign accounts: none", "guitarmeadow"),
        ("2031-05-14: the laptop unlocks with rainbowplum, ask Ann", "rainbowplum"),
        ("PS: the archive is protected with winter044", "winter044"),
        ("The zip opens with the passphrase anchor orchard ginger puddle. Bye", "anchor orchard ginger puddle"),
        ("recovery phrase: plum orchard puddle lantern stone", "plum orchard puddle lantern stone"),
        ("Passcode: fovNdx\nMeeting 12", "fovNdx"),
        ("And the memorable word?\nIt should be orchard4711", "orchard4711"),
        ("redefini a senha para Ameixa-Rio14 (provisória).", "Ameixa-Rio14"),
        ("Hotel Wi-Fi (Lisbon): orchard4711\nFlight: none", "orchard4711"),
        ("Is there wifi - last time it was orchardplum21", "orchardplum21"),
        ("Le PIN de la porte du garage devient 4542 demain.", "4542"),
        ("import the profile, PIN for the app 6729.\n", "6729"),
        ("and the alarm?\nAnn: code 4580 then the button", "4580"),
        ("support> set-pin 10074281 1558\n", "1558"),
        ("paste the licence: GFP8J-MJCHE-VG3TV-P9UKM", "GFP8J-MJCHE-VG3TV-P9UKM"),
        ("which secret do you have\nAnn 14:12: `q7Vt2mZx9LbN4sWd8RkJ`", "q7Vt2mZx9LbN4sWd8RkJ"),
        ("Airline account: jane@example.org / iloveplum4ever51 (gold)", "iloveplum4ever51"),
        ("leaked: jane@example.org:orchard4711", "orchard4711"),
        ("I set it to orchard4711 for now, change the password when you are in.", "orchard4711"),
        ("unzip with Plum$4711 please, password as agreed", "Plum$4711"),
        ("changed password from orchard4711 to something better", "orchard4711"),
        ("Ann: can you send me the password\nBob: sure\nBob: orchard4711", "orchard4711"),
        ("The entry code has been changed to 4711", "4711"),
        ("Der Code für die Haustür ist 4711.", "4711"),
        ("keypad: 4711#", "4711#"),
        ("Passwords that must change: shop orchard4711, mail Orchard2031, and the rest", "Orchard2031"),
        ("root on the old box: Plum-Orchard4!\nBye", "Plum-Orchard4!"),
    ],
)
def test_a_password_is_found_as_people_think_of_it(text: str, secret: str) -> None:
    assert secret in secrets(text)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("what's the db password?\nno idea\nnew one is orchard4711 , user stays app", "orchard4711"),
        ("Das Kennwort geht nicht.\n\nAnn\nNeues ist pflaume35.", "pflaume35"),
        ("jakie jest hasło?\nnie wiem\nto może stare: Sliwka865!", "Sliwka865!"),
        ("It says wrong password. I'm sure it is Plum*35 and before that I used Orchard2025 both fail", "Orchard2025"),
    ],
)
def test_a_secret_is_found_where_a_talk_comes_back_to_it(text: str, secret: str) -> None:
    assert secret in secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "The password is automatically generated.",
        "The password is dragonlike.",
        "Das Passwort ist erforderlich.",
        "la contraseña es obligatoria",
        "The new one is faster, I used python3 and node18",
        "The passphrase must contain four or more words.",
        "The passphrase protects the private part of every pair",
        "2031-05-14: the laptop unlocks with fingerprint",
        "encrypted with salsa20",
        "Wifi was slow, last time it was better",
        "The code of the error is 4580",
        "The server closes connections with code 1001 (going away)",
        "Via: SIP/2.0/UDP 192.0.2.7:5060;branch=z9hG4bKa0ad0ba3e571",
        "transformers pins hub_core>=1.22.0.",
        "a dynamic library identified by 'name'.",
        "| Type | Condition to pass |\n|---|---|\n| text | Exact match against string |\n",
        "[\n  {\n    key: 'withCredentials',\n    converter: web.converters.boolean,\n  }\n]",
    ],
)
def test_words_about_passwords_stay_readable(text: str) -> None:
    assert secrets(text) == []
