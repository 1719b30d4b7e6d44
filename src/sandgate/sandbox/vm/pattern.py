"""The snapshot that machines are copies of: loaded, given the files that programs may read, and kept up to date.

Where TypeScript is spoken its machines have also begun their order: Deno is ready in them, which takes it seconds. One
that has begun the usual order is built with the image.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import anyio.to_thread

from ...errors import SandboxError
from ...model import JsonObject
from ..remote import packets
from .furnishing import furnished
from .machine import Walls
from .qemu import Program
from .shown import Shown, Stamps, stamp_of
from .snapshot import About, Snapshot

log = logging.getLogger("sandgate.sandbox")
MOST_TOLD = 128 * 1024
"""Bytes of files that each machine is told by itself; with more, all begin as copies of one that was told."""
CLIENT = "_client.ts"
"""Of the wrappers, what Deno reads when it starts."""
CHANGING = ("cpu_seconds", "seed", "now")
"""Of an order, what a copy that has begun it can still be told."""


@dataclass(slots=True)
class Pattern:
    """One at a time asks for it."""

    load: Callable[[str], tuple[Program, Snapshot]]
    """Reads the snapshot as it was built, or the one that has begun the order of this key. Raises SandboxError."""
    folders: Mapping[str, Path]
    begins: bool
    """Whether its machines begin their order before they are copied."""
    begun: JsonObject = field(default_factory=dict[str, object])
    """The order that they have begun, if any."""
    _found: tuple[Program, Snapshot] | None = None
    _had: Mapping[str, Stamps] = field(default_factory=dict[str, Stamps])
    """What it has of the folders."""

    @property
    def about(self) -> About | None:
        """What it is of, once it was loaded."""
        return self._found[1].about if self._found else None

    async def loaded(self) -> tuple[Program, Snapshot]:
        """Raises SandboxError where it is missing or of something else."""
        if self._found is None:
            self._had, self.begun = {}, {}
            self._found = await anyio.to_thread.run_sync(self.load, "")
        return self._found

    def close(self) -> None:
        if self._found:
            self._found[1].close()
            self._found = None

    async def fit(self, order: JsonObject, walls: Walls) -> tuple[Shown, list[bytes]]:
        """Make it one for this order. What its machines have of the folders, and what one still has to be told."""
        if self.begins and self._found is None:
            await anyio.to_thread.run_sync(self._load_begun, order)
        await self.loaded()
        shown = Shown(self.folders, self._had)
        bodies = await anyio.to_thread.run_sync(shown.changes)
        if self.begins and not self._has_begun(order, shown):
            return await self._begin(order, walls), []
        if sum(map(len, bodies)) > MOST_TOLD:
            last = (packets.AGAIN, order) if self.begins else (packets.HERE, None)
            await self._furnish(bodies, shown, walls, *last)
            bodies = []
        return shown, bodies

    def _load_begun(self, order: JsonObject) -> None:
        """The one that was built, if it has begun this order with this client."""
        client = self.folders.get("servers", Path()) / CLIENT
        try:
            stamp = stamp_of(client)
            self._found = self.load(key_of(order, client.read_bytes()))
        except (OSError, SandboxError) as error:
            log.debug("no machine has begun this order: %s", error)
            return
        self.begun, self._had = order, {"servers": {CLIENT: stamp}}

    def _has_begun(self, order: JsonObject, shown: Shown) -> bool:
        client = [have.get("servers", {}).get(CLIENT) for have in (self._had, shown.had)]
        return _lasting(order) == _lasting(self.begun) and client[0] == client[1]

    async def _begin(self, order: JsonObject, walls: Walls) -> Shown:
        if self.begun:  # what has begun cannot be begun again
            self.close()
            await self.loaded()
        shown = Shown(self.folders)
        await self._furnish(await anyio.to_thread.run_sync(shown.changes), shown, walls, packets.ORDER, order)
        self.begun = order
        return shown

    async def _furnish(
        self, bodies: Sequence[bytes], shown: Shown, walls: Walls, last: int, order: JsonObject | None
    ) -> None:
        program, before = await self.loaded()
        self._found = program, await furnished(program, before, walls, bodies, last, order)
        self._had = shown.had
        before.close()


def key_of(order: JsonObject, client: bytes) -> str:
    """Of what a machine has begun, by what must be the same."""
    return sha256(json.dumps(_lasting(order), sort_keys=True).encode() + b"\0" + client).hexdigest()[:32]


def _lasting(order: JsonObject) -> JsonObject:
    return {name: value for name, value in order.items() if name not in CHANGING}
