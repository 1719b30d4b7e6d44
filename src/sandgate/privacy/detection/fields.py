"""Whether the value of a named field is what its name promises."""

from __future__ import annotations

import re
from collections.abc import Callable

from .checksums import digits_of
from .identities import american_identity
from .network import is_address, is_ip, is_mac
from .payments import is_iban
from .people import (
    given_first,
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
from .phones import looks_dialled
from .secrets import is_placeholder, is_provider_key, looks_random
from .wallets import is_wallet
from .words import words

_EMAIL = re.compile(r"[^\s@<>()\[\],;:\"]+@[^\s@<>()\[\],;:\"/]+")
_CARD = re.compile(r"\d(?:[ .\-]?\d){11,18}")
_DATE = re.compile(
    r"\d{4}[\-./]\d{1,2}[\-./]\d{1,2}(?:[T ]\d\d?:\d\d[\d:.,]*(?: ?(?:Z|UTC|GMT|[+\-]\d\d:?\d\d))?)?"
    r"|\d{1,2}[\-./ ]\d{1,2}[\-./ ]\d{2,4}|(?:19|20)\d{2}(?:\d{4})?"
    r"|\d{1,2}(?:st|nd|rd|th|\.)?[ \-](?:of )?[^\W\d_]{3,10}\.?,?[ \-]\d{2,4}"
    r"|[^\W\d_]{3,10}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
)
_DAY = re.compile(r"(?:--)?(?:0?[1-9]|[12]\d|3[01])[\-./](?:0?[1-9]|[12]\d|3[01])\.?")
"""A birthday without its year."""
_COUNTED = re.compile(r"/Date\(-?\d{6,14}(?:[+\-]\d{4})?\)/|-?\d{9,13}")
"""A day as some programs count it: seconds or thousandths of them."""
_POSTCODE = re.compile(r"(?=.*\d)[A-Za-z0-9][A-Za-z0-9 \-]{2,10}")
_DOCUMENT = re.compile(r"(?=.*\d)[A-Za-z0-9][A-Za-z0-9 \-*]{3,24}")
_IDENTITY = re.compile(r"(?=(?:.*\d){4})[A-Za-z0-9][A-Za-z0-9 .\-/+]{4,24}")
_IN_CAPITALS = re.compile(r"(?=.*\d)[A-Z0-9]{7,20}")
_ID_CARD = re.compile(r"[A-Z0-9]{9}")
"""Of Germany: letters and digits in any order."""
_RESIDENT = (11, 13)
"""Digits of residents of Belgium and Korea; twelve refer to a payment."""
_AMERICAN = re.compile(r"\d{3}-\d{2}-\d{4}")
_ACCOUNT = re.compile(r"(?=(?:.*\d){4}|[A-Z]{6})[A-Za-z0-9][A-Za-z0-9 \-]{5,34}")
_NOT_A_PLACE = re.compile(
    r"0x[0-9a-fA-F]+$|\w+://|(?!.*[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\w.\-]+(?::\d+)?$|[^\s@]+@[^\s@]+$"
)
_HOUSE = re.compile(
    r"\d{1,6}\w?,? [^\W\d_a-z].{3,120}(?:,.{2,60}|\b[A-Z]{2} \d{5}(?:-\d{4})?)"
    r"|[^\W\d_a-z][^\d\n]{3,60} \d{1,4}\w?, .{0,4}\d{4,5} .{2,60}"
    r"|.{3,160}, [A-Z]{2} \d{5}(?:-\d{4})?(?:, .{2,40})?|.{3,160},? [A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?:, .{2,40})?",
    re.S,
)
_ROAD = re.compile(
    r"(?:^|[ ,])(?:street|road|lane|avenue|drive|court|square|terrace|crescent|gardens|rue|boulevard|chemin|place|quai"
    r"|impasse|allée|strada|bulevardul|[șşs]oseaua|intrarea|aleea|calea|drumul|splaiul|utca|körút|sokak|cadde(?:si)?|улица|проспект"
    r"|via|viale|piazza|corso|calle|avenida|plaza|paseo|rua|travessa|praça|ulica|aleja|ul\.|al\.|os\."
    r"|vicolo|piazzale|largo|borgo|contrada|camino|carretera|ronda|pasaje|glorieta|rambla|cuesta|callejón|alameda|ladeira"
    r"|estrada|rodovia|viaduto|vereda|parque|praia|quadra|loteamento|recanto|residencial|condomínio|conjunto|vila|jardim"
    r"|chácara|área|colônia|fazenda|esplanada|lagoa|núcleo|sítio|morro|setor|trecho|viela|passarela)"
    r"(?:$|[ ,])"
    r"|[^\W\d_]{2,}(?:straße|strasse|straat|gracht|gasse|gatan|vägen|veien|vej|weg|platz|plein|laan|allee)(?:$|[ ,])"
    r"|[\u3400-\u9fff](?:路|街|巷|弄|道|段|号|號|座|丁目|番地|区|區|町)|[\uac00-\ud7af](?:로|길|동)(?:$|[ ,\d])",
    re.I,
)
_PATH = re.compile(r"(?:/[\w.\-]+){2,}/?|[A-Z]:\\[\w.\-\\ ]*")
_STREET = re.compile(r"(?=.*[\w])[^{}<>@\n]{1,120}(?:\n[^{}<>@\n]{1,80}){0,3}")


def _email(value: str) -> str:
    return "EMAIL" if _EMAIL.fullmatch(value) else ""


def _phone(value: str) -> str:
    return "PHONE" if looks_dialled(value) else ""


def _card(value: str) -> str:
    return "CARD" if _CARD.fullmatch(value) else ""


def _code(value: str) -> str:
    return "SECRET" if 3 <= len(value) <= 8 and value.isdigit() else ""


def _iban(value: str) -> str:
    return "IBAN" if is_iban(value) or re.fullmatch(r"[A-Za-z]{2}\d{2}[A-Za-z0-9 ]{10,36}", value) else ""


def _account(value: str) -> str:
    if is_iban(value):
        return "IBAN"
    return "ACCOUNT" if _ACCOUNT.fullmatch(value) else ""


def _ssn(value: str) -> str:
    return "SSN" if len(digits_of(value)) == 9 and re.fullmatch(r"[\d \-.]+", value) else ""


def _nino(value: str) -> str:
    return "NINO" if re.fullmatch(r"[A-Za-z]{2}[ \-]?(?:\d[ \-]?){6}[A-Da-d]?", value) else ""


def _identity(value: str) -> str:
    wrong = _DATE.fullmatch(value) or _NUMBER.fullmatch(value)
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


def _ip(value: str) -> str:
    address = value.partition("/")[0]
    return "IP" if is_ip(address) or is_address(address) or _GROUPS.fullmatch(address) else ""


def _mac(value: str) -> str:
    return "MAC" if is_mac(value) and re.fullmatch(r"[0-9A-Fa-f]{2}(?:[:\-.]?[0-9A-Fa-f]{2}){5}", value) else ""


def _address(value: str) -> str:
    """Prose about a place; addresses of machines, mailboxes and memory are none."""
    if is_ip(value):
        return "IP"
    if _mac(value):
        return "MAC"
    if len(value) < (6 if value.isascii() else 4) or len(value) > 300 or _NOT_A_PLACE.match(value) or "{" in value:
        return ""
    told = any(map(str.isdigit, value)) or "," in value or names_a_road(value)
    return "ADDRESS" if told and any(map(str.isalpha, value)) else ""


def names_a_road(value: str) -> bool:
    """Whether a word for a street stands in a short text."""
    return len(value) < 80 and bool(_ROAD.search(value))


def _whereabouts(value: str) -> str:
    """Where something is: only what is written like an address of a house is one."""
    return "ADDRESS" if _HOUSE.fullmatch(value) and not _NOT_A_PLACE.match(value) else ""


def _street(value: str) -> str:
    return "ADDRESS" if _STREET.fullmatch(value) and not _NOT_A_PLACE.match(value + " ") and "=" not in value else ""


def _postcode(value: str) -> str:
    return "ADDRESS" if _POSTCODE.fullmatch(value) else ""


def _birthday(value: str) -> str:
    return "BIRTHDAY" if any(form.fullmatch(value) for form in (_DATE, _DAY, _COUNTED)) else ""


def _password(value: str) -> str:
    if _PATH.fullmatch(value):
        return ""  # PWD is also where a program stands
    return "SECRET" if 2 < len(value) <= 300 and not is_placeholder(value) and value.lower() not in _WORDS else ""


def _token(value: str) -> str:
    if _COUNTING.match(value):
        return ""
    if " " in value.strip():
        scheme, _, rest = value.partition(" ")
        least = 8 if scheme.lower() in ("bearer", "basic", "token", "digest") else 16
        return "SECRET" if looks_random(rest, least) else ""
    if is_provider_key(value):
        return "SECRET"
    return (
        "SECRET"
        if len(value) >= 8
        and (looks_random(value, 8) or len(value) > 23)
        and not is_placeholder(value)
        and not _NAMES.fullmatch(value)
        and not _OBJECT.fullmatch(value)
        else ""
    )


def _key(value: str) -> str:
    """Of an unknown service: capitals, small letters and digits in no order, and no path."""
    letters = _BASE64.sub("", value) if len(value) > _SHORTEST_BASE64 else value
    mixed = letters.isalnum() and not letters.isupper() and not letters.islower() and any(map(str.isdigit, letters))
    return "SECRET" if is_provider_key(value) or (mixed and looks_random(value, 16)) else ""


def _reached(value: str) -> str:
    """Where somebody can be reached: a number too short for a phone is one of a record."""
    return "PHONE" if looks_dialled(value, at_least=8) and not _SECONDS.fullmatch(value) else _email(value)


def _given(value: str) -> str:
    """`SuppliedName`, `PrintedName`: somebody's full name."""
    return "" if is_a_thing(value) else _named(value)


def _session(value: str) -> str:
    wrong = " " in value or _NUMBER.fullmatch(value) or _RESOURCE.fullmatch(value)
    return "SECRET" if looks_random(value, 15) and not wrong else ""


def _wallet(value: str) -> str:
    return "CRYPTO" if is_wallet(value) or re.fullmatch(r"[A-Za-z0-9]{25,110}", value) else ""


def _name(value: str) -> str:
    if reads_like_a_company(value):
        return "COMPANY"
    return "PERSON" if is_name(value) else ""


def _party(value: str) -> str:
    """Whoever gets or pays something: somebody, a company, or where it goes."""
    if is_iban(value):
        return "IBAN"
    return _someone(value) or (_name(value) if value[:1].isupper() else "") or _address(value) or _firm(value)


def _someone(value: str) -> str:
    if _EMAIL.fullmatch(value):
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
    return "COMPANY" if is_company_name(value) else ""


def _firm(value: str) -> str:
    """The same where the key may speak of something else: it begins with a capital, and is no setting."""
    wrong = (value.isascii() and not value[:1].isupper()) or "=" in value or is_a_thing(value)
    return "" if wrong else _company(value)


_WORDS = words("""
    none null nil true false required optional string str bytes text password secret changed unchanged hidden
    yes no bool any object
""")
_OBJECT = re.compile(r"[A-Za-z_$][\w.$]*@[0-9a-f]{1,16}")
"""What Java writes for an object: its class and where it lies."""
_GROUPS = re.compile(r"[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){5,11}")
"""An address with a group too many, or too few: mistyped, and still somebody's."""
_COUNTING = re.compile(r"_(?:ga|gid|gat|gcl|fbp|fbc|hj|utm|pk|clck|clsk|uet)\w{0,30}=[\w.\-|:]{1,100}$")
"""Cookies that count visits; they open nothing."""
_BASE64 = re.compile(r"[+/]|=+$")
_SHORTEST_BASE64 = 30
_SECONDS = re.compile(r"1[4-8]\d{8}")
_NUMBER = re.compile(r"0x[0-9a-fA-F]{1,16}")
_RESOURCE = re.compile(r"[A-Z]{2}[0-9a-f]{32}")
"""What Twilio calls a `sid`: a message, a call."""
_NAMES = re.compile(r"[A-Za-z]+(?:[\-_./:][A-Za-z]+)+|[a-z]+|[A-Z][a-z]+")
FORMS: dict[str, Callable[[str], str]] = {
    "email": _email,
    "phone": _phone,
    "card": _card,
    "code": _code,
    "iban": _iban,
    "account": _account,
    "ssn": _ssn,
    "nino": _nino,
    "identity": _identity,
    "idcard": _id_card,
    "resident": _resident,
    "reached": _reached,
    "given": _given,
    "holder": _holder,
    "ip": _ip,
    "mac": _mac,
    "address": _address,
    "street": _street,
    "whereabouts": _whereabouts,
    "postcode": _postcode,
    "birthday": _birthday,
    "password": _password,
    "token": _token,
    "session": _session,
    "key": _key,
    "wallet": _wallet,
    "name": _name,
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
    "coordinate": lambda value: "ADDRESS" if re.fullmatch(r"[\d.,;°'\"NSEW \-+]{5,60}", value) else "",
}
"""What a form says about a value: the kind it is of, or nothing."""


def test_of(kind: str, form: str) -> Callable[[str], str]:
    """Tells the kind of a whole value in a field of that promise; nothing where it is something else."""
    tests = [_document(kind) if each == "document" else FORMS.get(each, _nothing) for each in form.split("/")]
    return tests[0] if len(tests) == 1 else lambda value: next(filter(None, (test(value) for test in tests)), "")


def _nothing(value: str) -> str:
    return ""
