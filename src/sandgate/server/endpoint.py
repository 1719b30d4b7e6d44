"""The MCP server itself: list our tools, check what a client sends, do it, reply."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import mcp.types as wire
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.types import INVALID_PARAMS

from sandgate import __version__
from sandgate.errors import BadArguments, Denied, SandgateError
from sandgate.model import JsonObject
from sandgate.output import count
from sandgate.telemetry import Telemetry, request

from . import skill_methods
from .executing import Execution, Reply, session_of, who_of
from .files import filed
from .replies import failed, said
from .running import Parked
from .surface import OwnTool, Reach, instructions, listed
from .tasks import Tasks, knows_tasks

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

log = logging.getLogger("sandgate.server")
Context = ServerRequestContext[Any]
KEEPING = ("write_workspace_file", "save_skill")
TASK_AFTER_SECONDS = 15.0
"""From when a program is a task, for clients that follow tasks."""
KINDS: dict[str, tuple[type, ...]] = {"string": (str,), "integer": (int,), "boolean": (bool,)}


class Endpoint:
    """One gateway as an MCP server. `gateway` is awaited when a call comes: listing our tools need not wait for it."""

    def __init__(
        self,
        gateway: Callable[[], Awaitable[Gateway]],
        surface: Literal["full", "minimal"] = "full",
        prefix: str = "",
        on_listed: Callable[[], None] = lambda: None,
        *,
        chosen: Collection[str] = (),
        reach: Reach | None = None,
        telemetry: Telemetry | None = None,
    ) -> None:
        self._gateway, self._on_listed = gateway, on_listed
        self.parked = Parked()
        self._tools = {prefix + tool.name: tool for tool in listed(surface, chosen)}
        self.server: Server[Any] = Server(
            "sandgate",
            version=__version__,
            title="Sandgate",
            instructions=instructions(prefix, reach),
            on_list_tools=self._list,
            on_call_tool=self._call,
        )
        if telemetry:
            self.server.middleware.append(telemetry.serving(self._tools))
        skill_methods.bind(self.server, gateway)
        Tasks(self.server, self.parked, gateway)

    def tokens(self) -> dict[str, int]:
        """What a model reads of us before it asks for anything."""
        shown = [
            _listed(name, tool).model_dump(mode="json", by_alias=True, exclude_none=True)
            for name, tool in self._tools.items()
        ]
        return {"definitions": count(json.dumps(shown, ensure_ascii=False)) + count(self.server.instructions or "")}

    async def _list(self, context: Context, params: wire.PaginatedRequestParams | None) -> wire.ListToolsResult:
        del context, params
        self._on_listed()
        return wire.ListToolsResult(tools=[_listed(name, tool) for name, tool in self._tools.items()])

    async def _call(self, context: Context, params: wire.CallToolRequestParams) -> Reply:
        request()
        tool = self._tools.get(params.name)
        if tool is None:  # to MCP this is a wrong request, not a tool that failed
            there_are = f"there are: {', '.join(self._tools)}"
            raise MCPError(INVALID_PARAMS, f"there is no tool {params.name[:40]!r}; {there_are}")
        try:
            arguments = checked(tool, params.arguments or {})
            return await self._do(tool, arguments, context, params)
        except SandgateError as error:
            return await self._failed(error, params.arguments or {}, context)
        except Exception:  # the border: a defect of ours must not end the conversation, nor show its inside
            log.exception("a request failed")
            return failed(SandgateError("Sandgate failed inside; its log on stderr says how. Nothing more was done."))

    async def _failed(self, error: SandgateError, arguments: JsonObject, context: Context) -> Reply:
        """What went wrong may quote a file or a server: the model reads it as it reads results."""
        try:
            gateway = await self._gateway()
            named = arguments.get("session")
            session = named if isinstance(named, str) else session_of(context)
            return failed(SandgateError(await gateway.sanitizer.told(str(error), session)))
        except SandgateError as other:  # nothing can be looked through, and this says why
            return failed(other)

    async def _do(
        self, tool: OwnTool, arguments: JsonObject, context: Context, params: wire.CallToolRequestParams
    ) -> Reply:
        gateway, session = await self._gateway(), arguments.get("session") or session_of(context)
        if tool.name in KEEPING and gateway.config.policy.profile == "read_only":
            raise Denied(f"{tool.name} is denied by policy.profile read_only: nothing is kept")
        match tool.name:
            case "execute_code" | "execute_code_readonly":
                read_only = tool.name == "execute_code_readonly"
                patience = TASK_AFTER_SECONDS if knows_tasks(context) else None
                execution = Execution(gateway, self.parked, context, read_only=read_only, patience=patience)
                return await execution.reply(arguments, params)
            case "search_tools" | "get_tool_definition":
                found = await looked_up(gateway, tool.name, arguments, session_of(context))
                return said(found)
            case "sanitize_pii":
                return said(await gateway.sanitizer.sanitize(arguments["text"], session))
            case "restore_pii":
                return said(await gateway.sanitizer.restore(arguments["text"], session, who_of(context)))
            case "get_execution":
                return await Execution(gateway, self.parked, context).look(**arguments)
            case "save_skill":
                return said(await gateway.skills.save(**arguments, session=session_of(context)))
            case "load_skill":
                return said(await gateway.skills.load(**arguments))
            case "list_skills":
                return said(await gateway.skills.list(**arguments))
            case "write_workspace_file" | "read_workspace_file" | "list_workspace_files":
                return said(await filed(gateway.files, tool.name, arguments, session_of(context)))
            case _:
                return said(await gateway.stats(session_of(context)))


async def looked_up(gateway: Gateway, name: str, arguments: JsonObject, session: str | None) -> str:
    """What tools there are. A server that cannot be asked may have said in its last words whose data it has."""
    if name == "search_tools":
        found = await gateway.finder.search(**arguments, hide=partial(gateway.sanitizer.sanitize, session=session))
    else:
        found = await gateway.finder.definition(**arguments)
    await gateway.accounts.looked_up(session, found)
    return found


def _listed(name: str, tool: OwnTool) -> wire.Tool:
    schema: JsonObject = {"type": "object", "properties": tool.properties}
    if tool.required:
        schema["required"] = list(tool.required)
    hints = wire.ToolAnnotations(read_only_hint=True) if tool.read_only else wire.ToolAnnotations(destructive_hint=True)
    return wire.Tool(
        name=name,
        description=tool.description,
        input_schema=schema,
        annotations=hints,
        _meta={"anthropic/alwaysLoad": True} if tool.always_loaded else None,
    )


def checked(tool: OwnTool, arguments: JsonObject) -> JsonObject:
    """What a client sent, if it fits. Raises BadArguments with what would."""
    for name in tool.required:
        if name not in arguments:
            raise BadArguments(f"{tool.name} needs {name!r}")
    for name, value in arguments.items():
        schema = tool.properties.get(name)
        if schema is None:
            it_has = f"it has: {', '.join(tool.properties) or 'none'}"
            raise BadArguments(f"{tool.name} has no parameter {name[:40]!r}; {it_has}")
        kinds = KINDS.get(schema.get("type", "string"), (str,))
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise BadArguments(f"{tool.name}: {name!r} must be of type {schema.get('type', 'string')}")
    return arguments
