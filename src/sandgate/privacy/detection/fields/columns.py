"""Whether all texts of a column are what its name promises: seen in one look, where that is possible."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..naming.keys import Field
from ..people.names import is_nobody_s, may_end_a_company

_MAILBOX = r"[^\s@<>()\[\],;:\"]++@[^\s@<>()\[\],;:\"/]++"
_MAILBOXES = re.compile(rf"(?:{_MAILBOX}\n)*+{_MAILBOX}")
_NAME = r"(?=[^\n]{2,80}(?:\n|\Z))[A-Za-z]++(?: [A-Za-z]++){0,5}+"
_NAMES = re.compile(rf"(?:{_NAME}\n)*+{_NAME}")
_LAST_WORD = re.compile(r"[^ \n]++(?=\n|\Z)")


def all_alike(field: Field, texts: Collection[str]) -> str:
    """The kind that each of them is of; nothing where one may not be, and each has to be asked for itself."""
    if field.form not in ("email", "name"):
        return ""
    lines = "\n".join(texts)
    if not lines.isascii() or lines.count("\n") != len(texts) - 1:
        return ""
    if field.form == "email":
        return "EMAIL" if _MAILBOXES.fullmatch(lines) else ""
    return "PERSON" if _NAMES.fullmatch(lines) and _are_people(lines.lower()) else ""


def _are_people(lines: str) -> bool:
    return not is_nobody_s(lines.split("\n")) and not may_end_a_company(_LAST_WORD.findall(lines))
