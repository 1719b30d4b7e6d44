"""The gateway's end of a container's stdin and stdout, as the engine hands them over."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterable

from ...promptly import Descriptor
from ..remote.wire import Wire

ENGINE_HEADER = struct.Struct(">BxxxI")
"""What the engine puts before each piece of a container's output: which stream it is, and how long the piece."""
STDOUT = 1
LAST_WORDS = 2000


class ContainerWire(Wire):
    called = "the container"
    gone = "the container engine went away, or the container was ended"

    def __init__(self, connection: socket.socket, output: Descriptor, printing: socket.socket, first: bytes) -> None:
        self.complaint = bytearray()
        """What our first process wrote on stderr: only its own failure to start is written there."""
        self._pieces = _Pieces()
        super().__init__(connection, output, printing, first)

    def pieces_of(self, data: bytes) -> Iterable[bytes]:
        for stream, piece in self._pieces.feed(data):
            if stream == STDOUT:
                yield piece
            else:
                self.complaint += piece[: LAST_WORDS - len(self.complaint)]


class _Pieces:
    """Takes the engine's own headers off a container's output."""

    def __init__(self) -> None:
        self._header = bytearray()
        self._stream = self._left = 0

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        found: list[tuple[int, bytes]] = []
        view = memoryview(data)
        while view:
            if self._left:
                piece, view = bytes(view[: self._left]), view[self._left :]
                self._left -= len(piece)
                found.append((self._stream, piece))
                continue
            missing = ENGINE_HEADER.size - len(self._header)
            self._header += view[:missing]
            view = view[missing:]
            if len(self._header) == ENGINE_HEADER.size:
                self._stream, self._left = ENGINE_HEADER.unpack(self._header)
                self._header.clear()
        return found
