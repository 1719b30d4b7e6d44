"""Programs that outlive the request that started them: while a person is asked, they are parked here."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

import anyio

from sandgate.errors import SandgateError, UnknownTool
from sandgate.model import Outcome
from sandgate.ownership import Owner
from sandgate.policy.approval import Question

log = logging.getLogger("sandgate")
Start = Callable[[], Awaitable[Outcome]]
PARKED_SECONDS = 900.0
"""How long a program is kept that nobody has come back for."""
MOST_PARKED = 32
CANCELLED = (
    "the program was ended: its request was given up, or it was cancelled. Calls it had made took effect; "
    "`sandgate audit list` has them"
)
MOST_HELD = 64 * 1024
"""Characters of printed text that a program in the background has ready to be read."""


class Audience(Protocol):
    """Who hears of a program while it runs. It keeps the program waiting for nothing."""

    def printed(self, text: str) -> None: ...
    def progressed(self, done: float, total: float | None, text: str) -> None: ...


@dataclass(slots=True)
class Running:
    """One program, and what it waits for. A request is attached to it, or none while it is parked."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    questions: list[Question] = field(default_factory=list[Question])
    """Those nobody has been shown yet."""
    shown: dict[str, Question] = field(default_factory=dict[str, Question])
    """Those a person has been shown and not answered."""
    read_only: bool = False
    background: bool = False
    """Whether it goes on when no request is attached, and its end is kept for one that comes."""
    session: str | None = None
    """Whose words about it are."""
    started: float = field(default_factory=time.time)
    output: str = ""
    """The end of what it printed, for who asks for it while it runs."""
    changed: float = field(default_factory=time.time)
    """When there was last news of it."""
    moved: str = ""
    """How far it last said it is."""
    rounds: int = 0
    """How often its request has come back with answers."""
    audience: list[Audience] = field(default_factory=list["Audience"])
    """Who hears of it: one for each request that is attached."""
    outcome: Outcome | None = None
    error: SandgateError | None = None
    news: anyio.Event = field(default_factory=anyio.Event)
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    stop: anyio.Event = field(default_factory=anyio.Event)
    """Set where somebody wants it to end; its outcome then tells which calls it has made."""
    attached: bool = False
    left_at: float = 0.0

    def ask(self, question: Question) -> None:
        self.questions.append(question)
        self.changed = time.time()
        self.news.set()

    def show(self) -> None:
        """Everything that is asked now is shown together."""
        self.shown |= {question.id: question for question in self.questions}
        self.questions.clear()

    async def printed(self, text: str) -> None:
        self.output = (self.output + text)[-MOST_HELD:]
        for one in self.audience:
            one.printed(text)

    def progressed(self, done: float, total: float | None, text: str) -> None:
        self.changed = time.time()
        self.moved = " ".join(part for part in (f"{done:g}" + (f" of {total:g}" if total else ""), text) if part)
        for one in self.audience:
            one.progressed(done, total, text)

    @property
    def over(self) -> bool:
        return self.outcome is not None or self.error is not None

    @property
    def abandoned(self) -> bool:
        """Whether nobody waits for it. A program in the background that still works is not."""
        return not self.attached and (self.over or not self.background)

    async def next(self) -> Outcome | Question:
        """How it ended, or what a person must decide first. Raises what kept it from running."""
        while True:
            if self.error:
                raise self.error
            if self.outcome:
                return self.outcome
            if self.questions:
                return self.questions.pop(0)
            if self.news.is_set():  # else somebody else waits for it too: one event for both
                self.news = anyio.Event()
            await self.news.wait()


class Parked(Owner):
    """All programs of one endpoint. On leaving, those that still run are ended."""

    def __init__(self) -> None:
        self._running: dict[str, Running] = {}

    def start(self, running: Running, start: Start) -> Running:
        self._running[running.id] = running
        self.tasks.start_soon(self._run, running, start)
        return running

    def find(self, id: str, *, read_only: bool = False) -> Running:
        """Raises UnknownTool where nothing of that id is parked, or another tool started it."""
        running = self._running.get(id)
        if running and running.read_only == read_only:
            return running
        if running:
            raise UnknownTool("this program was started by the other tool: go on with it there")
        raise UnknownTool(
            f"no program {id[:40]!r} is known here: it has ended, was given up, or ran in another process"
        )

    def leave(self, running: Running, *, parked: bool) -> None:
        """The request is over. Unless the program waits for a person or runs in the background, so is the program."""
        running.attached, running.left_at = bool(running.audience), anyio.current_time()
        if running.attached:
            return  # somebody else waits for it as well
        if not running.background and (not parked or running.over):
            running.scope.cancel()
            self._running.pop(running.id, None)
        self._give_up()

    def end_all(self) -> None:
        """Sandgate is told to stop: whoever waits for a program hears so, and the program ends."""
        for running in self._running.values():
            running.error = running.error or SandgateError("Sandgate was stopped while the program ran")
            running.scope.cancel()
            running.news.set()

    def _give_up(self) -> None:
        alone = sorted((one for one in self._running.values() if one.abandoned), key=lambda one: one.left_at)
        old = [one for one in alone if anyio.current_time() - one.left_at > PARKED_SECONDS]
        for one in {id(one): one for one in [*old, *alone[:-MOST_PARKED]]}.values():
            one.scope.cancel()
            self._running.pop(one.id, None)

    async def _run(self, running: Running, start: Start) -> None:
        with running.scope:
            try:
                running.outcome = await start()
            except SandgateError as error:
                running.error = error
            except Exception:  # a defect of ours ends this program, not everybody's
                log.exception("program %s could not be run", running.id)
                running.error = SandgateError("Sandgate failed while it ran the program; its log on stderr says how")
            finally:
                if not running.outcome and not running.error:
                    running.error = SandgateError(CANCELLED)
                running.changed, running.left_at = time.time(), anyio.current_time()
                running.news.set()
