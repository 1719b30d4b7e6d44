"""Walls made by a virtual machine for each program: QEMU, with KVM where that works. It waits before it is needed."""

from __future__ import annotations

import base64
import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
import anyio.to_thread

from ...errors import SandboxError
from ...model import JsonObject, Limits
from ..process import root
from ..process.zygote import refused
from ..remote import contents, packets
from ..remote.folder import RemoteFolder
from ..spawning import ended_if_it_fails, first_word
from . import build, qemu
from .furnishing import furnished
from .machine import Machine, NoNamespaces, Walls
from .qemu import Program
from .shown import Shown, Stamps
from .snapshot import BUILD, Snapshot
from .worker import VmWorker

START_SECONDS = 60.0
SEED_BYTES = 64
MOST_TOLD = 128 * 1024
"""Bytes of files that each machine is told by itself; with more, all begin as copies of one that was told."""
USER = 1000
"""In the machine, whom programs run as: there is nobody else but our first process."""
OTHER = f"the image for virtual machines was made {{}}: {BUILD} again"
TOO_SMALL = f"the image for virtual machines has {{}} MB of memory, and these limits need {{}} MB: {BUILD} again"


class VmBackend:
    """Machines without a network, a disk or commands, each a copy of the snapshot that `build` made in a folder."""

    def __init__(
        self,
        folder: Path,
        servers: Path | None = None,
        *,
        packages: Path | None = None,
        skills: Path | None = None,
        preload: Sequence[str] = (),
    ) -> None:
        self.name = "vm"
        self._image, self._packages, self._preload = folder, packages, preload
        shown = {"servers": servers, "skills": skills}
        self._folders = {name: path.resolve() for name, path in shown.items() if path}
        self._found: tuple[Program, Snapshot] | None = None
        self._had: Mapping[str, Stamps] = {}
        """What the snapshot has of the folders that programs may read."""
        self.walls = Walls()
        """What QEMU is shut in with."""
        self._preparing = anyio.Lock()

    async def check(self) -> None:
        """Raises SandboxError where there is no QEMU, or no image that fits."""
        await self._ready()

    async def spawn(self, limits: Limits) -> VmWorker:
        try:
            return await self._spawned(limits)
        except NoNamespaces:
            self.walls = Walls(namespaces=False)
            return await self._spawned(limits)

    async def close(self) -> None:
        if self._found:
            self._found[1].close()
            self._found = None

    async def _ready(self) -> tuple[Program, Snapshot]:
        """The snapshot in memory, loaded once. Raises SandboxError where it is missing or of something else."""
        async with self._preparing:
            if self._found is None:
                self._found = await anyio.to_thread.run_sync(self._load)
                self.name = f"vm/{self._found[1].about.accelerator}"
            return self._found

    def _load(self) -> tuple[Program, Snapshot]:
        program = qemu.found()
        snapshot = Snapshot.load(self._image)
        about = snapshot.about
        for differs, words in (
            (about.code != contents.code_key(build.INSIDE), "by another version of Sandgate"),
            (about.qemu != program.version, f"for {about.qemu}, and here is {program.version}"),
            (about.python != build.python_key(), f"for {about.python}, and here is {build.python_key()}"),
            (about.packages != build.packages_key(self._packages), "with other packages"),
            (about.preload != tuple(self._preload), "with another sandbox.preload"),
        ):
            if differs:
                snapshot.close()
                raise SandboxError(OTHER.format(words))
        return program, snapshot

    async def _shown(self) -> tuple[Shown, list[bytes]]:
        """What machines have of the folders by now, and what one still has to be told. Most of it all have already."""
        async with self._preparing:
            shown = Shown(self._folders, self._had)
            bodies = await anyio.to_thread.run_sync(shown.changes)
            if self._found and sum(map(len, bodies)) > MOST_TOLD:
                program, before = self._found
                self._found = program, await furnished(program, before, self.walls, bodies)
                self._had = shown.had
                before.close()
                bodies = []
            return shown, bodies

    async def _spawned(self, limits: Limits) -> VmWorker:
        await self._ready()
        shown, bodies = await self._shown()
        program, snapshot = await self._ready()
        needed = build.needed_mb(limits)
        if needed > snapshot.about.room_mb:
            raise SandboxError(TOO_SMALL.format(snapshot.about.room_mb, needed))
        state = snapshot.opened_state()
        try:
            machine = Machine.start(
                program, snapshot.about.accelerator, snapshot.about.memory_mb, snapshot.ram, self.walls, passed=[state]
            )
        finally:
            os.close(state)
        wire = await machine.connected()
        folder = RemoteFolder(wire, limits.workspace_files + 1)
        worker = VmWorker(wire, folder, machine=machine, shown=shown)
        async with ended_if_it_fails(worker):
            await machine.resume(state)
            await self._begun(worker, limits, bodies)
        return worker

    async def _begun(self, worker: VmWorker, limits: Limits, bodies: Sequence[bytes]) -> None:
        await worker.wire.send(packets.ORDER, json.dumps(self._order(limits)).encode())
        for body in bodies:
            await worker.wire.send(packets.SHOWN, body)
        try:
            said = await first_word(worker, START_SECONDS)
        except SandboxError as error:
            raise await worker.machine.why(error) from error
        if said:
            raise refused(str(said.get("reason")), said.get("errno"))

    def _order(self, limits: Limits) -> JsonObject:
        """What the run is like, as `process.run` reads it: the walls are up already, as with bubblewrap."""
        return {
            "level": "bwrap",
            "uid": USER,
            "network": False,
            "loaders": None,
            "grouped": False,
            "home": root.HOME,
            "temporary": root.TEMPORARY,
            "writable": [root.TEMPORARY, root.SHARED_MEMORY, root.WORKSPACE],
            "folders": {name: f"{root.HOME}/{name}" for name in self._folders},
            "memory_mb": limits.memory_mb,
            "disk_mb": limits.disk_mb,
            "file_mb": limits.file_mb,
            "workspace_mb": limits.workspace_mb,
            "workspace_files": limits.workspace_files,
            "processes": limits.processes,
            "open_files": limits.open_files,
            "cpu_seconds": math.ceil(limits.cpu_seconds),
            # Every copy begins with the same random numbers, on the day of the snapshot.
            "seed": base64.b64encode(os.urandom(SEED_BYTES)).decode(),
            "now": time.time(),
        }
