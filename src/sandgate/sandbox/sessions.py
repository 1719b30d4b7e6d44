"""Sessions that stay: a worker that waits for the next program, with the names of those before it."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import anyio

from sandgate.errors import SandgateError
from sandgate.model import Limits, Outcome, Program
from sandgate.ownership import Owner
from sandgate.promptly import Places, lock

from . import bridge
from .folder import Files
from .leading_out import let_out
from .protocol import Listeners, OnNetwork, Worker

LOOK_SECONDS = 5.0
MOST_REMEMBERED = 1000
Take = Callable[[Limits], Awaitable[Worker]]


@dataclass(slots=True)
class Session:
    """One worker, and the files it was given. Programs of one session run one after another."""

    name: str
    line: bridge.Line | None = None
    files: Files | None = None
    listener: socket.socket | None = None
    """Where its connections arrive; each program has them served on its own account."""
    used: float = 0.0
    lost: str = ""
    """Why the worker before is gone."""
    turn: Places = field(default_factory=lock)

    @property
    def waits(self) -> bool:
        return self.line is not None and not self.turn.locked()


class Sessions(Owner):
    """At most so many at once; the one that was not used for longest makes room."""

    def __init__(self, take: Take, limits: Limits, most: int, idle_seconds: float) -> None:
        self._take, self._limits, self._most, self._idle = take, limits, most, idle_seconds
        self._sessions: dict[str, Session] = {}
        self._beginning = lock()

    @property
    def names(self) -> list[str]:
        """Those whose variables are kept."""
        return [one.name for one in self._sessions.values() if one.line]

    def start(self) -> None:
        self.tasks.start_soon(self._watch)

    async def run(
        self, name: str, program: Program, heard: Listeners, files: Files | None, on_network: OnNetwork | None = None
    ) -> Outcome:
        """Run a program among the names of those before it, and say whether they stay. It has been `claimed`."""
        session = self._sessions[name]
        lost = await self._ready(session, files)
        assert session.line
        try:
            program = replace(program, limits=replace(program.limits, cpu_seconds=self._limits.cpu_seconds))
            async with let_out(session.listener.dup() if session.listener else None, on_network):
                outcome = await bridge.run_on(session.line, program, heard, session.files, stays=True)
        except BaseException:
            with anyio.CancelScope(shield=True):
                await self._end(session, "its last program was given up")
            raise
        session.used = anyio.current_time()
        number, alive = session.line.programs, session.line.worker.alive
        if not alive:
            await self._end(session, f"its program {number} ended it")
        return replace(outcome, notes=(*outcome.notes, *lost, _told(session, outcome, number, alive=alive)))

    @asynccontextmanager
    async def claimed(self, name: str) -> AsyncGenerator[None]:
        """Have a session for one program; others wait until this is left."""
        session = self._sessions.setdefault(name, Session(name))
        async with session.turn:
            self._sessions[name] = session  # it may have been forgotten meanwhile
            yield

    async def end(self, name: str, why: str) -> bool:
        """Let go of a session's variables. False where there are none."""
        session = self._sessions.get(name)
        if session is None or session.line is None:
            return False
        async with session.turn:
            await self._end(session, why)
        return True

    async def closing(self) -> None:
        self.tasks.cancel_scope.cancel()
        with anyio.CancelScope(shield=True):
            for session in self._sessions.values():
                await self._end(session, "Sandgate was stopped")

    async def _ready(self, session: Session, files: Files | None) -> tuple[str, ...]:
        """Have a worker. What was lost with the one before, if there was one."""
        if session.line and session.line.worker.alive:
            return ()
        if session.line:
            await self._end(session, "its process ended")
        async with self._beginning:  # two at once would both see room for one
            await self._make_room()
            worker = await self._take(self._limits)
            session.line = bridge.Line(worker, self._limits)
        session.files, session.listener = files, worker.take_listener()
        lost, session.lost = session.lost, ""
        return (
            (f"session {session.name!r} begins anew: {lost}; its variables are gone, its files are there",)
            if lost
            else ()
        )

    async def _make_room(self) -> None:
        waiting = sorted((one for one in self._sessions.values() if one.waits), key=lambda one: one.used)
        living = sum(1 for one in self._sessions.values() if one.line)
        if living < self._most:
            return
        if not waiting:
            cure = "wait for one, or raise sessions.most"
            raise SandgateError(f"{living} sessions are at work, and no more may be: {cure}")
        async with waiting[0].turn:
            await self._end(waiting[0], f"more than {self._most} sessions were in use (sessions.most)")

    async def _watch(self) -> None:
        while True:
            await anyio.sleep(LOOK_SECONDS)
            for session in [one for one in self._sessions.values() if one.waits]:
                if anyio.current_time() - session.used > self._idle:
                    async with session.turn:
                        await self._end(
                            session, f"nobody used it for {self._idle / 60:g} minutes (sessions.idle_minutes)"
                        )
            for name in [name for name, one in self._sessions.items() if not one.line][:-MOST_REMEMBERED]:
                del self._sessions[name]

    async def _end(self, session: Session, why: str) -> None:
        line, session.line = session.line, None
        if session.listener:
            session.listener.close()
            session.listener = None
        if line:
            session.lost = why
            await line.worker.end()
            await line.worker.forget()


def _told(session: Session, outcome: Outcome, number: int, *, alive: bool) -> str:
    if alive:
        return f"session {session.name!r}: variables and files stay (program {number})"
    kind = outcome.fault.type if outcome.fault else outcome.status
    return f"session {session.name!r} ended with this program ({kind}): its variables are gone, its files are there"
