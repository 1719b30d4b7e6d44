"""Walls made of kernel namespaces: full CPython, forked ready-made from a zygote, one process tree per program."""

from __future__ import annotations

import math
import secrets
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import anyio
import anyio.to_thread

from ...errors import SandboxError, SandgateError
from ...model import JsonObject, Level, Limits
from ...promptly import Descriptor, lock
from ..spawning import ended_if_it_fails, first_word
from . import bwrap, root
from .cgroups import Cgroup, Cgroups, found
from .commands import Commands, Executor
from .grip import Grip
from .nursery import Nursery
from .worker import BEGIN, ProcessWorker
from .zygote import START_SECONDS, Command, Zygote, refused

LAUNCHER = Path(__file__).with_name("launch.py")


class ProcessBackend:
    """Full CPython behind the kernel's walls, at one level. `levels.strongest` finds the best that stands."""

    def __init__(
        self,
        servers: Path | None = None,
        *,
        level: Level = "full",
        packages: Path | None = None,
        skills: Path | None = None,
        preload: Sequence[str] = (),
        python: str | None = None,
        network: bool = False,
        commands: Commands | None = None,
        certificates: Path | None = None,
    ) -> None:
        """`python` is the interpreter programs run on; by default the one below this one.

        With `network` each run has a listener in its own network, for whoever lets it out. With `commands` each has
        an executor, which runs those on the gateway's order.
        """
        self.network, self._commands = network, commands
        self.level: Level = level
        self.name = f"process/{level}"
        shown = {"servers": servers, "skills": skills, "packages": packages, root.CERTIFICATES: certificates}
        self._folders = {name: str(path.resolve()) for name, path in shown.items() if path}
        self._preload = preload
        self.python: str = python or getattr(sys, "_base_executable", sys.executable)
        self._nursery: Nursery | None = None
        self._choosing = lock()

    async def spawn(self, limits: Limits) -> ProcessWorker:
        if sys.platform != "linux":
            raise SandboxError('the process sandbox needs Linux: use sandbox.backend = "docker" or "monty"')
        nursery = await self._chosen(limits)
        if self.level != "full" and (self.network or self._commands):
            await nursery.left()
            what = "reach the network" if self.network else "run commands"
            raise SandboxError(f"programs {what} only at level full; this is level {self.level}")
        grouped = bool(nursery.cgroups)
        order = {**self._place(), **self._sizes(limits, nursery.zygote.runs), "grouped": grouped}
        loaders = self._commands.loaders if self._commands else None
        worker = await _forked(nursery, {**order, "network": self.network, "loaders": loaders}, self._commands)
        async with ended_if_it_fails(worker):
            await worker.receive()
            if nursery.cgroups:
                await _grouped(worker, nursery.cgroups, limits)
            if said := await first_word(worker, START_SECONDS):
                raise refused(str(said.get("reason")), said.get("errno"))
        if order["rests"]:
            worker.grip = Grip.on(worker.pid)
        return worker

    async def close(self) -> None:
        if self._nursery:
            await self._nursery.end()
            self._nursery = None

    async def _chosen(self, limits: Limits) -> Nursery:
        """The current zygote with its count raised, a new one where it is too old or dead."""
        if self.level == "bwrap":
            return (await self._born(limits)).joined()
        async with self._choosing:
            if self._nursery is None or not self._nursery.fresh:
                old, self._nursery = self._nursery, await self._born(limits)
                if old:
                    await old.retire()
            return self._nursery.joined()

    async def _born(self, limits: Limits) -> Nursery:
        cgroups = found() if self.level == "full" else None
        orders: JsonObject = {"level": self.level, "folders": self._folders, "preload": [*self._preload]}
        orders["commands"] = dict(self._commands.files) if self._commands else {}
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
            return Command(bwrap.command(self.python, self._folders, limits), bwrap.user())
        return Command([self.python, "-I", "-S", "-B", str(LAUNCHER)])

    def _place(self) -> JsonObject:
        """Where the run's files are, as the run sees them."""
        if self.level == "lite":
            home = f"{tempfile.gettempdir()}/sandgate-{secrets.token_hex(8)}"
            temporary, writable = f"{home}/temporary", [f"{home}/temporary", f"{home}/workspace"]
        else:
            home, temporary = root.HOME, root.TEMPORARY
            writable = [temporary, root.SHARED_MEMORY, root.WORKSPACE]
        folders = self._folders if self.level == "lite" else {name: f"{home}/{name}" for name in self._folders}
        place = {"home": home, "temporary": temporary, "writable": writable, "folders": folders}
        return {"level": self.level, "rests": self.level == "full", **place}

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


async def _forked(nursery: Nursery, order: JsonObject, commands: Commands | None) -> ProcessWorker:
    kinds = [socket.SOCK_STREAM, socket.SOCK_STREAM, socket.SOCK_SEQPACKET, *([socket.SOCK_SEQPACKET] * bool(commands))]
    pairs = [socket.socketpair(socket.AF_UNIX, kind) for kind in kinds]
    channel, output, post, *orders = (ours for ours, _ in pairs)
    for end in (post, *orders):
        end.setblocking(False)
    with anyio.CancelScope(shield=True), ExitStack() as theirs:
        try:
            its = [theirs.enter_context(end).fileno() for _, end in pairs]
            (handle,) = await nursery.zygote.ask(order, *its)
        except SandboxError:
            for end, _ in pairs:
                end.close()
            await nursery.left()
            raise
        streams = Descriptor(channel.detach()), Descriptor(output.detach())
        contained = order["level"] != "lite"
        executor = Executor(orders[0], commands) if commands else None
        return ProcessWorker(nursery, handle, *streams, post, order["home"], contained, executor=executor)
    raise AssertionError("a shield swallows nothing")


async def _grouped(worker: ProcessWorker, cgroups: Cgroups, limits: Limits) -> None:
    """Put the run in a control group of its own before anything of the program is in it."""
    try:
        worker.cgroup = await anyio.to_thread.run_sync(_group_of, worker.pid, cgroups, limits)
        worker.post.send(BEGIN)
    except OSError as error:
        raise SandboxError(f"no control group could be made for a run: {error}") from error


def _group_of(pid: int, cgroups: Cgroups, limits: Limits) -> Cgroup:
    group = cgroups.make(limits)
    group.add(pid)
    return group
