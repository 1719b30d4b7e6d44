"""What is seen of a document at a glance, mostly of all of it in one text: whether a closer look is worth its time."""

from __future__ import annotations

from typing import Any, cast

import orjson

from sandgate.model import Json, JsonObject

from .boundary import LONG
from .vault import Vault, may_hold_tokens

_DIGITS_ALIKE = bytes(48 if chr(sign).isdigit() else sign for sign in range(128)) + bytes(range(128, 256))
_LONG_NUMBER = b"0" * 19
"""With all digits alike: looked for ten times as fast as by a pattern."""
PART = 8
"""What a number, a bracket or a comma counts."""


def needs_a_look_inside(value: Json, written: str | None) -> bool:
    """Whether there may be tokens or documents in its texts. Written out, it is searched faster than it is walked."""
    try:
        written = orjson.dumps(value).decode() if written is None else written
        return _may_hold_documents(written) or may_hold_tokens(written)
    except TypeError:  # a number that is too large for it, or half a character
        return True


def _may_hold_documents(written: str) -> bool:
    """Objects inside a text have keys, whose quotes are escaped. One sign is looked for much faster than two."""
    if "\\" in written and any(mark in written for mark in ('"{', '{\\"', '[\\"', "\\n", "\\\\")):
        return True
    if "&" in written or ("'" in written and ("''" in written or "\"{'" in written)):
        return True
    return written.find("[", 1) > 0 and '"[' in written


def may_know(vault: Vault, value: Json) -> bool:
    """Whether something in a document may be a value that the vault knows; seen faster in all of it at once."""
    if not vault.recognises and not len(vault.exposed):
        return False
    try:
        written = orjson.dumps(value).decode()
    except TypeError:
        return True
    if "\\\\" in written:  # a backslash of its own: a document inside, or a value that has one
        return True
    if "\\" in written:  # as it is meant: a value may have a quote or the end of a line in it
        written = written.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace('\\"', '"')
    return bool(vault.exposed.within(written)) or vault.seen_again(written, str) is not written


def has_long_numbers(text: str) -> bool:
    """Whether there may be integers beyond 64 bits: orjson makes floats of them, and they are sent back as they are."""
    return _LONG_NUMBER in text.encode("utf-8", "replace").translate(_DIGITS_ALIKE)


def is_short(block: JsonObject, most: int = LONG) -> bool:
    """Whether looking at it takes less time than handing it to a thread."""
    match block:
        case {"type": "value", "value": value}:
            try:
                return _left(value, most) > 0
            except RecursionError:  # whoever looks at it says so
                return False
        case {"type": "unread"}:
            return False
        case _:
            return True


def _left(value: Any, budget: int) -> int:
    """What is left of a budget in characters after a document; counting ends where nothing is."""
    match value:
        case str():
            return budget - len(value)
        case list():
            for item in cast("list[Any]", value):
                if budget <= 0:
                    break
                budget = _left(item, budget)
        case dict():
            for key, item in cast("dict[str, Any]", value).items():
                if budget <= 0:
                    break
                budget = _left(item, budget - len(key))
        case _:
            pass
    return budget - PART
