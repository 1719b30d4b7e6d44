"""The story: `run_code` takes an agent's program to its outcome, `call_tool` one of its calls to a server and back.

Everything else in this package is a step of one of the two.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, cast
from weakref import WeakValueDictionary

import anyio
import anyio.to_thread

from .accounting import Accounts
from .answering import summed_up
from .audit import Entry, Journal, Who
from .audit.noting import Told
from .cache.asking import Cache
from .catalog import as_declared, check_arguments, expected, unwrapped
from .catalog.learned.learning import Learning
from .config import Config
from .crafting import Crafting
from .discovery import Discovery
from .errors import CallFailed, SandgateError
from .filing import Filing
from .finder import Finder
from .hub.results import blocks_of, characters
from .hub.router import Hub
from .model import OWN, Call, JsonObject, Language, Outcome, Program, Risk, Tokens, Tool
from .passage import Passage
from .policy.approval import Answer as Decision
from .policy.approval import OnQuestion, Question, hidden
from .policy.gatekeeper import Paused
from .policy.policy import Policy
from .policy.review import advice
from .policy.risk import Weighed, weigh_call
from .policy.run import Run, announced
from .privacy.boundary import LONG, OPEN, Boundary, Printed, Sessions, discreet
from .privacy.looking import asked_about
from .sandbox.box import Answer, Clock, Command, Listeners, OnOutput, OnProgress, ReadLink, Request, Sandbox
from .sandbox.choosing import Sandboxes
from .sandbox.limits import check_size
from .sandbox.protocol import LONGEST_PROGRESS
from .sandbox.turns import Turn, Turns
from .sandbox.typescript.backend import MISSING
from .sandbox.typescript.box import TypeScript
from .sanitizing import Sanitizer
from .skills import Skills
from .telemetry import Telemetry
from .workspace import Exchange, Workspaces

if TYPE_CHECKING:
    from .tasks import Progress, Result, Task, Tasks

READ_ONLY = "read_only"
READING = Weighed(risk="low", changes_data=False, undoable=True, reasons=())
OWN_TOOLS = frozenset({f"{OWN}search_tools", f"{OWN}get_tool_definition", f"{OWN}get_execution_stats"})
"""Our own tools, called from code."""
LOOK = f"{OWN}pii"
"""What `pii.domain` and the like call."""
TOOLS_TOLD = 10
"""Of those that were called, in `stats`: the model reads it."""
ANNOUNCE = f"{OWN}announce"
"""What `approvals.batch` calls with the calls it is about to make."""


async def _unseen(_: str) -> None: ...


async def _unasked(_: Request, _clock: Clock) -> Answer:
    raise SandgateError("nobody answers here")


def _unmoved(_done: float, _total: float | None, _text: str) -> None: ...


class Gateway:
    """Programs in, short answers out."""

    tasks: Tasks
    """Many programs, many agents: on top of this, and handed to whoever opens it."""

    def __init__(
        self,
        config: Config,
        *,
        sandboxes: Sandboxes,
        hub: Hub,
        discovery: Discovery,
        finder: Finder,
        sanitizer: Sanitizer,
        learning: Learning,
        policy: Policy,
        privacy: Sessions,
        workspaces: Workspaces,
        journal: Journal,
        cache: Cache,
        skills: Skills,
        accounts: Accounts,
        telemetry: Telemetry | None = None,
    ) -> None:
        self._privacy, self.sanitizer, self._workspaces = privacy, sanitizer, workspaces
        self.files = Filing(workspaces, privacy, config.output.tokens)
        self.config, self.finder, self.learning, self.policy = config, finder, learning, policy
        self._sandboxes, self._hub, self._discovery = sandboxes, hub, discovery
        self._journal, self._cache, self.accounts = journal, cache, accounts
        self.skills = Crafting(skills, self.run_code, journal)
        self.telemetry = telemetry or Telemetry()
        self._passage = Passage(policy, journal, self.telemetry)
        self._turns = Turns(config.sandbox.concurrent_runs)
        self._runs: WeakValueDictionary[str, Run] = WeakValueDictionary()

    @property
    def discovery(self) -> Discovery:
        return self._discovery

    async def ready(self) -> None:
        """Wait until programs can run. Raises SandboxError where the walls that were asked for cannot stand."""
        await self._sandboxes.ready()

    async def run_code(
        self,
        program: Program | str,
        on_output: OnOutput = _unseen,
        on_question: OnQuestion = lambda _: None,
        *,
        read_only: bool = False,
        session: str | None = None,
        stays: bool = False,
        on_progress: OnProgress = _unmoved,
        max_tokens: int | None = None,
        who: Who | None = None,
        language: Language = "python",
        security_level: Risk | None = None,
        stop: anyio.Event | None = None,
    ) -> Outcome:
        """Run a program and say, in few words, how it ended. Raises SandgateError only if it could not be run.

        `on_question` hears of what a person must decide; `answer` decides it. A `read_only` program may only look.
        Programs of one `session` share its files, its tokens for personal data and what a person allows for it; where
        it `stays`, their variables as well. Who sets `stop` wants it to end, and hears which calls it has made. A
        `security_level` may ask for stronger walls than its risk does.
        """
        if isinstance(program, str):
            limits = self.config.limits
            program = Program(code=program, language=language, limits=limits, security_level=security_level)
        run = Run(on_question=on_question, read_only=read_only, session=session)
        workspace = self._workspaces.of(session or f"run-{run.id}")
        run.boundary = await self._privacy.boundary(session)
        self._runs[run.id] = run
        async with self._telling(run):
            skills = await self.skills.sources(program.code)
            outcome = await self._checked(run, program, skills)
            if outcome is None:
                await self._weighed(run, program, skills)
                heard = Listeners(_unasked, on_output, on_progress, stop)
                files = Exchange(workspace, read_only=read_only or self.config.policy.profile == READ_ONLY)
                outcome = await self._ran(run, program, heard, files, who, stays=stays)
        if session is None and workspace.exists:
            outcome = await self._remembered(self._privacy.keep(workspace.session, run.boundary), outcome)
            outcome = outcome.noting(f"workspace/ is kept in session {workspace.session!r}")
        outcome = replace(outcome, id=run.id).noting(*advice(run.findings), *await self.skills.missed(outcome))
        self.skills.ran(session, run.id)
        entry = await summed_up(run, program, outcome, max_tokens or self.config.output.tokens, workspace)
        return await self._on_record(replace(entry, who=who, tokens=await self._counted(run, outcome)))

    @asynccontextmanager
    async def _telling(self, run: Run) -> AsyncGenerator[None]:
        """Why a program could not be run may quote a server; whoever hears of it need not be of its session."""
        try:
            yield
        except SandgateError as error:
            told = await _as_told(run, str(error))
            await self._privacy.save(run.session)
            if told == str(error):
                raise
            raise type(error)(told) from None

    async def _checked(self, run: Run, program: Program, skills: Sequence[str]) -> Outcome | None:
        """How a program ended that may not run, or could not."""
        if program.language == "python":
            return await self.policy.check(run, program.code) or await self._check_skills(run, skills)
        if (typescript := self._sandboxes.typescript) is None:
            raise SandgateError(MISSING)
        await self._discovery.prepare(program.code, program.language)
        fault, outline = await typescript.check(program.code)
        skills = await self._outlined(run, typescript, outline)
        if fault:
            return Outcome(status="blocked", fault=fault)
        return await self.policy.check(run, program.code, program.language) or await self._check_skills(run, skills)

    async def _outlined(self, run: Run, typescript: TypeScript, outline: str) -> Sequence[str]:
        """What a TypeScript program and its skills can reach is known and there. The code of those in Python."""
        imported = await self.skills.imported(outline)
        sources = [one.code for one in imported if one.skill.facts.language == "python"]
        others = [one.code for one in imported if one.skill.facts.language == "typescript"]
        await self._discovery.prepare("\n".join(sources))
        await self._discovery.prepare("\n".join(others), "typescript")
        outlines = [(await typescript.check(code)).outline for code in others]
        await self.policy.weigh_outline(run, "\n".join([outline, *outlines, *sources]) if all(outlines) else "")
        return sources

    async def _check_skills(self, run: Run, skills: Sequence[str]) -> Outcome | None:
        """A skill that was saved under other rules is held to those of today."""
        for source in skills:
            if outcome := await self.policy.check(Run(id=run.id), source):
                return replace(outcome, notes=("this is about a skill that the program imports",))
        return None

    async def _weighed(self, run: Run, program: Program, skills: Sequence[str]) -> None:
        """Whatever a program can reach is known before it runs, and how much harm it could do."""
        whole = "\n".join([program.code, *skills])
        await self._discovery.prepare(whole, program.language)
        if program.language == "python":
            await self.policy.weigh(run, whole)

    async def _ran(
        self, run: Run, program: Program, heard: Listeners, files: Exchange, who: Who | None, *, stays: bool
    ) -> Outcome:
        """Behind the walls that fit it, and on record from its start."""
        kept = run.session if stays else None
        choice = await self._sandboxes.chosen(program, run.risk, kept)
        run.walls = choice.why
        written = await self._journal.started(run, program, who, choice.box.name)
        with self._journal.ending(run), self.telemetry.execution(run.id, program.language) as watched:
            outcome = await self._executed(run, program, heard, files, choice.box, kept)
            outcome = await run.boundary.told(outcome, program.code)
            watched.outcome = outcome.status
        outcome = replace(outcome, sandbox_why=choice.why).noting(*choice.notes, written.warning)
        return await self._remembered(self._privacy.save(run.session), outcome)

    async def _on_record(self, entry: Entry) -> Outcome:
        tokens = Tokens(written=entry.tokens_in, read=entry.tokens_out, stayed=entry.tokens.get("results", 0))
        outcome = replace(entry.outcome, tokens=tokens)
        self.telemetry.summed_up(outcome.status, entry.tokens_in, entry.tokens_out)
        try:
            await self._journal.record(entry)
        except SandgateError as error:  # the program has run: its outcome must not be lost with the record of it
            return replace(outcome, text=f"{outcome.text}\nnote: {error}").noting(str(error))
        return outcome

    async def _counted(self, run: Run, outcome: Outcome) -> dict[str, int]:
        catalogue = self._discovery.catalogue
        used = [tool for name in {call.tool for call in outcome.calls} if (tool := catalogue.known(name))]
        return await self.accounts.settled(run.id, run.session, used, catalogue.tools)

    async def _remembered(self, saving: Awaitable[None], outcome: Outcome) -> Outcome:
        """The program has run: its outcome must not be lost with the memory of its tokens."""
        try:
            await saving
        except SandgateError as error:
            return outcome.noting(f"its tokens may not last: {error}")
        return outcome

    async def _executed(
        self, run: Run, program: Program, heard: Listeners, files: Exchange, box: Sandbox, session: str | None
    ) -> Outcome:
        printed = Printed(run.boundary, heard.output)
        output = heard.output if run.boundary is OPEN else printed
        on_network = partial(self.policy.let_out, run) if self.policy.networked else None
        async with box.claimed(session), self._turns.turn() as turn:
            progress = partial(_progressed, run.boundary, heard.progress)
            heard = replace(heard, request=partial(self._on_request, run, turn), output=output, progress=progress)
            outcome = await box.run(program, heard, files, on_network, session)
            await printed.flush()
            return outcome

    async def call_tool(self, call: Call, run: Run | None = None, paused: Paused = nullcontext) -> Answer:
        """Carry one call to its server. What goes wrong is raised with what would have been right.

        `run` is whose call it is, and `told` of the answer is for when it has it; `paused` stops its clock while a
        person decides.
        """
        alone, run = run is None, run or Run()
        async with discreet(run.boundary, [call.tool]):
            if call.tool in OWN_TOOLS:
                return _said(await self._own(call.tool, call.arguments, run.boundary))
            tool = await self._discovery.tool(call.tool)
        check_arguments(tool, call.arguments)
        names, weigh = self._discovery.catalogue.names(tool), partial(weigh_call, tool)

        async def make(sent: JsonObject, told: Told) -> Answer:
            ask = partial(self._ask, tool, names, sent)
            blocks, told.cached = await self._cache.through(tool, names, sent, ask, fresh=call.fresh)
            told.bytes = characters(blocks)
            self.accounts.arrived(run.id, blocks, told.bytes)
            return Answer(await _arrived(run, names, blocks), told.cached)

        answer = await self._passage.call(run, names, call.arguments, weigh, make, batch=call.batch, paused=paused)
        if not alone:
            return answer
        answer.told()
        return Answer(answer.blocks, answer.cached)

    async def _ask(self, tool: Tool, names: Sequence[str], sent: JsonObject) -> list[JsonObject]:
        """What a server answers, now."""
        with self.telemetry.asking(tool.server, tool.name) as asked:
            declared = cast("JsonObject", as_declared(tool.input_schema, sent))
            result = await self._hub.call(tool.server, tool.name, declared)
            asked.outcome = "tool_error" if result.is_error else asked.outcome
        wrapped = tool.output_schema is None or unwrapped(tool.output_schema) is not None
        try:
            blocks = blocks_of(result, tool.server, wrapped=wrapped)
        except CallFailed as error:
            raise CallFailed(f"{names[-1]}: {error}{expected(tool)}") from error
        check_size(characters(blocks), names[-1], self.config.limits)  # before anybody looks through it
        self.learning.learn(tool, sent, blocks)
        return blocks

    async def announce(self, call: Call, run: Run, paused: Paused) -> Answer:
        """Put calls that a program is about to make to a person, as one question."""
        name, calls = announced(call.arguments)
        async with discreet(run.boundary, [name]):
            tool = await self._discovery.tool(name)
        for arguments in calls:
            check_arguments(tool, arguments)
        names, weigh = self._discovery.catalogue.names(tool), partial(weigh_call, tool)
        await self.policy.permit_all(run, names, calls, weigh, batch=call.batch, paused=paused)
        return _said(len(calls))

    async def execute_task(self, task: Task) -> Result:
        """Run one task, in its agent's turn. Raises SandgateError where it cannot run at all."""
        return await self.tasks.execute(task)

    async def map(
        self,
        task: Task | str,
        inputs: Iterable[JsonObject],
        *,
        concurrency: int = 4,
        on_progress: Callable[[Progress], None] = lambda _: None,
    ) -> list[Result]:
        """The same program over many inputs, some at once. `on_progress` hears of each end, with its result."""
        return await self.tasks.map(task, inputs, concurrency=concurrency, on_progress=on_progress)

    def answer(self, question: str, decision: Decision) -> bool:
        """Decide what a program waits for. False where nobody asks that any more."""
        return self.policy.answer(question, decision)

    async def settled(self, question: str) -> None:
        """Wait until nobody need decide this any more."""
        await self.policy.settled(question)

    @property
    def questions(self) -> list[Question]:
        """What programs wait for."""
        return self.policy.questions

    async def carried(self, question: Question) -> str:
        """A question in words for the model, which carries it to a person where its client cannot ask."""
        run = self._runs.get(question.run)
        if run is None:
            return "the program that asked has ended"
        return await anyio.to_thread.run_sync(hidden, question, run.boundary.text)

    async def stats(self, session: str | None = None) -> JsonObject:
        """What has run, what may run, and with what; with the account of a session."""
        catalogue, limits = self._discovery.catalogue, self.config.limits
        totals = await self._journal.totals()
        return {
            "servers": len(catalogue.servers),
            "tools": len(catalogue.tools),
            "skills": await self.skills.count(),
            "sessions": len(self._sandboxes.sessions),  # a name is all that one needs to be in a session
            "running": self._turns.running,
            "concurrent_runs": self.config.sandbox.concurrent_runs,
            "sandbox": self._sandboxes.name,
            "limits": asdict(limits),
            "totals": asdict(totals),
            "statistics": (await self._journal.statistics()).as_json(TOOLS_TOLD),
            "tasks": self.tasks.stats,
            "tokens": await self.accounts.told(session),
        }

    async def _on_request(self, run: Run, turn: Turn, request: Request, clock: Clock) -> Answer:
        paused = partial(_paused, clock, turn)
        match request:
            case Call(tool=tool) if tool == ANNOUNCE:
                return await self.announce(request, run, paused)
            case Call(tool=tool) if tool == LOOK:
                return _said(await run.boundary.looked(*asked_about(request.arguments)))
            case Call():
                return await self.call_tool(request, run, paused)
            case ReadLink(server, uri):
                return await self._read(run, self._discovery.catalogue.server(server), uri, paused)
            case Command(words):
                input, batch = request.input, request.batch
                return await self._passage.command(run, words, input, request.execute, batch=batch, paused=paused)

    async def _read(self, run: Run, server: str, uri: str, paused: Paused) -> Answer:
        """What a server has under an address that it gave."""
        names = [f"{name}.read_resource" for name in (server, self._discovery.catalogue.module(server))]

        async def make(sent: JsonObject, told: Told) -> Answer:
            blocks = await self._hub.read(server, sent["uri"])
            told.bytes = characters(blocks)
            return Answer(await _arrived(run, names, blocks))

        return await self._passage.call(run, names, {"uri": uri}, lambda _: READING, make, batch="", paused=paused)

    async def _own(self, name: str, arguments: JsonObject, boundary: Boundary) -> object:
        match name.removeprefix(OWN):
            case "search_tools":
                return await self.finder.answer_search(arguments, hide=partial(boundary.complaint, [name]))
            case "get_tool_definition":
                return await self.finder.answer_definition(arguments)
            case _:
                return await self.stats()


def _progressed(boundary: Boundary, on_progress: OnProgress, done: float, total: float | None, text: str) -> None:
    on_progress(done, total, boundary.part(text, 0, LONGEST_PROGRESS))


async def _as_told(run: Run, text: str) -> str:
    """Words of ours about a run, as the model may read them: what only that run knows of is hidden in them as well."""
    look = partial(run.boundary.text, text)
    return look() if len(text) < LONG else await anyio.to_thread.run_sync(look)


async def _arrived(run: Run, names: Sequence[str], blocks: list[JsonObject]) -> list[JsonObject]:
    """What a server sent, as the program may see it."""
    seen, hidden = await run.boundary.arrived(names, blocks)
    run.crossed += hidden
    return seen


@contextmanager
def _paused(clock: Clock, turn: Turn) -> Generator[None]:
    """While a person decides, a program's clock stands, and another program may run in its place."""
    with clock.asking(), turn.lent():
        yield


def _said(value: object) -> Answer:
    return Answer([{"type": "value", "value": value}])
