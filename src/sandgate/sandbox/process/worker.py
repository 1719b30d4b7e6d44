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

from ...errors import SandboxError
from ...promptly import Descriptor, Places, lock
from ..protocol import Answer, Command, Exit
from .cgroups import Cgroup
from .commands import Executor
from .folder import OpenFolder
from .grip import Grip
from .nursery import Nursery
from .zygote import START_SECONDS

LONGEST_REPORT = 4096
BEGIN, HANDED_OUT = b"begin", b"yours"
"""What we say when a program comes, and what its first process says with the descriptors it hands out."""
OBEY_SECONDS = 0.5
"""How long a first process has to kill the others and say so, before it is killed itself, and they with it."""


@dataclass(slots=True, eq=False)
class ProcessWorker:
    """A forked run that waits for its program. Killing its pid 1, which `handle` is of, kills everything in it."""

    nursery: Nursery
    handle: int
    channel: Descriptor
    output: Descriptor
    post: socket.socket
    home: str
    contained: bool
    """Whether the kernel ends all others with the first process. Else that must do it, and so must not be killed."""
    begun: bool = False
    """Whether its program may have come. From then on its first process listens."""
    cgroup: Cgroup | None = None
    folder: OpenFolder | None = None
    """Its workspace, from when it has one."""
    listener: socket.socket | None = None
    """Where the program's connections arrive, if it may have any."""
    executor: Executor | None = None
    """What runs commands for the program, if it may have any."""
    grip: Grip | None = None
    """On the program's own process, where that waits for its end after its last word."""
    stopped: bool = False
    """Whether everything in it stands still, and has said all it had to say."""
    ended: Exit | None = None
    turn: Places = field(default_factory=lock)

    @property
    def pid(self) -> int:
        """Of its first process, as the host counts."""
        with open(f"/proc/self/fdinfo/{self.handle}", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Pid:"))

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
        """Have the first process watch over it. Who has a grip on the program does not need that at once."""
        if self.grip is None:
            self.lasts()

    def lasts(self) -> None:
        if self.begun:
            return
        self.begun = True
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

    def stop(self) -> bool:
        self.stopped = self.grip is not None and self.grip.stop()
        if not self.stopped:
            self.lasts()
            self._order_end()
        return self.stopped

    def _order_end(self) -> None:
        """Its first process is asked to kill the others, and says when it has: that takes a tenth of what they take to
        give back their memory.
        """
        if self.ended is None:
            self._signal(signal.SIGTERM if self.begun or not self.contained else signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, number)

    async def _killed(self, grace_seconds: float) -> Exit:
        if grace_seconds:
            self.lasts()
        exit = Exit() if self.stopped else await self._report(grace_seconds)
        if exit is None:
            self._order_end()
            exit = await self._report(OBEY_SECONDS if self.contained else None)
        if exit is None:
            if self.contained:
                self._signal(signal.SIGKILL)
            await anyio.wait_readable(self.handle)  # it is gone only when all others are
            exit = Exit()
        if self.cgroup and grace_seconds and self.cgroup.ran_out_of_memory():
            exit = Exit(limit="memory_mb")
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
            self.post.close()
            if self.folder:
                self.folder.close()
            if self.grip:
                self.grip.close()
            if self.contained:
                self._signal(signal.SIGKILL)
            handle, self.handle = self.handle, -1
            with anyio.CancelScope(shield=True), anyio.move_on_after(START_SECONDS):
                await anyio.wait_readable(handle)
            os.close(handle)
            if self.cgroup:
                self.cgroup.remove()
            await self.output.aclose()
            await self.nursery.left()

    async def _report(self, within_seconds: float | None) -> Exit | None:
        """What the first process says when it has killed the others; None if it goes without a word, or says none in
        time.
        """
        said = HANDED_OUT
        try:
            with anyio.move_on_after(within_seconds):
                while said == HANDED_OUT:  # nobody may have taken that yet
                    await anyio.wait_readable(self.post)
                    said = self.post.recv(LONGEST_REPORT)
            report = json.loads(said)
        except (OSError, ValueError):
            return None
        status: int | None = report.get("status")
        if status is None:
            return Exit(limit=report.get("cause"))
        return Exit(signal=-status) if status < 0 else Exit(code=status)


def _is_readable(descriptor: int) -> bool:
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(0))
