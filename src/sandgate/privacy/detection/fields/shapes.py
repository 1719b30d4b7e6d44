"""What the fields of an object are, seen together: a `name` beside an e-mail address is a person's."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..naming.keys import NOTHING, Field, Role, is_city, read_key, role_of, words_of
from ..naming.secrets import ABOUT_A_SECRET
from ..naming.surroundings import ASIDE, CONTAINERS, IDENTIFIERS, MEASURES, VERSIONS
from ..people.names import is_full_name, is_given, is_known_name
from ..secrets.looks import is_host
from ..words import phrases, words
from .beside import beside
from .paired import Pair, pair_of, sender_of

_SURE = frozenset({"EMAIL", "PHONE", "BIRTHDAY", "SSN", "NINO", "NATIONAL_ID", "PASSPORT", "LICENCE"})
_ABOUT_PEOPLE = words("""
    gender sex birthplace nationality salary occupation hired seniority pronouns honorific spouse marital
    blood diagnosis avatar bio hireable
""")
_ABOUT_COMPANIES = words("""
    industry website revenue employees headquarters ticker sector founded vat incorporation domain
    numberofemployees annualrevenue
""")
_ABOUT_THINGS = words("""
    description path version sku price color colour mime schema fork branch html filename extension command args
    required default enum private stars stargazers archived inputschema runtime namespace replicas size uri mimetype
    assignee completed cve cvss port elevation altitude arn metric cuisine population inventory
""")
_SPEAK_OF_PEOPLE = words("""
    ticket issue case task alert badge shift role account license order booking reservation message record row entry
    line invoice payment membership registration application session appointment visit enrollment enrolment contact lead
    deal reference request loan claim policy subscription transaction chart mrn crm hr tax national external internal
""")
"""What has a number, and a name beside it that is somebody's."""
_SPEAKING = words("role speaker sender from author")
_SPOKEN = words("text message content body utterance")
"""What a line of a talk has: who speaks, and what is said."""
_PARTS_OF_NAMES = (
    frozenset({"family", "given"}),
    frozenset({"first", "last"}),
    frozenset({"ad", "soyad"}),
    frozenset({"fn", "ln"}),
)
_PERMITS = frozenset({"license", "licence", "lic"})
_HELD = frozenset({"SSN", "BIRTHDAY", "PASSPORT", "LICENCE", "NATIONAL_ID", "PHONE", "CARD"})
"""What whoever drives has as well; software has a licence and none of these."""
_OF_PROGRAMS = {"name", "version"}
_INITIALS = frozenset({"f", "l"})
"""The same, where what holds them is a name."""
"""Words that mean a name only together."""
_PAGING = words("count total next prev previous page pages offset limit cursor per_page")
COLUMNS = ("columns", "headers", "header", "fields", "column_names", "columnNames", "rowType")
HOLD_COLUMNS = ("resultSetMetaData", "ResultSetMetadata", "meta", "metadata", "schema")
ROWS = ("rows", "data", "values", "records", "body")
_NUMBERS = words("""
    number value no num digits raw formatted full data e164 e_164 international national text main formatted_value
    national_number local_number international_number canonical_form subscriber_number rich_text plain_text content
""")
_DATES = words("date start")
_PARTS_OF_A_DAY = words("year month day")
_LINES = (
    "line1", "line2", "line 1", "line 2", "line one", "line two", "first line", "second line", "unit number", "premise",
    "building name",
)  # fmt: skip
"""Parts of an address, if they stand in one; else they may be of a text."""
_OF_BANK_ACCOUNTS = words("mask balances balance subtype")
_OF_APPS = words("strategy connection audience grant scope scopes callbacks agent jwt secret revoked")
_OF_APPS_OR_PRICES = frozenset({"client id", "jwt key", "nickname"})
_OF_PRICES = words("currency product price amount recurring interval sku")
_NUMBERED: dict[Role, tuple[str, str]] = {
    "place": ("ADDRESS", "address"),
    "phone": ("PHONE", "phone"),
    "card": ("CARD", "card"),
    "iban": ("IBAN", "iban"),
    "account": ("ACCOUNT", "account"),
    "identity": ("NATIONAL_ID", "identity"),
    "passport": ("PASSPORT", "document"),
    "licence": ("LICENCE", "document"),
    "birthday": ("BIRTHDAY", "birthday"),
    "name": ("PERSON", "called"),
}
"""What a number or a text is, by what holds it: `{"phones": [{"type": "home", "number": "…"}]}`."""
_ODD = re.compile(r"[@＠\d](?:(?<=[@＠])|(?<=%4)0|(?:[^\d\n]*+\d){6})|sess(?:ions?)?:[\w\-:]{16}")
"""At signs, seven digits, or under what a store keeps a session."""


