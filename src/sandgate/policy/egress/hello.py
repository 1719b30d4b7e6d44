"""The first message of TLS, read without decrypting anything: which server does the program say it talks to?"""

from __future__ import annotations

from dataclasses import dataclass

HANDSHAKE = 0x16
_CLIENT_HELLO = 1
_SERVER_NAME = 0
_HIDDEN = frozenset((0xFE0D, 0xFFCE))
"""Encrypted ClientHello and what it was before: the name that counts is inside, where nobody can check it."""
_RECORD_HEADER = 5
_LARGEST_RECORD = 16 * 1024
LARGEST_HELLO = 32 * 1024


@dataclass(frozen=True, slots=True)
class Hello:
    server_name: str | None
    encrypted: bool


class Cursor:
    """Reads a message from front to back; ValueError where it ends too early."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def take(self, size: int) -> bytes:
        taken = self._content[self._at : self._at + size]
        if len(taken) < size:
            raise ValueError("cut short")
        self._at += size
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def block(self, size: int) -> bytes:
        """A length of so many bytes and what it counts."""
        return self.take(self.number(size))

    @property
    def at_end(self) -> bool:
        return self._at == len(self._content)


class HelloReader:
    """Takes bytes as they come. Each byte is looked at once, so that one byte at a time costs no more."""

    def __init__(self) -> None:
        self.raw = bytearray()
        """All that came, to be passed on as it is."""
        self._at = 0
        self._message = bytearray()

    def feed(self, chunk: bytes) -> Hello | None:
        """The hello when it is complete; ValueError for what cannot become one."""
        self.raw += chunk
        if self.raw and self.raw[0] != HANDSHAKE:
            raise ValueError("not TLS")
        while (size := self._record_size()) is not None:
            start = self._at + _RECORD_HEADER
            self._message += self.raw[start : start + size]
            self._at = start + size
            if hello := self._complete():
                return hello
        if len(self.raw) > LARGEST_HELLO:
            raise ValueError("a TLS hello that does not end")
        return None

    def _record_size(self) -> int | None:
        """The size of the next record if all of it is there."""
        header = self.raw[self._at : self._at + _RECORD_HEADER]
        if len(header) < _RECORD_HEADER:
            return None
        size = int.from_bytes(header[3:], "big")
        if header[0] != HANDSHAKE or header[1] != 3 or not 0 < size <= _LARGEST_RECORD:
            raise ValueError("not TLS")
        return size if len(self.raw) >= self._at + _RECORD_HEADER + size else None

    def _complete(self) -> Hello | None:
        message = self._message
        if message[0] != _CLIENT_HELLO:
            raise ValueError("not a TLS hello")
        size = int.from_bytes(message[1:4], "big") + 4
        if len(message) < 4 or len(message) < size:
            return None
        if len(message) > size:
            raise ValueError("a TLS hello with something behind it")
        return _read(bytes(message[4:]))


def _read(body: bytes) -> Hello:
    cursor = Cursor(body)
    cursor.take(2 + 32)  # version, random
    cursor.block(1)  # session
    cursor.block(2)  # cipher suites
    cursor.block(1)  # compression
    extensions = _extensions(b"" if cursor.at_end else cursor.block(2))
    if not cursor.at_end:
        raise ValueError("a TLS hello with something behind it")
    given = extensions.get(_SERVER_NAME)
    return Hello(None if given is None else _server_name(given), bool(_HIDDEN & extensions.keys()))


def _extensions(block: bytes) -> dict[int, bytes]:
    cursor = Cursor(block)
    found: dict[int, bytes] = {}
    while not cursor.at_end:
        kind = cursor.number(2)
        if kind in found:  # two readers could take two different ones
            raise ValueError("a TLS hello that says something twice")
        found[kind] = cursor.block(2)
    return found


def _server_name(extension: bytes) -> str:
    outer = Cursor(extension)
    names = Cursor(outer.block(2))
    kind, name = names.number(1), names.block(2)
    if kind != 0 or not names.at_end or not outer.at_end:
        raise ValueError("a TLS hello with more than one server name")
    if not name.isascii():
        raise ValueError("a TLS server name that is not ASCII")
    return name.decode("ascii")
