"""A server of a test's own that counts how often it is asked, and tools of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio

from sandgate.cache.sealed import SealedCache
from sandgate.cache.shelf import Shelf
from sandgate.cache.terms import Terms
from sandgate.config import CacheOptions
from sandgate.model import JsonObject, Tool
from sandgate.privacy.sealing import MasterKey

LOOK = Tool(server="crm", name="get_lead", annotations={"readOnlyHint": True})
CHANGE = Tool(server="crm", name="update_lead")
ELSEWHERE = replace(LOOK, server="wiki")
READING = CacheOptions(read_only=True)


def opened(
    folder: Path, options: CacheOptions = READING, *, size_mb: float = 16.0, places: dict[str, str] | None = None
) -> SealedCache:
    """A gateway's cache; another one in the same folder is another gateway's."""
    shelf = Shelf(folder / "cache", size_mb)
    return SealedCache(shelf, MasterKey(folder / "vault" / "vault.key"), Terms(options, places or {}))


class Server:
    """Answers with how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.held: anyio.Event | None = None
        """Where set, answers are ready and wait for this."""
        self.reached = anyio.Event()

    async def answer(self) -> list[JsonObject]:
        self.asked += 1
        blocks: list[JsonObject] = [{"type": "value", "value": self.asked}]
        self.reached.set()
        if self.held:
            await self.held.wait()
        return blocks

    async def call(
        self, cache: SealedCache, tool: Tool = LOOK, sent: JsonObject | None = None, *, fresh: bool = False
    ) -> tuple[Any, bool]:
        """The value, and whether it was kept from an earlier call."""
        blocks, cached = await cache.through(tool, names_of(tool), sent or {"id": "7"}, self.answer, fresh=fresh)
        return blocks[0]["value"], cached


def names_of(tool: Tool) -> Sequence[str]:
    return (f"{tool.server}.{tool.name}", f"{tool.server}.{tool.name}".replace("-", "_"))