_SIGNED_WITH = frozenset({"keyid", "key id"})
"""Beside a signature that shows who made something; one that lets somebody in stands alone."""
_SECRETS: tuple[Role, ...] = ("secret", "password")
_HELD_VALUES = frozenset(
    phrases("""
        key, value, values, salt, data, seed, private, iv, raw, computed, current, default, encoded, plain, text,
        plain text, rich text, content, string, string value, secret value,
        primary, secondary, hex, pem, previous, old, new, result, agent, agent recovery, initial management, replication
    """)
)
"""What a secret is called that stands below its name: `{"client_secret": {"value": "…"}}`."""
_OF_RECORDS = (
    ASIDE
    | MEASURES
    | IDENTIFIERS
    | VERSIONS
    | ABOUT_A_SECRET
    | words("""
    kty crv n e use key value values raw uid arn by verified active notes metadata annotations data
""")
)
"""What tells that an object describes one secret, or something else, and holds no others by their names."""


class Shape(NamedTuple):
    """One promise a field, in order. `pair` where an object names its values itself;
    `odd` the keys that may be values themselves, `people` those among them that are names of people; `tabular` whether
    rows stand in it beside their header; `sender` the places of a name and of the mailbox that is its own.
    """

    fields: tuple[Field, ...]
    pair: Pair | None = None
    odd: frozenset[str] = frozenset()
    tabular: bool = False
    people: frozenset[str] = frozenset()
    sender: tuple[int, int] | None = None


def shape_of(keys: tuple[str, ...], role: Role) -> Shape:
    listed, role = role == "listed", "" if role == "listed" else role
    fields = tuple(map(read_key, keys))
    spoken = tuple(map(words_of, keys))
    parts = {part for key, phrase in zip(keys, spoken, strict=True) if ":" not in key for part in phrase.split()}
    named = _named("thing" if role in _SECRETS else role, fields, parts, listed or _has_a_number_of_its_own(spoken))
    if any(both <= set(spoken) for both in _PARTS_OF_NAMES) and not _PAGING & set(spoken):
        fields = tuple(_part(*each) for each in zip(spoken, fields, strict=True))
    if not _SIGNED_WITH.isdisjoint(spoken):
        fields = tuple(NOTHING if field.form == "signature" else field for field in fields)
    if not _PERMITS.isdisjoint(spoken) and any(field.kind in _HELD for field in fields):
        fields = tuple(_permit(*each) for each in zip(spoken, fields, strict=True))
    if role == "name" and set(spoken) >= _INITIALS:
        fields = tuple(
            Field("PERSON", "name") if word in ("f", "m", "l") else field
            for word, field in zip(spoken, fields, strict=True)
        )
    if any(field.form == "name" for field in fields):
        fields = tuple(_whole_name(*each) for each in zip(spoken, fields, strict=True))
    if role in ("", "person", "company") and any(field.form in ("street", "postcode") for field in fields):
        fields = tuple(_town(*each) for each in zip(keys, fields, strict=True))
    if "patient" in spoken or "via" in spoken:
        fields = tuple(_beside_people(*each, fields, spoken) for each in zip(spoken, fields, strict=True))
    if not _OF_APPS_OR_PRICES.isdisjoint(spoken):
        fields = tuple(_of_an_app(*each, parts) for each in zip(spoken, fields, strict=True))
    fields = beside(spoken, fields, parts)
    if any(field.kind in _SURE for field in fields):
        fields = tuple(_some_name(*each) for each in zip(spoken, fields, strict=True))
    settled = tuple(_settled(*each, named, role) for each in zip(keys, spoken, fields, strict=True))
    named_so = zip(keys, fields, spoken, strict=True)
    if role == "secret" and not any(_tells_something(*each) for each in named_so):
        settled = tuple(Field("SECRET", "generated") for _ in keys)  # `{"functionKeys": {"default": "…"}}`
    if any(field.form == "postcode" for field in fields):
        settled = tuple(
            field if field.form == "street" and word in _LINES else each
            for word, field, each in zip(spoken, fields, settled, strict=True)
        )
    if role == "person" and "summary" in spoken and ("type" in spoken or any(each.kind == "EMAIL" for each in fields)):
        settled = tuple(
            Field("PERSON", "named") if word == "summary" else each for word, each in zip(spoken, settled, strict=True)
        )
    people = _people(keys, fields)
    odd = people.union(key for key in keys if _ODD.search(key))
    tabular = any(key in COLUMNS or key in HOLD_COLUMNS for key in keys) and any(key in ROWS for key in keys)
    return Shape(settled, pair_of(spoken), odd, tabular, people, sender_of(spoken, settled))


