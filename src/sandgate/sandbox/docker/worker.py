"""The gateway's hold on one container: begin its program, end it, hear how, take what it left, let go of it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import anyio
from anyio.abc import SocketStream

from ...errors import SandboxError
from ..process import root
from ..protocol import Answer, Command, Exit
from . import packets
from .engine import Engine
from .folder import RemoteFolder
from .wire import Channel, Wire

END_SECONDS = 2.0
"""How long our first process has to end everything, before the engine does."""


@dataclass(slots=True, eq=False)
class DockerWorker:
    """A container that waits for its program, and for no other after it unless it is a session's."""

    engine: Engine
    container: str
    wire: Wire
    folder: RemoteFolder | None
    let_go: Callable[[str], None]
    home: str = root.HOME
    ended: Exit | None = None
    turn: anyio.Lock = field(default_factory=anyio.Lock)
    channel: Channel = field(init=False)

    def __post_init__(self) -> None:
        self.channel = Channel(self.wire)

    @property
    def output(self) -> SocketStream:
        return self.wire.output

    @property
    def alive(self) -> bool:
        return self.ended is None and self.wire.alive

    def take_listener(self) -> socket.socket | None:
        return None

    def begin(self) -> None:
        self.wire.send_soon(packets.BEGIN)

    async def execute(self, command: Command) -> Answer:
        raise SandboxError(f"{command.name} cannot be run: containers have no commands; the process sandbox has")

    def stop(self) -> None:
        if self.ended is None:
            self.wire.send_soon(packets.END)

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        async with self.turn:  # several may want its end at once
            if self.ended is None:
                self.ended = await self._ended(grace_seconds)
            return self.ended

    async def forget(self) -> None:
        """Its first process hears that the connection closes, and ends; then the engine removes the container."""
        async with self.turn:
            self.wire.close()
            await self.output.aclose()
            self.let_go(self.container)

    async def _ended(self, grace_seconds: float) -> Exit:
        wire = self.wire
        with anyio.move_on_after(grace_seconds):
            await wire.until(lambda: False)
        if wire.report is None and not wire.lost:
            with anyio.move_on_after(END_SECONDS):
                await wire.send(packets.END)
                await wire.until(lambda: False)
        if wire.report is None:
            await self._killed()
        with anyio.move_on_after(END_SECONDS):  # in a session nobody may be reading
            await wire.end_output()
        return _exit(wire)

    async def _killed(self) -> None:
        """Our first process does not answer: the engine ends it, and with it the workspace."""
        self.wire.lost = self.wire.lost or "the container did not answer, and was ended"
        with suppress(SandboxError), anyio.move_on_after(END_SECONDS):
            await self.engine.ask("POST", f"/containers/{self.container}/kill")


def _exit(wire: Wire) -> Exit:
    match wire.report:
        case {"status": int(status)}:
            return Exit(signal=-status) if status < 0 else Exit(code=status)
        case {"cause": str(cause)}:
            return Exit(limit=cause)
        case _:
            return Exit(lost=wire.lost)
