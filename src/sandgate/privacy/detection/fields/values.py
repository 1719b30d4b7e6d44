"""Whether the value of a named field is what its name promises."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..checksums import digits_of
from ..machines.addresses import is_address, is_ip, is_unspecified, is_written_mac
from ..numbers.identities import american_identity
from ..numbers.payments import is_iban
from ..numbers.wallets import is_wallet
from ..people.mail import is_mailbox
from ..phones.numbers import looks_dialled
from .bearers import BEARERS
from .locations import PLACES

_CARD = re.compile(r"\d(?:[ .\-]?\d){11,18}")
_DATE = re.compile(
    r"\d{4}[\-./]\d{1,2}[\-./]\d{1,2}(?:[T ]\d\d?:\d\d[\d:.,]*(?: ?(?:Z|UTC|GMT|[+\-]\d\d:?\d\d))?)?"
    r"|\d{1,2}[\-./ ]\d{1,2}[\-./ ]\d{2,4}|(?:19|20)\d{2}(?:\d{4})?"
    r"|\d{1,2}(?:st|nd|rd|th|\.)?[ \-](?:of )?[^\W\d_]{3,10}\.?,?[ \-]\d{2,4}"
    r"|[^\W\d_]{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
    r"|\d{4}(?:年|년) ?\d{1,2}(?:月|월) ?\d{1,2}(?:日|일)|\d{4}\. ?\d{1,2}\. ?\d{1,2}\.|\d{1,2}\. \d{1,2}\. \d{4}"
    r"|\d{1,2}(?:er)? (?:de )?[^\W\d_]{3,10} (?:de )?\d{4}|\d{1,2}[A-Z]{3}(?:\d{2}){1,2}"
    r"|(?:datetime\.)?date(?:time)?\(\d{4}(?:, \d{1,2}){2,6}\)|\d{4}-[A-Z][a-z]{2}-\d{1,2}"
)
_DAY = re.compile(r"(?:--)?(?:0?[1-9]|[12]\d|3[01])[\-./](?:0?[1-9]|[12]\d|3[01])\.?")
"""A birthday without its year."""
_COUNTED = re.compile(r"/Date\(-?\d{6,14}(?:[+\-]\d{4})?\)/|-?\d{9,13}")
"""A day as some programs count it: seconds or thousandths of them."""
_DOCUMENT = re.compile(r"(?=.*\d)[A-Za-z0-9][A-Za-z0-9 \-*]{3,24}|[CFGHJKLMNPRTVWXYZ]{9}")
"""A German passport may have letters alone; its letters are no vowels, so none is a word."""
_PAPER = re.compile(r"(?=(?:.*\d){5})[A-Z0-9][A-Z0-9 \-./]{5,20}")
_IDENTITY = re.compile(r"(?=(?:.*\d){4})[A-Za-z0-9][A-Za-z0-9 .\-/+]{4,24}")
_OF_A_FIRM = re.compile(
    r"(?:DE|GB) ?\d{3} ?\d{3} ?\d{3}|ATU ?\d{8}|BE ?[01]\d{3}[. ]?\d{3}[. ]?\d{3}|FR ?\d\d ?\d{3} ?\d{3} ?\d{3}"
    r"|NL ?\d{9}B\d\d|LU ?\d{8}|CHE-\d{3}\.\d{3}\.\d{3}(?: (?:MWST|TVA|IVA))?"
)
"""By what a firm pays its VAT, and prints on each invoice. Other states make it of the number of a person."""
_IN_CAPITALS = re.compile(r"(?=.*\d)[A-Z0-9]{7,20}")
_ID_CARD = re.compile(r"[A-Z0-9]{9}")
"""Of Germany: letters and digits in any order."""
_RESIDENT = (11, 13)
"""Digits of residents of Belgium and Korea; twelve refer to a payment."""
_SOCIAL = re.compile(r"\d{3}-\d{2}-\d{4}")
_DECIMAL = re.compile(r"\d{1,4}\.\d{1,3}")
_AMERICAN = re.compile(r"\d{3}(?P<gap>[ .\-])\d{2}(?P=gap)\d{4}")
_ACCOUNT = re.compile(r"(?=(?:.*\d){4}|[A-Z]{6})[A-Za-z0-9][A-Za-z0-9 \-]{5,34}")


def _email(value: str) -> str:
    return "EMAIL" if is_mailbox(value) else ""


def _phone(value: str) -> str:
    wrong = _SOCIAL.fullmatch(value) or _DECIMAL.fullmatch(value)
    return "PHONE" if looks_dialled(value) and not wrong else ""


def _card(value: str) -> str:
    return "CARD" if _CARD.fullmatch(value) else ""


def _iban(value: str) -> str:
    return "IBAN" if is_iban(value) or re.fullmatch(r"[A-Za-z]{2}\d{2}[A-Za-z0-9 ]{10,36}", value) else ""


def _account(value: str) -> str:
    if is_iban(value):
        return "IBAN"
    return "ACCOUNT" if _ACCOUNT.fullmatch(value) else ""


def _ssn(value: str) -> str:
    """As a number it has lost the zeros it began with."""
    written = len(digits_of(value)) == 9 and re.fullmatch(r"[\d \-.]+", value)
    return "SSN" if written or re.fullmatch(r"\d{7,8}", value) else ""


def _nino(value: str) -> str:
    return "NINO" if re.fullmatch(r"[A-Za-z]{2}[ \-]?(?:\d[ \-]?){6}[A-Da-d]?", value) else ""


def _identity(value: str) -> str:
    wrong = _DATE.fullmatch(value) or _NUMBER.fullmatch(value) or _OF_A_FIRM.fullmatch(value)
    if _AMERICAN.fullmatch(value):
        return american_identity(value) or "NATIONAL_ID"
    written = _IDENTITY.fullmatch(value) or _IN_CAPITALS.fullmatch(value)
    return "NATIONAL_ID" if written and not wrong else ""


def _id_card(value: str) -> str:
    return "NATIONAL_ID" if _ID_CARD.fullmatch(value) else _identity(value)


def _resident(value: str) -> str:
    return _identity(value) if len(digits_of(value)) in _RESIDENT else ""


def _document(kind: str) -> Callable[[str], str]:
    return lambda value: kind if _DOCUMENT.fullmatch(value) and not _DATE.fullmatch(value) else ""


def _paper(kind: str) -> Callable[[str], str]:
    """The same where the name of the field says more than that: capitals, and at least five digits."""
    return lambda value: kind if _PAPER.fullmatch(value) and not _DATE.fullmatch(value) else ""


def _ip(value: str) -> str:
    address, _, bits = value.partition("/")
    if bits == "0":
        return ""  # all there are
    if is_unspecified(address):
        return ""
    return "IP" if is_ip(address) or is_address(address) or _GROUPS.fullmatch(address) else ""


def _mac(value: str) -> str:
    return "MAC" if is_written_mac(value) else ""


def _birthday(value: str) -> str:
    return "BIRTHDAY" if any(form.fullmatch(value) for form in (_DATE, _DAY, _COUNTED)) else ""


def _day(value: str) -> str:
    """The same where it may be another number: with its month and year."""
    return "BIRTHDAY" if _DATE.fullmatch(value) and not value.isdigit() else ""


def _part_of_a_day(value: str) -> str:
    return "BIRTHDAY" if re.fullmatch(r"\d{1,4}|[^\W\d_]{3,10}", value) else ""


def _reached(value: str) -> str:
    """Where somebody can be reached: a number too short for a phone is one of a record."""
    return "PHONE" if looks_dialled(value, at_least=8) and not _SECONDS.fullmatch(value) else _email(value)


def _permanent(value: str) -> str:
    """What a taxpayer of India has, and calls a PAN, as the number of a card is called."""
    return "NATIONAL_ID" if _PAN.fullmatch(value) else ""


def _payee(value: str) -> str:
    """`jane@okbank`, to which somebody in India is paid: an address, and no mailbox."""
    return "ACCOUNT" if is_mailbox(value) else ""


def _wallet(value: str) -> str:
    return "CRYPTO" if is_wallet(value) or re.fullmatch(r"[A-Za-z0-9]{25,110}", value) else ""


_GROUPS = re.compile(r"[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){5,11}")
"""An address with a group too many, or too few: mistyped, and still somebody's."""
_PAN = re.compile(r"[A-Z]{5}\d{4}[A-Z]")
_SECONDS = re.compile(r"1[4-8]\d{8}")
_NUMBER = re.compile(r"0x[0-9a-fA-F]{1,16}")
FORMS: dict[str, Callable[[str], str]] = {
    **BEARERS,
    **PLACES,
    "email": _email,
    "phone": _phone,
    "card": _card,
    "iban": _iban,
    "account": _account,
    "ssn": _ssn,
    "nino": _nino,
    "identity": _identity,
    "idcard": _id_card,
    "resident": _resident,
    "reached": _reached,
    "ip": _ip,
    "mac": _mac,
    "birthday": _birthday,
    "day": _day,
    "part": _part_of_a_day,
    "wallet": _wallet,
    "permanent": _permanent,
    "payee": _payee,
}
"""What a form says about a value: the kind it is of, or nothing."""


_PAPERS = {"document": _document, "paper": _paper}


def test_of(kind: str, form: str) -> Callable[[str], str]:
    """Tells the kind of a whole value in a field of that promise; nothing where it is something else."""
    tests = [_PAPERS[each](kind) if each in _PAPERS else FORMS.get(each, _nothing) for each in form.split("/")]
    return tests[0] if len(tests) == 1 else lambda value: next(filter(None, (test(value) for test in tests)), "")


def _nothing(value: str) -> str:
    return ""
