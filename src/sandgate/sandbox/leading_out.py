"""Serve the connections of a program while it runs, where it has any and somebody serves them."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio

from sandgate.errors import first_cause

from .protocol import OnNetwork


@asynccontextmanager
async def let_out(listener: socket.socket | None, on_network: OnNetwork | None) -> AsyncGenerator[None]:
    if on_network is None or listener is None:
        yield
        return
    try:
        async with anyio.create_task_group() as serving:
            serving.start_soon(on_network, listener)
            yield
            serving.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise first_cause(group) from None
