"""What a server said before it died, and the cure where the complaint is a known one."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TextIO

import anyio

from sandgate.model import ServerSpec

KEPT_BYTES = 8192
SHOWN_CHARACTERS = 1200


@dataclass(slots=True)
class Tail:
    """The last words of one process."""

    text: bytearray = field(default_factory=bytearray)

    def add(self, chunk: bytes) -> None:
        self.text += chunk
        del self.text[:-KEPT_BYTES]

    def __str__(self) -> str:
        text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", self.text.decode("utf-8", "replace")).strip()
        if len(text) <= SHOWN_CHARACTERS and len(self.text) < KEPT_BYTES:
            return text
        cut, end, lines = text[-SHOWN_CHARACTERS:].partition("\n")  # half a line may hold half a value
        return f"…{lines if end else cut}"

    @asynccontextmanager
    async def listening(self) -> AsyncGenerator[TextIO, None]:
        """A file to give a process as its stderr. Read all the time, so that a chatty server never blocks on it."""
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        with os.fdopen(writing, "w") as file:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._read, reading)
                try:
                    yield file
                finally:
                    tasks.cancel_scope.cancel()

    async def _read(self, descriptor: int) -> None:
        try:
            while True:
                await anyio.wait_readable(descriptor)
                chunk = os.read(descriptor, 65536)
                if not chunk:
                    return
                self.add(chunk)
        finally:
            anyio.notify_closing(descriptor)
            os.close(descriptor)


def _with(pin: str, command: str) -> str:
    """The same command with one more pin, where it is a uvx command."""
    if not re.match(r"(\S*/)?uvx\b", command):
        return f"install it with {pin}"
    return "start it with `" + re.sub(r"uvx\b", f"uvx --with '{pin}'", command, count=1) + "`"


CURES: tuple[tuple[str, str], ...] = (
    (r"No module named 'mcp\.server\.fastmcp|cannot import name '(FastMCP|McpError)'|mcp\.server\.fastmcp", "mcp<2"),
    (r"module 'mcp[\w.]*' has no attribute|'Server' object has no attribute '(list_|call_|get_|read_)", "mcp<2"),
    (r"fastmcp.*(ImportError|AttributeError|TypeError)|FastMCP\.__init__\(\) got an unexpected", "fastmcp<3"),
    (r"pydantic.*(PydanticUserError|PydanticSchemaGenerationError|has no attribute)", "pydantic<2.12"),
)
OTHER_CURES: tuple[tuple[str, str], ...] = (
    (r"SELF_SIGNED_CERT|unable to get local issuer", "set NODE_EXTRA_CA_CERTS to your company's certificate"),
    (r"invalid peer certificate", "set SSL_CERT_FILE in the server's env to your company's certificates"),
    (r"npm (ERR!|error) 404|E404", "the package name is not on your npm registry: check its spelling"),
    (r"No solution found when resolving|not found in the package registry", "check the package's name and version"),
    (r"EADDRINUSE|Address already in use", "another program uses its port: stop that one or choose another port"),
)


def cure(spec: ServerSpec, said: str) -> str:
    """What to do about a complaint we know, or an empty string."""
    command = " ".join((spec.command, *spec.args))
    for pattern, pin in CURES:
        if re.search(pattern, said, re.DOTALL):
            return f"It was written for another version of its library: {_with(pin, command)}."
    for pattern, advice in OTHER_CURES:
        if re.search(pattern, said):
            return f"Try this: {advice}."
    return ""
