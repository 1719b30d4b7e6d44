"""Objects and arrays that name their own values: `{"name": "Phone", "value": "…"}`, `{"phone": {"value": "…"}}`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, cast

from ..naming.keys import MESSAGE, NOTHING, Field, read_key, words_of
from ..people.mail import is_a_firm
from ..people.names import is_an_office
from ..secrets.marked import is_words

_NAMES = (
    "name", "key", "label", "field", "title", "question", "property", "attribute", "header", "column", "type", "system",
    "kind", "k", "id", "ref", "slug", "code", "variable", "parameter", "setting", "option",
    "macro", "var", "env var", "environment variable",
)  # fmt: skip
_ENDS_OF_NAMES = (" name", " key", " label", " field", " title", " question", " property", " attribute")
"""`tabLabel`, `fieldName`."""
_VALUES = (
    "value", "values", "val", "answer", "content", "text", "display value", "text value", "field value",
    "pretty format", "formatted value", "string value", "v", "date", "string",
)  # fmt: skip
_SHORTENED = ("truncated", "masked", "redacted", "obfuscated", "partial", "abbreviated")
_SIGNED = frozenset({"name", "email"})
"""Whoever has a mailbox has that name."""
_RECORD = frozenset({"model", "pk"})
"""What Django writes of each record: where its key is a token, the model is called after tokens."""
_MOST_KEYS = 6
_PLAIN_NAMES = frozenset({"name", "key", "label"})
"""With these beside a `value`, more may stand there: `{"key": …, "value": …, "masked": true, …}`."""
_TYPES = ("type", "kind", "method", "class", "category", "doc")
"""What may say of which kind a number is: the last word of the key, `guestDocumentType`."""
_NUMBERS = (
    "number", "no", "num", "identifier", "identification", "value", "document", "id", "address", "code",
)  # fmt: skip
_OF_ANYTHING = ("id", "code")
_ISSUED = frozenset(
    {"issuing authority", "issued by", "issuing country", "expiration", "expiration date", "expiry date", "expires on"}
)
"""What papers have, of which others tell the sort under `title`."""
_OF_DOCUMENTS = ("document", "doc", "id", "identification", "identity", "identifier", "proof")
_HAVE_NUMBERS = frozenset({"PHONE", "EMAIL", "SSN", "NINO", "NATIONAL_ID", "PASSPORT", "LICENCE", "IBAN", "ACCOUNT"})
_METHOD = re.compile(r"(?: contact)?(?: (?:method|point|channel|reference|endpoint))+$")
"""`phone_contact_method` is a phone."""
_NAME = re.compile(r"[A-Za-z][\w\-]{1,40}")
_WRAPPERS = frozenset(
    {"S", "N", "stringValue", "intValue", "value", "data", "text", "#text", "_text", "$t", "content", "display_value",
     "displayValue", "formatted", "_value", "raw", "v", "computed", "plaintext", "cleartext", "decrypted", "current"}
)  # fmt: skip
"""What a value is called that stands in an object of its own: `{"phone": {"S": "…"}}` is a phone."""
_DESCRIBING = frozenset(
    {"type", "label", "link", "id", "format", "verified", "primary", "source", "unit", "lang", "language", "kind",
     "required", "visible", "url", "href", "status", "confidence", "name", "key", "title", "position", "fieldType",
     "dataType", "updatedAt", "createdAt", "timestamp", "@type", "metadata", "private", "public",
     "isPrimary", "note", "notes", "comment", "sensitive", "encrypted", "masked", "address", "cell", "ref",
     "coordinate", "cellAddress", "row", "column", "col", "formula", "numberFormat"}
)  # fmt: skip
"""What may stand beside it and tells nothing of what it is."""
_MOST_BESIDE = 6
_IN_LABELS = ("text", "display", "label", "name", "title", "coding", "code", "value", "ref", "key", "id")
_FEW = 4
_MOST_OF_A_SENDER = 3
_MAILBOXES = ("email", "mail", "address", "email address", "mailbox")
_MOST_FLAGS = 200
_FLAG = re.compile(r"--?[A-Za-z][\w\-]{1,40}")


class Pair(NamedTuple):
    """The places of what may be names and of what may be their values; `numbered` where a name has to be a document's
    or a phone's."""

    names: tuple[int, ...]
    values: tuple[int, ...]
    numbered: bool = False
    plain: tuple[int, ...] = ()
    """Those of the names that are called so: by them a value goes, whatever its id or its type reads like."""
    secret: bool = False
    """Whether only the name of a secret says what the value is."""


