"""A gateway that a whole file of tests shares. Each test has sessions, files and events of its own in it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from mcp import Client

from .gate import PATIENCE_SECONDS, Gate, Mode, Way

COMBINATIONS: list[tuple[Mode, Way]] = [("auto", "stdio"), ("legacy", "stdio"), ("auto", "http"), ("legacy", "http")]
EACH_ONCE = [COMBINATIONS[0], COMBINATIONS[-1]]
"""Each era and each transport."""
_NUMBERS = count(1)


def unused_name() -> str:
    """What no other test calls its session, its file or its event."""
    return f"test-{next(_NUMBERS)}"


@dataclass(frozen=True, slots=True)
class Standing:
    """A gateway that serves over HTTP until its file of tests is over."""

    gate: Gate
    url: str

    @asynccontextmanager
    async def client(self, mode: Mode = "auto", **options: Any) -> AsyncGenerator[Client, None]:
        """A real client of it. No request of it may take longer than our patience."""
        async with Client(self.url, mode=mode, read_timeout_seconds=PATIENCE_SECONDS, **options) as client:
            yield client


@asynccontextmanager
async def standing_at(gate: Gate) -> AsyncGenerator[Standing, None]:
    async with gate.http(patience=None) as url:
        yield Standing(gate, url)
