"""One request to run a program: start it or come back to it, put its questions to the person, reply how it ended."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import anyio
import mcp.types as wire
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from sandgate.errors import BadArguments
from sandgate.model import RISKS, JsonObject, Outcome, checked_language
from sandgate.policy.approval import DECISIONS, Answer, Decision, Question

from .progress import Progress
from .replies import approval_required, ended, in_background, still_running
from .running import Parked, Running

if TYPE_CHECKING:
    from sandgate.audit.events import Who
    from sandgate.gateway import Gateway

Context = ServerRequestContext[Any]
Reply = wire.CallToolResult | wire.InputRequiredResult
TOGETHER_SECONDS = 0.05
"""How long the first of several questions waits for the others."""
MOST_ROUNDS = 8
"""How often one request asks: clients give up after ten rounds."""
LONGEST_WAIT_SECONDS = 50
"""Of one request: clients give up after a minute."""
RESUME_SECONDS = 20.0
"""How long a request that comes back waits for the person before it says again what is asked."""
LONGEST_CLIENT = 200
FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "decision": {
            "type": "string",
            "title": "Decision",
            "description": "once; run: for the rest of this program; session: until the client leaves; always; deny",
            "enum": list(DECISIONS),
            "default": "once",
        },
        "reason": {"type": "string", "title": "Reason", "description": "What the program is told if you deny."},
    },
    "required": ["decision"],
}


class Execution:
    """A request that is attached to a program until that ends, or until only a person can say how it goes on."""

    def __init__(
        self,
        gateway: Gateway,
        parked: Parked,
        context: Context,
        *,
        read_only: bool = False,
        patience: float | None = None,
    ) -> None:
        """`patience` is how long a request waits for a program until that becomes one in the background."""
        self._gateway, self._parked, self._context, self._read_only = gateway, parked, context, read_only
        self._patience = patience

    async def reply(self, arguments: JsonObject, params: wire.CallToolRequestParams) -> Reply:
        again = params.request_state or arguments.get("resume")
        running = self._parked.find(again, read_only=self._read_only) if again else self._started(arguments)
        running.rounds = running.rounds + 1 if params.request_state else 0
        self.answered(running, params.input_responses or {})
        if running.background and not again:
            return in_background(running.id)
        return await self._attached(running, RESUME_SECONDS if arguments.get("resume") else self._patience)

    def answered(self, running: Running, responses: Mapping[str, object]) -> None:
        """A person has decided something, through the client."""
        for id, response in responses.items():
            if id in running.shown and isinstance(response, wire.ElicitResult):  # not another program's
                self._gateway.answer(id, _answer(response))

    def asks(self, running: Running) -> list[Question]:
        """What a program waits for, all of which has been shown from now on."""
        running.show()
        return self._still_open(running)

    async def look(self, id: str, wait: int = 20, *, cancel: bool = False) -> Reply:
        """How a program in the background stands, at its end or when the time is over."""
        running = self._parked.find(id)
        if cancel:
            running.stop.set()
        return await self._attached(running, float(min(max(wait, 0), LONGEST_WAIT_SECONDS)))

    async def _attached(self, running: Running, seconds: float | None) -> Reply:
        """Wait for a program. Where it is not over in time, say how it stands."""
        progress = Progress(self._context)
        running.attached = True
        running.audience.append(progress)
        waits = False
        try:
            with anyio.move_on_after(seconds):
                async with progress.sent():
                    reply = await self._reply(running)
                waits = isinstance(reply, wire.InputRequiredResult) or bool(running.shown)
                return reply
            waits = True
            running.background = running.background or self._patience is not None
            questions = self._still_open(running)
            return await self._unasked(running, questions) if questions else still_running(running)
        finally:
            running.audience.remove(progress)
            self._parked.leave(running, parked=waits)

    def _started(self, arguments: JsonObject) -> Running:
        code = arguments.get("code")
        if not code:
            raise BadArguments("execute_code needs 'code', or 'resume' to go on with a program that waits")
        language = checked_language(arguments.get("language", "python"))
        level = arguments.get("security_level")
        if level not in (None, *RISKS):
            raise BadArguments(f"security_level must be one of {', '.join(RISKS)}; got {str(level)[:40]!r}")
        named = arguments.get("session")
        session = named or session_of(self._context)
        running = Running(read_only=self._read_only, background=arguments.get("background", False), session=session)

        async def start() -> Outcome:
            outcome = await self._gateway.run_code(
                code,
                running.printed,
                running.ask,
                read_only=self._read_only,
                session=session,
                stays=bool(named),
                on_progress=running.progressed,
                max_tokens=arguments.get("max_tokens"),
                who=who_of(self._context),
                language=language,
                security_level=level,
                stop=running.stop,
            )
            self._gateway.skills.ran(session_of(self._context), outcome.id)
            return outcome

        return self._parked.start(running, start)

    async def _reply(self, running: Running) -> Reply:
        while True:
            news = await running.next()
            if isinstance(news, Outcome):
                running.shown.clear()
                return ended(news)
            running.shown[news.id] = news
            if self._can_ask and self._context.protocol_version not in MODERN_PROTOCOL_VERSIONS:
                await self._elicit(news)
                running.shown.pop(news.id, None)
                continue
            await anyio.sleep(TOGETHER_SECONDS)
            running.show()
            questions = self._still_open(running)
            if questions and self._can_ask and running.rounds < MOST_ROUNDS:
                return _asked(running.id, questions)
            if questions:
                return await self._unasked(running, questions)

    async def _unasked(self, running: Running, questions: Sequence[Question]) -> wire.CallToolResult:
        return await approval_required(running, questions, self._gateway.carried)

    @property
    def _can_ask(self) -> bool:
        capabilities = self._context.session.client_capabilities
        return capabilities is not None and capabilities.elicitation is not None

    async def _elicit(self, question: Question) -> None:
        """Ask through the client. Its dialog is withdrawn when somebody else has decided, or nobody in time."""
        async with anyio.create_task_group() as asking:

            async def ask() -> None:
                self._gateway.answer(question.id, await self._elicited(question))

            asking.start_soon(ask)
            await self._gateway.settled(question.id)
            asking.cancel_scope.cancel()

    async def _elicited(self, question: Question) -> Answer:
        try:
            found = await self._context.session.elicit_form(question.text, FORM, self._context.request_id)
        except MCPError as error:
            return Answer(decision="deny", through="elicitation", reason=f"the client could not ask: {error}")
        return _answer(found)

    def _still_open(self, running: Running) -> list[Question]:
        waiting = {question.id for question in self._gateway.questions}
        for id in [id for id in running.shown if id not in waiting]:
            del running.shown[id]
        return list(running.shown.values())


def _asked(running: str, questions: Sequence[Question]) -> wire.InputRequiredResult:
    """Since 2026 a question is an answer: the client asks the person and calls again."""
    return wire.InputRequiredResult(input_requests=asked_of(questions), request_state=running)


def asked_of(questions: Sequence[Question]) -> dict[str, Any]:
    """Questions as the protocol puts them, by their ids."""
    return {
        question.id: wire.ElicitRequest(
            params=wire.ElicitRequestFormParams(message=question.text, requested_schema=FORM)
        )
        for question in questions
    }


def who_of(context: Context) -> Who:
    """Whose program it is, as far as the client says; over HTTP anybody who has the token."""
    from sandgate.audit.events import Who, os_user  # with it all of the audit, and our tools are listed without that

    told = context.session.client_params
    name, version = (told.client_info.name, told.client_info.version) if told else ("", "")
    return Who(user=os_user(), client=name[:LONGEST_CLIENT], client_version=version[:LONGEST_CLIENT])


def session_of(context: Context) -> str | None:
    """Which client this is, as long as it stays. Since 2026 nothing says so over HTTP: then there is no session."""
    if context.request is None:
        return _on_pipes(os.getpid())
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:  # there the header is whatever a client likes to write
        return None
    return context.request.headers.get("mcp-session-id")


@cache
def _on_pipes(process: int) -> str:
    """The one client at the other end of our pipes. A process that was forked has another."""
    del process
    return f"stdio-{secrets.token_hex(8)}"


def _answer(result: wire.ElicitResult) -> Answer:
    if result.action != "accept":
        words = "the person declined" if result.action == "decline" else "the question was dismissed"
        return Answer(decision="deny", by="the person", through="elicitation", reason=words)
    content = cast("dict[str, object]", result.content or {})
    known: dict[object, Decision] = {one: one for one in DECISIONS}
    decision = known.get(str(content.get("decision", "once")), "deny")
    reason = str(content.get("reason") or "")
    return Answer(decision=decision, by="the person", through="elicitation", reason=reason)
