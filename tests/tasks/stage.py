"""A gateway whose programs are functions of a test: they end when the test says so."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import anyio

from sandgate.catalog import Catalogue
from sandgate.config import Config, PrivacyOptions, SandboxOptions
from sandgate.gateway import Gateway
from sandgate.model import CallRecord, Fault, Json, Listing, Outcome, Program, Tokens, Tool
from sandgate.policy.approval import OnQuestion, Question
from sandgate.tasks import Task, Tasks
from sandgate.workspace import Workspaces
from sandgate.workspace.changes import Room

NO_PRIVACY = PrivacyOptions(mode="off")
Behaviour = Callable[[OnQuestion], Awaitable[Outcome]]
TOOLS = (
    Tool(server="crm", name="list_leads", description="List leads", annotations={"readOnlyHint": True}),
    Tool(server="crm", name="create_lead", description="Create a lead"),
    Tool(server="crm", name="run_query", description="Run a query"),
)


class Stage:
    """Stands in for a gateway: what a program does is looked up by its code."""

    def __init__(self, state: Path, most: int, privacy: PrivacyOptions) -> None:
        self.config = Config(state_dir=state, sandbox=SandboxOptions(concurrent_runs=most), privacy=privacy)
        self.discovery = SimpleNamespace(catalogue=Catalogue(["crm"], {"crm": Listing(tools=TOOLS)}))
        self.policy = SimpleNamespace(networked=False)
        self.skills = SimpleNamespace(store=None)
        self.does: dict[str, Behaviour] = {}
        self.began: list[str] = []
        self.at_once = self.most_at_once = 0
        self.decided: dict[str, anyio.Event] = {}
        self._changed = anyio.Event()

    async def run_code(self, program: Program, *, on_question: OnQuestion, **_: Any) -> Outcome:
        name = program.code.splitlines()[-1]
        self.began.append(name)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self._changed.set()
        self._changed = anyio.Event()
        try:
            await anyio.lowlevel.checkpoint()
            return await self.does[name](on_question) if name in self.does else done(name)
        finally:
            self.at_once -= 1

    async def settled(self, question: str) -> None:
        await self.decided[question].wait()

    async def until(self, *began: str) -> None:
        """Wait until all of these have begun."""
        with anyio.fail_after(30):
            while not set(began) <= set(self.began):
                await self._changed.wait()

    def holds(self, name: str) -> anyio.Event:
        """A program that ends when this is set."""
        free = anyio.Event()

        async def held(_: OnQuestion) -> Outcome:
            await free.wait()
            return done(name)

        self.does[name] = held
        return free

    def meet(self, number: int, *names: str) -> None:
        """Programs that do not end before so many of them have run at once."""
        met = anyio.Event()

        async def meeting(_: OnQuestion) -> Outcome:
            if self.at_once == number:
                met.set()
            await met.wait()
            return done(number)

        self.does |= dict.fromkeys(names, meeting)

    def asks(self, name: str) -> anyio.Event:
        """A program that waits for a person, who decides when this is set."""
        answered = self.decided[name] = anyio.Event()

        async def asking(on_question: OnQuestion) -> Outcome:
            on_question(Question(id=name, run="r", tool="crm.create_lead", calls=({},), by="a rule"))
            await answered.wait()
            return done(name)

        self.does[name] = asking
        return answered

    def fails(self, name: str, *calls: str, times: int = 1_000_000) -> None:
        """A program that calls these tools and then fails, so many times."""
        left = iter(range(times))

        async def failing(_: OnQuestion) -> Outcome:
            return failed(*calls) if next(left, None) is not None else done(name)

        self.does[name] = failing


def done(value: Json) -> Outcome:
    used = Tokens(written=5, read=2, stayed=9)
    return Outcome(
        status="ok", value=value, has_value=True, text=str(value), duration_seconds=0.5, memory_peak_mb=20, tokens=used
    )


def failed(*calls: str) -> Outcome:
    records = tuple(CallRecord(tool=tool, status="ok") for tool in calls)
    return Outcome(status="error", fault=Fault(type="ValueError", message="no such row"), calls=records)


def task(id: str, **more: Any) -> Task:
    """A task whose program goes by the same name."""
    settings: dict[str, Any] = {"code": id, "retry_seconds": 0.0, **more}
    return Task(id=id, **settings)


def workspaces(state: Path) -> Workspaces:
    return Workspaces(state / "workspaces", Room(size_mb=4, files=50))


@asynccontextmanager
async def staged(
    state: Path, most: int = 2, per_agent: int | None = None, privacy: PrivacyOptions = NO_PRIVACY
) -> AsyncGenerator[tuple[Stage, Tasks]]:
    stage = Stage(state, most, privacy)
    async with Tasks(cast("Gateway", stage), workspaces(state), per_agent=per_agent) as tasks:
        yield stage, tasks