def _people(keys: tuple[str, ...], fields: tuple[Field, ...]) -> frozenset[str]:
    """Keys such as `Jane Roe`. Where those that begin so are at least half of all, other words with capitals are names
    as well; `Grace Hopper` counts as one beside somebody else, and is nobody alone: `Grace Period` is written like her.
    """
    plain = [
        key for key, field in zip(keys, fields, strict=True) if " " in key and not field.kind and is_full_name(key)
    ]
    known = [key for key in plain if is_known_name(key)]
    many = known and 2 * sum(map(is_given, plain)) >= len(keys)
    return frozenset(plain if many else known)


def _whole_name(words: str, field: Field) -> Field:
    """`{"formatted": "Jane Roe", "familyName": "Roe"}`."""
    return Field("PERSON", "named", field.role) if words == "formatted" and not field.kind else field


def _some_name(words: str, field: Field) -> Field:
    """`crew name` beside an e-mail address: a word that is not known, and names no thing that is."""
    before, _, last = words.rpartition(" ")
    unknown = last == "name" and before and not field.kind and not role_of(before) and before not in _ABOUT_THINGS
    return Field("PERSON", "maybe", field.role) if unknown else field


def _permit(words: str, field: Field) -> Field:
    return Field("LICENCE", "paper", field.role) if words in _PERMITS and not field.kind else field


def _town(key: str, field: Field) -> Field:
    """A city beside a street or its code is a part of the address."""
    return Field("ADDRESS", "street", field.role) if not field.kind and is_city(key) else field


def _beside_people(words: str, field: Field, fields: tuple[Field, ...], spoken: tuple[str, ...]) -> Field:
    """Whoever treats a patient; and a road in Italy, `Via`, beside the name of the one who lives there."""
    if words in ("provider", "attending", "referring provider", "rendering provider") and "patient" in spoken:
        return Field("PERSON", "someone", "person")
    if words == "via" and any(each.form == "name" for each in fields):
        return Field("ADDRESS", "address", "place")
    return field


def _of_an_app(words: str, field: Field, beside: set[str]) -> Field:
    """What signs people in is a client too, and a price may have a nickname."""
    app = words == "client name" and beside & _OF_APPS
    price = words == "nickname" and beside & _OF_PRICES
    return NOTHING if app or price else field


def _part(words: str, field: Field) -> Field:
    known = any(words in parts for parts in _PARTS_OF_NAMES)
    return Field("PERSON", "name", field.role) if known and not field.kind else field