def pair_of(words: tuple[str, ...]) -> Pair | None:
    """`{"name": "From", "value": "…"}`: the value is a field of that name."""
    if len(words) <= (_MOST_KEYS if "value" not in words or not _PLAIN_NAMES.intersection(words) else 2 * _MOST_KEYS):
        called = {*_NAMES, "path"} if "value" in words else _NAMES  # beside a `content` it is a file's
        names = tuple(place for place, word in enumerate(words) if word in called or _ends_like_a_name(word))
        values = tuple(place for place, word in enumerate(words) if word in _VALUES or _ends_like_a_value(word))
        if names and values and not _SIGNED.issubset(words):
            return Pair(names, values, plain=tuple(place for place in names if words[place] in _PLAIN_NAMES))
    if _RECORD.issubset(words):
        return Pair((words.index("model"),), (words.index("pk"),), secret=True)
    return _numbered(words)


def _ends_like_a_value(word: str) -> bool:
    """`truncated_value` shows the last letters, by which somebody knows it again."""
    return word.endswith(" value") and not word.startswith(_SHORTENED)


def _ends_like_a_name(word: str) -> bool:
    """`fieldName` names a field; `real_name` is somebody's."""
    return word.endswith(_ENDS_OF_NAMES) and read_key(word).form != "name"


def _numbered(words: tuple[str, ...]) -> Pair | None:
    """`{"documentType": "passport", "documentNumber": "…"}`, with whatever stands in front of both."""
    types: list[int] = []
    numbers: list[int] = []
    for place, phrase in enumerate(words):
        before, _, last = phrase.rpartition(" ")
        about = before.rpartition(" ")[2]
        if last in _TYPES and (not before or about in _OF_DOCUMENTS):
            types.append(place)
        elif (last in _NUMBERS and (about in _OF_DOCUMENTS or phrase not in _OF_ANYTHING)) and (
            not before or about in _OF_DOCUMENTS or phrase == "unique identifier"
        ):
            numbers.append(place)
    titles = (words.index("title"),) if numbers and _ISSUED.intersection(words) and "title" in words else ()
    types += titles  # `{"title": "Passport", "document_number": …, "expiration": …}`
    for place, phrase in enumerate(words):  # `taxId` beside `taxIdType`
        about = phrase.removesuffix(" type")
        if about != phrase and about in words:
            types.append(place)
            numbers.append(words.index(about))
    if not any(words[place] in _TYPES for place in types):  # beside a passport an address is where somebody lives
        numbers = [place for place in numbers if words[place] != "address"]
    return Pair(tuple(types), tuple(numbers), numbered=True, plain=titles) if types and numbers else None


def paired(values: list[Any], fields: tuple[Field, ...], pair: Pair) -> tuple[Field, ...]:
    """The promises of such an object: its values keep that of their name."""
    for name in sorted(pair.names, key=lambda place: place not in pair.plain):
        promised = _labelled(values[name])
        if pair.numbered and not promised.kind and isinstance(values[name], str):
            promised = read_key(f"{values[name]} number")  # `license`
        if pair.numbered and name in pair.plain and promised.form.endswith(("paper", "known", "role")):
            continue  # `Passport photo guidelines`
        if (pair.numbered and promised.kind not in _HAVE_NUMBERS) or (pair.secret and promised.kind != "SECRET"):
            continue
        if promised.form == "named" and name in pair.plain:  # `{"name": "name", "value": "Jane Roe"}`
            promised = promised._replace(form="maybe")
        if (promised.kind and promised.form != "named") or promised.form == MESSAGE:
            changes = dict.fromkeys(pair.names, NOTHING)
            held = [place for place in pair.values if place != name]
            labels = [place for place in held if len(held) > 1 and _labelled(values[place]).kind]
            changes |= dict.fromkeys(held, promised) | dict.fromkeys(labels, NOTHING)
            return tuple(changes.get(number, field) for number, field in enumerate(fields))
    if pair.numbered or pair.secret or all(str(values[place]).isdigit() for place in pair.values):
        return fields  # `{"value": "11", "name": "Jane Roe"}` is a reference to her
    return tuple(_name_of_a_field(*each, pair) for each in enumerate(fields))


