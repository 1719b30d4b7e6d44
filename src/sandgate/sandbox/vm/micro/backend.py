"""Walls made by microsandbox: a machine of the processor's own for each program, booted before the program comes."""

from __future__ import annotations

import json
import secrets
import socket
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import anyio
import anyio.to_thread

from ....errors import SandboxError
from ....model import JsonObject, Limits
from ...docker import orphans
from ...docker.container import LABEL
from ...process import root
from ...process.zygote import refused
from ...remote import contents, orders, packets
from ...remote.folder import RemoteFolder
from ...remote.speech import PYTHON, Speech
from ...remote.wire import Wire
from ...remote.worker import RemoteWorker
from ...spawning import ended_if_it_fails, first_word
from .. import build
from . import image, sdk
from .sdk import Machine, Process, Sdk

START_SECONDS = 30.0
LET_GO_SECONDS = 10.0
USER = 1000
"""In the machine, whom programs run as. Our first process is root there."""
PORT = 5000
"""Where our first process calls: the machine's only way out."""
ROOT_MB = 16
"""What can be written on top of the image, in the machine's memory. Only microsandbox's own agent does."""
LAST_WORDS = 2000
OVER = ("exited", "failed")
MARKED = {LABEL: "machine"}


@dataclass(slots=True, eq=False, kw_only=True)
class MicroWorker(RemoteWorker):
    """A machine of its own; when it is let go, nothing of it is left."""

    no_commands: ClassVar[str] = "virtual machines have no commands"
    machine: Machine
    process: Process
    """Held, because the package ends what nobody holds."""
    let_go: Callable[[Machine], Coroutine[Any, Any, None]]

    async def kill(self) -> None:
        await self.let_go(self.machine)

    async def release(self) -> None:
        await self.let_go(self.machine)


class MicroBackend:
    """Machines without a network, a disk or commands. Of the host's folders they see those that programs may read."""

    def __init__(
        self,
        servers: Path | None = None,
        *,
        packages: Path | None = None,
        skills: Path | None = None,
        preload: Sequence[str] = (),
        speech: Speech = PYTHON,
        load: Callable[[], Sdk] = sdk.loaded,
    ) -> None:
        """`servers` holds wrappers of the language that is spoken."""
        self.name = "vm/microsandbox"
        shown = {"servers": servers, "packages": packages, "skills": skills}
        self._folders = {name: path.resolve() for name, path in shown.items() if path}
        self._preload, self._speech, self._load = preload, speech, load
        self._mark = secrets.token_hex(4)
        self._sdk: Sdk | None = None
        self._left: set[Machine] = set()
        """Machines that were made and are not known to be gone."""
        self._preparing = anyio.Lock()

    async def check(self) -> None:
        """Raises SandboxError where microsandbox is not installed, or has no image that fits."""
        await self._ready()

    async def spawn(self, limits: Limits) -> MicroWorker:
        return await self._spawned(await self._ready(), limits)

    async def close(self) -> None:
        with anyio.CancelScope(shield=True):
            for machine in [*self._left]:
                await self._let_go(machine)

    async def _ready(self) -> Sdk:
        async with self._preparing:
            if self._sdk is None:
                found = await anyio.to_thread.run_sync(self._load)
                await image.check(found, has_packages="packages" in self._folders, speech=self._speech)
                async with _its_errors():
                    await _remove_orphans(found)
                self._sdk = found
            return self._sdk

    async def _spawned(self, found: Sdk, limits: Limits) -> MicroWorker:
        with _line() as (listener, path):  # who calls later finds nobody
            machine = await self._created(found, limits, path)
            worker = await self._called(machine, listener, limits)
        async with ended_if_it_fails(worker):
            await self._begun(worker, limits)
        return worker

    async def _created(self, found: Sdk, limits: Limits, line: Path) -> Machine:
        with anyio.CancelScope(shield=True):  # else a machine could come up that nobody knows of
            async with _its_errors():
                machine = await self._booted(found, limits, line)
                self._left.add(machine)
                return machine
        raise AssertionError("a shield swallows nothing")

    async def _booted(self, found: Sdk, limits: Limits, line: Path) -> Machine:
        from microsandbox import Image, Network, PullPolicy, RootDisk

        memory = build.needed_mb(limits, self._speech) + ROOT_MB
        return await found.machines.create(
            f"sandgate-{self._mark}-{secrets.token_hex(8)}",
            image=Image.oci(image.NAME, root_disk=RootDisk.tmpfs(ROOT_MB)),  # the image itself is never written
            memory=memory,
            cpus=1,
            max_memory=memory,
            max_cpus=1,
            hostname="sandgate",
            user="0:0",
            workdir="/",
            ephemeral=True,
            labels={**MARKED, orphans.GATEWAY_LABEL: orphans.me()},
            pull_policy=PullPolicy.NEVER,
            volumes={f"{root.HOME}/{name}": _shown(path) for name, path in self._folders.items()},
            vsock={str(line): PORT},
            network=Network.none(),
        )

    async def _called(self, machine: Machine, listener: socket.socket, limits: Limits) -> MicroWorker:
        try:
            async with _its_errors():
                process = await machine.exec_stream(
                    f"{contents.PYTHON}/bin/python3",
                    [*contents.start(image.INSIDE), str(PORT)],
                    cwd="/",
                    user="0:0",
                    env={"LD_LIBRARY_PATH": contents.LIBRARIES},
                )
                connection = await _accepted(listener, process)
            wire = Wire.over(connection)
        except BaseException:
            await self._let_go(machine)
            raise
        folder = RemoteFolder(wire, limits.workspace_files + 1)
        return MicroWorker(wire, folder, machine=machine, process=process, let_go=self._let_go)

    async def _begun(self, worker: MicroWorker, limits: Limits) -> None:
        order = await anyio.to_thread.run_sync(self._order, limits)
        await worker.wire.send(packets.ORDER, json.dumps(order).encode())
        if said := await first_word(worker, START_SECONDS):
            raise refused(str(said.get("reason")), said.get("errno"))

    def _order(self, limits: Limits) -> JsonObject:
        return {**orders.order(limits, self._speech, self._folders, USER), "preload": [*self._preload]}

    async def _let_go(self, machine: Machine) -> None:
        """Those that could not be ended are tried again when the backend is closed; with this process they end."""
        if machine in self._left:
            with suppress(SandboxError), anyio.CancelScope(shield=True):
                with anyio.move_on_after(LET_GO_SECONDS):
                    async with _its_errors():
                        await machine.destroy(force=True)
                        self._left.discard(machine)


