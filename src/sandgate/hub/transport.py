"""Ways to a server: a process's pipes, streamable HTTP, or SSE. Off-spec tool lists are mended on the way in."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Any

import anyio
import httpx2
import mcp.types as wire
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client  # pyright: ignore[reportPrivateUsage] - its only home
from mcp.shared.message import SessionMessage

from sandgate.model import ServerSpec

from .environment import environment
from .mending import mend
from .pipes import Pipes, piped
from .stderr import Tail

LEASH = Path(__file__).with_name("leash.py")
LARGEST_EVENT = 128 * 2**20
Streams = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Way:
    """The way to a server that is there: streams for a session, and its pipes where it has them."""

    streams: Streams
    pipes: Pipes | None = None


@asynccontextmanager
async def connected(
    spec: ServerSpec, tail: Tail, auth: httpx2.Auth | None, on_closed: Callable[[], None]
) -> AsyncGenerator[Way, None]:
    """What it says is mended, and there is word when the other side has gone."""
    match spec.transport:
        case "stdio":
            async with _process(spec, tail, on_closed) as pipes:
                yield Way((pipes.incoming, pipes.outgoing), pipes)
        case "http":
            async with _http(spec, auth) as (read, write), _mended(read, on_closed) as mended:
                yield Way((mended, write))
        case "sse":
            found: Any = sse_client(spec.url, headers=dict(spec.headers), auth=auth)
            async with found as (read, write), _mended(read, on_closed) as mended:
                yield Way((mended, write))


@asynccontextmanager
async def _process(spec: ServerSpec, tail: Tail, on_closed: Callable[[], None]) -> AsyncGenerator[Pipes, None]:
    variables = environment(spec)
    command = leashed([_found(spec, variables.get("PATH")), *spec.args])
    async with tail.listening() as errors, piped(command, variables, spec.cwd, errors, on_closed) as pipes:
        errors.close()  # the process has its own copy: ours would keep the pipe open after its death
        yield pipes


def _found(spec: ServerSpec, path: str | None) -> str:
    """The program a command names. Raises FileNotFoundError or NotADirectoryError before anything is started."""
    folder = Path(spec.cwd or ".")
    if not folder.is_dir():
        raise NotADirectoryError(f"its folder {folder} does not exist")
    program = str(folder / spec.command) if "/" in spec.command else spec.command
    if which(program, path=path):
        return spec.command
    if beside := which(program, path=str(Path(sys.executable).parent)):  # our environment need not be the active one
        return beside
    raise FileNotFoundError(spec.command)


def leashed(command: list[str]) -> list[str]:
    """The same command, tied to our own life where the kernel can do that."""
    if sys.platform != "linux":
        return command
    return [sys.executable, "-I", "-S", str(LEASH), str(os.getpid()), *command]


@asynccontextmanager
async def _http(spec: ServerSpec, auth: httpx2.Auth | None) -> AsyncGenerator[Streams, None]:
    client = create_mcp_http_client(headers=dict(spec.headers), auth=auth)
    async with (
        client,
        streamable_http_client(spec.url, http_client=client, max_sse_event_size=LARGEST_EVENT) as streams,
    ):
        yield streams


@asynccontextmanager
async def _mended(read: Any, on_closed: Callable[[], None]) -> AsyncGenerator[Any, None]:
    send, receive = anyio.create_memory_object_stream[Any](0)

    async def pump() -> None:
        async with send:
            async for message in read:
                if isinstance(message, SessionMessage) and isinstance(message.message, wire.JSONRPCResponse):
                    mend(message.message.result)
                await send.send(message)
        on_closed()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(pump)
        yield receive
        tasks.cancel_scope.cancel()
    receive.close()
