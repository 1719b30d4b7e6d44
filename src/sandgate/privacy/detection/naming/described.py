"""Whom or what an object describes, as the name of the field it stands in says."""

from __future__ import annotations

import re
from typing import Literal, cast

from .roles import part_of
from .surroundings import ROLES

Role = Literal[
    "",
    "person",
    "company",
    "place",
    "thing",
    "phone",
    "card",
    "iban",
    "account",
    "identity",
    "passport",
    "licence",
    "birthday",
    "name",
    "secret",
    "password",
    "listed",
]
"""Whom or what an object describes. `listed` where it is one of some whose names are mostly no people's."""
_OF_AN_OBJECT = re.compile(r" (?:ids?|ref|reference|info|details?|data|record|obj|object|entity|summary|with .{1,40})$")
"""Also `membersWithRole`, `usersWithAccess`: whom it describes stands before that."""
_OF_NOBODY = frozenset({"cells", "parent", "parents"})
"""Of a table; and what stands above a page or a label as well: what it holds has to look like a name by itself."""
_ROLE_OF: dict[str, Role] = {
    word.replace("_", " "): cast("Role", role) for role, names in ROLES.items() for word in names
}


def role_of(words: str) -> Role:
    """Whom the object under a key describes; the last word decides, a plural counts as one."""
    if words in _ROLE_OF:
        return _ROLE_OF[words]
    if words in _OF_NOBODY:
        return ""
    shorter = _OF_AN_OBJECT.sub("", words)
    if shorter != words:
        return role_of(shorter)
    last = words.rpartition(" ")[2]
    for word in (
        last,
        last.removesuffix("s"),
        last.removesuffix("es"),
        last[:-3] + "y" if last.endswith("ies") else last,
    ):
        if word in _ROLE_OF:
            return _ROLE_OF[word]
    if last in ("by", "details") and _ROLE_OF.get(words.split()[0]) == "person":
        return "person"
    part = part_of(words)
    return part if part in ("person", "company") else ""
