"""The container engine, Docker or Podman, by HTTP over its unix socket: ask it, and attach to a container."""

from __future__ import annotations

import errno
import json
import os
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlencode

import anyio
import anyio.to_thread
import h11

from ...errors import SandboxError
from ...model import JsonObject

CHUNK = 256 * 1024
ANSWER_SECONDS = 60.0
SOON_SECONDS = 1.0
"""How much later than a container's end the engine may hear what it ended of."""
LARGEST_ANSWER = 32 * 2**20
LONGEST_MESSAGE = 500
UPGRADED, ERRORS = 101, 300
SOCKETS = ("/var/run/docker.sock", "/run/podman/podman.sock")
CURES = {
    errno.ENOENT: "install Docker or Podman, as by `apt install docker.io`, or say where it listens: "
    "DOCKER_HOST=unix://PATH",
    errno.ECONNREFUSED: "start it: `systemctl start docker`, or `systemctl --user start podman.socket`",
    errno.EACCES: "let this user reach it: as a member of the group `docker`, or with rootless Docker or Podman",
}


class EngineGone(SandboxError):
    """The engine does not answer, or not any more."""


class EngineRefused(SandboxError):
    """The engine answered with an error."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


def socket_of(environ: Mapping[str, str]) -> str:
    """Where the engine listens, as the environment says, else where one usually does."""
    if (named := environ.get("DOCKER_HOST", "")).startswith("unix://"):
        return named.removeprefix("unix://")
    own = environ.get("XDG_RUNTIME_DIR")
    usual = [*SOCKETS, *([f"{own}/docker.sock", f"{own}/podman/podman.sock"] if own else [])]
    return next((path for path in usual if Path(path).exists()), SOCKETS[0])


class Engine:
    """Each question has a connection of its own: a unix socket costs nothing, and none is left half read."""

    def __init__(self, path: str) -> None:
        self.path = path

    async def ask(
        self, method: str, path: str, body: JsonObject | BinaryIO | None = None, **query: str | int | bool
    ) -> Any:
        """What it answers, read from JSON where there is any. Raises EngineGone or EngineRefused."""
        async with self._asked(method, path, body, query) as talk:
            found = bytearray()
            async for data in talk.body():
                found += data
                if len(found) > LARGEST_ANSWER:
                    raise EngineRefused(f"the engine's answer to {path} is too long", 0)
            return _read(bytes(found))

    async def fetch(self, path: str, into: BinaryIO) -> None:
        """Write an answer to a file. Raises EngineGone or EngineRefused."""
        async with self._asked("GET", path, None, {}) as talk:
            async for data in talk.body():
                await anyio.to_thread.run_sync(into.write, data)

    async def ran_out_of_memory(self, container: str) -> bool:
        """Whether it has said so of this container, or does so soon. Raises EngineGone or EngineRefused."""
        told = json.dumps({"container": [container], "event": ["oom"]})
        until = time.time() + SOON_SECONDS
        return bool(await self.ask("GET", "/events", since=0, until=f"{until:.3f}", filters=told))

    async def attach(self, container: str) -> tuple[socket.socket, bytes]:
        """A connection to a container's stdin and stdout, and what has come from there already."""
        query: dict[str, str | int | bool] = {"stream": 1, "stdin": 1, "stdout": 1, "stderr": 1}
        talk = await self._talk()
        try:
            await talk.request("POST", f"/containers/{container}/attach", None, query, upgrade=True)
            await talk.response()
        except BaseException:
            talk.close()
            raise
        return talk.socket, talk.rest

    @asynccontextmanager
    async def _asked(
        self, method: str, path: str, body: JsonObject | BinaryIO | None, query: Mapping[str, str | int | bool]
    ) -> AsyncGenerator[_Talk]:
        talk = await self._talk()
        try:
            with anyio.fail_after(ANSWER_SECONDS):
                await talk.request(method, path, body, query)
                await talk.response()
            yield talk
        except TimeoutError as error:
            raise EngineGone(f"the container engine at {self.path} did not answer in {ANSWER_SECONDS:g} s") from error
        finally:
            talk.close()

    async def _talk(self) -> _Talk:
        ours = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        ours.setblocking(False)
        try:
            ours.connect(self.path)
        except OSError as error:
            ours.close()
            cure = CURES.get(error.errno or 0, "see whether it runs")
            reason = f"no container engine answers at {self.path}: {os.strerror(error.errno or 0)}"
            raise EngineGone(f"{reason}; {cure}") from error
        return _Talk(ours)


