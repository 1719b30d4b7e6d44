"""Names of fields that are one word: `Kundenname`, `gateadresse`, `customeremail`."""

from __future__ import annotations

from .described import role_of

_OF_NAMES = ("", "s", "n", "en", "es", "e", "ns")
"""What stands between a noun and `name` in one word: `Kundenname`."""
_ENDS: dict[str, tuple[str, str]] = {
    "email": ("EMAIL", "email"),
    "mailadresse": ("EMAIL", "email"),
    "postadresse": ("ADDRESS", "address"),
    "telefonnummer": ("PHONE", "phone"),
    "telefonnr": ("PHONE", "phone"),
    "telefoonnummer": ("PHONE", "phone"),
    "phonenumber": ("PHONE", "phone"),
    "telefon": ("PHONE", "phone"),
    "telefoon": ("PHONE", "phone"),
    "telephone": ("PHONE", "phone"),
    "rufnummer": ("PHONE", "phone"),
    "mobilnummer": ("PHONE", "phone"),
    "phone": ("PHONE", "phone"),
    "anschrift": ("ADDRESS", "address"),
    "adresse": ("ADDRESS", "address"),
    "adress": ("ADDRESS", "address"),
    "adres": ("ADDRESS", "address"),
    "osoite": ("ADDRESS", "address"),
    "address": ("ADDRESS", "address"),
    "kontonummer": ("ACCOUNT", "account"),
    "rekeningnummer": ("ACCOUNT", "account"),
    "accountnumber": ("ACCOUNT", "account"),
    "ausweisnummer": ("NATIONAL_ID", "idcard"),
    "steuernummer": ("NATIONAL_ID", "identity"),
    "versicherungsnummer": ("NATIONAL_ID", "identity"),
    "passnummer": ("PASSPORT", "document"),
    "passportnumber": ("PASSPORT", "document"),
    "firma": ("COMPANY", "company"),
    "geburtsdatum": ("BIRTHDAY", "birthday"),
    "geboortedatum": ("BIRTHDAY", "birthday"),
    "birthdate": ("BIRTHDAY", "birthday"),
    "dateofbirth": ("BIRTHDAY", "birthday"),
}
"""What a word promises that ends so, whatever it begins with."""
_ELSEWHERE = (
    "ip", "mac", "web", "url", "http", "net", "host", "mail", "epost", "post", "base", "bus", "memory", "btc", "eth",
    "mikro", "micro", "head", "mega", "smart", "xylo", "saxo", "homo", "gramo", "block", "inter", "start", "end",
)  # fmt: skip
"""What turns such a word to something else: `ipaddress`, `microphone`."""


def in_one_word(words: str) -> tuple[str, str] | None:
    last = words.rpartition(" ")[2]
    return _of_somebody(last) or _about_somebody(last) or _by_its_end(last)


def _by_its_end(word: str) -> tuple[str, str] | None:
    for end, promise in _ENDS.items():
        if word.endswith(end) and len(word) > len(end) + 2:
            before = word.removesuffix(end)
            mail = promise[0] == "ADDRESS" and before.endswith("mail")
            return ("EMAIL", "email") if mail else None if before.endswith(_ELSEWHERE) else promise
    return None


def _of_somebody(last: str) -> tuple[str, str] | None:
    """`Kundenname`, `klantnaam`, `kundnamn`."""
    if not last.endswith(("name", "naam", "namn", "navn")) or len(last) < len("xxxxname"):
        return None
    role = _whose(last[:-4])
    return ("PERSON", "name") if role == "person" else ("COMPANY", "company") if role else None


def _about_somebody(last: str) -> tuple[str, str] | None:
    """`Mitarbeiterdaten`, `klantgegevens`: all that is known of somebody, the name first."""
    noun = last.removesuffix("daten").removesuffix("gegevens")
    return ("PERSON", "known") if noun != last and _whose(noun) == "person" else None


def _whose(noun: str) -> str:
    roles = (role_of(noun.removesuffix(ending)) for ending in _OF_NAMES if noun.endswith(ending))
    return next((role for role in roles if role in ("person", "company")), "")
