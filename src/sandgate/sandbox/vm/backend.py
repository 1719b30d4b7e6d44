"""Walls made by a virtual machine for each program: QEMU, with KVM where that works. It waits before it is needed."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import anyio
import anyio.to_thread

from ...errors import SandboxError
from ...model import JsonObject, Language, Limits
from ..process.zygote import refused
from ..remote import contents, packets
from ..remote.folder import RemoteFolder
from ..remote.speech import Speech
from ..spawning import ended_if_it_fails, first_word
from . import build, qemu, snapshot
from .furnishing import fresh
from .machine import Machine, NoNamespaces, Walls
from .pattern import Pattern
from .qemu import Program
from .snapshot import BUILD, About, Snapshot
from .worker import VmWorker

START_SECONDS = 60.0
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
        language: Language = "python",
    ) -> None:
        """`servers` holds wrappers of the language that is spoken."""
        self.name = "vm"
        self._image, self._speech = build.place(folder, language), Speech(language)
        self._packages, self._preload = packages, preload
        shown = {"servers": servers, "skills": skills}
        self._folders = {name: path.resolve() for name, path in shown.items() if path}
        self._pattern = Pattern(self._load, self._folders, begins=language == "typescript")
        self.walls = Walls()
        """What QEMU is shut in with."""
        self._preparing = anyio.Lock()

    async def check(self) -> None:
        """Raises SandboxError where there is no QEMU, or no image that fits."""
        await anyio.to_thread.run_sync(self._fitting, self._image)

    async def spawn(self, limits: Limits) -> VmWorker:
        try:
            return await self._spawned(limits)
        except NoNamespaces:
            self.walls = Walls(namespaces=False)
            return await self._spawned(limits)

    async def close(self) -> None:
        self._pattern.close()

    def _load(self, begun: str) -> tuple[Program, Snapshot]:
        place = self._image / build.BEGUN if begun else self._image
        program, about = self._fitting(place)
        if about.begun != begun:
            raise SandboxError(OTHER.format("for other limits"))
        return program, Snapshot.load(place)

    def _fitting(self, place: Path) -> tuple[Program, About]:
        """What is built there. Raises SandboxError where it is missing, or of something else."""
        program, deno = qemu.found(), build.deno_key(self._speech.language)
        about = snapshot.about(place)
        for differs, words in (
            (about.code != contents.code_key(build.INSIDE), "by another version of Sandgate"),
            (about.qemu != program.version, f"for {about.qemu}, and here is {program.version}"),
            (about.python != build.python_key(), f"for {about.python}, and here is {build.python_key()}"),
            (about.packages != build.packages_key(self._packages), "with other packages"),
            (about.preload != tuple(self._preload), "with another sandbox.preload"),
            (about.deno != deno, "with another Deno"),
        ):
            if differs:
                raise SandboxError(OTHER.format(words))
        self.name = f"vm/{about.accelerator}"
        return program, about

    async def _spawned(self, limits: Limits) -> VmWorker:
        order = await anyio.to_thread.run_sync(self._order, limits)
        async with self._preparing:
            await anyio.to_thread.run_sync(self._check_room, limits)
            shown, bodies = await self._pattern.fit(order | fresh(), self.walls)
            machine, state = self._started(*await self._pattern.loaded())
            kind = packets.AGAIN if self._pattern.begun else packets.ORDER
        wire = await machine.connected()
        folder = RemoteFolder(wire, limits.workspace_files + 1)
        worker = VmWorker(wire, folder, machine=machine, shown=shown)
        async with ended_if_it_fails(worker):
            await machine.resume(state)
            await wire.send(kind, json.dumps(order | fresh()).encode())
            await _begun(worker, bodies)
        return worker

    def _check_room(self, limits: Limits) -> None:
        about = self._pattern.about or self._fitting(self._image)[1]
        needed = build.needed_mb(limits, self._speech)
        if needed > about.room_mb:
            raise SandboxError(TOO_SMALL.format(about.room_mb, needed))

    def _started(self, program: Program, copied: Snapshot) -> tuple[Machine, int]:
        """A machine, and what it knows the snapshot's state by."""
        about, state = copied.about, copied.opened_state()
        try:
            machine = Machine.start(program, about.accelerator, about.memory_mb, copied.ram, self.walls, passed=[state])
        finally:
            os.close(state)
        return machine, state

    def _order(self, limits: Limits) -> JsonObject:
        return build.order(limits, self._speech)


async def _begun(worker: VmWorker, bodies: Sequence[bytes]) -> None:
    for body in bodies:
        await worker.wire.send(packets.SHOWN, body)
    try:
        said = await first_word(worker, START_SECONDS)
    except SandboxError as error:
        raise await worker.machine.why(error) from error
    if said:
        raise refused(str(said.get("reason")), said.get("errno"))