def _labelled(label: Any) -> Field:
    if isinstance(label, (dict, list)):
        return _labelled_inside(cast("dict[str, Any] | list[Any]", label))
    if not isinstance(label, str):
        return NOTHING
    field = read_key(label)
    return field if field.kind else read_key(_METHOD.sub("", words_of(label)))


def _labelled_inside(label: dict[str, Any] | list[Any]) -> Field:
    """`{"type": {"text": "Passport"}, "value": "…"}`: a label may be an object, or a list of them, as in FHIR."""
    if isinstance(label, list):
        return next((field for each in label[:_FEW] if (field := _labelled(each)).kind), NOTHING)
    inside = (label[key] for key in _IN_LABELS if key in label)
    return next((field for each in inside if (field := _labelled(each)).kind), NOTHING)


def _name_of_a_field(place: int, field: Field, pair: Pair) -> Field:
    """`{"Name": "sub", "Value": "…"}` below a user: only what is surely somebody's name is one there."""
    return field._replace(form="known") if place in pair.plain and field.form in ("name", "called") else field


def sender_of(words: tuple[str, ...], fields: tuple[Field, ...]) -> tuple[int, int] | None:
    """`{"name": "GitHub", "email": "noreply@github.com"}`, as mail is given: a name and where it writes."""
    if len(words) > _MOST_OF_A_SENDER:
        return None
    names = [place for place, field in enumerate(fields) if field.form == "called"]
    mailboxes = [place for place, word in enumerate(words) if word in _MAILBOXES]
    return (names[0], mailboxes[0]) if len(names) == 1 and mailboxes else None


def as_sent(values: list[Any], fields: tuple[Field, ...], sender: tuple[int, int]) -> tuple[Field, ...]:
    """The promises of such an object: the name of a firm, or of a program that writes, is nobody's."""
    name, mailbox = (values[place] for place in sender)
    if (
        not isinstance(name, str)
        or not isinstance(mailbox, str)
        or not (is_a_firm(name, mailbox) or is_an_office(name))
    ):
        return fields
    return tuple(NOTHING if place == sender[0] else field for place, field in enumerate(fields))


def named_value(value: list[Any] | tuple[Any, ...]) -> Field | None:
    """What the first of two texts promises of the second: `["sessionid", "…"]`, as headers and cookies are listed."""
    if len(value) != 2 or not isinstance(value[0], str) or not isinstance(value[1], str):
        return None
    if not _NAME.fullmatch(value[0]):
        return None
    field = read_key(value[0])
    wrong = field.kind in ("", "PERSON", "COMPANY", "ADDRESS") or (field.kind == "SECRET" and is_words(value[1]))
    return None if wrong else field


def flagged(value: list[Any] | tuple[Any, ...], field: Field) -> list[Field] | None:
    """What flags promise of the texts behind them: `["--api-key", "…"]`, as programs are started."""
    if not 1 < len(value) <= _MOST_FLAGS or not any(isinstance(each, str) and each.startswith("-") for each in value):
        return None
    promised = [NOTHING, *map(_of_a_flag, value[:-1])]
    return [own if own.kind else field for own in promised] if any(own.kind for own in promised) else None


def _of_a_flag(before: object) -> Field:
    if not isinstance(before, str) or not _FLAG.fullmatch(before):
        return NOTHING
    promised = read_key(before.lstrip("-"))
    return promised if promised.kind == "SECRET" else NOTHING


def wrapped_in(value: dict[str, Any]) -> str | None:
    """The key of the one value that an object holds, beside what only describes it."""
    if len(value) > _MOST_BESIDE:
        return None
    keys = [key for key in value if key in _WRAPPERS]
    return keys[0] if len(keys) == 1 and all(key in _DESCRIBING for key in value if key != keys[0]) else None
