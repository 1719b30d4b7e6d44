"""The hub: names to connections. It starts servers, carries calls to them, and closes them all at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import anyio
import httpx2
import mcp.types as wire
from mcp import MCPError
from mcp.shared.dispatcher import ProgressFnT
from mcp.types import CONNECTION_CLOSED, PARSE_ERROR
from pydantic import ValidationError

from sandgate.errors import CallFailed, CallTimeout, UnknownTool, first_cause
from sandgate.model import Era, JsonObject, Listing, ServerSpec, Tool
from sandgate.ownership import Owner

from .connection import FOREIGN, Connection, OnToolsChanged, State
from .results import discreet, resource_blocks

MAX_PAGES = 1000
MOST_WRONG = 3
"""Of what is wrong with an answer, as much is told."""


async def _nobody(_: str) -> None: ...


class Hub(Owner):
    """All downstream servers. Use as a context: on leaving, every server it started has ended."""

    def __init__(
        self,
        specs: Iterable[ServerSpec],
        *,
        eras: Mapping[str, Era] | None = None,
        auth: Callable[[ServerSpec], httpx2.Auth | None] = lambda _: None,
        on_tools_changed: OnToolsChanged = _nobody,
    ) -> None:
        self._specs = {spec.name: spec for spec in specs}
        self._eras: dict[str, Era] = dict(eras or {})
        self._auth, self._on_tools_changed = auth, on_tools_changed
        self._connections: dict[str, Connection] = {}

    async def closing(self) -> None:
        async with anyio.create_task_group() as closing:
            for connection in self._connections.values():
                closing.start_soon(connection.close)

    @property
    def servers(self) -> tuple[str, ...]:
        return tuple(self._specs)

    def state(self, server: str) -> State:
        connection = self._connections.get(server)
        return connection.state if connection else "stopped"

    async def list_tools(self, server: str) -> Listing:
        """All pages of a server's tools, without those the user has hidden. Raises ServerUnavailable."""
        connection = self._connection(server)
        with connection.discreet():
            client = await connection.client()
        tools: list[wire.Tool] = []
        cursor: str | None = None
        try:
            with anyio.fail_after(connection.spec.start_timeout_seconds):
                for _ in range(MAX_PAGES):
                    page = await client.list_tools(cursor=cursor)
                    tools += page.tools
                    if not (cursor := page.next_cursor):
                        break
        except FOREIGN as error:
            raise (
                await connection.login_needed() or _failed(f"{server}: its tools could not be listed", error)
            ) from error
        info = client.server_info
        return Listing(
            tools=tuple(_tool(server, tool) for tool in tools if _shown(connection.spec, tool.name)),
            title=(info.title or info.name) if info else "",
            instructions=client.instructions or "",
            version=info.version if info else "",
            era=connection.era,
        )

    async def call(
        self, server: str, tool: str, arguments: JsonObject, on_progress: ProgressFnT | None = None
    ) -> wire.CallToolResult:
        """Call one tool once. Raises ServerUnavailable before it was sent, CallFailed or CallTimeout after."""
        connection = self._connection(server)
        with connection.discreet():
            async with connection.turns:
                client = await connection.client()
                try:
                    result = await connection.call(client, tool, arguments, on_progress)
                    return discreet(result, connection.secrets)
                except TimeoutError as error:
                    seconds = f"{connection.spec.timeout_seconds:g} s (timeout_seconds of server {server!r})"
                    raise CallTimeout(
                        f"{server}.{tool} did not answer within {seconds}; it may still take effect"
                    ) from error
                except FOREIGN as error:
                    raise await connection.login_needed() or _failed(f"{server}.{tool}", error) from error

    async def read(self, server: str, uri: str) -> list[JsonObject]:
        """A resource of a server, as blocks."""
        connection = self._connection(server)
        with connection.discreet():
            async with connection.turns:
                client = await connection.client()
                try:
                    with anyio.fail_after(connection.spec.timeout_seconds):
                        return resource_blocks(await client.read_resource(uri), connection.secrets)
                except FOREIGN as error:
                    raise await connection.login_needed() or _failed(f"{server}: {uri}", error) from error

    async def release(self, server: str) -> None:
        """Stop a server that was started only to be listed."""
        connection = self._connections.get(server)
        if connection and not connection.used:
            await connection.close()

    def _connection(self, server: str) -> Connection:
        if server not in self._specs:
            raise UnknownTool(f"there is no server {server!r}; the servers are: {', '.join(self._specs) or 'none'}")
        if server not in self._connections:
            self._connections[server] = Connection(
                self._specs[server], self.tasks, self._eras.get(server, "auto"), self._auth, self._on_tools_changed
            )
        return self._connections[server]


def _failed(subject: str, error: BaseException) -> CallFailed:
    cause = first_cause(error)
    if isinstance(cause, TimeoutError):
        return CallTimeout(f"{subject}: no answer in time")
    if isinstance(cause, MCPError) and cause.code == CONNECTION_CLOSED:
        return CallFailed(f"{subject}: the server died during the call, which may or may not have taken effect")
    if isinstance(cause, ValidationError):  # its own words quote the answer, cut, and half a value is no value
        return CallFailed(f"{subject}: it answered with something that is not MCP: {_wrong_in(cause)}")
    if isinstance(cause, MCPError) and cause.code == PARSE_ERROR:  # the SDK's words for the same, over HTTP
        return CallFailed(f"{subject}: it answered with something that is not MCP")
    return CallFailed(f"{subject}: {str(cause) or type(cause).__name__}")


def _wrong_in(error: ValidationError) -> str:
    """Where an answer has not the form it should, without what stands there."""
    found = error.errors(include_url=False, include_context=False, include_input=False)[:MOST_WRONG]
    return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in found)


def _shown(spec: ServerSpec, tool: str) -> bool:
    return tool not in spec.hidden_tools and (spec.only_tools is None or tool in spec.only_tools)


def _tool(server: str, tool: wire.Tool) -> Tool:
    annotations: dict[str, Any] = (
        tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations else {}
    )
    title = tool.title or annotations.get("title") or ""
    return Tool(
        server=server,
        name=tool.name,
        title=title,
        description=tool.description or "",
        input_schema=dict(tool.input_schema),
        output_schema=dict(tool.output_schema) if tool.output_schema is not None else None,
        annotations=annotations,
    )
