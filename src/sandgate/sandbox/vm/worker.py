"""The gateway's hold on one virtual machine that waits for a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import anyio.to_thread

from ..protocol import HEADER
from ..remote import packets
from ..remote.wire import Channel, Wire
from ..remote.worker import RemoteWorker
from .machine import Machine
from .shown import Shown

PROGRAM = b'{"code":'
"""How the message begins that brings a program; every other one answers something that a program asked."""


@dataclass(slots=True, eq=False, kw_only=True)
class VmWorker(RemoteWorker):
    """A machine of its own; when it is let go, nothing of it is left."""

    no_commands: ClassVar[str] = "virtual machines have no commands"
    machine: Machine
    shown: Shown

    def __post_init__(self) -> None:
        self.channel = UpToDate(self.wire, self.shown)

    async def kill(self) -> None:
        await self.machine.end()

    async def release(self) -> None:
        await self.machine.end()


class UpToDate(Channel):
    """A program's frames. Before each program comes what has changed in the folders it may read, however long ago."""

    def __init__(self, wire: Wire, shown: Shown) -> None:
        super().__init__(wire)
        self._wire, self._shown = wire, shown

    async def send(self, item: bytes) -> None:
        if item.startswith(PROGRAM, HEADER.size):
            await self.bring_up_to_date()
        await super().send(item)

    async def bring_up_to_date(self) -> None:
        for body in await anyio.to_thread.run_sync(self._shown.changes):
            await self._wire.send(packets.SHOWN, body)
