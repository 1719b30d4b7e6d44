"""The gateway's end of a connection to the first process of a far place: it carries the channel, the output and files.

Nothing runs in the background: whoever waits for something reads the connection, and puts aside what is for others.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Self

import anyio
from anyio.abc import ByteStream

from ...errors import SandboxError
from ...promptly import Descriptor, lock
from . import packets

RECEIVED = 256 * 1024
UNHEARD_SECONDS = 1.0
MOST_UNHEARD = 4 * 2**20
"""Printed text that is kept while nobody reads it, as between the programs of a session."""
MOST_HEARD = 8 * 2**20
LOOKS = 8
ANSWER_SECONDS = 30.0
ASKING_SECONDS = 300.0
"""For all answers between two words to the program: who answers each of thousands late would hold a run for ever."""
AGAIN_SECONDS = 0.05


class Wire:
    """Packets to and from the first process of a far place. What comes from there is not trusted."""

    called = "the virtual machine"
    """What that place is."""
    gone = "the virtual machine has ended"
    """What is said when it closes the connection."""

    def __init__(self, connection: socket.socket, output: Descriptor, printing: socket.socket, first: bytes) -> None:
        self.output = output
        self.heard = bytearray()
        """Of the channel, what nobody has taken yet."""
        self.hung_up = False
        self.report: Mapping[str, Any] | None = None
        """How the program ended, once it has."""
        self.lost = ""
        """Why nothing more will come."""
        self._connection, self._printing = connection, printing
        self._unpacker = packets.Unpacker()
        self._answers: list[bytes] = []
        self._asked_seconds = 0.0
        self._printed, self._outgoing = bytearray(), bytearray()
        self._unheard = False
        self._room = packets.WINDOW
        self._reading, self._writing, self._asking = lock(), lock(), lock()
        if first:
            self._take_in(first)

    @classmethod
    def over(cls, connection: socket.socket, first: bytes = b"") -> Self:
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        return cls(connection, Descriptor(ours.detach()), theirs, first)

    @property
    def alive(self) -> bool:
        """Whether a program can run there, as far as has been heard."""
        with suppress(BlockingIOError):
            for _ in range(LOOKS):  # what a session left running may say more and more
                if self.lost or self.report is not None:
                    return False
                self._receive()
        return not self.lost and self.report is None

    async def send(self, kind: int, body: bytes | memoryview = b"") -> None:
        """Whole or not at all, also where it is cancelled: what is left goes before whatever comes next."""
        self._outgoing += packets.packed(kind, body)
        async with self._writing:
            while self._outgoing and not self.lost:
                if not self._sent():
                    await anyio.wait_writable(self._connection)

    def send_soon(self, kind: int) -> None:
        """Without waiting. Whoever is sending at the moment sends this as well."""
        self._outgoing += packets.packed(kind)
        if not self._writing.locked():
            self._sent()

    def _sent(self) -> bool:
        try:
            while self._outgoing:
                del self._outgoing[: self._connection.send(self._outgoing)]
        except BlockingIOError:
            return False
        except OSError as error:
            self.lost = self.lost or f"{self.gone}: {error.strerror}"
        return True

    async def say(self, data: bytes) -> None:
        """Send something on the channel, as the program makes room for it. Raises BrokenResourceError if it is gone."""
        left = memoryview(data)
        self._asked_seconds = 0.0
        while left:
            await self.until(lambda: self._room > 0 or self.hung_up)
            if self.hung_up or self.lost or self.report is not None:
                raise anyio.BrokenResourceError
            piece, left = left[: min(self._room, packets.CHUNK)], left[min(self._room, packets.CHUNK) :]
            self._room -= len(piece)
            await self.send(packets.CHANNEL, piece)

    async def ask(self, message: dict[str, Any], content: bytes = b"") -> tuple[Any, bytes]:
        """Have something done in the workspace. Raises OSError as it was there, SandboxError where nobody answers."""
        async with self._asking:
            patience = min(ANSWER_SECONDS, ASKING_SECONDS - self._asked_seconds)
            started = time.monotonic()
            # Shielded: an answer that nobody took would be taken for the next one's.
            with anyio.CancelScope(shield=True), anyio.move_on_after(patience):
                await self.send(packets.FILES, packets.with_content(message, content))
                await self.until(lambda: bool(self._answers), ended=False)
            self._asked_seconds += time.monotonic() - started
            if not self._answers:
                self.lost = self.lost or f"{self.called} did not answer in time"
                raise SandboxError(self.lost)
            try:
                answer, found = packets.message_of(self._answers.pop(0))
            except ValueError as error:
                raise SandboxError(f"{self.called} answered with something else") from error
        if "errno" in answer:
            number = answer["errno"]
            raise OSError(number if isinstance(number, int) else 0, str(answer.get("error"))[:200])
        return answer.get("value"), found

    async def until(self, ready: Callable[[], bool], *, ended: bool = True) -> None:
        """Read until it is so, or nothing more will come. With `ended`, the program's end is enough."""

        def enough() -> bool:  # whoever read before us may have come upon it
            return ready() or bool(self.lost) or (ended and self.report is not None)

        while not enough():
            async with self._reading:
                if not enough():
                    await self._read()

    async def _read(self) -> None:
        try:
            self._receive()
        except BlockingIOError:
            with anyio.move_on_after(AGAIN_SECONDS if self._printed else None):
                await anyio.wait_readable(self._connection)
        await self._flush()

    def _receive(self) -> None:
        """Raises BlockingIOError where nothing has come."""
        try:
            data = self._connection.recv(RECEIVED)
        except BlockingIOError:
            raise
        except OSError as error:
            self.lost = self.lost or f"{self.gone}: {error.strerror}"
        else:
            self._take_in(data)

    async def _flush(self) -> None:
        """Hand on what was printed. If nobody takes it, little is kept: answers to others are behind it."""
        while self._printed:
            try:
                del self._printed[: self._printing.send(self._printed)]
                self._unheard = False
            except BlockingIOError:
                if self._unheard:
                    return
                with anyio.move_on_after(UNHEARD_SECONDS) as patience:
                    await anyio.wait_writable(self._printing)
                self._unheard = patience.cancelled_caught
            except OSError:  # nobody reads it any more
                self._printed.clear()

    def _take_in(self, data: bytes) -> None:
        if not data:
            self.lost = self.lost or self.gone
            return
        try:
            for piece in self.pieces_of(data):
                for kind, body in self._unpacker.feed(piece):
                    self._sort(kind, body)
        except ValueError as error:
            self.lost = f"{self.called} spoke in an unknown way: {error}"

    def pieces_of(self, data: bytes) -> Iterable[bytes]:
        """What is ours of what came."""
        return (data,)

    def _sort(self, kind: int, body: bytes) -> None:
        match kind:
            case packets.CHANNEL:
                self.heard += body
                if len(self.heard) > MOST_HEARD:
                    raise ValueError("it said more than anybody listened to")
            case packets.OUTPUT:
                self._printed += body[: max(0, MOST_UNHEARD - len(self._printed))]
            case packets.TAKEN:
                self._room = min(packets.WINDOW, self._room + int.from_bytes(body[:4], "big"))
            case packets.HUNG_UP:
                self.hung_up = True
            case packets.ENDED:
                self.report = packets.object_of(body)
            case packets.ANSWER if self._asking.locked():
                self._answers.append(body)
            case _:
                raise ValueError(f"packet {kind}")

    async def end_output(self) -> None:
        """All that was printed has been said: whoever reads it comes to its end."""
        await self._flush()
        self._printing.close()

    def close(self) -> None:
        for end in (self._connection, self._printing):
            if end.fileno() >= 0:
                anyio.notify_closing(end)
                end.close()
        self.lost = self.lost or f"{self.called} has been let go"


class Channel(ByteStream):
    """A program's frames on a wire."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def receive(self, max_bytes: int = 65_536) -> bytes:
        wire = self._wire
        await wire.until(lambda: bool(wire.heard) or wire.hung_up)
        if not wire.heard:
            raise anyio.EndOfStream
        data = bytes(wire.heard[:max_bytes])
        del wire.heard[:max_bytes]
        return data

    async def send(self, item: bytes) -> None:
        await self._wire.say(item)

    async def send_eof(self) -> None:
        raise NotImplementedError("a program is ended, not left without an answer")

    async def aclose(self) -> None:
        """It belongs to the worker."""
