"""The tools of one gateway for one conversation: the ones an MCP client sees, called directly."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import mcp.types as wire
from anyio.from_thread import BlockingPortal

from sandgate.errors import BadArguments, Denied, SandgateError
from sandgate.gateway import Gateway
from sandgate.model import JsonObject, Media
from sandgate.policy.approval import Answer, Question
from sandgate.server.endpoint import KEEPING, checked, looked_up
from sandgate.server.files import filed
from sandgate.server.replies import said
from sandgate.server.surface import OwnTool, instructions, listed

from .programs import Programs, asks
from .settings import chosen, reach

T = TypeVar("T")
CLOSED = "the toolbox is not open: enter it with `async with Toolbox(gate) as box`"
OnQuestion = Callable[[Question], Awaitable[Answer]]
"""Decides, for a person, what a program asks."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tool says to the model."""

    text: str
    ok: bool = True
    media: tuple[Media, ...] = ()


class Toolbox:
    """Enter it with `async with`: programs that run in the background end when it is left.

    Calls of one toolbox share a `session`: files, tokens for personal data, what a person has allowed. Two toolboxes
    share nothing, unless they are given the same. Without `on_question`, a program that needs a person's word waits,
    and the model is told how to go on with it.
    """

    def __init__(self, gateway: Gateway, *, session: str | None = None, on_question: OnQuestion | None = None) -> None:
        config = gateway.config
        self.session = session or f"agent-{secrets.token_hex(8)}"
        self.instructions = instructions(config.prefix, reach(config))
        self.tools: dict[str, OwnTool] = {
            config.prefix + tool.name: tool for tool in listed(config.surface, chosen(config))
        }
        self._gateway = gateway
        self._programs = Programs(gateway, self.session, on_question)
        self._portal: BlockingPortal | None = None
        self._opened = AsyncExitStack()
        self._loop_thread = 0

    async def __aenter__(self) -> Self:
        await self._opened.enter_async_context(self._programs.parked)
        self._loop_thread = threading.get_ident()
        self._portal = await self._opened.enter_async_context(BlockingPortal())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._portal = None
        await self._opened.__aexit__(kind, error, trace)

    async def call(self, name: str, arguments: Mapping[str, Any] | str | None = None) -> Reply:
        """Do what the model asks for. What goes wrong is a reply that is not `ok`, with what would have been right.

        `arguments` may be JSON text, as some models send it; an argument that is null counts as not given.
        """
        if self._portal is None:
            raise SandgateError(CLOSED)
        try:
            tool = self._tool(name)
            return _reply(await self._do(tool, checked(tool, _given(arguments))))
        except SandgateError as error:
            return Reply(await self._told(error, arguments), ok=False)

    async def _told(self, error: SandgateError, arguments: Mapping[str, Any] | str | None) -> str:
        """What went wrong may quote a file or a server: the model reads it as it reads results."""
        named = arguments.get("session") if isinstance(arguments, Mapping) else None
        try:
            return await self._gateway.sanitizer.told(str(error), str(named) if named else self.session)
        except SandgateError as other:  # nothing can be looked through, and this says why
            return str(other)

    def call_from_thread(self, name: str, arguments: Mapping[str, Any] | str | None = None) -> Reply:
        """The same for code that is not async, in any thread but the one that runs the loop."""
        return self.wait_for(self.call, name, arguments)

    def wait_for(self, function: Callable[..., Awaitable[T]], *arguments: object) -> T:
        """Run an async function of ours, such as `anthropic.results`, from code that is not async."""
        if self._portal is None:
            raise SandgateError(CLOSED)
        if self._loop_thread == threading.get_ident():  # it would wait for itself
            cure = "await anyio.to_thread.run_sync(agent.run, task)"
            raise SandgateError(f"code that is not async must run in a thread of its own: {cure}")
        return self._portal.call(function, *arguments)

    def _tool(self, name: str) -> OwnTool:
        tool = self.tools.get(name)
        if tool is None:
            raise BadArguments(f"there is no tool {name[:40]!r}; there are: {', '.join(self.tools)}")
        return tool

    async def _do(self, tool: OwnTool, arguments: JsonObject) -> wire.CallToolResult:
        gateway, session = self._gateway, arguments.get("session") or self.session
        if tool.name in KEEPING and gateway.config.policy.profile == "read_only":
            raise Denied(f"{tool.name} is denied by policy.profile read_only: nothing is kept")
        match tool.name:
            case "execute_code" | "execute_code_readonly":
                return await self._programs.execute(arguments, read_only=tool.name == "execute_code_readonly")
            case "get_execution":
                return await self._programs.look(**arguments)
            case "search_tools" | "get_tool_definition":
                return said(await looked_up(gateway, tool.name, arguments, self.session))
            case "sanitize_pii":
                return said(await gateway.sanitizer.sanitize(arguments["text"], session))
            case "restore_pii":
                return said(await gateway.sanitizer.restore(arguments["text"], session, asks()))
            case "save_skill":
                return said(await gateway.skills.save(**arguments, session=self.session))
            case "load_skill":
                return said(await gateway.skills.load(**arguments))
            case "list_skills":
                return said(await gateway.skills.list(**arguments))
            case "write_workspace_file" | "read_workspace_file" | "list_workspace_files":
                return said(await filed(gateway.files, tool.name, arguments, self.session))
            case "get_execution_stats":
                return said(await gateway.stats(self.session))
            case other:
                raise BadArguments(f"{other} can only be called by an MCP client")


def schema(tool: OwnTool) -> JsonObject:
    """The parameters of a tool, as JSON schema."""
    required = {"required": list(tool.required)} if tool.required else {}
    return {"type": "object", "properties": tool.properties, **required}


def _given(arguments: Mapping[str, Any] | str | None) -> JsonObject:
    if isinstance(arguments, str):
        try:
            read: object = json.loads(arguments or "{}")
        except ValueError as error:
            raise BadArguments(f"the arguments are not JSON: {error}") from None
        if not isinstance(read, dict):
            raise BadArguments("the arguments must be a JSON object")
        arguments = cast("JsonObject", read)
    return {name: value for name, value in (arguments or {}).items() if value is not None}


def _reply(result: wire.CallToolResult) -> Reply:
    texts = [block.text for block in result.content if isinstance(block, wire.TextContent)]
    return Reply("\n".join(texts), ok=not result.is_error, media=_media(result.content))


def _media(content: Sequence[wire.ContentBlock]) -> tuple[Media, ...]:
    shown: list[Media] = []
    for block in content:
        match block:
            case wire.ImageContent() | wire.AudioContent():
                shown.append(Media(mime_type=block.mime_type, data=block.data))
            case wire.EmbeddedResource(resource=wire.BlobResourceContents() as blob):
                shown.append(Media(mime_type=blob.mime_type or "application/octet-stream", data=blob.blob))
            case _:
                pass
    return tuple(shown)
