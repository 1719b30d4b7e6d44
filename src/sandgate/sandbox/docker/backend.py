"""Walls made by a container engine: a hardened container for each program, started before the program comes."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread

from ...errors import SandboxError
from ...model import JsonObject, Limits
from ..process.zygote import refused
from ..remote import orders, packets
from ..remote.folder import RemoteFolder
from ..remote.speech import PYTHON, Speech
from ..spawning import ended_if_it_fails, first_word
from . import image, orphans
from .container import LABEL, Terms, described
from .engine import Engine, EngineGone, EngineRefused, label_filter, socket_of
from .profile import profile
from .wire import ContainerWire
from .worker import DockerWorker

START_SECONDS = 30.0
PATIENCE_SECONDS = 5.0
NOT_FOUND = 404
BACKEND_LABEL = f"{LABEL}.backend"


class DockerBackend:
    """Docker or Podman, by its socket. Containers have no network and no commands."""

    def __init__(
        self,
        servers: Path | None = None,
        *,
        packages: Path | None = None,
        skills: Path | None = None,
        preload: Sequence[str] = (),
        socket: str = "",
        name: str = image.NAME,
        runtime: str = "",
        cpus: float = 1.0,
        speech: Speech = PYTHON,
    ) -> None:
        """`servers` holds wrappers of the language that is spoken.

        `socket` is the engine's; empty for the usual one. `name` is the image's, as `image.build` made it. `runtime` is
        what the engine starts containers with, such as gVisor's `runsc`; empty for its own choice.
        """
        self.name = f"docker/{runtime}" if runtime else "docker"
        self.engine = Engine(socket or socket_of(os.environ))
        shown = {"servers": servers, "packages": packages, "skills": skills}
        self._folders = {name: path.resolve() for name, path in shown.items() if path}
        self._preload, self._image, self._runtime, self._cpus, self._speech = preload, name, runtime, cpus, speech
        self._mark = secrets.token_hex(8)
        self._terms: Terms | None = None
        self._left: dict[str, float] = {}
        """Containers that were let go and may still be there, and since when."""
        self._profile: Path | None = None
        self._preparing = anyio.Lock()

    async def check(self) -> None:
        """Raises SandboxError where there is no engine, or no image."""
        await self._ready()

    async def spawn(self, limits: Limits) -> DockerWorker:
        try:
            terms = await self._ready()
            await self._remove_left()
            return await self._spawned(terms, limits)
        except EngineGone:
            self._terms = None  # another one may come in its place, with other images
            raise

    async def close(self) -> None:
        """Remove every container of this backend, also what it never heard of."""
        with anyio.CancelScope(shield=True), suppress(EngineGone):
            for one in await self._ours():
                await self._remove(one["Id"])
            self._left.clear()
        if self._profile:
            self._profile.unlink(missing_ok=True)
            self._profile = None

    async def _ours(self) -> list[Any]:
        filters = label_filter(**{BACKEND_LABEL: self._mark})
        return await self.engine.ask("GET", "/containers/json", all=True, filters=filters)

    async def _ready(self) -> Terms:
        """What containers are to be like, found out once. Raises SandboxError where something is missing."""
        async with self._preparing:
            if self._terms is None:
                about = await self.engine.ask("GET", "/info")
                is_podman = "Podman" in str(await self.engine.ask("GET", "/version"))
                await orphans.remove(self.engine)
                has_packages = "packages" in self._folders
                identity = await image.usable(self.engine, self._image, has_packages=has_packages, speech=self._speech)
                self._terms = Terms(
                    image=identity,
                    labels={BACKEND_LABEL: self._mark, orphans.GATEWAY_LABEL: orphans.me()},
                    folders=self._folders,
                    runtime=self._runtime,
                    cpus=self._cpus,
                    profile=self._profile_file() if is_podman else "",
                    watching=self._watching,
                    mapped=any(word in str(about.get("SecurityOptions")) for word in ("userns", "rootless")),
                )
            return self._terms

    @property
    def _watching(self) -> bool:
        return self._speech.language == "typescript"

    def _profile_file(self) -> str:
        """Podman reads the profile itself, from a path."""
        if self._profile is None:
            descriptor, path = tempfile.mkstemp(prefix="sandgate-", suffix=".json")
            os.write(descriptor, json.dumps(profile(watching=self._watching)).encode())
            os.close(descriptor)
            self._profile = Path(path)
        return str(self._profile)

    async def _spawned(self, terms: Terms, limits: Limits) -> DockerWorker:
        container = f"sandgate-{secrets.token_hex(8)}"
        try:
            await self._created(container, terms, limits)
            wire = ContainerWire.over(*await self.engine.attach(container))
            folder = RemoteFolder(wire, limits.workspace_files + 1)
            worker = DockerWorker(
                wire,
                folder,
                engine=self.engine,
                container=container,
                let_go=self._let_go,
                unguarded=bool(self._runtime),
            )
            async with ended_if_it_fails(worker):
                await self._begun(worker, wire, limits)
        except BaseException:
            self._let_go(container)
            raise
        return worker

    async def _created(self, container: str, terms: Terms, limits: Limits) -> None:
        try:
            await self.engine.ask("POST", "/containers/create", self._described(terms, limits), name=container)
        except EngineRefused as error:
            if error.status == NOT_FOUND:
                self._terms = None
                raise SandboxError(image.MISSING.format(self._image)) from error
            raise

    def _described(self, terms: Terms, limits: Limits) -> JsonObject:
        return described(terms, orders.room(limits, self._speech))

    async def _begun(self, worker: DockerWorker, wire: ContainerWire, limits: Limits) -> None:
        try:
            await self.engine.ask("POST", f"/containers/{worker.container}/start")
        except BaseException:
            wire.close()  # there is nobody in it who could end it
            raise
        order = await anyio.to_thread.run_sync(self._order, limits)
        await wire.send(packets.ORDER, json.dumps(order).encode())
        try:
            said = await first_word(worker, START_SECONDS)
        except SandboxError as error:
            words = wire.complaint.decode("utf-8", "replace").strip()
            raise SandboxError(f"{error}: {words}" if words else str(error)) from error
        if said:
            raise refused(str(said.get("reason")), said.get("errno"))

    def _order(self, limits: Limits) -> JsonObject:
        return {**orders.order(limits, self._speech, self._folders), "preload": [*self._preload]}

    def _let_go(self, container: str) -> None:
        self._left.setdefault(container, anyio.current_time())

    async def _remove_left(self) -> None:
        """Those that did not end by themselves when they were let go, as where the engine was killed meanwhile."""
        due = anyio.current_time() - PATIENCE_SECONDS
        for container in [one for one, since in self._left.items() if since < due]:
            await self._remove(container)
            self._left.pop(container, None)

    async def _remove(self, container: str) -> None:
        with suppress(EngineRefused):  # it is gone, or going
            await self.engine.ask("DELETE", f"/containers/{container}", force=True, v=True)
