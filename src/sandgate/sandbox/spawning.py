"""Start a guest: a process with its two ends, and the wait until it is ready for a program."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from subprocess import DEVNULL, STDOUT
from typing import TypeVar

import anyio
from anyio.abc import Process, SocketStream

from ..errors import SandboxError
from ..model import JsonObject
from ..promptly import Descriptor
from .protocol import Answer, Command, FrameReader, Worker

LONGEST_WORD = 64 * 1024
TERMINATE_SECONDS = 2.0
"""A launcher that is asked to end first waits until its whole run is gone, which a killed one could not."""


@dataclass(slots=True, eq=False)
class Started:
    """A process and our ends. Sockets and not pipes, because they can be closed while the process lives on.

    A worker is this and an `end` that knows what its process's exit code means.
    """

    process: Process
    channel: SocketStream
    output: Descriptor

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    def lasts(self) -> None: ...

    def stop(self) -> bool:
        with suppress(ProcessLookupError):
            self.process.terminate()
        return False

    def take_listener(self) -> socket.socket | None:
        return None

    async def execute(self, command: Command) -> Answer:
        raise SandboxError(f"{command.name} cannot be run: there are no walls to run it behind")

    async def kill(self, grace_seconds: float = 0.0) -> int:
        """End it, after a moment to end by itself. Its exit code, or minus the signal. Safe to call twice."""
        with anyio.move_on_after(grace_seconds):
            await self.process.wait()
        with suppress(ProcessLookupError):
            self.process.terminate()
            with anyio.move_on_after(TERMINATE_SECONDS):
                await self.process.wait()
            self.process.kill()
        code = await self.process.wait()
        await self.channel.aclose()
        return code


W = TypeVar("W", bound=Started)


async def start(worker: type[W], command: Sequence[str], env: Mapping[str, str] | None = None) -> W:
    """The command gets the channel's descriptor as its last argument, and one socket as stdout and stderr.

    Cannot be cancelled half-way: a process that nobody owns would be left behind.
    """
    with anyio.CancelScope(shield=True):
        return await _started(worker, command, env)
    raise AssertionError("a shield swallows nothing")


async def _started(worker: type[W], command: Sequence[str], env: Mapping[str, str] | None) -> W:
    channel, theirs = socket.socketpair()
    output, printing = socket.socketpair()
    with theirs, printing:
        try:
            process = await anyio.open_process(
                [*command, str(theirs.fileno())],
                stdin=DEVNULL,
                stdout=printing.fileno(),
                stderr=STDOUT,
                env=env,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        except OSError:
            channel.close()
            output.close()
            raise
    return worker(process, await SocketStream.from_socket(channel), Descriptor(output.detach()))


@asynccontextmanager
async def ended_if_it_fails(worker: Worker) -> AsyncGenerator[None]:
    """A worker that did not become ready, for whatever reason, is not left behind."""
    try:
        yield
    except BaseException:
        with anyio.CancelScope(shield=True):
            await worker.end()
            await worker.forget()
        raise


async def first_word(worker: Worker, timeout_seconds: float) -> JsonObject | None:
    """Wait until a guest says it is ready. What it says instead, if it does. Raises SandboxError if it says nothing."""
    try:
        with anyio.fail_after(timeout_seconds):
            frame = await FrameReader(worker.channel, LONGEST_WORD).next()
    except TimeoutError as error:
        raise SandboxError(f"the sandbox was not ready after {timeout_seconds:g} s") from error
    except (anyio.EndOfStream, anyio.BrokenResourceError) as error:
        raise SandboxError("the sandbox ended before it was ready") from error
    return None if frame.get("type") == "ready" else frame
