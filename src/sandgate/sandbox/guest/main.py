"""Inside the walls: wait for a program on the channel, run it, report how it ended; in a session, wait for the next."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import resource
import socket
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from . import client, commands, faults, frames, keeping, memory, modules, pii, preloading, program, showing, values

PRELOADED = (
    *("base64", "collections", "contextlib", "copy", "csv", "dataclasses", "datetime", "decimal", "enum", "functools"),
    *("hashlib", "heapq", "io", "itertools", "json", "math", "operator", "os", "pathlib", "pprint", "random", "re"),
    *("statistics", "string", "textwrap", "time", "traceback", "typing", "urllib.parse", "uuid", "zoneinfo"),
)
"""What programs import most: the zygote has them already."""
TOO_LARGE = (
    "The value is {size:.1f} MB, more than the {limit} MB that may leave the sandbox. "
    "Return less: a count, a slice or a summary."
)
KEPT = "The whole value, {size:.1f} MB, is in {path}: open it in a program, or read_workspace_file in part."
MEMORY = "There is no memory left to write the value down. Return less: a count, a slice or a summary."
TASKS_SECONDS = 1.0
"""How long tasks that a program left may take to notice that it has ended."""


class Conversation:
    """Calls out to the gateway and their answers, many at a time, on one socket."""

    def __init__(self) -> None:
        self.channel: frames.Frames
        self._message_mb, self._keeps, self._turns = 0, False, asyncio.Semaphore(0)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._last_id = 0
        self._next: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def begin(self, job: dict[str, Any]) -> None:
        """Hold to the limits of the first job, which are those of all that come."""
        self._message_mb, self._keeps = job["message_mb"], job["keeps"]
        self._turns = asyncio.Semaphore(job["concurrent_calls"])

    async def call(self, tool: str, arguments: dict[str, Any], fresh: bool) -> Any:
        request: dict[str, Any] = {"type": "call", "tool": tool, "arguments": values.encoded(arguments)}
        if batch := client.batch.get():
            request["batch"] = batch
        if fresh:
            request["fresh"] = True
        return await self._ask(request, tool)

    async def read(self, server: str, uri: str) -> Any:
        return await self._ask({"type": "read", "server": server, "uri": uri}, uri)

    async def command(self, words: list[str], input: str) -> Any:
        request = {"type": "command", "words": words, "input": input, "batch": client.batch.get()}
        return await self._ask(request, f"commands.{words[0]}")

    async def _ask(self, request: dict[str, Any], subject: str) -> Any:
        async with self._turns:
            self._last_id += 1
            identity = self._last_id
            frame = frames.encode({"id": identity, **request})
            if len(frame) > self._message_mb * 2**20:
                size = f"{len(frame) / 2**20:.1f} MB, more than the {self._message_mb} MB a call may carry"
                raise client.ToolError(f"{subject}: the arguments are {size}", subject, "limit")
            flush()
            future = self._waiting[identity] = asyncio.get_running_loop().create_future()
            try:
                self.channel.send(frame)
                reply = await future
            finally:
                del self._waiting[identity]
        if "error" in reply:
            refused = client.Denied if reply["kind"] == "Denied" else client.ToolError
            raise refused(reply["error"], subject, reply["kind"])
        return values.decode(reply["blocks"], self.read)

    def heard(self, reply: dict[str, Any]) -> None:
        if "code" in reply:
            self._next.set_result(reply)
            return
        future = self._waiting.get(reply["id"])
        if future and not future.done():
            future.set_result(reply)

    def tell(self, message: dict[str, Any]) -> None:
        self.channel.send(frames.encode(message))

    async def report(self, done: dict[str, Any]) -> None:
        limit, size = self._message_mb, 0
        try:
            frame = frames.encode({"type": "done", **done})
            size = len(frame)
        except MemoryError:  # the value fits, its text beside it does not
            frame = b""
        if not frame or size > limit * 2**20:
            frame = frames.encode({"type": "done", **done, **_elsewhere(done, size, limit, keeps=self._keeps)})
        self.channel.send(frame)
        await self.channel.sent()

    async def next_job(self) -> dict[str, Any]:
        job = await self._next
        self._next = asyncio.get_running_loop().create_future()
        return job


def _elsewhere(done: dict[str, Any], size: int, limit: int, *, keeps: bool) -> dict[str, Any]:
    """A report whose value has become a file, or was too large for that as well."""
    value = done["value"]
    try:
        if not keeps:
            raise OSError("nothing it writes is kept")
        path, size = keeping.kept(value, faults.home)
    except (OSError, MemoryError):
        note = TOO_LARGE.format(size=size / 2**20, limit=limit) if size else MEMORY
        return {"value": None, "has_value": False, "media": [], "notes": [*done["notes"], note]}
    note = KEPT.format(size=size / 2**20, path=path)
    return {"value": keeping.glimpse(value), "notes": [*done["notes"], note]}


def search_tools(query: str = "", /, **options: Any) -> client.PendingCall[Any]:
    return client.call_mcp_tool("sandgate.search_tools", {"query": query, **options}, label="search_tools")


def recommend(task: str, **options: Any) -> client.PendingCall[Any]:
    arguments = {"query": task, "recommend": True, **options}
    return client.call_mcp_tool("sandgate.search_tools", arguments, label="recommend")


def get_tool_definition(tool: str, /, **options: Any) -> client.PendingCall[Any]:
    return client.call_mcp_tool("sandgate.get_tool_definition", {"tool": tool, **options}, label="get_tool_definition")


def get_execution_stats() -> client.PendingCall[Any]:
    return client.call_mcp_tool("sandgate.get_execution_stats", label="get_execution_stats")


NAMES: dict[str, Any] = {
    "call_mcp_tool": client.call_mcp_tool,
    "ToolError": client.ToolError,
    "Denied": client.Denied,
    "approvals": client.Approvals(),
    "commands": commands.Commands(),
    "pii": pii.Pii(),
    "search_tools": search_tools,
    "recommend": recommend,
    "get_tool_definition": get_tool_definition,
    "get_execution_stats": get_execution_stats,
    "fresh": client.fresh,
    "progress": showing.progress,
    "show": showing.show,
}
"""What a program finds without importing anything."""


async def execute(code: str, scope: dict[str, Any]) -> dict[str, Any]:
    """Run the program and say how it ended, whatever it did."""
    done: dict[str, Any] = {"status": "ok", "value": None, "has_value": False, "notes": [], "fault": None}
    try:
        has_value, value = await program.run(code, scope)
        encoder = values.Encoder()
        done.update(has_value=has_value, value=encoder.encode(value), notes=encoder.notes())
    except BaseException as error:  # noqa: BLE001 - the program may raise anything, and its end must be reported
        done.update(status="error", fault=faults.fault(error), limit=faults.limit_of(error))
    done["notes"] += client.forgotten()
    done["media"] = showing.taken()
    done["memory_kb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return done


def leave() -> None:
    os._exit(0)  # nobody waits for what Python would still tidy up


async def converse(channel: socket.socket, home: str, leave: Callable[[], None]) -> None:
    """Say that we are ready, wait for the program, run it. All that can be done before it comes is done before."""
    preloading.reseed()
    settle_in(home)
    conversation = Conversation()
    client.connect(conversation.call)
    showing.connect(conversation.tell)
    commands.connect(conversation.command)
    for disconnect in (client.disconnect, commands.disconnect):
        os.register_at_fork(after_in_child=disconnect)
    frame_by_frame = partial(frames.Frames, conversation.heard, _gone)
    _, conversation.channel = await asyncio.get_running_loop().create_connection(frame_by_frame, sock=channel)
    await rehearse()
    first, scope = os.getpid(), program.scope(NAMES)
    conversation.tell({"type": "ready"})
    beforehand = memory.Beforehand(preloading.rehearse_import)
    job = await conversation.next_job()
    beforehand.stop()
    conversation.begin(job)
    while True:
        if "inputs" in job:  # else a program of a session keeps a variable of that name
            scope["inputs"] = job["inputs"]
        done = await execute(job["code"], scope)
        flush()
        if os.getpid() != first:  # a process it forked comes here too, and is not the program
            os._exit(0)
        if job["session"]:
            await end_tasks()
        await conversation.report(done)
        if not job["session"]:
            leave()
        job = await conversation.next_job()


def settle_in(home: str) -> None:
    """Know where programs, their skills and their files are."""
    faults.home = home
    sys.path.insert(0, home)
    modules.only_sources_in(f"{home}/workspace")
    modules.only_sources_in(f"{home}/skills", NAMES)


async def end_tasks() -> None:
    """What a program began and did not wait for ends with it; its variables stay."""
    if left := asyncio.all_tasks() - {asyncio.current_task()}:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=TASKS_SECONDS)


async def rehearse() -> None:
    """Run a program of our own, so that the memory this needs is ours before the real one comes."""
    frames.encode(await execute("1 + 1", program.scope(NAMES)))
    program.sources.clear()


def _gone() -> None:
    """The gateway has gone: nobody waits for this program any more."""
    os._exit(0)


def flush() -> None:
    """What is printed must be out before a call or the end. The program may have put anything in place of stdout."""
    with contextlib.suppress(Exception):
        sys.stdout.flush()


def prepare(modules: Iterable[str] = ()) -> None:
    """Import what programs will want, so that forked workers have it. Raises ImportError."""
    for module in PRELOADED:
        importlib.import_module(module)
    preloading.preload(modules)
    sys.modules["servers._client"] = client


def serve(channel: socket.socket, home: str, leave: Callable[[], None] = leave) -> None:
    """Take one program from the channel and finish it, then `leave`. `home` is the folder it starts in."""
    sys.stdout = sys.stderr = os.fdopen(1, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)
    asyncio.run(converse(channel, home, leave))