class _Talk:
    """One connection, one question."""

    def __init__(self, ours: socket.socket) -> None:
        self.socket = ours
        self._http = h11.Connection(h11.CLIENT)

    @property
    def rest(self) -> bytes:
        """What came after an answer that turned the connection into a stream."""
        return self._http.trailing_data[0]

    async def request(
        self,
        method: str,
        path: str,
        body: JsonObject | BinaryIO | None,
        query: Mapping[str, str | int | bool],
        *,
        upgrade: bool = False,
    ) -> None:
        content = json.dumps(body).encode() if isinstance(body, dict) else b""
        length = _size(body) if body is not None and not isinstance(body, dict) else len(content)
        kind = "application/json" if isinstance(body, dict) else "application/x-tar"
        how = [("Connection", "Upgrade"), ("Upgrade", "tcp")] if upgrade else [("Connection", "close")]
        headers = [("Host", "engine"), ("Content-Type", kind), ("Content-Length", str(length)), *how]
        target = f"{path}?{urlencode(query)}" if query else path
        await self._send(self._http.send(h11.Request(method=method, target=target, headers=headers)))
        async for data in _chunks(content if body is None or isinstance(body, dict) else body):
            await self._send(self._http.send(h11.Data(data=data)))
        await self._send(self._http.send(h11.EndOfMessage()))

    async def response(self) -> None:
        """Raises EngineRefused, with the engine's own words, where it is an error."""
        event = await self._event()
        while isinstance(event, h11.InformationalResponse) and event.status_code != UPGRADED:
            event = await self._event()
        if isinstance(event, h11.Response) and event.status_code >= ERRORS:
            said = b"".join([data async for data in self.body()])
            raise EngineRefused(f"the container engine refused: {_message(said)}", event.status_code)

    async def body(self) -> AsyncIterator[bytes]:
        while isinstance(event := await self._event(), h11.Data):
            yield bytes(event.data)

    async def _event(self) -> Any:
        try:
            while (event := self._http.next_event()) is h11.NEED_DATA:
                self._http.receive_data(await self._receive())
        except h11.RemoteProtocolError as error:
            raise EngineGone(f"the container engine went away in the middle of an answer: {error}") from error
        return event

    async def _receive(self) -> bytes:
        while True:
            try:
                return self.socket.recv(CHUNK)
            except BlockingIOError:
                await anyio.wait_readable(self.socket)
            except OSError as error:
                raise EngineGone(f"the container engine went away: {error.strerror}") from error

    async def _send(self, data: bytes | None) -> None:
        left = memoryview(data or b"")
        while left:
            try:
                left = left[self.socket.send(left) :]
            except BlockingIOError:
                await anyio.wait_writable(self.socket)
            except OSError as error:
                raise EngineGone(f"the container engine went away: {error.strerror}") from error

    def close(self) -> None:
        self.socket.close()


async def _chunks(content: bytes | BinaryIO) -> AsyncIterator[bytes]:
    if isinstance(content, bytes):
        yield content
        return
    while data := await anyio.to_thread.run_sync(content.read, CHUNK):
        yield data


def _size(file: BinaryIO) -> int:
    return os.fstat(file.fileno()).st_size


def _read(found: bytes) -> Any:
    """One value, or the last line of several: some answers tell of their progress first."""
    lines = [line for line in found.splitlines() if line.strip()]
    try:
        return json.loads(found) if len(lines) <= 1 else json.loads(lines[-1])
    except ValueError:
        return found.decode("utf-8", "replace")


def _message(said: bytes) -> str:
    try:
        return str(json.loads(said)["message"])[:LONGEST_MESSAGE]
    except (ValueError, KeyError, TypeError):
        return said.decode("utf-8", "replace").strip()[:LONGEST_MESSAGE] or "it gave no reason"


def label_filter(**labels: str) -> str:
    """How containers with these labels are asked for."""
    return json.dumps({"label": [*_pairs(labels)]})


def _pairs(labels: Mapping[str, str]) -> Iterator[str]:
    for name, value in labels.items():
        yield f"{name}={value}" if value else name
