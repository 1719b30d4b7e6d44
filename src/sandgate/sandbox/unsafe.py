"""No walls at all: the guest in an ordinary process, so that tests can tell the bridge from the walls.

Nothing but tests may choose this. It is not in the configuration.
"""

from __future__ import annotations

import sys

from sandgate.model import Limits

from .protocol import Exit
from .spawning import Started, ended_if_it_fails, first_word, start

START_SECONDS = 30.0
HOME = "/sandgate"
GUEST = f"""
import socket, sys
from sandgate.sandbox.guest import main
main.serve(socket.socket(fileno=int(sys.argv[1])), "{HOME}")
"""


class UnsafeWorker(Started):
    home = HOME

    folder = None

    def begin(self) -> None: ...

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        code = await self.kill(grace_seconds)
        return Exit(signal=-code) if code < 0 else Exit(code=code)

    async def forget(self) -> None:
        await self.output.aclose()


class UnsafeBackend:
    name = "unsafe"

    async def spawn(self, limits: Limits) -> UnsafeWorker:
        del limits  # there is nothing to hold them
        worker = await start(UnsafeWorker, [sys.executable, "-B", "-c", GUEST])
        async with ended_if_it_fails(worker):
            await first_word(worker, START_SECONDS)
        return worker

    async def close(self) -> None: ...
