"""The host's hold on one run: begin it, see whether it lives, end it, hear how, take what it left."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
from contextlib import suppress
from dataclasses import dataclass, field

import anyio
from anyio.abc import SocketStream

from ...errors import SandboxError
from ...promptly import Descriptor
from ..protocol import Answer, Command, Exit
from .cgroups import Cgroup
from .commands import Executor
from .folder import OpenFolder
from .nursery import Nursery
from .zygote import START_SECONDS

LONGEST_REPORT = 4096
BEGIN = b"begin"


@dataclass(slots=True, eq=False)
class ProcessWorker:
    """A forked run that waits for its program. Killing its pid 1, which `handle` is of, kills everything in it."""

    nursery: Nursery
    handle: int
    channel: Descriptor
    output: SocketStream
    post: socket.socket
    home: str
    ending: signal.Signals
    """What ends the run: without a namespace its first process must do it, and so must not be killed."""
    cgroup: Cgroup | None = None
    folder: OpenFolder | None = None
    """Its workspace, from when it has one."""
    listener: socket.socket | None = None
    """Where the program's connections arrive, if it may have any."""
    executor: Executor | None = None
    """What runs commands for the program, if it may have any."""
    ended: Exit | None = None
    turn: anyio.Lock = field(default_factory=anyio.Lock)

    @property
    def alive(self) -> bool:
        """Whether it can be given a program."""
        orphaned = not self.nursery.alone and not self.nursery.zygote.alive  # one made for it alone has become the run
        gone = self.ended is not None or orphaned
        return not gone and not _is_readable(self.handle) and not _is_readable(self.post.fileno())

    async def receive(self) -> None:
        """What the run hands out when its first process has furnished it."""
        with anyio.fail_after(START_SECONDS):
            await anyio.wait_readable(self.post)
        _, descriptors, _, _ = socket.recv_fds(self.post, LONGEST_REPORT, 2)
        if descriptors:  # else it could not be made, and the run says so
            workspace, *listeners = descriptors
            self.folder = OpenFolder(workspace)
            self.listener = socket.socket(fileno=listeners[0]) if listeners else None

    def take_listener(self) -> socket.socket | None:
        listener, self.listener = self.listener, None
        return listener

    def begin(self) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # it has just died: who talks to it will notice
            self.post.send(BEGIN)

    async def execute(self, command: Command) -> Answer:
        if self.executor is None:
            raise SandboxError("there are no commands in this sandbox")
        return await self.executor.execute(command)

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        async with self.turn:  # several may want its end at once
            if self.ended is None:
                self.ended = await self._killed(grace_seconds)
            return self.ended

    def stop(self) -> None:
        if self.ended is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.handle, self.ending)

    async def _killed(self, grace_seconds: float) -> Exit:
        if grace_seconds:
            with anyio.move_on_after(grace_seconds):
                await anyio.wait_readable(self.handle)
        self.stop()
        # The first process is gone only when all others are; where it holds their files it waits, and has said so.
        await anyio.wait_readable(self.post if self.ending is signal.SIGTERM else self.handle)
        exit = self._report()
        if self.cgroup:
            if grace_seconds and self.cgroup.ran_out_of_memory():
                exit = Exit(limit="memory_mb")
            self.cgroup.remove()
        if self.listener:
            self.listener.close()
        if self.executor:
            self.executor.close()
        await self.channel.aclose()
        return exit

    async def forget(self) -> None:
        async with self.turn:
            if self.handle < 0:
                return
            handle, self.handle = self.handle, -1
            self.post.close()
            if self.folder:
                self.folder.close()
            with anyio.CancelScope(shield=True), anyio.move_on_after(START_SECONDS):
                await anyio.wait_readable(handle)
            os.close(handle)
            await self.output.aclose()
            await self.nursery.left()

    def _report(self) -> Exit:
        """What pid 1 said at its end; nothing if it was killed."""
        try:
            report = json.loads(self.post.recv(LONGEST_REPORT))
        except (OSError, ValueError):
            return Exit()
        status: int | None = report.get("status")
        if status is None:
            return Exit(limit=report.get("cause"))
        return Exit(signal=-status) if status < 0 else Exit(code=status)


def _is_readable(descriptor: int) -> bool:
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(0))
