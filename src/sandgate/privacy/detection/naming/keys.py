"""What the name of a field says about its value: its kind, and who or what is described below it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ..writing.folding import unaccented
from .compounds import in_one_word
from .described import Role, role_of
from .harmless import is_a_sum, is_a_visit, leads_on, names_a_client, sorts_users, stands_in
from .phrases import PHRASES
from .questions import asked_for
from .roles import is_said_abroad, part_of
from .secrets import holds_a_secret_inside, holds_secrets, may_be_chosen, secret_form
from .surroundings import (
    ASIDE,
    BY_PROGRAMS,
    CITIES,
    IDENTIFIERS,
    MEASURES,
    MESSAGES,
    NOT_BY_SOMEONE,
    VARIANTS,
    VERSIONS,
)
from .things import names_a_count, numbers_a_thing
from .titles import TITLES


class Field(NamedTuple):
    """What a key promises. `form` is the test its value has to pass; `role` holds for what stands inside."""

    kind: str = ""
    form: str = ""
    role: Role = ""


NOTHING = Field()
OPAQUE = "opaque"
"""The form of a number, a time or an identifier of a machine: digits in it are no phone and no card."""
VERSION = "version"
"""The same, and four numbers with dots between them are no address."""
MEASURE = "measure"
"""The same, and bare digits are no card there: an identifier, a time, a size, a hash, a barcode."""
MESSAGE = "message"
"""The form of what names a letter or an event: `<20260101.17f@mail.example.com>` is nobody's mailbox."""
NOT_OF_A_MACHINE = {
    OPAQUE: ("PHONE", "SSN", "NATIONAL_ID"),
    MEASURE: ("PHONE", "SSN", "NATIONAL_ID", "CARD"),
    VERSION: ("PHONE", "SSN", "NATIONAL_ID", "IP"),
}
"""What a whole value in such a field is not, though it has the form."""

