"""Whether all texts of a column are what its name promises: seen in one look, where that is possible."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from ..naming.keys import Field
from ..people.names import are_single_names, begins_as_a_name, is_nobody_s, may_be_a_label, may_end_a_company

_MAILBOX = r"[^\s@<>()\[\],;:\"]++@[^\s@<>()\[\],;:\"/]++"
_MAILBOXES = re.compile(rf"(?:{_MAILBOX}\n)*{_MAILBOX}")
_NAME = r"(?=[^\n]{2,80}(?:\n|\Z))[A-Za-z]++(?: [A-Za-z]++){0,5}"
_NAMES = re.compile(rf"(?:{_NAME}\n)*{_NAME}")
_CALLED = r"(?=[^\n]{2,80}(?:\n|\Z))[A-Z][A-Za-z]*+(?: [A-Z][A-Za-z]*+){0,5}"
_ALL_CALLED = re.compile(rf"(?:{_CALLED}\n)*{_CALLED}")
"""The same under a bare `name`: with capitals, none of them is a login or a title."""
_BYTE = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
"""Read in one way only: a column has thousands of them."""
_WRITTEN = {
    "phone": ("PHONE", r"\+[1-9]\d{0,2} \d{3}[ \-]\d{3,4}[ \-]\d{3,4}|\+[1-9]\d{7,14}"),
    "card": ("CARD", r"\d{4}(?:[ \-]\d{4}){3}|\d{13,19}"),
    "birthday": ("BIRTHDAY", r"(?:19|20)\d\d-\d\d-\d\d"),
    "ip": ("IP", rf"(?!0\.0\.0\.0(?:\n|\Z)){_BYTE}(?:\.{_BYTE}){{3}}"),
}
"""The usual way to write each, of which the test of its field thinks the same."""
_COLUMNS = {form: (kind, re.compile(rf"(?:(?:{one})\n)*(?:{one})")) for form, (kind, one) in _WRITTEN.items()}
_FEWEST, _SHARE = 3, 3
_WORD = re.compile(r"[^ \n]++")
_LAST_WORD = re.compile(r"[^ \n]++(?=\n|\Z)")


def all_alike(field: Field, texts: Collection[str]) -> str:
    """The kind that each of them is of; nothing where one may not be, and each has to be asked for itself."""
    written = _COLUMNS.get(field.form)
    if written is None and field.form not in ("email", "name", "called"):
        return ""
    lines = "\n".join(texts)
    if not lines.isascii() or lines.count("\n") != len(texts) - 1:
        return ""
    if written:
        kind, column = written
        return kind if column.fullmatch(lines) else ""
    if field.form == "email":
        return "EMAIL" if _MAILBOXES.fullmatch(lines) else ""
    names = _ALL_CALLED if field.form == "called" else _NAMES
    return "PERSON" if names.fullmatch(lines) and _are_people(lines.lower(), field.form) else ""


def told_by_others(field: Field, values: Iterable[Any]) -> Field:
    """The promise of a column of first names, of which not all are known: `Owner` above `Thomas` and `Telse`."""
    if field.form == "named":
        return field._replace(form="known") if lists_things(values) else field
    if field.form != "role":
        return field
    texts = {value for value in values if isinstance(value, str) and value}
    return field._replace(form="someone") if are_single_names(texts) else field


def lists_things(values: Iterable[Any]) -> bool:
    """Whether these are three names or more, of which fewer than a third begin as people's do."""
    texts = {value for value in values if isinstance(value, str) and value}
    return len(texts) >= _FEWEST and _SHARE * sum(map(begins_as_a_name, texts)) < len(texts)


def _are_people(lines: str, form: str) -> bool:
    if form == "called" and may_be_a_label(_WORD.findall(lines)):
        return False
    return not is_nobody_s(lines.split("\n")) and not may_end_a_company(_LAST_WORD.findall(lines))
