"""No walls at all: the guest in an ordinary process, so that tests can tell the bridge from the walls.

Nothing but tests may choose this. It is not in the configuration.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from anyio.abc import ByteStream

from sandgate.model import Limits

from .protocol import Exit
from .spawning import Started, start

GUEST = (
    "import socket, sys; from sandgate.sandbox.guest import main; main.serve(socket.socket(fileno=int(sys.argv[1])))"
)


@dataclass(slots=True)
class UnsafeWorker:
    started: Started

    @property
    def channel(self) -> ByteStream:
        return self.started.channel

    @property
    def output(self) -> ByteStream:
        return self.started.output

    @property
    def alive(self) -> bool:
        return self.started.process.returncode is None

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        code = await self.started.kill(grace_seconds)
        return Exit(signal=-code) if code < 0 else Exit(code=code)


class UnsafeBackend:
    name = "unsafe"

    async def spawn(self, limits: Limits) -> UnsafeWorker:
        del limits  # there is nothing to hold them
        return UnsafeWorker(await start([sys.executable, "-B", "-c", GUEST]))
