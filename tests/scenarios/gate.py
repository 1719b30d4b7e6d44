"""A real `sandgate serve` in its own process, and the real client that talks to it.

Most are forked from a Python that has imported Sandgate already; where their start or their end matters, they are not.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

import anyio
import mcp.types as wire
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.warm import warm

from .processes import below, topmost

Mode = Literal["auto", "legacy"]
Way = Literal["stdio", "http"]
Entry = dict[str, object]
"""One server of `sandgate.toml`, by dotted keys."""
VERSIONS: dict[Mode, str] = {"auto": "2026-07-28", "legacy": "2025-11-25"}
PATIENCE_SECONDS = 60.0
MARK = "import ctypes; ctypes.CDLL(None).prctl(15, b'sg-marked', 0, 0, 0)"
"""What a program says to be told from workers that only wait for one: it names its process."""
UNRULY = Path(__file__).with_name("unruly.py")


def unruly(*flags: str, **options: object) -> Entry:
    """The entry of our own misbehaving server."""
    return {"command": sys.executable, "args": [str(UNRULY), *flags], **options}


@dataclass
class Gate:
    """A folder with a `sandgate.toml`; nothing of the machine's own configuration is read."""

    folder: Path
    state: Path
    environment: dict[str, str] = field(default_factory=dict[str, str])
    cold: bool = False
    """Whether its processes begin with nothing imported, as a person's do."""

    @property
    def name(self) -> str:
        """What its processes are called, where their command line is not their own."""
        return f"sg-{crc32(str(self.config).encode()):08x}"

    @property
    def config(self) -> Path:
        return self.folder / "sandgate.toml"

    @property
    def log(self) -> str:
        """All that the gateways of this folder have said on stderr."""
        path = self.folder / "stderr"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def configure(self, servers: Mapping[str, Entry], settings: Mapping[str, object] | None = None) -> None:
        """Write `sandgate.toml`. Settings are dotted keys; what JSON writes for their values, TOML can read."""
        lines = [f"{key} = {json.dumps(value)}" for key, value in (settings or {}).items()]
        lines += ["import.clients = []", 'validation.rules.native-code = "off"']  # programs name themselves by MARK
        for name, entry in servers.items():
            lines += [
                f"[servers.{json.dumps(name)}]",
                *(f"{key} = {json.dumps(value)}" for key, value in entry.items()),
            ]
        self.config.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def command(self, *arguments: str) -> list[str]:
        python = [sys.executable] if self.cold else warm().python(self.name)
        return [*python, "-m", "sandgate", *arguments, "--config", str(self.config)]

    def variables(self) -> dict[str, str]:
        """Ours, with another home, so that neither files nor logins of the person who runs the tests are touched."""
        cache = os.environ.get("UV_CACHE_DIR", str(Path.home() / ".cache" / "uv"))
        home = str(self.folder / "home")
        own = {"HOME": home, "XDG_STATE_HOME": str(self.state), "XDG_CONFIG_HOME": home}
        return {**os.environ, **own, "UV_CACHE_DIR": cache, "UV_PYTHON": sys.executable, **self.environment}

    def sandgate(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command that ends by itself."""
        return subprocess.run(
            self.command(*arguments),
            env=self.variables(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )

    @asynccontextmanager
    async def client(
        self, mode: Mode = "auto", way: Way = "stdio", patience: float | None = PATIENCE_SECONDS, **options: Any
    ) -> AsyncGenerator[Client, None]:
        """A real client of a gateway of its own, for so many seconds at most."""
        if way == "http":
            async with self.http(patience) as url, Client(url, mode=mode, **options) as client:
                yield client
            return
        command, *arguments = self.command("serve")
        parameters = StdioServerParameters(
            command=command, args=arguments, env=self.variables(), cwd=self.folder, encoding_error_handler="replace"
        )
        with anyio.fail_after(patience), (self.folder / "stderr").open("a") as errors:
            async with Client(stdio_client(parameters, errlog=errors), mode=mode, **options) as client:
                yield client

    @asynccontextmanager
    async def http(self, patience: float | None = PATIENCE_SECONDS) -> AsyncGenerator[str, None]:
        """The address of a gateway that serves over HTTP until the block is left, for so many seconds at most."""
        port = free_port()
        command = self.command("serve", "--http", "--port", str(port))
        with (self.folder / "stderr").open("a") as errors:
            process = await anyio.open_process(
                command, stdin=None, stdout=errors, stderr=errors, env=self.variables(), cwd=self.folder
            )
        try:
            with anyio.fail_after(PATIENCE_SECONDS):
                await listening(port)
            with anyio.fail_after(patience):
                yield f"http://127.0.0.1:{port}/mcp"
        finally:
            with anyio.CancelScope(shield=True), suppress(ProcessLookupError):
                process.terminate()
                with anyio.move_on_after(15):
                    await process.wait()
                process.kill()

    def pid(self) -> int:
        """The one gateway that serves these settings now."""
        (pid,) = topmost(f" --config {self.config}" if self.cold else f"{self.name}: ")
        return pid

    def runs(self) -> list[int]:
        """The processes of programs that have marked themselves, and all that those have started."""
        return below(self.pid(), "sg-marked: ")

    def servers(self) -> list[int]:
        """The downstream servers of ours that run now."""
        return below(self.pid(), UNRULY.name)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def listening(port: int) -> None:
    """Until a port answers: another process's start is no event of ours."""
    while True:
        try:
            stream = await anyio.connect_tcp("127.0.0.1", port)
        except OSError:
            await anyio.sleep(0.05)
        else:
            await stream.aclose()
            return


def said(result: wire.CallToolResult) -> str:
    """The text of an answer."""
    return "\n".join(block.text for block in result.content if isinstance(block, wire.TextContent))


async def execute(client: Client, code: str) -> str:
    """What a program that must end well answers."""
    result = await client.call_tool("execute_code", {"code": code})
    assert not result.is_error, said(result)
    return said(result)


async def refused(client: Client, name: str, /, **arguments: object) -> str:
    """What a call that must not end well answers."""
    result = await client.call_tool(name, dict(arguments))
    assert result.is_error, said(result)
    return said(result)
