"""No walls at all: the guest in an ordinary process, so that tests can tell the bridge from the walls.

Nothing but tests may choose this. It is not in the configuration.
"""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from subprocess import DEVNULL, PIPE, STDOUT

import anyio
from anyio.abc import ByteReceiveStream, ByteStream, Process, SocketStream

from .protocol import Exit

GUEST = (
    "import socket, sys; from sandgate.sandbox.guest import main; main.serve(socket.socket(fileno=int(sys.argv[1])))"
)


@dataclass(slots=True)
class UnsafeWorker:
    process: Process
    channel: ByteStream
    output: ByteReceiveStream

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        with anyio.move_on_after(grace_seconds):
            await self.process.wait()
        with suppress(ProcessLookupError):
            self.process.kill()
        code = await self.process.wait()
        await self.channel.aclose()
        return Exit(signal=-code) if code < 0 else Exit(code=code)


class UnsafeBackend:
    name = "unsafe"

    async def spawn(self) -> UnsafeWorker:
        ours, theirs = socket.socketpair()
        with theirs:
            process = await anyio.open_process(
                [sys.executable, "-B", "-c", GUEST, str(theirs.fileno())],
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=STDOUT,
                pass_fds=(theirs.fileno(),),
            )
        assert process.stdout
        return UnsafeWorker(process, await SocketStream.from_socket(ours), process.stdout)
