"""The first process of a container that was taken over, and says what ours never would."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import anyio
import anyio.to_thread

from sandgate.errors import SandboxError
from sandgate.sandbox.docker.wire import ContainerWire
from sandgate.sandbox.remote import packets
from sandgate.sandbox.remote.wire import Wire


class Liar:
    """The first process of a container that was taken over."""

    def __init__(self, theirs: socket.socket) -> None:
        self._theirs = theirs

    async def says(self, kind: int, body: bytes) -> None:
        packet = packets.packed(kind, body)
        with anyio.fail_after(5):
            await anyio.to_thread.run_sync(self._theirs.sendall, struct.pack(">BxxxI", 1, len(packet)) + packet)

    async def answers_when_asked(self, message: object, late_seconds: float = 0.0) -> None:
        await self.says_when_asked(packets.ANSWER, json.dumps(message).encode() + b"\n", late_seconds)

    async def says_when_asked(self, kind: int, body: bytes, late_seconds: float = 0.0) -> None:
        await anyio.wait_readable(self._theirs)
        self._theirs.recv(2**20)
        await anyio.sleep(late_seconds)
        await self.says(kind, body)

    def goes(self) -> None:
        self._theirs.close()


@asynccontextmanager
async def lied_to() -> AsyncGenerator[tuple[Wire, Liar]]:
    """A wire, and who is at its other end."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    wire = ContainerWire.over(ours)
    yield wire, Liar(theirs)
    theirs.close()
    wire.close()
    await wire.output.aclose()


async def failure(liar: Liar, answer: object, look: Callable[[], object]) -> Exception | None:
    """What a look at a workspace raises, when the container answers so."""

    def looked() -> Exception | None:
        try:
            look()
        except (OSError, SandboxError) as error:
            return error
        return None

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(liar.answers_when_asked, answer)
        with anyio.fail_after(5):
            return await anyio.to_thread.run_sync(looked)
