"""Blocks as bytes and back, exactly: large integers, half characters and unread texts stay what they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

from sandgate.errors import SandgateError
from sandgate.model import JsonObject, Unread

LATER = "\0unread"
"""In place of a text that follows: the number of its bytes."""


class Unkeepable(SandgateError):
    """What cannot be written as JSON and be the same afterwards."""


def packed(blocks: list[JsonObject]) -> bytes:
    """JSON on one line, then the unread texts. Raises Unkeepable."""
    texts: list[bytes] = []

    def follows(value: object) -> JsonObject:
        if not isinstance(value, Unread):
            raise TypeError(f"{type(value).__name__} is not JSON")
        texts.append(value.text.encode("utf-8", "surrogatepass"))
        return {LATER: len(texts[-1])}

    head = written(blocks, follows)
    return b"".join([head, b"\n", *texts])


def written(value: object, default: Callable[[object], object] | None = None) -> bytes:
    """JSON, the same for the same value. Raises Unkeepable. A faster writer would change NaN and long integers."""
    try:
        return json.dumps(value, separators=(",", ":"), sort_keys=default is None, default=default).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Unkeepable(str(error)) from error


def unpacked(data: bytes) -> list[JsonObject]:
    head, _, rest = data.partition(b"\n")
    place = 0
    blocks = cast("list[JsonObject]", json.loads(head))
    for block in blocks:
        if block["type"] == "unread":
            end = place + int(block["text"][LATER])
            block["text"] = Unread(rest[place:end].decode("utf-8", "surrogatepass"))
            place = end
    return blocks