_OPENS = re.compile(r"(?:^| )(?:server|app|application|bot|integration|service|plugin|deployment) token$")
"""Things that are opened with a token, and not only called by one."""
_MANNER = re.compile(r"(?<!\s)\s*[\[(](?:required|optional|mandatory|read ?only|unique)[\])]\s*$", re.I)
"""How a form asks for it: `First Name [Required]`."""
_BREAKS = re.compile(r"[^\w]+|_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d{2,})")
_NUMBERED = re.compile(r" \d{1,2}$|(?<=[a-z])\d$")
_SHORTEST_COMPOUND = 5
_TWO = 2
_FEW = 3
_NAMES_ABROAD = frozenset(
    {"nom", "nombre", "nome", "naam", "jmeno", "nazwisko", "imie", "имя", "фио", "ονομα", "prenom"}
)
_FIRST_OF_THE_EAST = "\u1100"
_OF_NOBODY = re.compile(
    r"(?:^| )(?:(?:tracking|delivery|shipping|courier) (?:company|carrier)|statement descriptor|network carrier"
    r"|card company|(?:device|firewall|panorama|serial) sn|s ?am account|pan os.*|rfc ?\d{3,5}"
    r"|(?:user|http) agent|data center|cost center|phone carrier|(?:customs|export|import|transit) mrn"
    r"|pass port|(?:alltime|time|total|info|session) dl|dl (?:info|speed|rate)(?: data)?"
    r"|(?:forum|highest|lowest|last) post number)(?: name)?$"
)
"""Names of things that end like those of people and companies."""
_PREPOSITIONS = frozenset(
    {"de", "du", "des", "del", "della", "dello", "di", "da", "do", "dos", "d", "der", "von", "van", "av", "af", "for"}
)
_LISTS = frozenset({"list", "array", "set", "group", "copy"})
_NAME_FIRST = re.compile(r"(?:full |legal )?names? (?:as|on|per|exactly)(?: |$)")
"""`Name as in passport`: what stands last is where it is written."""
_OF_A_SEX = re.compile(r"(?<=name) ?(?:female|male|non ?binary)$")
"""`given_name_male`, `lastnamefemale`: only people have one."""
_COUNTED = re.compile(r" (?:number|no|num|nr|nbr|details?|info|data)$")
_IDENTIFIED = re.compile(r" (?:id|identifier|serial|serial no|serial number|ref)$")
_PAPERS = frozenset({"PASSPORT", "LICENCE", "SSN", "NINO"})
"""What has a number of its own: `driverLicenseId` is that number, while the id of a phone is one of a record."""
_DONE_BY = (
    "ed by", "built by", "run by", "written by", "taken by", "set up by", "drawn up by", "written up by",
    "filled in by", "filled out by", "signed off by", "handed over by",
)  # fmt: skip
_BY = frozenset({"von", "durch", "por", "par", "da", "door", "av", "af", "przez", "tarafindan"})
"""`by` in other languages: `erstellt von`, `creado por`."""
_DONE_FOR = re.compile(
    r"\b(?:assigned|licensed|escalated|handed|delegated|booked|transferred|issued|addressed|billed|sold|shipped|delivered|sent"
    r"|referred|registered|released|leased|rented|loaned|lent|granted|married|entrusted|reserved|requested|raised"
    r"|signed|intended|meant|collected|prepared|paid|invoiced|charged|dispatched|posted|returned|promised)"
    r" (?:over )?(?:to|for|with)(?: by)?$|\b(?:on behalf of|in the name of)$"
    r"|\b(?:attribue|assigne|affecte|confie|delivre|adresse|remi[st]e?)e?s? a$|\b(?:asignad|entregad|atribuid)[oa] a$"
    r"|\bassegnat[oa] a$|\b(?:zugewiesen|vergeben|ubergeben|ausgestellt) an$|\b(?:toegewezen|verleend) aan$"
)
"""`escalated to`, `booked for`, `attribué à`."""
_APART = re.compile(r"\s*(?:[/|(),;]|\s(?:or|oder|ou|lub)\s)\s*")
"""Between two names of one column: `Company / Account`."""
_HAS_NUMBERS = frozenset({"SSN", "NINO", "NATIONAL_ID", "CARD", "IBAN", "ACCOUNT", "PASSPORT", "LICENCE", "PHONE"})
_STRICT = {
    "SSN": "ssn",
    "NATIONAL_ID": "paper",
    "PASSPORT": "paper",
    "LICENCE": "paper",
    "CARD": "card",
    "IBAN": "iban",
    "PHONE": "reached",
    "EMAIL": "email",
    "BIRTHDAY": "day",
    "ADDRESS": "whereabouts",
}
"""How a value has to be written where only the first words of its name are known."""
_MOST_WORDS = 5
_HEADS = _HAS_NUMBERS | {"EMAIL", "ADDRESS", "BIRTHDAY"}
_FILLER = re.compile(
    r"^(?:the|my|your|his|her|their|our|is|user s|customer s)(?: |$)"
    r"|(?: )(?:value|text|string|raw|formatted|normali[sz]ed|input|field|full|complete|plain|plaintext|clear|cleartext"
    r"|decrypted|unmasked|orig|original|c|s|main|primary|secondary|current|mobile|home"
    r"|romaji|romaja|pinyin|en|de|fr|english|latin|kanji|kana|arabic|native|is|ist|lautet|est|jest"
    r"|work|office|business|personal|alternate|privat|private|dienstlich|geschaftlich|prive|perso|pro|bureau|domicile"
    r"|casa|trabajo|oficina|particular|privato|ufficio|lavoro|prywatny|sluzbowy|thuis|werk|zakelijk)$"
)


