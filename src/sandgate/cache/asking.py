"""What the gateway asks before it asks a server, and the cache that keeps nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from sandgate.model import JsonObject, Tool

Blocks = list[JsonObject]
Ask = Callable[[], Awaitable[Blocks]]
"""Makes the call. What it raises is never kept."""


class Cache(Protocol):
    async def through(
        self, tool: Tool, names: Sequence[str], sent: JsonObject, ask: Ask, *, fresh: bool = False
    ) -> tuple[Blocks, bool]:
        """The result of a call, and whether it was kept from an earlier one. Raises only what `ask` raises.

        With `fresh` the server is asked in any case, and its answer is what is kept from then on.
        """
        ...

    async def close(self) -> None:
        """Let go of the disk."""
        ...


class NoCache:
    """Every call is made."""

    async def through(
        self, tool: Tool, names: Sequence[str], sent: JsonObject, ask: Ask, *, fresh: bool = False
    ) -> tuple[Blocks, bool]:
        return await ask(), False

    async def close(self) -> None:
        pass
