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
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import anyio
import anyio.to_thread
from anyio.abc import SocketStream

from ...errors import SandboxError, SandgateError
from ...model import JsonObject, Level, Limits
from ..protocol import Exit, Workspace
from ..spawning import ended_if_it_fails, first_word
from . import bwrap, root
from .cgroups import Cgroup, Cgroups, found
from .zygote import START_SECONDS, Command, Zygote, refused

LAUNCHER = Path(__file__).with_name("launch.py")
RUNS_PER_ZYGOTE = 500
ZYGOTE_SECONDS = 900.0
"""All children of a zygote have its hash seed and its addresses, so none lives long enough for guessing them to pay."""
LONGEST_REPORT = 4096
BEGIN, ATTACHED = b"begin", b"attached"


@dataclass(slots=True)
class Nursery:
    """A zygote and how many of its runs have not ended. It goes when it is old and the last of them has."""

    zygote: Zygote
    born: float
    cgroups: Cgroups | None
    alone: bool
    """Whether it was made for one run."""
    living: int = 0
    workspaces: int = 0
    retired: bool = False

    @property
    def fresh(self) -> bool:
        """Whether it may go on. While it holds files of sessions it must: they cannot move to another."""
        young = self.zygote.runs < RUNS_PER_ZYGOTE and time.monotonic() - self.born < ZYGOTE_SECONDS
        return self.zygote.alive and (young or self.workspaces > 0)

    def joined(self) -> Self:
        """One more run of it."""
        self.living += 1
        self.zygote.runs += 1
        return self

    async def retire(self) -> None:
        self.retired = True
        if not self.living:
            await self.end()

    async def left(self) -> None:
        """One of its runs has ended."""
        self.living -= 1
        if (self.retired or self.alone) and not self.living:
            await self.end()

    async def end(self) -> None:
        await self.zygote.end()
        if self.cgroups:
            self.cgroups.remove()


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


class ProcessBackend:
    """Full CPython behind the kernel's walls, at one level. `levels.strongest` finds the best that stands."""

    def __init__(
        self,
        servers: Path | None = None,
        *,
        level: Level = "full",
        packages: Path | None = None,
        preload: Sequence[str] = (),
        python: str | None = None,
    ) -> None:
        """`python` is the interpreter programs run on; by default the one below this one."""
        self.level: Level = level
        self.name = f"process/{level}"
        shown = {"servers": servers, "packages": packages}
        self._folders = {name: str(path.resolve()) for name, path in shown.items() if path}
        self._preload = preload
        self._python: str = python or getattr(sys, "_base_executable", sys.executable)
        self._nursery: Nursery | None = None
        self._choosing = anyio.Lock()

    async def spawn(self, limits: Limits) -> ProcessWorker:
        if sys.platform != "linux":
            raise SandboxError("the process sandbox needs Linux; this version has no other")
        nursery = await self._chosen(limits)
        order = {**self._place(), **self._sizes(limits, nursery.zygote.runs), "grouped": bool(nursery.cgroups)}
        worker = await _forked(nursery, order)
        async with ended_if_it_fails(worker):
            if nursery.cgroups:
                await _grouped(worker, nursery.cgroups, limits)
            if said := await first_word(worker, START_SECONDS):
                raise refused(str(said.get("reason")), said.get("errno"))
        return worker

    async def keep(self, limits: Limits) -> KeptWorkspace:
        if self.level != "full":
            raise SandboxError(f"a workspace that outlives its run needs level full; this is level {self.level}")
        nursery = await self._chosen(limits, workspaces=1)
        name = secrets.token_hex(8)
        size = {"workspace_mb": limits.workspace_mb, "workspace_files": limits.workspace_files}
        try:
            (folder,) = await nursery.zygote.ask({"do": "workspace", "name": name, **size})
        except BaseException:
            nursery.workspaces -= 1
            raise
        finally:
            with anyio.CancelScope(shield=True):
                await nursery.left()
        return KeptWorkspace(nursery, name, folder)

    async def close(self) -> None:
        if self._nursery:
            await self._nursery.end()
            self._nursery = None

    async def _chosen(self, limits: Limits, workspaces: int = 0) -> Nursery:
        """The current zygote with its count raised, a new one where it is too old or dead."""
        if self.level == "bwrap":
            return (await self._born(limits)).joined()
        async with self._choosing:
            if self._nursery is None or not self._nursery.fresh:
                old, self._nursery = self._nursery, await self._born(limits)
                if old:
                    await old.retire()
            self._nursery.workspaces += workspaces
            return self._nursery.joined()

    async def _born(self, limits: Limits) -> Nursery:
        cgroups = found() if self.level == "full" else None
        orders: JsonObject = {"level": self.level, "folders": self._folders, "preload": [*self._preload]}
        orders["cgroups"] = [str(folder) for folder in cgroups.folders] if cgroups else []
        try:
            zygote = await Zygote.start(self._command(limits), orders)
        except SandgateError:
            if cgroups:
                cgroups.remove()
            raise
        return Nursery(zygote, time.monotonic(), cgroups, alone=self.level == "bwrap")

    def _command(self, limits: Limits) -> Command:
        if self.level == "bwrap":
            return Command(bwrap.command(self._python, self._folders, limits), bwrap.user())
        return Command([self._python, "-I", "-S", "-B", str(LAUNCHER)])

    def _place(self) -> JsonObject:
        """Where the run's files are, as the run sees them."""
        if self.level == "lite":
            home = f"{tempfile.gettempdir()}/sandgate-{secrets.token_hex(8)}"
            temporary, writable = f"{home}/temporary", [f"{home}/temporary", f"{home}/workspace"]
        else:
            home, temporary = root.HOME, root.TEMPORARY
            # Landlock does not look at the folder something is mounted on, so the one around a session's workspace
            # must be open to it. What else is mounted in there is read-only.
            writable = [temporary, root.SHARED_MEMORY, home if self.level == "full" else root.WORKSPACE]
        folders = self._folders if self.level == "lite" else {name: f"{home}/{name}" for name in self._folders}
        place = {"home": home, "temporary": temporary, "writable": writable, "folders": folders}
        return {"do": "run", "level": self.level, **place}

    def _sizes(self, limits: Limits, number: int) -> JsonObject:
        return {
            "number": number,
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
        ending = signal.SIGTERM if order["level"] == "lite" else signal.SIGKILL
        return ProcessWorker(nursery, handle, *streams, post, order["home"], ending)
    raise AssertionError("a shield swallows nothing")


async def _grouped(worker: ProcessWorker, cgroups: Cgroups, limits: Limits) -> None:
    """Put the run in a control group of its own before anything of the program is in it."""
    try:
        worker.cgroup = await anyio.to_thread.run_sync(_group_of, worker.handle, cgroups, limits)
        worker.post.send(BEGIN)
    except OSError as error:
        raise SandboxError(f"no control group could be made for a run: {error}") from error


def _group_of(handle: int, cgroups: Cgroups, limits: Limits) -> Cgroup:
    with open(f"/proc/self/fdinfo/{handle}", encoding="ascii") as file:
        pid = next(int(line.split()[1]) for line in file if line.startswith("Pid:"))
    group = cgroups.make(limits)
    group.add(pid)
    return group


def _is_readable(descriptor: int) -> bool:
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(0))
