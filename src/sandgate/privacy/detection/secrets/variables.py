"""Secrets that a script keeps under a name that says nothing: `$p = '…'`, and a line later `-Password $p`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kinds import Span
from ..naming.keys import read_key
from .looks import look_of

_SET = re.compile(
    r"(?:^|[\s;&>])\$?(?P<name>[A-Za-z_]\w{0,30})[ \t]{0,8}=[ \t]{0,8}"
    r"(?P<mark>[\"'])(?P<value>[^\s\"'\0$]{6,200})(?P=mark)"
)
_USED = re.compile(r"\$\{?(?P<name>[A-Za-z_]\w{0,30})")
_GIVEN_TO = re.compile(
    r"(?<![\w$])(?P<key>[A-Za-z][\w\-]{1,40})[\"']?"
    r"(?:[ \t]{0,8}[=:][ \t]{0,8}|[ \t]{1,4}(?:-String[ \t]{1,4})?)[\"'(]?\Z"
)
_BACK = 60
_LOOKS = ("mixed", "signed", "generated", "phrase")


def variables(text: str) -> Iterator[Span]:
    if "$" not in text:
        return
    values = [found for found in _SET.finditer(text) if look_of(found["value"]) in _LOOKS]
    names = {found["name"] for found in values}
    secret = {used["name"] for used in _USED.finditer(text) if used["name"] in names and _is_secret(text, used.start())}
    yield from (Span(*found.span("value"), "SECRET") for found in values if found["name"] in secret)


def _is_secret(text: str, place: int) -> bool:
    """Whether what a variable is given to is called after a secret."""
    found = _GIVEN_TO.search(text, max(0, place - _BACK), place)
    if found is None:
        return False
    return found["key"].endswith("-SecureString") or read_key(found["key"]).form in ("password", "token")
