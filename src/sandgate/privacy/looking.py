"""What a program may learn about a value it cannot see: answers that name nobody."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from sandgate.errors import BadArguments
from sandgate.model import JsonObject

DIGITS_KEPT = 4
FEWEST_DIGITS = 8
"""Of a shorter number, four digits would be most of it."""
SHORT_PART = 2
HIDDEN = "***"
_MAIL = re.compile(r"[^@\s]+@([^@\s]+)")
_NORTH_AMERICA = re.compile(r"(?:\+?1)?([2-9]\d\d)[2-9]\d{6}")
_DATE = re.compile(r"\s*(?:\d{4}([-/. ])\d{1,2}\1\d{1,2}|\d{1,2}([-/. ])\d{1,2}\2\d{4})(?!\d)")
_INTERNATIONAL = re.compile(r"\+(\d{1,3})[\s\-.(]*\d")


def domain(value: str) -> str | None:
    """What stands behind the @ of an address; None for what is no address."""
    found = _MAIL.fullmatch(value.strip())
    return found[1].lower() if found else None


def last4(value: str) -> str | None:
    """The last four digits of a number that has enough of them; None for others, and for days: half of one is much."""
    digits = re.sub(r"\D", "", value)
    is_number = len(digits) >= FEWEST_DIGITS and not _MAIL.search(value) and not _DATE.match(value)
    return digits[-DIGITS_KEPT:] if is_number else None


def area_code(value: str) -> str | None:
    """The area of a North American number, else the country of an international one; None for others."""
    digits = re.sub(r"[^\d+]", "", value)
    if found := _NORTH_AMERICA.fullmatch(digits):
        return found[1]
    found = _INTERNATIONAL.match(value.strip())
    return f"+{found[1]}" if found else None


def mask(value: str) -> str:
    """The first character of each part that has more, and stars that do not tell how many were there."""
    if found := _MAIL.fullmatch(value.strip()):
        return f"{value.strip()[0]}***@{found[1][0]}***"
    if digits := last4(value):
        return f"***{digits}"
    return " ".join(f"{part[0]}***" if len(part) > SHORT_PART else HIDDEN for part in value.split())


LOOKS: Mapping[str, Callable[[str], str | None]] = {
    "domain": domain,
    "last4": last4,
    "area_code": area_code,
    "mask": mask,
}
_CLOSED = frozenset(("SECRET", "URL", "CRYPTO", "IP", "MAC"))
"""Kinds of which a part is too much: half a password, the end of an address that only one machine has."""
_DAY = "BIRTHDAY"
"""Without a sign between, as in `19900214`, it looks like a number whose end names nobody."""


class Looked(NamedTuple):
    """A value that is looked at, and of which kind it is known to be; a text that nobody hid is of none."""

    kind: str
    value: str


def fold(value: str) -> str:
    """A value without what may be written one way or the other."""
    return " ".join(value.split()).casefold()


def look(what: str, values: Sequence[Looked]) -> list[str | None] | bool:
    """Answer for each of the values; for `same`, whether all of them are one."""
    if what == "same":
        return len({fold(one.value) for one in values}) <= 1
    if what not in LOOKS:
        raise BadArguments(f"pii.{what} does not exist; there are: {', '.join([*LOOKS, 'same'])}")
    return [_answer(what, one) for one in values]


def _answer(what: str, one: Looked) -> str | None:
    if one.kind in _CLOSED or (one.kind == _DAY and last4(one.value)):
        return HIDDEN if what == "mask" else None
    return LOOKS[what](one.value)


def asked_about(arguments: JsonObject) -> tuple[str, list[str]]:
    """What a program wants to know of which values. Raises BadArguments."""
    match arguments:
        case {"what": str(what), "values": list()} if all(isinstance(one, str | None) for one in arguments["values"]):
            return what, [one or "" for one in cast("list[str | None]", arguments["values"])]
        case _:
            raise BadArguments("pii functions take a text or a list of texts, such as pii.domain(row['email'])")