@lru_cache(maxsize=8192)
def words_of(key: str) -> str:
    """The words of a key in lower case, one blank between them: `billingEmail` and `Billing.E-Mail` are alike."""
    if not key.isascii():
        key = unaccented(key)
    plain = _MANNER.sub("", key).replace("'", "").replace("’", "").replace("#", " no ")
    return " ".join(_BREAKS.sub(" ", plain).lower().split())


def _table() -> dict[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = {}
    for promise, phrases in (PHRASES | TITLES).items():
        for phrase in map(unaccented, phrases):
            table.setdefault(phrase, promise)
            table.setdefault(phrase.replace(" ", ""), promise)
    return table


_TABLE = _table()
_ROLE_OF_KIND: dict[str, Role] = {
    "PHONE": "phone",
    "CARD": "card",
    "IBAN": "iban",
    "ACCOUNT": "account",
    "NATIONAL_ID": "identity",
    "PASSPORT": "passport",
    "LICENCE": "licence",
    "BIRTHDAY": "birthday",
}


_ROLE_OF_FORM: dict[str, Role] = {"someone": "person", "name": "name"}


@lru_cache(maxsize=8192)
def read_key(key: str) -> Field:
    """What a key says by itself, without its neighbours."""
    if len(key) > 80:
        return NOTHING
    words = words_of(key)
    role = role_of(words)
    promise = _secret(words, key) or _promise(words) or _one_of_some(key) or _answered(words)
    promise = promise or _mentioned(words.split()) or _secret_inside(key, words) or _secret_first(key)
    if holds_secrets(words.split()):
        role = "secret"
    if promise is None:
        return Field(form=_form_of_a_number(words), role=role)
    kind, form = promise
    if (kind, form) == ("SECRET", "password"):
        role = "password"
    if kind == "SECRET" and form in ("token", "session", "generated") and leads_on(words):
        return Field(form=OPAQUE, role=role)
    if kind == "SECRET" and form != "password" and is_a_sum(words):
        return Field(form=MEASURE)
    if kind == "SECRET" and (names_a_client(words) or sorts_users(words)):
        return Field(form=OPAQUE)
    if form == "session" and is_a_visit(words):
        return Field(form=MEASURE, role=role)
    if words.endswith(" token") and _is_called_by_one(words):
        form = "session"  # some call their identifiers tokens, `product_token`: a UUID is one there
    if words == "nm" or words.endswith(" nm"):
        role = "name"
    return Field(kind, form, _ROLE_OF_KIND.get(kind) or role or _ROLE_OF_FORM.get(form.partition("/")[0], ""))


def _is_called_by_one(words: str) -> bool:
    thing = role_of(words.removesuffix(" token")) == "thing" and not _OPENS.search(words)
    return thing or stands_in(words)


def _one_of_some(key: str) -> tuple[str, str] | None:
    """`Company / Account`, `Contact (name)`: the first of them that promises something."""
    parts = _APART.split(key) if _APART.search(key) else ()
    promises = (_promise(words_of(part)) for part in parts if part)
    return next((promise for promise in promises if promise and promise[0] != "SECRET"), None)


def _secret(words: str, key: str = "") -> tuple[str, str] | None:
    form = "password" if "/" in key and may_be_chosen(map(words_of, key.split("/"))) else secret_form(words.split())
    return ("SECRET", form) if form else None


def _secret_inside(key: str, words: str) -> tuple[str, str] | None:
    """Only in names of fields: words before a colon may be a sentence."""
    inside = " " not in key and " " in words and holds_a_secret_inside(words.split())
    return ("SECRET", "generated") if inside else None


def _secret_first(key: str) -> tuple[str, str] | None:
    """`Password (generated)`, `API key or token of your shop`."""
    first = _APART.split(key)[0] if _APART.search(key) else ""
    return _secret(words_of(first)) if first not in ("", "pass") else None


def _form_of_a_number(words: str) -> str:
    if words in MESSAGES:
        return MESSAGE
    last = words.rpartition(" ")[2]
    if last in MEASURES or numbers_a_thing(words) or names_a_count(words):
        return MEASURE
    return VERSION if last in VERSIONS else OPAQUE if last in IDENTIFIERS else ""


def _promise(words: str) -> tuple[str, str] | None:
    """The longest phrase a key ends with. `birth date` is one, though `date` alone turns most keys aside."""
    parts = words.split()
    if parts and parts[-1] == "nm":
        parts[-1] = "name"
    if _OF_NOBODY.search(words):
        return None
    if _NAME_FIRST.match(words):
        return "PERSON", "name"
    name = _OF_A_SEX.sub("", words)
    if name != words:
        return ("PERSON", "name") if name == "name" else _promise(name)
    for count in range(min(5, len(parts)), 0, -1):
        if count == 1 and parts[-1] in ASIDE:
            return None
        found = _TABLE.get(" ".join(parts[-count:])) or (_joined(parts[-2:]) if count == 2 else None)
        if found and found[1] == "letter" and len(parts) > 1:
            continue  # `escalated to`, `copied from`
        if found and "of" in parts[:-count]:
            return _of_something(parts)
        if found:
            return _headed(parts, count, _named_thing(parts, count, found))
    if "of" in parts[1:-1] and parts[parts.index("of") - 1] == "name":
        return _of_something(parts)  # `Name of individual`
    if 1 < len(parts) <= _FEW and (whole := _TABLE.get("".join(parts))):
        return whole  # `LName`
    if words.endswith(_DONE_BY) and parts[-2] not in NOT_BY_SOMEONE:
        return "PERSON", "role" if parts[-2] in BY_PROGRAMS else "someone"
    if len(parts) > 1 and (parts[-1] in _BY or _DONE_FOR.search(words)):
        return "PERSON", "role"
    if parts and parts[-1] > _FIRST_OF_THE_EAST:
        return _without_blanks(parts[-1])
    counted = _COUNTED.sub("", words)
    if counted == words and parts and len(parts[-1]) > _SHORTEST_COMPOUND:
        counted = words.removesuffix("nr")  # `Telefoonnr`
    if counted != words:
        promise = _promise(counted)
        return promise if promise and promise[0] in _HAS_NUMBERS else None
    identified = _IDENTIFIED.sub("", words)
    if identified != words:
        promise = _promise(identified)
        return promise if promise and promise[0] in _PAPERS else None
    shorter = _FILLER.sub("", _NUMBERED.sub("", words)).strip()
    if shorter != words:
        return _promise(shorter)
    one = _promise(words[:-1]) if words.endswith("s") and len(parts[-1]) > 3 else None
    if one:
        return one
    return _headed(parts, 1, _part_played(words)) or in_one_word(words) or _noun_first(parts) or _head_first(parts)


def _of_something(parts: list[str]) -> tuple[str, str] | None:
    """`line of business`, `number of employees`: what stands before it is what the field holds."""
    at = parts.index("of")
    head, rest = " ".join(parts[:at]), " ".join(part for part in parts[at + 1 :] if part != "the")
    if head in _LISTS or head.removesuffix("s") in _LISTS:
        return _promise(rest)
    if head.endswith(("name", "names")):
        return _promise(f"{rest} name")
    return _promise(head) if head else None


def _headed(parts: list[str], count: int, found: tuple[str, str] | None) -> tuple[str, str] | None:
    """`telefono cliente`, `IBAN du bénéficiaire`: where whose it is stands last, what it is stands first."""
    if found is None or found[0] not in ("PERSON", "COMPANY") or len(parts) == count:
        return found
    before = parts[:-count]
    for length in range(len(before), 0, -1):
        head = _TABLE.get(" ".join(before[:length]))
        if head and head[0] in _HEADS:
            return head[0], f"{head[1]}/{found[1]}"
    return found


def _noun_first(parts: list[str]) -> tuple[str, str] | None:
    """`médecin traitant`, `jméno pacienta`: other languages say first what a field holds."""
    if len(parts) < _TWO or parts[-1] in MEASURES or parts[-1] in IDENTIFIERS or role_of(parts[-1]) == "thing":
        return None
    for at in range(1, len(parts) - 1):
        head = _TABLE.get(" ".join(parts[:at])) if parts[at] in _PREPOSITIONS else None
        if head and head[0] in _HEADS:
            return head  # `adresse du bien`
    if parts[0] in _NAMES_ABROAD or parts[:2] in (["name", "des"], ["name", "der"]):
        return "PERSON", "known"
    return ("PERSON", "role") if is_said_abroad(parts[0]) else None


def _answered(words: str) -> tuple[str, str] | None:
    """`Which company are you with?`: what the question asks for."""
    asked = asked_for(words) if " " in words else ""
    return (_promise(asked) if asked else None) if isinstance(asked, str) else asked


def _head_first(parts: list[str]) -> tuple[str, str] | None:
    """`ssn_primary_applicant`, `passport of lead`: what it is stands first, and nothing behind turns it aside.

    Only values that are written in full are taken: the words behind are not known.
    """
    for length in range(len(parts) - 1, 0, -1):
        phrase = " ".join(parts[:length])
        head = _TABLE.get(phrase) if len(phrase) > _TWO else None
        if head and head[0] in _STRICT:
            return None if _turns_aside(parts[length:]) else (head[0], _STRICT[head[0]])
    return None


def _turns_aside(parts: list[str]) -> bool:
    return any(
        part in ASIDE
        or part in MEASURES
        or part in IDENTIFIERS
        or part in VERSIONS
        or names_a_count(part)
        or role_of(part) == "thing"
        for part in parts
    )


def _mentioned(parts: list[str]) -> tuple[str, str] | None:
    """`employer match`, `tenant since birth`: somebody is spoken of, so a name that is well known is one."""
    if len(parts) < _TWO or len(parts) > _MOST_WORDS or _turns_aside(parts[-1:]):
        return None
    roles = [role_of(part) for part in parts[:-1]]
    if "company" in roles:
        return "COMPANY", "mentioned"
    return ("PERSON", "known") if "person" in roles else None


def _part_played(words: str) -> tuple[str, str] | None:
    """What a noun for somebody promises that no phrase lists."""
    part = part_of(words)
    if part == "company":
        return "COMPANY", "firm"
    return ("PERSON", "role" if part == "person" else "known") if part else None


def _without_blanks(word: str) -> tuple[str, str] | None:
    """The longest phrase that a key of China, Japan or Korea ends with: no blanks stand between its words."""
    return next((_TABLE[word[at:]] for at in range(1, len(word)) if word[at:] in _TABLE), None)


def _joined(parts: list[str]) -> tuple[str, str] | None:
    """`WhatsApp` has a capital inside, and is one word."""
    return _TABLE.get("".join(parts)) if min(map(len, parts)) > 2 else None


def _named_thing(parts: list[str], count: int, found: tuple[str, str]) -> tuple[str, str] | None:
    """`file name` and `host name` name no person, `customer name` does; so it goes with `name` alone."""
    if found[1] != "named" or len(parts) == count:
        return found
    before = " ".join(parts[:-count])
    role = role_of(before)
    if role == "person" or parts[-count - 1] == "by":
        return "PERSON", "name"
    if role == "company":
        return "COMPANY", "company"
    if parts[-count - 1] in VARIANTS:
        thing = role_of(" ".join(parts[: -count - 1])) == "thing"
        return None if thing else ("PERSON", "variant")  # `countryShortName`
    if parts[-count - 1].endswith("ed"):
        return "PERSON", "given"  # `SuppliedName`
    part = part_of(before)
    return ("PERSON", "known" if part == "program" else "role") if part else None


def is_city(key: str) -> bool:
    return words_of(key).rpartition(" ")[2] in CITIES
