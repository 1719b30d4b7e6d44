"""The extension `io.modelcontextprotocol/tasks` (SEP-2663): a program that takes long is a task a client follows.

The server decides: with a client that knows tasks, a program in the background is one at once, and any other program
becomes one when it has run for a while. The client then asks how it stands, answers what is asked, or cancels it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import mcp.types as wire
from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from sandgate.errors import UnknownTool
from sandgate.model import JsonObject

from .executing import Execution, asked_of
from .replies import ended
from .running import PARKED_SECONDS, Parked, Running

if TYPE_CHECKING:
    from sandgate.gateway import Gateway

Context = ServerRequestContext[Any]
IDENTIFIER = "io.modelcontextprotocol/tasks"
POLL_MS = 1000


class TaskParams(wire.RequestParams):
    task_id: str


class UpdateParams(TaskParams):
    input_responses: dict[str, wire.ElicitResult]


def knows_tasks(context: Context) -> bool:
    """Whether the client that asks follows tasks."""
    capabilities = context.session.client_capabilities
    declared = capabilities.extensions if capabilities else None
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS and IDENTIFIER in (declared or {})


class Tasks:
    """Parked programs, as tasks."""

    def __init__(self, server: Server[Any], parked: Parked, gateway: Callable[[], Awaitable[Gateway]]) -> None:
        self._parked, self._gateway = parked, gateway
        server.extensions[IDENTIFIER] = {}
        server.middleware.append(self._handed_out)
        server.add_request_handler("tasks/get", TaskParams, self._get)
        server.add_request_handler("tasks/update", UpdateParams, self._update)
        server.add_request_handler("tasks/cancel", TaskParams, self._cancel)

    async def _handed_out(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """The SDK has no word for it yet: a call that is answered with a task is answered here."""
        result = await call_next(ctx)
        if ctx.method != "tools/call" or not knows_tasks(ctx):
            return result
        match result:
            case {"_meta": {"sandgate/execution": {"status": "running", "task": str(id)}}}:
                return {"resultType": "task", **_task(self._found(id), "working")}
            case _:
                return result

    async def _get(self, context: Context, params: TaskParams) -> JsonObject:
        running = self._found(params.task_id)
        questions = Execution(await self._gateway(), self._parked, context).asks(running)
        if running.outcome and running.stop.is_set() and not running.outcome.ok:
            return _complete(_task(running, "cancelled"))
        if running.outcome:
            result = ended(running.outcome).model_dump(mode="json", by_alias=True, exclude_none=True)
            return _complete({**_task(running, "completed"), "result": result})
        if running.error:
            message = await (await self._gateway()).sanitizer.told(str(running.error), running.session)
            error = {"code": INTERNAL_ERROR, "message": message}
            return _complete({**_task(running, "failed"), "error": error})
        if questions:
            requests = asked_of(questions)
            dumped = {id: one.model_dump(mode="json", by_alias=True, exclude_none=True) for id, one in requests.items()}
            return _complete({**_task(running, "input_required"), "inputRequests": dumped})
        return _complete(_task(running, "working"))

    async def _update(self, context: Context, params: UpdateParams) -> JsonObject:
        running = self._found(params.task_id)
        Execution(await self._gateway(), self._parked, context).answered(running, params.input_responses)
        return _complete({})

    async def _cancel(self, context: Context, params: TaskParams) -> JsonObject:
        del context
        self._found(params.task_id).stop.set()
        return _complete({})

    def _found(self, id: str) -> Running:
        try:
            running = self._parked.find(id)
        except UnknownTool as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None
        if not running.background:
            raise MCPError(INVALID_PARAMS, f"{id[:40]!r} is no task")
        return running


def _task(running: Running, status: str) -> JsonObject:
    told = {"statusMessage": running.moved} if running.moved else {}
    return {
        "taskId": running.id,
        "status": status,
        "createdAt": _time(running.started),
        "lastUpdatedAt": _time(running.changed),
        "ttlMs": int(PARKED_SECONDS * 1000),
        "pollIntervalMs": POLL_MS,
        **told,
    }


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def _complete(found: JsonObject) -> JsonObject:
    return {"resultType": "complete", **found}
