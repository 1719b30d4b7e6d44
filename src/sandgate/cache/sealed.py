"""The cache: calls that only read are answered from the shelf, calls that change something clear it."""

from __future__ import annotations

import hmac
import logging
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

import anyio
import anyio.to_thread

from sandgate.errors import SandgateError
from sandgate.model import JsonObject, Tool
from sandgate.privacy.sealing import MasterKey, Seal, Unsealable

from .asking import Ask, Blocks
from .contents import Unkeepable, packed, unpacked, written
from .shelf import Shelf
from .terms import Kind, Terms

REST_SECONDS = 30.0
"""How long a database that failed is left alone: a call need not wait for it each time."""
FAILURES = (OSError, sqlite3.Error, SandgateError)
T = TypeVar("T")
log = logging.getLogger("sandgate.cache")


@dataclass(frozen=True, slots=True)
class Missing:
    """A result that is not kept, and what must be known of the moment in which it was asked for."""

    key: bytes
    generation: int
    asked_at: float


class SealedCache:
    """Nothing fails because of it: what it cannot read is asked for again, what it cannot write is not kept."""

    def __init__(self, shelf: Shelf, master: MasterKey, terms: Terms) -> None:
        self._shelf, self._master, self._terms = shelf, master, terms
        self._owed: dict[str, int] = {}
        """Servers that were written to and are not forgotten yet, with the write: nothing kept of them is believed."""
        self._rests_until = 0.0
        self._warned = False

    async def through(
        self, tool: Tool, names: Sequence[str], sent: JsonObject, ask: Ask, *, fresh: bool = False
    ) -> tuple[Blocks, bool]:
        kind = self._terms.kind(tool, names)
        if self._terms.changes(kind, sent):
            return await self._write(tool.server, ask), False
        if not kind.seconds or not await self._settled(tool.server):
            return await ask(), False
        found = await self._tried(lambda: self._find(kind, sent, fresh=fresh))
        if isinstance(found, list):
            return found, True
        blocks = await ask()
        if found is not None:
            await self._tried(lambda: self._keep(kind, found, blocks))
        return blocks, False

    async def close(self) -> None:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(self._shelf.close)

    async def _write(self, server: str, ask: Ask) -> Blocks:
        """All is forgotten before, in case we are killed in between; and after, whatever became of the call."""
        write = secrets.randbits(62)
        try:
            await self._tried(lambda: self._shelf.write_begins(server, write), rest=False)
            return await ask()
        finally:
            self._owed[server] = write
            with anyio.CancelScope(shield=True):  # bounded by how long the database waits
                await self._forget(server, write, lambda: self._shelf.write_ended(server, write), rest=False)

    async def _settled(self, server: str) -> bool:
        """Whether what is kept of a server may be believed."""
        write = self._owed.get(server)
        return write is None or await self._forget(server, write, lambda: self._shelf.forget(server))

    async def _forget(self, server: str, write: int, forget: Callable[[], object], *, rest: bool = True) -> bool:
        done = await self._tried(lambda: (forget(),), rest=rest)
        if done and self._owed.get(server) == write:  # another write may have come meanwhile
            del self._owed[server]
        return done is not None

    async def _tried(self, work: Callable[[], T], *, rest: bool = True) -> T | None:
        """What it returns; None where the database cannot be used. Without `rest` one that just failed is tried too."""
        if rest and time.monotonic() < self._rests_until:
            return None
        try:
            done = await anyio.to_thread.run_sync(work)
        except Unkeepable:
            return None
        except FAILURES as error:
            self._rests_until = time.monotonic() + REST_SECONDS
            if not self._warned:
                self._warned = True
                log.warning("the cache %s cannot be used, so servers are asked each time: %s", self._shelf.file, error)
            return None
        self._rests_until = 0.0
        return done

    def _find(self, kind: Kind, sent: JsonObject, *, fresh: bool) -> Blocks | Missing:
        key = self._key(kind, sent)
        sealed = None if fresh else self._shelf.find(key, kind.seconds)
        if sealed is not None:
            try:
                return unpacked(self._seal().opened(sealed, key))
            except (Unsealable, ValueError, RecursionError):
                self._shelf.drop(key)
        return Missing(key, self._shelf.generation(kind.tool.server), time.time())

    def _keep(self, kind: Kind, missing: Missing, blocks: Blocks) -> None:
        sealed = self._seal().sealed(packed(blocks), missing.key)
        if self._shelf.takes(len(sealed)):
            self._shelf.put(
                missing.key,
                kind.tool.server,
                kind.tool.name,
                sealed,
                asked_at=missing.asked_at,
                seconds=kind.seconds,
                generation=missing.generation,
            )

    def _key(self, kind: Kind, sent: JsonObject) -> bytes:
        """Made with a key of ours: from a plain hash, whoever has the file could guess at the arguments."""
        asked = kind.identity + written(sent)
        return hmac.digest(self._master.derived(b"names of cached results 1"), asked, sha256)

    def _seal(self) -> Seal:
        return Seal(self._master.derived(b"cached results 1"))
