"""MCP without an SDK, for the servers that tests start by the hundred: one is there in 50 ms, not in 650.

It speaks both eras over its pipes. It stands alone: the SDK's own servers, and those of others, are tested elsewhere.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
import types
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, get_args, get_origin, get_type_hints

MODERN, LEGACY = "2026-07-28", "2025-11-25"
METHOD_NOT_FOUND, INVALID_PARAMS = -32601, -32602
KINDS: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object", list: "array"}
META = "io.modelcontextprotocol/"
LONGEST_LINE = 2**27


class ToolError(Exception):
    """What a tool says instead of an answer."""


class Refusal(Exception):
    """An error of the protocol."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message}


class Server:
    """Tools and resources of one server. `legacy` is a server that has never heard of the new era."""

    def __init__(self, name: str, instructions: str = "", *, legacy: bool = False) -> None:
        self._name, self._instructions, self._legacy = name, instructions, legacy
        self._tools: dict[str, tuple[dict[str, Any], Callable[..., Any]]] = {}
        self._resources: dict[str, tuple[str, Callable[[], str]]] = {}
        self._listening: set[str] = set()
        self._running: dict[Any, asyncio.Task[None]] = {}
        self._params: ContextVar[dict[str, Any]] = ContextVar("params")
        self._writer: asyncio.StreamWriter | None = None

    @property
    def meta(self) -> dict[str, Any]:
        """What the request that is answered carries besides its arguments."""
        return self._params.get().get("_meta", {})

    @property
    def era(self) -> str:
        """The version that the request which is answered is written in."""
        return self.meta.get(f"{META}protocolVersion", LEGACY)

    def tool(
        self, *, name: str = "", structured: bool = True, **hints: bool
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """`hints` are annotations in the protocol's own spelling."""

        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            self.add(function, name or function.__name__, "", structured=structured, **hints)
            return function

        return add

    def add(
        self, function: Callable[..., Any], name: str, about: str = "", *, structured: bool = True, **hints: bool
    ) -> None:
        tool = {"name": name, "description": about or inspect.getdoc(function) or "", **_schemas(function, structured)}
        self._tools[name] = ({**tool, **({"annotations": hints} if hints else {})}, function)

    def remove(self, name: str) -> None:
        del self._tools[name]

    def resource(self, uri: str, mime_type: str = "text/plain") -> Callable[[Callable[[], str]], Callable[[], str]]:
        def add(function: Callable[[], str]) -> Callable[[], str]:
            self._resources[uri] = mime_type, function
            return function

        return add

    def tools_changed(self) -> None:
        """Say so, in the way of the era that is spoken."""
        about = "notifications/tools/list_changed"
        if self.era == LEGACY:
            self._send({"method": about})
        for listener in self._listening:
            self._send({"method": about, "params": {"_meta": {f"{META}subscriptionId": listener}}})

    def run(self) -> None:
        """Until the pipe is closed."""
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(LONGEST_LINE)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        transport, flow = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
        self._writer = asyncio.StreamWriter(transport, flow, reader, loop)
        while line := await reader.readline():
            message = json.loads(line)
            params: dict[str, Any] = message.get("params") or {}
            if message["method"] == "notifications/cancelled":
                self._listening.discard(params["requestId"])
                if task := self._running.get(params["requestId"]):
                    task.cancel()
            elif "id" in message:
                answer = self._answer(message["id"], message["method"], params)
                self._running[message["id"]] = asyncio.create_task(answer)

    async def _answer(self, id: Any, method: str, params: dict[str, Any]) -> None:
        self._params.set(params)
        try:
            result = await self._result(id, method, params)
            if result is not None:
                self._send({"id": id, "result": {**result, **self._modern(method)}})
                assert self._writer
                await self._writer.drain()
        except Refusal as refusal:
            self._send({"id": id, "error": refusal.error})
        finally:
            del self._running[id]

    async def _result(self, id: Any, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """None is an answer that never comes."""
        about = {"capabilities": {"tools": {"listChanged": True}, "resources": {}}, "instructions": self._instructions}
        match method:
            case "server/discover" if not self._legacy:
                return {**about, "supportedVersions": [MODERN]}
            case "subscriptions/listen" if not self._legacy:
                self._listening.add(id)
                told = {"_meta": {f"{META}subscriptionId": id}, "notifications": params["notifications"]}
                self._send({"method": "notifications/subscriptions/acknowledged", "params": told})
                return None
            case "initialize":
                return {**about, "protocolVersion": LEGACY, "serverInfo": {"name": self._name, "version": "0"}}
            case "ping":
                return {}
            case "tools/list":
                return {"tools": [tool for tool, _ in self._tools.values()]}
            case "tools/call":
                return await self._called(params["name"], params.get("arguments") or {})
            case "resources/list":
                kinds = self._resources.items()
                return {"resources": [{"uri": uri, "name": uri, "mimeType": kind} for uri, (kind, _) in kinds]}
            case "resources/read" if params["uri"] in self._resources:
                kind, read = self._resources[params["uri"]]
                return {"contents": [{"uri": params["uri"], "mimeType": kind, "text": read()}]}
            case "resources/read":
                raise Refusal(INVALID_PARAMS, f"Unknown resource: {params['uri']}")
            case _:
                raise Refusal(METHOD_NOT_FOUND, "Method not found")

    async def _called(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        if name not in self._tools:
            return _failure(f"Unknown tool: {name}")
        tool, function = self._tools[name]
        try:
            _check(tool["inputSchema"], arguments)
            value = function(**arguments)
            value = await value if inspect.isawaitable(value) else value
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller is told
            return _failure(f"Error executing tool {name}: {error}")
        answer: dict[str, Any] = {"content": _blocks(value), "isError": False}
        if schema := tool.get("outputSchema"):
            answer["structuredContent"] = {"result": value} if "result" in schema.get("properties", {}) else value
        return answer

    def _modern(self, method: str) -> dict[str, Any]:
        if self.era == LEGACY:
            return {}
        kept = {} if method == "tools/call" else {"cacheScope": "private", "ttlMs": 0}
        about = {f"{META}serverInfo": {"name": self._name, "version": "0"}}
        return {"resultType": "complete", **kept, "_meta": about}

    def _send(self, message: dict[str, Any]) -> None:
        assert self._writer
        self._writer.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n")


def _failure(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], "isError": True}


def _blocks(value: Any) -> list[Any]:
    match value:
        case None:
            return []
        case [*several]:
            return [block for one in several for block in _blocks(one)]
        case {"type": "image" | "resource_link"}:
            return [value]
        case str():
            return [{"type": "text", "text": value}]
        case _:
            return [{"type": "text", "text": json.dumps(value, indent=2, ensure_ascii=False)}]


def _check(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    for name in schema["required"]:
        if name not in arguments:
            raise ToolError(f"{name} is missing")
    for name, value in arguments.items():
        kind = schema["properties"].get(name, {}).get("type")
        right = next((python for python, word in KINDS.items() if word == kind), object)
        if not isinstance(value, (int, float) if kind == "number" else right):
            raise ToolError(f"{name} must be of type {kind}")


def _schemas(function: Callable[..., Any], structured: bool) -> dict[str, Any]:
    """What a tool takes and gives, from its annotations."""
    hints = get_type_hints(function)
    properties: dict[str, Any] = {}
    required: list[str] = []
    for name, parameter in inspect.signature(function).parameters.items():
        properties[name] = _schema(hints[name])
        if parameter.default is parameter.empty:
            required.append(name)
        else:
            properties[name]["default"] = parameter.default
    taken = {"inputSchema": {"type": "object", "properties": properties, "required": required}}
    given = hints["return"]
    if not structured or given is Any:
        return taken
    if get_origin(given) is dict:
        return {**taken, "outputSchema": _schema(given)}
    result = {"type": "object", "properties": {"result": _schema(given)}, "required": ["result"]}
    return {**taken, "outputSchema": result}


def _schema(hint: Any) -> dict[str, Any]:
    if hint is Any:
        return {}
    if isinstance(hint, types.UnionType):
        return {"anyOf": [_schema(one) for one in get_args(hint)]}
    if hint is types.NoneType:
        return {"type": "null"}
    inner = [_schema(one) for one in get_args(hint)]
    match get_origin(hint):
        case origin if origin is list:
            return {"type": "array", "items": inner[0]}
        case origin if origin is dict:
            return {"type": "object", "additionalProperties": inner[1] or True}
        case _:
            return {"type": KINDS[hint]}
