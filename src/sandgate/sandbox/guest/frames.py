"""Frames: four bytes of length, big-endian, then that much JSON. The guest's half of `sandbox.protocol`."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

HEADER = struct.Struct(">I")


def encode(message: dict[str, Any]) -> bytes:
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return HEADER.pack(len(body)) + body


def receive(channel: socket.socket) -> dict[str, Any]:
    """Wait for one frame. Raises EOFError when the gateway has gone."""
    (size,) = HEADER.unpack(_exactly(channel, HEADER.size))
    return json.loads(_exactly(channel, size))


def _exactly(channel: socket.socket, size: int) -> bytearray:
    buffer = bytearray(size)
    view = memoryview(buffer)
    while view:
        count = channel.recv_into(view)
        if not count:
            raise EOFError("the gateway closed the channel")
        view = view[count:]
    return buffer
