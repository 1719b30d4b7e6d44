"""The two agents that are compared: one calls every tool itself, one writes programs.

Neither is a model. Both make the calls a careful model would make, over real sessions, and count what it would read.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from mcp import Client

from sandgate.errors import SandgateError
from sandgate.model import JsonObject
from sandgate.server.replies import META

from .counting import Transcript, words


class Failed(Exception):
    """A call or a program of the demo did not do what it was meant to."""


class Direct:
    """An agent without code execution: it writes every call and reads every result."""

    def __init__(self, clients: Mapping[str, Client]) -> None:
        self._clients = clients
        self.transcript = Transcript()
        self.seconds = 0.0

    async def meet(self) -> None:
        for client in self._clients.values():
            self.transcript.offer((await client.list_tools()).tools, client.instructions)

    async def call(self, path: str, /, **arguments: Any) -> Any:
        """The result of `server.tool`, read as the model would read it. Raises Failed with the tool's own words."""
        server, _, tool = path.partition(".")
        started = time.perf_counter()
        result = await self._clients[server].call_tool(tool, arguments)
        self.seconds += time.perf_counter() - started
        text = self.transcript.call(path, arguments, result)
        if result.is_error:
            raise Failed(f"{path}: {text}")
        return parsed(text)


class Coder:
    """An agent in front of Sandgate: it searches, reads definitions, and writes programs."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.transcript = Transcript()
        self.seconds = 0.0
        self._found = ""

    async def meet(self) -> None:
        self.transcript.offer((await self._client.list_tools()).tools, self._client.instructions)

    async def search(self, query: str) -> None:
        self._found += await self._call("search_tools", {"query": query}) + "\n"

    async def define(self, tool: str) -> None:
        """Read a tool's definition. Raises Failed for one that no search has shown: a model could not know of it."""
        if f"{tool}: " not in self._found:
            raise Failed(f"no search found {tool}; the searches gave:\n{self._found}")
        await self._call("get_tool_definition", {"tool": tool})

    async def run(self, program: str) -> str:
        """What the program's answer says. Raises Failed with the answer where it did not end well."""
        return await self._call("execute_code", {"code": program})

    async def _call(self, tool: str, arguments: JsonObject) -> str:
        started = time.perf_counter()
        result = await self._client.call_tool(tool, arguments)
        self.seconds += time.perf_counter() - started
        if result.is_error and META not in (result.meta or {}):  # Sandgate failed, not the program
            raise SandgateError(words(result))
        text = self.transcript.call(tool, arguments, result)
        if result.is_error:
            raise Failed(f"{tool}: {text}")
        return text


def parsed(text: str) -> Any:
    """A result as JSON where it is JSON, else as it stands."""
    try:
        return json.loads(text)
    except ValueError:
        return text
