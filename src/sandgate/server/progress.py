"""Printed lines and progress, as notifications to a client that asked for them."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.shared.jsonrpc_dispatcher import progress_token_from_params

from sandgate.errors import first_cause

LONGEST = 200
A_LITTLE = 0.001
"""The protocol wants each progress to be more than the last, whatever a program says."""


class Progress:
    """The newest only: a client that reads slowly hears of fewer, and keeps no program waiting."""

    def __init__(self, context: ServerRequestContext[Any]) -> None:
        self._context = context
        self._news = anyio.Event()
        self._done: float | None = None
        self._total: float | None = None
        self._text, self._reported = "", False

    def printed(self, text: str) -> None:
        if line := text.strip().rpartition("\n")[2]:
            self._move(0.0 if self._reported else (self._done or 0.0) + 1.0, line)

    def progressed(self, done: float, total: float | None, text: str) -> None:
        self._reported, self._total = True, total
        self._move(done, text or self._text)

    def _move(self, done: float, text: str) -> None:
        self._done = done if self._done is None or done > self._done else _beyond(self._done)
        self._text = text[:LONGEST]
        self._news.set()

    @asynccontextmanager
    async def sent(self) -> AsyncGenerator[None]:
        """Until this is left. What is raised inside comes out as it is."""
        if progress_token_from_params(self._context.params) is None:  # the client did not ask for it
            yield
            return
        try:
            async with anyio.create_task_group() as sending:
                sending.start_soon(self._send)
                yield
                sending.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            raise first_cause(group) from None

    async def _send(self) -> None:
        while True:
            await self._news.wait()
            self._news = anyio.Event()
            await self._context.session.report_progress(self._done or 0.0, self._total, self._text)


def _beyond(done: float) -> float:
    """A little more, and more even where a little is too little to count."""
    return max(done + A_LITTLE, math.nextafter(done, math.inf))
