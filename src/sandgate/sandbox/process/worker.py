"""The host's hold on one run, and on files that outlive runs: begin it, see whether it lives, end it, hear how."""

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
from ..protocol import Answer, Command, Exit, Workspace
from .cgroups import Cgroup
from .commands import Executor
from .nursery import Nursery
from .zygote import START_SECONDS

LONGEST_REPORT = 4096
BEGIN, ATTACHED = b"begin", b"attached"


@dataclass(slots=True)
class KeptWorkspace:
    """A sized tmpfs in the zygote's own tree, lent to runs."""

    nursery: Nursery
    name: str
    folder: int
    closed: bool = False

    async def tree(self) -> int:
        """A copy of its mount, to be handed to a run."""
        (tree,) = await self.nursery.zygote.ask({"do": "lend", "name": self.name})
        return tree

    async def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        os.close(self.folder)
        self.nursery.workspaces -= 1
        with suppress(SandboxError):  # it went with its zygote
            await self.nursery.zygote.ask({"do": "drop", "name": self.name})


@dataclass(slots=True, eq=False)
class ProcessWorker:
    """A forked run that waits for its program. Killing its pid 1, which `handle` is of, kills everything in it."""

    nursery: Nursery
    handle: int
    channel: SocketStream
    output: SocketStream
    post: socket.socket
    home: str
    ending: signal.Signals
    """What ends the run: without a namespace its first process must do it, and so must not be killed."""
    cgroup: Cgroup | None = None
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

    def takes(self, workspace: Workspace | None) -> bool:
        return workspace is None or (isinstance(workspace, KeptWorkspace) and workspace.nursery is self.nursery)

    async def receive_listener(self) -> None:
        with anyio.fail_after(START_SECONDS):
            await anyio.wait_readable(self.post)
        _, descriptors, _, _ = socket.recv_fds(self.post, LONGEST_REPORT, 1)
        if descriptors:  # else it could not be made, and the run says so
            self.listener = socket.socket(fileno=descriptors[0])

    def take_listener(self) -> socket.socket | None:
        listener, self.listener = self.listener, None
        return listener

    async def begin(self, workspace: Workspace | None) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # it has just died: who talks to it will notice
            if workspace is None:
                self.post.send(BEGIN)
                return
            if not isinstance(workspace, KeptWorkspace) or workspace.nursery is not self.nursery:
                raise SandboxError("the workspace went with the sandbox that held it")
            tree = await workspace.tree()
            try:
                socket.send_fds(self.post, [BEGIN], [tree])
            finally:
                os.close(tree)
            with anyio.fail_after(START_SECONDS):
                await anyio.wait_readable(self.post)
            if (answer := self.post.recv(LONGEST_REPORT)) != ATTACHED:
                raise SandboxError(f"the workspace could not be attached: {answer.decode('utf-8', 'replace')}")

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
        await anyio.wait_readable(self.handle)  # the first process is gone only when all others are
        exit = self._report()
        if self.cgroup:
            if grace_seconds and self.cgroup.ran_out_of_memory():
                exit = Exit(limit="memory_mb")
            self.cgroup.remove()
        os.close(self.handle)
        self.post.close()
        if self.listener:
            self.listener.close()
        if self.executor:
            self.executor.close()
        await self.channel.aclose()
        await self.nursery.left()
        return exit

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
