"""A result as a program receives it, as far as its shape needs: of a long text only the beginning is read."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from sandgate.model import JsonObject, Unread

HEAD = 64 * 1024
"""Characters read of a text. Enough for the first rows of anything, and a few milliseconds to take apart."""
DEEPEST = 100
OPAQUE = object()
"""Something in a result that is not JSON, or that cannot be told without reading all of it."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*"|[\[\]{},]', re.DOTALL)
_LONGEST_LITERAL = 32
_CLOSING = {"[": "]", "{": "}"}


def seen_in(blocks: Sequence[JsonObject]) -> Any:
    """The value of a call's blocks. Like in the guest, one block stands for itself and several are a list."""
    values = [_value(block) for block in blocks]
    return values[0] if len(values) == 1 else values


def _value(block: JsonObject) -> Any:
    match block:
        case {"type": "value", "value": value}:
            return value
        case {"type": "unread", "text": Unread(text)}:
            return _read(text) if len(text) <= HEAD else _beginning(text[:HEAD])
        case _:
            return OPAQUE


def _read(text: str) -> Any:
    """What a program gets: the document, or the text if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _beginning(text: str) -> Any:
    """The document that `text` begins, cut after its last whole part. Text that is no JSON stays text."""
    whole = closed(text)
    if whole is not None:
        return _read(whole)
    return text if _is_wrong(text) else OPAQUE


def _is_wrong(text: str) -> bool:
    """Whether no document begins like this, however it goes on."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos < len(text) - _LONGEST_LITERAL and not error.msg.startswith("Unterminated")
    except RecursionError:
        pass
    return False


def closed(text: str) -> str | None:
    """`text` up to where an entry of the outermost list or object ends, with what is open closed; None if none does."""
    open_ones: list[str] = []
    end, closing, lists = 0, "", 0
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "[" | "{" as bracket:
                open_ones.append(bracket)
                lists += bracket == "["
            case "]" | "}":
                if not open_ones:
                    return None
                lists -= open_ones.pop() == "["
            case "," if open_ones and lists == (open_ones[-1] == "["):  # not within a row: half of one lacks fields
                end, closing = token.start(), "".join(_CLOSING[bracket] for bracket in reversed(open_ones))
            case _:
                pass
        if len(open_ones) > DEEPEST:
            return None
    return text[:end] + closing if end else None
