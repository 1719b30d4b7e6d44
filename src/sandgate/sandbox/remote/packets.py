"""What the gateway and the first process of a far place say to each other: standard library only, for both halves.

A packet is a byte for its kind, four bytes of length, big-endian, then that much. All of it goes over one connection,
in order: what a program printed before it said something arrives before it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any, cast

HEADER = struct.Struct(">BI")
LARGEST = 2 * 2**20
"""No packet is larger; whoever says so is not ours."""
CHUNK = 64 * 1024
FILE_CHUNK = 2**20
WINDOW = 256 * 1024
"""Bytes for a program that may be under way: one that reads nothing must not keep us from being heard."""

CHANNEL = 1
"""Frames, both ways."""
OUTPUT = 2
"""What was printed."""
TAKEN = 3
"""How many bytes of the channel the program has taken."""
HUNG_UP = 4
"""The program has closed its channel."""
ORDER = 5
"""What the run is to be like: the first packet of all."""
BEGIN = 6
"""A program is about to come: hold it to its limits."""
END = 7
"""End everything that the program started."""
ENDED = 8
"""It has ended, and how."""
FILES = 9
"""Something to be done in the workspace."""
ANSWER = 10
"""What came of it."""
SHOWN = 11
"""Files that programs may read, where no folder of the host can be mounted."""
HERE = 12
"""Before the order: asks for a word on the channel once all that came before it has been done."""
AGAIN = 13
"""To the copy of a place that was ready: what must not be the same in two copies. It says when it is ready again."""


def packed(kind: int, body: bytes | memoryview = b"") -> bytes:
    return HEADER.pack(kind, len(body)) + body


def with_content(message: dict[str, Any], content: bytes = b"") -> bytes:
    """A message that bytes may follow. A name in it may be any bytes: escaped, they are ASCII."""
    return b"\n".join((json.dumps(message).encode(), content))


def message_of(body: bytes) -> tuple[dict[str, Any], bytes]:
    """Raises ValueError where it is none."""
    message, _, content = body.partition(b"\n")
    return object_of(message), content


def object_of(text: bytes) -> dict[str, Any]:
    """Raises ValueError where it is none."""
    try:
        found = json.loads(text)
    except RecursionError as error:
        raise ValueError("a message that nests too deep") from error
    if not isinstance(found, dict):
        raise ValueError("a message that is no object")
    return cast("dict[str, Any]", found)


class Unpacker:
    """Packets out of a stream of bytes, as they become whole."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Raises ValueError for what no half of ours would send."""
        self._held += data
        while len(self._held) >= HEADER.size:
            kind, size = HEADER.unpack_from(self._held)
            if size > LARGEST:
                raise ValueError(f"a packet of {size:,} bytes")
            end = HEADER.size + size
            if len(self._held) < end:
                return
            body = bytes(self._held[HEADER.size : end])
            del self._held[:end]
            yield kind, body
