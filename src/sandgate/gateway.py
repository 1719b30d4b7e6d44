"""The story: `run_code` takes an agent's program to its outcome, `call_tool` one of its calls to a server and back.

Everything else in this package is a step of one of the two.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import asdict, replace
from functools import partial

import anyio
import anyio.to_thread

from .audit import Entry, Journal
from .catalog import check_arguments, expected, unwrapped
from .catalog.learned.learning import Learning
from .config import Config
from .discovery import Discovery
from .errors import BadArguments, CallFailed, Denied, SandgateError
from .finder import Finder
from .hub import Hub, blocks_of
from .model import Call, JsonObject, Outcome, Program
from .output import count, shaped
from .policy.rules import Counts, Rules
from .sandbox.box import Answer, Clock, OnOutput, ReadLink, Request, Sandbox

SHORT = 4096
OWN = "sandgate."
OWN_TOOLS = frozenset({f"{OWN}search_tools", f"{OWN}get_tool_definition", f"{OWN}get_execution_stats"})
"""Our own tools, called from code."""


async def _unseen(_: str) -> None: ...


class Gateway:
    """Programs in, short answers out."""

    def __init__(
        self,
        config: Config,
        *,
        sandbox: Sandbox,
        hub: Hub,
        discovery: Discovery,
        finder: Finder,
        learning: Learning,
        rules: Rules,
        journal: Journal,
    ) -> None:
        self.config, self.finder, self.learning, self._rules = config, finder, learning, rules
        self._sandbox, self._hub, self._discovery, self._journal = sandbox, hub, discovery, journal
        self._turns = anyio.Semaphore(config.sandbox.concurrent_runs)
        self._running = 0

    @property
    def discovery(self) -> Discovery:
        return self._discovery

    async def ready(self) -> None:
        """Wait until programs can run. Raises SandboxError where the walls that were asked for cannot stand."""
        await self._sandbox.ready()

    async def run_code(self, program: Program | str, on_output: OnOutput = _unseen) -> Outcome:
        """Run a program and say, in few words, how it ended. Raises SandgateError only if it was not run at all."""
        if isinstance(program, str):
            program = Program(code=program, limits=self.config.limits)
        await self._discovery.prepare(program.code)
        async with self._turns:
            self._running += 1
            try:
                outcome = await self._sandbox.run(program, partial(self._on_request, Counts()), on_output)
            finally:
                self._running -= 1
        entry = await self._summed_up(program, outcome)
        try:
            await self._journal.record(entry)
        except SandgateError as error:  # the program has run: its outcome must not be lost with the record of it
            text = f"{entry.outcome.text}\nnote: {error}"
            return replace(entry.outcome, notes=(*outcome.notes, str(error)), text=text)
        return entry.outcome

    async def call_tool(self, call: Call, counts: Counts | None = None) -> Answer:
        """Carry one call to its server. What goes wrong is raised with what would have been right.

        `counts` is how often its run has used limited rules.
        """
        if call.tool in OWN_TOOLS:
            return _said(await self._own(call.tool.removeprefix(OWN), call.arguments))
        tool = await self._discovery.tool(call.tool)
        check_arguments(tool, call.arguments)
        self._permit(self._discovery.catalogue.names(tool), call.arguments, not tool.read_only, counts)
        result = await self._hub.call(tool.server, tool.name, call.arguments)
        wrapped = tool.output_schema is None or unwrapped(tool.output_schema) is not None
        try:
            blocks = blocks_of(result, tool.server, wrapped=wrapped)
        except CallFailed as error:
            raise CallFailed(f"{self._discovery.catalogue.path(tool)}: {error}{expected(tool)}") from error
        self.learning.learn(tool, call.arguments, blocks)
        return Answer(blocks)

    async def _summed_up(self, program: Program, outcome: Outcome) -> Entry:
        """The outcome in the words the model reads, and what they cost. A long one is not counted in the loop."""
        budget = self.config.output.tokens
        if outcome.brief and len(program.code) < SHORT:
            return _summed_up(program, outcome, budget)
        return await anyio.to_thread.run_sync(_summed_up, program, outcome, budget)

    async def stats(self) -> JsonObject:
        """What has run, what may run, and with what."""
        catalogue, limits = self._discovery.catalogue, self.config.limits
        totals = await self._journal.totals()
        return {
            "servers": len(catalogue.servers),
            "tools": len(catalogue.tools),
            "running": self._running,
            "concurrent_runs": self.config.sandbox.concurrent_runs,
            "sandbox": self._sandbox.name,
            "limits": asdict(limits),
            "totals": asdict(totals),
        }

    def _permit(self, names: Collection[str], arguments: JsonObject, changes: bool, counts: Counts | None) -> None:
        verdict = self._rules.decide(names, arguments, changes=changes, counts=counts or Counts())
        if not verdict.allowed:
            why = f": {verdict.reason}" if verdict.reason else ""
            raise Denied(f"{min(names)} is denied by {verdict.by}{why}. `sandgate policy explain` says more")

    async def _on_request(self, counts: Counts, request: Request, _: Clock) -> Answer:
        match request:
            case Call():
                return await self.call_tool(request, counts)
            case ReadLink():
                self._permit({f"{request.server}.read_resource"}, {"uri": request.uri}, False, counts)
                return Answer(await self._hub.read(request.server, request.uri))

    async def _own(self, name: str, arguments: JsonObject) -> object:
        match name, arguments:
            case "search_tools", _:
                return await self.finder.search(**_named(arguments))
            case "get_tool_definition", {"tool": str(tool), **rest}:
                schema, most = rest.get("schema") is True, rest.get("max_tokens")
                return await self.finder.definition(tool, schema, most)
            case "get_execution_stats", _:
                return await self.stats()
            case _:
                raise BadArguments(f"sandgate has no {name} with these arguments: {', '.join(arguments) or 'none'}")


def _summed_up(program: Program, outcome: Outcome, budget: int) -> Entry:
    text = shaped(outcome, budget)
    told = replace(outcome, id=secrets.token_hex(8), text=text)
    return Entry(program=program, outcome=told, tokens_in=count(program.code), tokens_out=count(text))


def _named(arguments: JsonObject) -> JsonObject:
    """Arguments a program gave, without what only we may say."""
    return {name: value for name, value in arguments.items() if name != "wait"}


def _said(value: object) -> Answer:
    return Answer([{"type": "value", "value": value}])