async def _remove_orphans(found: Sdk) -> None:
    """Machines of gateways that are gone. They end with their gateway, unless what ends them was killed as well."""
    cursor: str | None = None
    while True:
        page = await found.machines.list_with(cursor=cursor, labels=MARKED)
        for one in page.sandboxes:
            state = "exited" if str(one.status) in ("stopped", "crashed") else "running"
            about: JsonObject = {
                "Labels": one.config().get("labels") or {},
                "State": state,
                "Created": one.created_at or 0.0,
            }
            if orphans.is_orphan(about, time.time()):
                await one.destroy(force=True)
        cursor = page.next_cursor
        if not cursor:
            return


def _shown(path: Path) -> Any:
    from microsandbox import MountConfig, MountKind, StatVirtualization

    return MountConfig(
        MountKind.BIND,
        bind=str(path),
        readonly=True,
        noexec=True,
        nosuid=True,
        nodev=True,
        stat_virtualization=StatVirtualization.RELAXED,
    )


@contextmanager
def _line() -> Generator[tuple[socket.socket, Path]]:
    """A socket for one machine, in a folder that nobody else can look into. Raises SandboxError."""
    with ExitStack() as kept:
        try:
            place = Path(
                kept.enter_context(tempfile.TemporaryDirectory(prefix="sandgate-", ignore_cleanup_errors=True))
            )
            listener = kept.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(str(place / "line"))
            listener.listen(1)
            listener.setblocking(False)
        except OSError as error:
            raise SandboxError(f"there can be no line to a virtual machine: {error}") from error
        yield listener, place / "line"


async def _accepted(listener: socket.socket, process: Process) -> socket.socket:
    """The call of our first process. Raises SandboxError, with what it said, where it ends without one."""
    called = False

    async def listen() -> None:
        nonlocal called
        await anyio.wait_readable(listener)
        called = True
        tasks.cancel_scope.cancel()

    words = bytearray()
    with anyio.move_on_after(START_SECONDS):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(listen)
            while (event := await process.recv()) and str(event.event_type) not in OVER:
                words += (event.data or b"")[: LAST_WORDS - len(words)]
            tasks.cancel_scope.cancel()
    if not called:
        said = words.decode("utf-8", "replace").strip()
        raise SandboxError(f"the virtual machine ended before it was ready{f': {said}' if said else ''}")
    connection, _ = listener.accept()
    connection.setblocking(False)
    return connection


@asynccontextmanager
async def _its_errors() -> AsyncGenerator[None]:
    from microsandbox import MicrosandboxError

    try:
        yield
    except MicrosandboxError as error:
        raise SandboxError(f"microsandbox: {error}") from error
