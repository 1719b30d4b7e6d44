"""Trusted skills for clients that know the extension `io.modelcontextprotocol/skills`, and as resources for all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import anyio.to_thread
import mcp.types as wire
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.types import INVALID_PARAMS

from sandgate.errors import SandgateError
from sandgate.model import JsonObject

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

Context = ServerRequestContext[Any]
IDENTIFIER = "io.modelcontextprotocol/skills"
SETTINGS: JsonObject = {"directoryRead": True}


class ListParams(wire.RequestParams):
    cursor: str | None = None


class UriParams(wire.RequestParams):
    uri: str


def bind(server: Server[Any], gateway: Callable[[], Awaitable[Gateway]]) -> None:
    """Serve the skills of a gateway, which is awaited when somebody asks for one."""

    async def answered(name: str, *asked: object) -> Any:
        skills = (await gateway()).skills.store
        from sandgate.skills import extension  # the gateway has it; a client that lists our tools need not wait for it

        try:
            return await anyio.to_thread.run_sync(getattr(extension, name), skills, *asked)
        except SandgateError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None

    async def listed(_: Context, params: ListParams) -> JsonObject:
        return _complete(await answered("skills_list", params.cursor))

    async def got(_: Context, params: UriParams) -> JsonObject:
        return _complete(await answered("skills_get", params.uri))

    async def directory(_: Context, params: UriParams) -> JsonObject:
        return _complete(await answered("directory_read", params.uri))

    async def resources(_: Context, params: wire.PaginatedRequestParams) -> wire.ListResourcesResult:
        del params
        return wire.ListResourcesResult.model_validate({"resources": await answered("resources_list")})

    async def read(_: Context, params: wire.ReadResourceRequestParams) -> wire.ReadResourceResult:
        return wire.ReadResourceResult.model_validate(await answered("resources_read", str(params.uri)))

    server.extensions[IDENTIFIER] = SETTINGS
    server.add_request_handler("skills/list", ListParams, listed)
    server.add_request_handler("skills/get", UriParams, got)
    server.add_request_handler("resources/directory/read", UriParams, directory)
    server.add_request_handler("resources/list", wire.PaginatedRequestParams, resources)
    server.add_request_handler("resources/read", wire.ReadResourceRequestParams, read)


def _complete(found: JsonObject) -> JsonObject:
    return {"resultType": "complete", **found}
