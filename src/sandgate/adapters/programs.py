"""Programs of one conversation: run to their end, left in the background, or waiting for a person's word."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import anyio
import mcp.types as wire

from sandgate.audit.events import Who, os_user
from sandgate.errors import BadArguments, first_cause
from sandgate.gateway import Gateway
from sandgate.model import JsonObject, Outcome, checked_language
from sandgate.policy.approval import Answer, Question
from sandgate.server.executing import LONGEST_WAIT_SECONDS, RESUME_SECONDS, TOGETHER_SECONDS
from sandgate.server.replies import approval_required, ended, in_background, still_running
from sandgate.server.running import Parked, Running

CLIENT = "agent loop"


def asks() -> Who:
    """Who asks, in the audit."""
    return Who(user=os_user(), client=CLIENT)


class _Unheard:
    """A caller that waits for a program and wants to hear nothing until it ends."""

    def printed(self, text: str) -> None: ...
    def progressed(self, done: float, total: float | None, text: str) -> None: ...


class Programs:
    """What `execute_code` and `get_execution` do."""

    def __init__(
        self, gateway: Gateway, session: str, on_question: Callable[[Question], Awaitable[Answer]] | None
    ) -> None:
        self._gateway, self._session, self._on_question = gateway, session, on_question
        self.parked = Parked()

    async def execute(self, arguments: JsonObject, *, read_only: bool) -> wire.CallToolResult:
        resume = arguments.get("resume")
        running = self.parked.find(resume, read_only=read_only) if resume else self._started(arguments, read_only)
        if running.background and not resume:
            return in_background(running.id)
        return await self._attached(running, RESUME_SECONDS if resume else None)

    async def look(self, id: str, wait: int = 20, *, cancel: bool = False) -> wire.CallToolResult:
        running = self.parked.find(id)
        if cancel:
            running.scope.cancel()
        return await self._attached(running, float(min(max(wait, 0), LONGEST_WAIT_SECONDS)))

    def _started(self, arguments: JsonObject, read_only: bool) -> Running:
        code, named = arguments.get("code"), arguments.get("session")
        if not code:
            raise BadArguments("execute_code needs 'code', or 'resume' to go on with a program that waits")
        language = checked_language(arguments.get("language", "python"))
        session = named or self._session
        running = Running(read_only=read_only, background=arguments.get("background", False), session=session)

        async def start() -> Outcome:
            outcome = await self._gateway.run_code(
                code,
                running.printed,
                running.ask,
                read_only=read_only,
                session=session,
                stays=bool(named),
                max_tokens=arguments.get("max_tokens"),
                on_progress=running.progressed,
                who=asks(),
                language=language,
            )
            self._gateway.skills.ran(self._session, outcome.id)
            return outcome

        return self.parked.start(running, start)

    async def _attached(self, running: Running, seconds: float | None) -> wire.CallToolResult:
        """Wait for a program. Where it is not over in time, or waits for a person, say how it stands."""
        running.attached, waits, listener = True, False, _Unheard()
        running.audience.append(listener)
        try:
            with anyio.move_on_after(seconds):
                reply = await self._reply(running)
                waits = bool(running.shown)
                return reply
            waits = True
            questions = self._open(running)
            return await self._unasked(running, questions) if questions else still_running(running)
        finally:
            running.audience.remove(listener)
            self.parked.leave(running, parked=waits)

    async def _reply(self, running: Running) -> wire.CallToolResult:
        while True:
            news = await running.next()
            if isinstance(news, Outcome):
                running.shown.clear()
                return ended(news)
            if self._on_question:
                await self._ask(news, self._on_question)
                continue
            running.shown[news.id] = news
            await anyio.sleep(TOGETHER_SECONDS)
            running.show()
            if questions := self._open(running):
                return await self._unasked(running, questions)

    async def _unasked(self, running: Running, questions: Sequence[Question]) -> wire.CallToolResult:
        return await approval_required(running, questions, self._gateway.carried)

    async def _ask(self, question: Question, on_question: Callable[[Question], Awaitable[Answer]]) -> None:
        """Whoever decides first counts: the caller, or somebody with `sandgate approvals`."""

        async def ask() -> None:
            self._gateway.answer(question.id, await on_question(question))

        try:
            async with anyio.create_task_group() as asking:
                asking.start_soon(ask)
                await self._gateway.settled(question.id)
                asking.cancel_scope.cancel()
        except BaseExceptionGroup as group:
            raise first_cause(group) from None

    def _open(self, running: Running) -> list[Question]:
        waiting = {question.id for question in self._gateway.questions}
        for id in [id for id in running.shown if id not in waiting]:
            del running.shown[id]
        return list(running.shown.values())
