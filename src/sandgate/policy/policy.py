"""Everything that may say no: to a program, to one of its calls, to a connection; and tell a person that it did."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import anyio.to_thread

from sandgate.errors import Denied
from sandgate.model import JsonObject, Language, Outcome
from sandgate.privacy.boundary import LONG, OPEN

from .alerts import Alerts, Kind
from .approval import Answer, Question
from .commands import AllowList, arguments_of
from .commands import weigh as weigh_command
from .egress import Alert, NetworkPolicy, serve
from .gatekeeper import Gatekeeper, Paused, Weigh
from .review import Reviewer, blocked
from .run import Passed, Run

ONLY_LOOKS = "this program may only look, and what leaves over the network cannot be taken back"


class Policy:
    """What the gateway asks before it lets anything happen."""

    def __init__(
        self,
        gatekeeper: Gatekeeper,
        reviewer: Reviewer,
        alerts: Alerts,
        network: NetworkPolicy | None,
        commands: AllowList,
    ) -> None:
        self._gatekeeper, self._reviewer, self.alerts = gatekeeper, reviewer, alerts
        self._network, self._commands = network, commands

    async def check(self, run: Run, code: str, language: Language = "python") -> Outcome | None:
        """Look at a program before anything is done for it. How it ended, where it may not run."""
        report = await (self._reviewer.check(code) if language == "python" else self._reviewer.check_text(code))
        run.findings = report.findings
        if not report.blocked:
            return None
        rules = sorted({finding.rule for finding in report.findings if finding.severity == "block"})
        if rules != ["syntax"]:  # nobody need hear of a slip of the pen
            self._tell(run, "program_blocked", f"a program was not run: {', '.join(rules)}")
        return blocked(report.findings)

    async def weigh(self, run: Run, code: str) -> None:
        """Find out what a program can do, for the person who decides and for the record."""
        run.impact = await self._reviewer.weigh(code)

    async def weigh_outline(self, run: Run, outline: str) -> None:
        """The same for a TypeScript program, from its outline; an empty one is of a program that nobody could read."""
        run.impact = await self._reviewer.weigh_outline(outline)

    async def permit(
        self,
        run: Run,
        names: Sequence[str],
        arguments: JsonObject,
        weigh: Weigh,
        *,
        batch: str,
        paused: Paused,
    ) -> tuple[JsonObject, Passed]:
        """Let one call through: its arguments as they are sent, with the values that tokens stand for. Raises Denied.

        Rules look at the real values; a person is shown the tokens, as the program wrote them.
        """
        try:
            sent = await self._sent(run, names, arguments)
            passed = await self._gatekeeper.permit(run, names, sent, weigh, shown=arguments, batch=batch, paused=paused)
        except Denied as denied:
            self._tell_denied(run, names[-1], denied)
            raise
        return sent, passed

    async def permit_command(self, run: Run, words: Sequence[str], input: str, *, batch: str, paused: Paused) -> Passed:
        """Let a command through that is listed, and that no rule or person denies. Raises Denied."""
        name, weigh = f"commands.{words[0]}", partial(weigh_command, words[0])
        try:
            self._commands.check(words)
            arguments = arguments_of(words, input)
            return await self._gatekeeper.permit(
                run, [name], arguments, weigh, shown=arguments, batch=batch, paused=paused
            )
        except Denied as denied:
            self._tell_denied(run, name, denied)
            raise

    async def permit_all(
        self, run: Run, names: Sequence[str], calls: Sequence[JsonObject], weigh: Weigh, *, batch: str, paused: Paused
    ) -> None:
        """Let several calls through that a program announces, each once. Raises Denied."""
        try:
            sent = [await self._sent(run, names, call, record=False) for call in calls]
            await self._gatekeeper.permit_all(run, names, sent, weigh, shown=calls, batch=batch, paused=paused)
        except Denied as denied:
            self._tell_denied(run, names[-1], denied)
            raise

    async def _sent(self, run: Run, names: Sequence[str], arguments: JsonObject, *, record: bool = True) -> JsonObject:
        restore = partial(run.boundary.sent, names, arguments)
        is_short = run.boundary is OPEN or len(repr(arguments)) < LONG
        sent, restored = restore() if is_short else await anyio.to_thread.run_sync(restore)
        if record:
            run.crossed += restored
        return sent

    def answer(self, question: str, decision: Answer) -> bool:
        """Decide what a program waits for. False where nobody asks that any more."""
        return self._gatekeeper.desk.answer(question, decision)

    async def settled(self, question: str) -> None:
        """Wait until a question is decided, by whomever."""
        await self._gatekeeper.desk.settled(question)

    @property
    def questions(self) -> list[Question]:
        """What programs wait for."""
        return self._gatekeeper.desk.open

    @property
    def networked(self) -> bool:
        """Whether there is anything on the network that a program may reach."""
        return self._network is not None

    async def let_out(self, run: Run, listener: socket.socket) -> None:
        """Serve what a program asks of the network, and write it down."""
        assert self._network
        network = replace(self._network, closed=ONLY_LOOKS) if run.read_only else self._network

        def tell(alert: Alert) -> None:
            kind = "connection_denied" if alert.kind == "denied" else "connection_unusual"
            self._tell(run, kind, alert.message, host=alert.connection.host)

        await serve(listener, network, run.connections.append, alert=tell)

    def _tell_denied(self, run: Run, tool: str, denied: Denied) -> None:
        """Once for each tool of a run: a loop of them is one event."""
        if tool not in run.told:
            run.told.add(tool)
            self._tell(run, "call_denied", str(denied), tool=tool)

    def _tell(self, run: Run, kind: Kind, message: str, **about: str) -> None:
        self.alerts.tell(kind, message, run=run.id, **about)
