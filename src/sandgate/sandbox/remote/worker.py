"""The gateway's hold on one far place: begin its program, end it, hear how, take what it left, let go of it."""

from __future__ import annotations

import socket
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar

import anyio
from anyio.abc import ByteStream

from ...errors import SandboxError
from ...promptly import Descriptor, Places, lock
from ..process import root
from ..protocol import Answer, Command, Exit
from . import packets
from .folder import RemoteFolder
from .wire import Channel, Wire

END_SECONDS = 2.0
"""How long our first process has to end everything, before it is ended itself."""


@dataclass(slots=True, eq=False)
class RemoteWorker(ABC):
    """A place that waits for its program, and for no other after it unless it is a session's."""

    no_commands: ClassVar[str]
    """What is said of commands, which such places do not have."""
    wire: Wire
    folder: RemoteFolder | None
    home: str = root.HOME
    ended: Exit | None = None
    turn: Places = field(default_factory=lock)
    channel: ByteStream = field(init=False)

    def __post_init__(self) -> None:
        self.channel = Channel(self.wire)

    @abstractmethod
    async def kill(self) -> None:
        """End the place itself, as its first process does not answer. With it goes the workspace."""

    async def limit_reached(self) -> str | None:
        """The limit that the place itself was ended for, where somebody knows who is not in it."""
        return None

    @abstractmethod
    async def release(self) -> None:
        """Let go of the place, whose connection has been closed."""

    @property
    def output(self) -> Descriptor:
        return self.wire.output

    @property
    def alive(self) -> bool:
        return self.ended is None and self.wire.alive

    def take_listener(self) -> socket.socket | None:
        return None

    def begin(self) -> None:
        self.wire.send_soon(packets.BEGIN)

    def lasts(self) -> None:
        return  # its first process watches over it from the beginning

    async def execute(self, command: Command) -> Answer:
        raise SandboxError(f"{command.name} cannot be run: {self.no_commands}; the process sandbox has")

    def stop(self) -> bool:
        if self.ended is None:
            self.wire.send_soon(packets.END)
        return False

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        async with self.turn:  # several may want its end at once
            if self.ended is None:
                self.ended = await self._ended(grace_seconds)
            return self.ended

    async def forget(self) -> None:
        """Its first process hears that the connection closes, and ends."""
        async with self.turn:
            self.wire.close()
            await self.output.aclose()
            await self.release()

    async def _ended(self, grace_seconds: float) -> Exit:
        wire, limit = self.wire, None
        with anyio.move_on_after(grace_seconds):
            await wire.until(lambda: False)
        if wire.report is None and not wire.lost:
            with anyio.move_on_after(END_SECONDS):
                await wire.send(packets.END)
                await wire.until(lambda: False)
        if wire.report is None:
            wire.lost = wire.lost or f"{wire.called} did not answer, and was ended"
            await self.kill()
            limit = await self.limit_reached()
        with anyio.move_on_after(END_SECONDS):  # in a session nobody may be reading
            await wire.end_output()
        return Exit(limit=limit) if limit else _exit(wire)


def _exit(wire: Wire) -> Exit:
    match wire.report:
        case {"status": int(status)}:
            return Exit(signal=-status) if status < 0 else Exit(code=status)
        case {"cause": str(cause)}:
            return Exit(limit=cause)
        case _:
            return Exit(lost=wire.lost)
