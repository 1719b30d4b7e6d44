"""No walls at all: the guest in an ordinary process, so that tests can tell the bridge from the walls.

Nothing but tests may choose this. It is not in the configuration.
"""

from __future__ import annotations

import sys

from sandgate.model import Limits

from .protocol import Exit
from .spawning import Started, start

GUEST = (
    "import socket, sys; from sandgate.sandbox.guest import main; main.serve(socket.socket(fileno=int(sys.argv[1])))"
)


class UnsafeWorker(Started):
    async def end(self, grace_seconds: float = 0.0) -> Exit:
        code = await self.kill(grace_seconds)
        return Exit(signal=-code) if code < 0 else Exit(code=code)


class UnsafeBackend:
    name = "unsafe"

    async def spawn(self, limits: Limits) -> UnsafeWorker:
        del limits  # there is nothing to hold them
        return await start(UnsafeWorker, [sys.executable, "-B", "-c", GUEST])