def _has_a_number_of_its_own(spoken: tuple[str, ...]) -> bool:
    """`{"dashboard id": …, "name": …}`: what an object begins with numbers it."""
    thing, _, number = spoken[0].rpartition(" ") if spoken else ("", "", "")
    return (
        number == "id"
        and bool(thing)
        and role_of(thing) in ("thing", "")
        and _SPEAK_OF_PEOPLE.isdisjoint(thing.split())
    )


def _named(role: Role, fields: tuple[Field, ...], words: set[str], numbered: bool) -> Field:
    """What a bare `name` is here. `numbered` where the number of a thing stands first, or things are listed."""
    person, company = Field("PERSON", "name"), Field("COMPANY", "company")
    if role != "thing" and any(field.form == "name" for field in fields) and not words & _ABOUT_THINGS:
        return person
    if role == "person" and words == _OF_PROGRAMS:
        return Field("PERSON", "known")  # `{"creator": {"name": "WebInspector", "version": "537.36"}}`
    if role == "person" or ({"first", "last"} <= words and any(field.kind in _SURE for field in fields)):
        return person
    if role == "company" and words & _OF_BANK_ACCOUNTS:
        return NOTHING
    if role == "company" or (role != "thing" and words & _ABOUT_COMPANIES and "arn" not in words):
        return company
    if role == "thing":
        told = any(field.kind in _SURE for field in fields) and not words & _ABOUT_THINGS
        return Field("PERSON", "known") if told else Field("COMPANY", "legal")
    if role in _NUMBERED:
        return Field("PERSON", "named")
    if any(field.kind in _SURE for field in fields) or words & _ABOUT_PEOPLE:
        return person
    if words & _SPEAKING and words & _SPOKEN:
        return Field("PERSON", "role")
    if "age" in words:  # of pods as well
        return Field("PERSON", "someone")
    return Field("PERSON", "known" if numbered or words & _ABOUT_THINGS else "named")


def _settled(key: str, words: str, field: Field, named: Field, role: Role) -> Field:
    inner: Role = role if words in CONTAINERS else field.role
    if field.form == "named":
        bare = named.form == "name"
        return Field(named.kind, "called" if bare else named.form, inner or ("name" if bare else ""))
    if field.form == "variant" and named.form in ("name", "company"):
        return Field(named.kind, "firm" if named.kind == "COMPANY" else named.form, inner)
    if role == "person" and not field.kind and words in ("n", "nm"):
        return Field("PERSON", "named", inner)
    if role == "company" and not field.kind and words in ("rich text", "plain text"):
        return Field("COMPANY", "company", role)
    if role in _NUMBERED and not field.kind and _is_a_value(words, role):
        return Field(*_NUMBERED[role], role)  # also of what it holds: texts may be wrapped twice
    if role == "birthday" and words in _PARTS_OF_A_DAY:
        return Field("BIRTHDAY", "part", role)
    if role in _SECRETS and (not field.kind or words == "agent") and words in _HELD_VALUES:
        return Field("SECRET", "held" if role == "secret" else "password", role)
    if role == "name" and words == "title":
        return Field(role=role)  # a list of texts has the name; a text is what a schema calls the field
    if role == "place" and not field.kind and (is_city(key) or words in ("line", "lines")):
        return Field("ADDRESS", "street", inner)
    if field.form == "street" and role not in ("place", "person") and words in _LINES:
        return NOTHING
    return field if field.role == inner else field._replace(role=inner)


def _tells_something(key: str, field: Field, words: str) -> bool:
    """Of a map of secrets no key tells anything but what each is for; nor does a host, whatever its parts mean."""
    if is_host(key):
        return False
    return bool(field.kind or field.form) or words.rpartition(" ")[2] in _OF_RECORDS


def _is_a_value(words: str, role: Role) -> bool:
    said = words.replace(" ", "_")
    document = said == "id" and role in ("identity", "passport", "licence")
    return said in _NUMBERS or document or (role == "birthday" and said in _DATES) or words.endswith(" number")
