"""Walls made of kernel namespaces: full CPython, forked ready-made from a zygote, one process tree per program."""

from __future__ import annotations

import json
import math
import os
import secrets
import select
import signal
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import anyio
from anyio.abc import SocketStream

from ...errors import SandboxError
from ...model import JsonObject, Limits
from ..protocol import Exit, Workspace
from ..spawning import first_word
from .zygote import START_SECONDS, Zygote, refused

RUNS_PER_ZYGOTE = 500
ZYGOTE_SECONDS = 900.0
"""All children of a zygote have its hash seed and its addresses, so none lives long enough for guessing them to pay."""
LONGEST_REPORT = 4096
BEGIN, ATTACHED = b"begin", b"attached"
LAST_UID = 65_535


@dataclass(slots=True)
class Nursery:
    """A zygote and how many of its runs have not ended. It goes when it is old and the last of them has."""

    zygote: Zygote
    born: float
    living: int = 0
    workspaces: int = 0
    retired: bool = False

    @property
    def fresh(self) -> bool:
        """Whether it may go on. While it holds files of sessions it must: they cannot move to another."""
        young = self.zygote.runs < RUNS_PER_ZYGOTE and time.monotonic() - self.born < ZYGOTE_SECONDS
        return self.zygote.alive and (young or self.workspaces > 0)

    async def retire(self) -> None:
        self.retired = True
        if not self.living:
            await self.zygote.end()

    async def left(self) -> None:
        """One of its runs has ended."""
        self.living -= 1
        if self.retired and not self.living:
            await self.zygote.end()


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


@dataclass(slots=True)
class ProcessWorker:
    """A forked run that waits for its program. Killing its pid 1, which `handle` is of, kills everything in it."""

    nursery: Nursery
    handle: int
    channel: SocketStream
    output: SocketStream
    post: socket.socket
    ended: Exit | None = None

    @property
    def alive(self) -> bool:
        """Whether it can be given a program. One of a zygote that is on its way out cannot."""
        gone = self.ended is not None or self.nursery.retired
        return not gone and not _is_readable(self.handle) and not _is_readable(self.post.fileno())

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

    async def end(self, grace_seconds: float = 0.0) -> Exit:
        if self.ended is None:
            with anyio.move_on_after(grace_seconds):
                await anyio.wait_readable(self.handle)
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)
            await anyio.wait_readable(self.handle)  # pid 1 is gone only when all others are
            self.ended = self._report()
            os.close(self.handle)
            self.post.close()
            await self.channel.aclose()
            await self.nursery.left()
        return self.ended

    def _report(self) -> Exit:
        """What pid 1 said at its end; nothing if it was killed."""
        try:
            report = json.loads(self.post.recv(LONGEST_REPORT))
        except (OSError, ValueError):
            return Exit()
        status: int | None = report.get("status")
        if status is None:
            return Exit(cause=report.get("cause"))
        return Exit(signal=-status) if status < 0 else Exit(code=status)


class ProcessBackend:
    """Full CPython in its own user, mount, pid, network, ipc, uts and cgroup namespaces."""

    name = "process"

    def __init__(self, servers: Path | None = None, preload: Sequence[str] = ()) -> None:
        self._folders: Mapping[str, Path] = {"servers": servers} if servers else {}
        self._preload = preload
        self._nursery: Nursery | None = None
        self._choosing = anyio.Lock()

    async def spawn(self, limits: Limits) -> ProcessWorker:
        if sys.platform != "linux":
            raise SandboxError("the process sandbox needs Linux; this version has no other")
        nursery = await self._chosen()
        worker = await _forked(nursery, _order(limits, nursery.zygote.runs))
        if said := await first_word(worker, START_SECONDS):
            raise refused(str(said.get("reason")), said.get("errno"))
        return worker

    async def keep(self, limits: Limits) -> KeptWorkspace:
        nursery = await self._chosen()
        name = secrets.token_hex(8)
        size = {"workspace_mb": limits.workspace_mb, "workspace_files": limits.workspace_files}
        nursery.workspaces += 1
        try:
            (folder,) = await nursery.zygote.ask({"do": "workspace", "name": name, **size})
        except SandboxError:
            nursery.workspaces -= 1
            raise
        finally:
            await nursery.left()
        return KeptWorkspace(nursery, name, folder)

    async def close(self) -> None:
        if self._nursery:
            await self._nursery.zygote.end()
            self._nursery = None

    async def _chosen(self) -> Nursery:
        """The current zygote with its count raised, a new one where it is too old or dead."""
        async with self._choosing:
            if self._nursery is None or not self._nursery.fresh:
                base: str = getattr(sys, "_base_executable", sys.executable)
                zygote = await Zygote.start(base, self._folders, self._preload)
                old, self._nursery = self._nursery, Nursery(zygote, time.monotonic())
                if old:
                    await old.retire()
            self._nursery.living += 1
            self._nursery.zygote.runs += 1
            return self._nursery


def _order(limits: Limits, number: int) -> JsonObject:
    return {
        "do": "run",
        "uid": 1 + number % LAST_UID if os.getuid() == 0 else None,
        "memory_mb": limits.memory_mb,
        "disk_mb": limits.disk_mb,
        "file_mb": limits.file_mb,
        "workspace_mb": limits.workspace_mb,
        "workspace_files": limits.workspace_files,
        "processes": limits.processes,
        "open_files": limits.open_files,
        "cpu_seconds": math.ceil(limits.cpu_seconds),
    }


async def _forked(nursery: Nursery, order: JsonObject) -> ProcessWorker:
    channel, its_channel = socket.socketpair()
    output, its_output = socket.socketpair()
    post, its_post = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    post.setblocking(False)
    with anyio.CancelScope(shield=True), its_channel, its_output, its_post:
        try:
            theirs = (its_channel.fileno(), its_output.fileno(), its_post.fileno())
            (handle,) = await nursery.zygote.ask(order, *theirs)
        except SandboxError:
            for end in (channel, output, post):
                end.close()
            await nursery.left()
            raise
        streams = await SocketStream.from_socket(channel), await SocketStream.from_socket(output)
        return ProcessWorker(nursery, handle, *streams, post)
    raise AssertionError("a shield swallows nothing")


def _is_readable(descriptor: int) -> bool:
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(0))
