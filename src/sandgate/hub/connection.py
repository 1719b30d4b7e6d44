"""One downstream server's life: started when first needed, owned by one task, started again after a crash."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

import anyio
import httpx2
import mcp.types as wire
from anyio.abc import TaskGroup
from mcp import Client, MCPError
from mcp.shared.dispatcher import ProgressFnT
from mcp.types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from sandgate import __version__
from sandgate.config.concealing import secrets_of, without
from sandgate.errors import LoginNeeded, SandgateError, ServerUnavailable, first_cause
from sandgate.model import Era, JsonObject, ServerSpec
from sandgate.promptly import Places
from sandgate.telemetry import carrier

from .pipes import Pipes
from .stderr import Tail, cure
from .transport import connected

State = Literal["stopped", "starting", "running", "failed"]
FOREIGN = (OSError, RuntimeError, ValueError, TypeError, LookupError, MCPError, httpx2.HTTPError, ExceptionGroup)
"""What connecting to somebody else's server may raise, in the SDK's words."""
OnToolsChanged = Callable[[str], Coroutine[Any, Any, None]]
REMEMBER_FAILURE_SECONDS = 5.0
"""A server that has just failed to start is not started again at once: a loop of calls would wait each time."""
OURSELVES = wire.Implementation(name="sandgate", version=__version__)
ABOUT_US = {
    wire.CLIENT_INFO_META_KEY: OURSELVES.model_dump(by_alias=True, exclude_none=True),
    wire.CLIENT_CAPABILITIES_META_KEY: {},
}
CLOSE_SECONDS = 10.0
LISTEN_SECONDS = 2.0
"""How long a server may take to confirm that it will tell about new tools."""


@dataclass(slots=True)
class Life:
    """One start of the server, from its first byte to its last."""

    ready: anyio.Event = field(default_factory=anyio.Event)
    over: anyio.Event = field(default_factory=anyio.Event)
    gone: anyio.Event = field(default_factory=anyio.Event)
    client: Client | None = None
    pipes: Pipes | None = None
    error: SandgateError | None = None
    ended_at: float = 0.0

    @property
    def ended(self) -> bool:
        return self.over.is_set() or self.gone.is_set()


@dataclass(slots=True)
class Connection:
    """The SDK demands that a session is entered and left by one task: `_live` is that task."""

    spec: ServerSpec
    tasks: TaskGroup
    era: Era
    auth: Callable[[ServerSpec], httpx2.Auth | None]
    on_tools_changed: OnToolsChanged
    turns: Places = field(init=False)
    used: bool = False
    """Whether a call has gone through it; a server that was only listed may be stopped again."""
    secrets: frozenset[str] = field(init=False)
    """What it was given and may not pass on."""
    _life: Life | None = None

    def __post_init__(self) -> None:
        self.secrets = secrets_of(self.spec)
        self.turns = Places(self.spec.concurrency)

    @property
    def state(self) -> State:
        life = self._life
        if life is None or (life.ended and life.error is None):
            return "stopped"
        if life.error:
            return "failed"
        return "running" if life.client else "starting"

    @contextmanager
    def discreet(self) -> Generator[None]:
        """What goes wrong is told without the server's secrets, whoever put them into the words."""
        try:
            yield
        except SandgateError as error:
            told = without(self.secrets, str(error))
            raise error if told == str(error) else type(error)(told) from None

    async def client(self) -> Client:
        """The living session, started if need be. Raises ServerUnavailable with what the server said."""
        life = self._life
        if life and life.error and time.monotonic() - life.ended_at < REMEMBER_FAILURE_SECONDS:
            raise life.error
        if life is None or life.ended:
            life = self._life = Life()
            self.tasks.start_soon(self._live, life, name=f"server {self.spec.name}")
        if not life.ready.is_set():  # waiting for what is there would still cost every call a turn
            await life.ready.wait()
        if life.error:
            raise life.error
        assert life.client
        return life.client

    async def call(
        self, client: Client, tool: str, arguments: JsonObject, on_progress: ProgressFnT | None = None
    ) -> wire.CallToolResult:
        """Call a tool, the short way where nothing but its answer is wanted. Raises TimeoutError."""
        self.used = True
        pipes, seconds = self._life.pipes if self._life else None, self.spec.timeout_seconds
        if pipes and not on_progress:
            with carrier("tools/call", tool) as trace:
                params = {"name": tool, "arguments": arguments, **_meta(client, trace)}
                result = await pipes.ask("tools/call", params, seconds)
            if result.get("resultType", "complete") == "complete":
                return wire.CallToolResult.model_validate(result, by_name=False)
            # else it asks back, which is the session's to answer
        with anyio.fail_after(seconds):
            return await client.call_tool(tool, arguments, progress_callback=on_progress)

    async def login_needed(self) -> LoginNeeded | None:
        """The reason a session ended, where it is that its login did: the call was then never carried out."""
        if (life := self._life) and life.over.is_set() and self.spec.transport != "stdio":
            with anyio.move_on_after(CLOSE_SECONDS):
                await life.gone.wait()
        return life.error if life and isinstance(life.error, LoginNeeded) else None

    async def close(self) -> None:
        if (life := self._life) and not life.gone.is_set():
            life.over.set()
            with anyio.move_on_after(CLOSE_SECONDS):
                await life.gone.wait()

    async def _live(self, life: Life) -> None:
        """Try the newest protocol, then the oldest: servers on early SDKs die of the first question."""
        try:
            eras: tuple[Era, ...] = ("auto", "legacy") if self.era == "auto" else ("legacy",)
            for era in eras:
                tail = Tail()
                try:
                    await self._session(life, era, tail)
                    break
                except (*FOREIGN, ServerUnavailable) as error:
                    if life.ready.is_set():  # it lived, then died: the next call starts it again
                        life.error = cause if isinstance(cause := first_cause(error), LoginNeeded) else None
                        break
                    life.error = self._explained(error, tail)
                    if isinstance(life.error, LoginNeeded) or isinstance(
                        first_cause(error), FileNotFoundError | NotADirectoryError
                    ):
                        break
                    life.over = anyio.Event()
        finally:
            life.client, life.ended_at = None, time.monotonic()
            life.gone.set()
            life.ready.set()

    async def _session(self, life: Life, era: Era, tail: Tail) -> None:
        with anyio.fail_after(self.spec.start_timeout_seconds) as clock:
            way = connected(self.spec, tail, self.auth(self.spec), on_closed=lambda: life.over.set())
            async with (
                way as there,
                Client(
                    nullcontext(there.streams),
                    mode=era,
                    cache=None,
                    client_info=OURSELVES,
                    message_handler=self._on_message,
                ) as client,
            ):
                client.session.validate_tool_result = _as_it_is  # we pass results on; the program reads them
                clock.deadline = math.inf
                self.era, life.client, life.pipes, life.error = era, client, there.pipes, None
                try:
                    await self._stay(client, life)
                finally:
                    life.over.set()  # nobody is handed a session that is ending

    async def _stay(self, client: Client, life: Life) -> None:
        listening = anyio.Event()
        async with anyio.create_task_group() as watching:
            watching.start_soon(self._listen, client, listening)
            with anyio.move_on_after(LISTEN_SECONDS):
                await listening.wait()  # else what the first call changes would go unheard
            life.ready.set()
            await life.over.wait()
            watching.cancel_scope.cancel()

    async def _listen(self, client: Client, listening: anyio.Event) -> None:
        tools = client.server_capabilities.tools
        try:
            if client.protocol_version not in MODERN_PROTOCOL_VERSIONS or not (tools and tools.list_changed):
                return
            async with client.listen(tools_list_changed=True) as events:
                listening.set()
                async for _ in events:
                    self.tasks.start_soon(self.on_tools_changed, self.spec.name)
        except FOREIGN:
            return  # a server that promises news and does not deliver is still a server
        finally:
            listening.set()

    async def _on_message(self, message: Any) -> None:
        if isinstance(message, wire.ToolListChangedNotification):
            self.tasks.start_soon(self.on_tools_changed, self.spec.name)

    def _explained(self, error: BaseException, tail: Tail) -> ServerUnavailable:
        """The first cause, the server's own last words, and the cure if we know it."""
        name, cause = self.spec.name, first_cause(error)
        if isinstance(cause, ServerUnavailable):
            return cause
        if isinstance(cause, FileNotFoundError):
            return ServerUnavailable(
                f"server {name!r} cannot start: `{self.spec.command}` was not found. {_get(self.spec.command)}"
            )
        if isinstance(cause, TimeoutError):
            reason = f"was not ready within {self.spec.start_timeout_seconds:g} s (start_timeout_seconds)"
        elif isinstance(cause, httpx2.HTTPError):
            reason = f"cannot be reached at {_host(self.spec.url)}: {str(cause) or type(cause).__name__}"
        elif isinstance(cause, ValidationError):
            reason = "answered with something that is not MCP"
        else:
            reason = f"did not start: {str(cause) or type(cause).__name__}"
        said = str(tail)
        parts = [f"server {name!r} {reason}", f"It said:\n{said}" if said else "", cure(self.spec, said)]
        return ServerUnavailable(". ".join(part for part in parts if part))


def _meta(client: Client, trace: Mapping[str, str]) -> JsonObject:
    """Who asks, and in what protocol: since 2026 every request says so. With the trace it belongs to, if any."""
    if client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return {"_meta": trace} if trace else {}
    meta = {wire.PROTOCOL_VERSION_META_KEY: client.protocol_version, **ABOUT_US, **trace}
    return {"_meta": meta}


def _host(url: str) -> str:
    """Where a URL points, without what may be a secret: user, path and query."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "")


async def _as_it_is(name: str, result: wire.CallToolResult) -> None:
    del name, result


def _get(command: str) -> str:
    runners = {
        "npx": "Install Node.js, which brings npx.",
        "node": "Install Node.js.",
        "uvx": "Install uv, which brings uvx: `pip install uv`.",
        "uv": "Install uv: `pip install uv`.",
        "docker": "Install Docker, or give the server another command.",
    }
    program, _, rest = command.partition(" ")
    if rest:
        return f"`command` is the program alone: if that is `{program}`, what follows it belongs in `args`."
    return runners.get(command, "Install it, or write its full path in the configuration.")
