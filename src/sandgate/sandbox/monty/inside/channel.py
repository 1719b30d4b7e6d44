"""Frames to and from the gateway for a process that has no event loop. A thread reads, so that its end is noticed."""

from __future__ import annotations

import os
import queue
import socket
import threading
from collections.abc import Callable
from typing import Any

from ...guest import frames
from .exits import HUNG_UP


class Channel:
    def __init__(self, ours: socket.socket, on_end: Callable[[], None]) -> None:
        """Calls `on_end` when the gateway has gone, and then leaves: nobody waits for the program any more."""
        self._socket, self._on_end = ours, on_end
        self._arrived: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="gateway", daemon=True).start()

    def send(self, frame: bytes) -> None:
        self._socket.sendall(frame)

    def next(self, timeout_seconds: float | None = None) -> dict[str, Any] | None:
        """The next frame; None where none came in time."""
        try:
            return self._arrived.get(timeout=timeout_seconds)
        except queue.Empty:
            return None

    def _read(self) -> None:
        try:
            while True:
                (size,) = frames.HEADER.unpack(self._exactly(frames.HEADER.size))
                self._arrived.put(frames.decode(self._exactly(size)))
        except (EOFError, OSError):
            self._on_end()
            os._exit(HUNG_UP)

    def _exactly(self, size: int) -> bytearray:
        body = bytearray(size)
        rest = memoryview(body)
        while rest:
            count = self._socket.recv_into(rest)
            if not count:
                raise EOFError
            rest = rest[count:]
        return body
