"""Whether the value of a field is the name of somebody or of a company, as its own name promises."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..numbers.payments import is_iban
from ..people.mail import is_mailbox
from ..people.names import (
    given_first,
    has_a_legal_form,
    is_a_label,
    is_a_thing,
    is_company_name,
    is_full_name,
    is_given,
    is_known_name,
    is_name,
    is_someone,
    joins_families,
    reads_like_a_company,
)
from .locations import address

_ID = re.compile(r"[A-Z\d]{16,}")
"""As programs number whom they pay: some have no digit by chance."""
_TITLE = re.compile(r"(?:Dr|Prof|Mr|Mrs|Ms|Mx)\.? ")


def _given(value: str) -> str:
    """`SuppliedName`, `PrintedName`: somebody's full name."""
    return "" if is_a_thing(value) else _named(value)


def _name(value: str) -> str:
    if reads_like_a_company(value):
        return "COMPANY"
    return "PERSON" if is_name(value) else ""


def _called(value: str) -> str:
    """The same under a bare `name`, which things have as well."""
    kind = _name(value)
    return "" if kind == "PERSON" and is_a_label(value) else kind


def _party(value: str) -> str:
    """Whoever gets or pays something: somebody, a company, or where it goes."""
    if is_iban(value):
        return "IBAN"
    if _ID.fullmatch(value):
        return ""
    return _someone(value) or (_name(value) if value[:1].isupper() else "") or address(value) or _firm(value)


def _someone(value: str) -> str:
    if is_mailbox(value):
        return "EMAIL"
    if reads_like_a_company(value) or joins_families(value):
        return "COMPANY"
    return "PERSON" if is_someone(value) else ""


def _holder(value: str) -> str:
    """Whose account it is: mostly in capitals, as banks write names."""
    return "COMPANY" if joins_families(value) else _name(value)


def _role(value: str) -> str:
    """The same where the part that someone plays is seldom one of records: one word has to be a given name."""
    kind = _someone(value)
    return "" if kind == "PERSON" and " " not in value and not is_given(value) and value.isascii() else kind


def _named(value: str) -> str:
    """A bare `name` that nothing around it explains: words with capitals are taken for a person's."""
    if reads_like_a_company(value) and value[0].isupper():
        return "COMPANY"
    return "PERSON" if is_full_name(given_first(value)) else ""


def _maybe(value: str) -> str:
    """The same in running text: somebody whose given name is a common one."""
    kind = _named(value)
    return "" if kind == "PERSON" and not is_given(given_first(value)) else kind


def _known(value: str) -> str:
    """The same beside what things have, such as a price: only a given name that is nothing else."""
    kind = _named(value)
    return "" if kind == "PERSON" and not is_known_name(given_first(value)) else kind


def _login(value: str) -> str:
    return "PERSON" if " " in value and is_full_name(value) else ""


def _username(value: str) -> str:
    return "USERNAME" if 1 < len(value) <= 60 and " " not in value else ""


def _company(value: str) -> str:
    if is_iban(value):
        return "IBAN"  # under `bank`
    return "COMPANY" if is_company_name(value) else ""


def _firm(value: str) -> str:
    """The same where the key may speak of something else: it begins with a capital, and is no setting."""
    wrong = (value.isascii() and not value[:1].isupper()) or "=" in value or is_a_thing(value)
    return "" if wrong else _company(value)


def _legal(value: str) -> str:
    """Where things stand: only what has the form of a firm is one."""
    return "COMPANY" if has_a_legal_form(value) else ""


def _mentioned(value: str) -> str:
    """Where the name of the field only speaks of a company: what has the form of one, or is somebody."""
    firm = value[:1].isupper() and (has_a_legal_form(value) or reads_like_a_company(value) or joins_families(value))
    return "COMPANY" if firm else _known(value)


def _letter(value: str) -> str:
    """`From:` and `To:` of a letter or an order stand before places and machines as well."""
    if value[:1].isupper() and has_a_legal_form(value):
        return "COMPANY"
    return "PERSON" if is_known_name(given_first(_TITLE.sub("", value))) and is_full_name(given_first(value)) else ""


def _subject(value: str) -> str:
    """Titles stand there as well, and no firm."""
    value = given_first(value)
    return "PERSON" if is_given(value) and is_full_name(value) else ""


BEARERS: dict[str, Callable[[str], str]] = {
    "given": _given,
    "holder": _holder,
    "name": _name,
    "called": _called,
    "party": _party,
    "role": _role,
    "variant": _known,
    "firm": _firm,
    "someone": _someone,
    "named": _named,
    "maybe": _maybe,
    "known": _known,
    "login": _login,
    "username": _username,
    "company": _company,
    "known company": _company,
    "legal": _legal,
    "letter": _letter,
    "subject": _subject,
    "mentioned": _mentioned,
}
"""What a form of names says about a value: the kind it is of, or nothing."""
