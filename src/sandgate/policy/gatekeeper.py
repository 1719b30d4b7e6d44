"""Lets a call through or refuses it: by the rules, by what a person allowed before, or by asking one now."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from sandgate.errors import Denied
from sandgate.model import JsonObject

from .approval import Answer, Desk
from .review import in_words
from .risk import Weighed, at_least, together
from .rules import Counts, Rules, Verdict
from .run import Decided, Passed, Run

Weigh = Callable[[JsonObject], Weighed]
"""What a call of a certain tool does, from its arguments."""
Paused = Callable[[], AbstractContextManager[None]]
"""Stops a program's clock while a person decides."""
MOST_SESSIONS = 1000


class Always:
    """Tools a person has allowed once and for all. Kept in a file of ours, beside what the person wrote."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __contains__(self, tool: str) -> bool:
        return tool in self.tools()

    def tools(self) -> list[str]:
        try:
            found: Any = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        names = cast("list[object]", found) if isinstance(found, list) else []
        return [name for name in names if isinstance(name, str)]

    def add(self, tool: str) -> None:
        self._write(sorted({*self.tools(), tool}))

    def forget(self, tool: str) -> bool:
        known = self.tools()
        self._write([name for name in known if name != tool])
        return tool in known

    def _write(self, tools: Sequence[str]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        stage = self._file.with_suffix(f".{os.getpid()}")
        stage.write_text(json.dumps(tools), encoding="utf-8")
        stage.chmod(0o600)
        stage.replace(self._file)


class Gatekeeper:
    """What stands between a call and its server."""

    def __init__(self, rules: Rules, desk: Desk, always: Always) -> None:
        self.rules, self.desk, self.always = rules, desk, always
        self._in_session: dict[str, set[str]] = {}
        """Tools a person allowed for a session. Nobody says when one is over: the oldest are forgotten."""

    async def permit(
        self,
        run: Run,
        names: Sequence[str],
        arguments: JsonObject,
        weigh: Weigh,
        *,
        shown: JsonObject,
        batch: str,
        paused: Paused,
    ) -> Passed:
        """Returns if the call may be sent, exactly as it is: who let it pass. Raises Denied with the reason.

        `weigh` says what the call does; it is asked only where that matters. `shown` is what a person sees of it.
        """
        own = names[0]
        verdict = self._judged(run, names, arguments, weigh, run.counts)
        if verdict.action == "allow" or self._granted(run, own) or run.spend(own, arguments):
            return Passed(verdict.action, verdict.by)
        weighed = _discreet(weigh, [arguments], [shown])
        known = run.batches.get((own, batch)) if batch else None
        if known and at_least(known, weighed.risk):
            return Passed(verdict.action, verdict.by)
        answer = await self._ask(run, names, [shown], verdict, weighed, batch, paused, open_ended=bool(batch))
        if answer.decision == "once" and batch:
            run.batches[own, batch] = weighed.risk
        return Passed(verdict.action, verdict.by, answer.decision, answer.by)

    async def permit_all(
        self,
        run: Run,
        names: Sequence[str],
        calls: Sequence[JsonObject],
        weigh: Weigh,
        *,
        shown: Sequence[JsonObject],
        batch: str,
        paused: Paused,
    ) -> None:
        """Decide as one about calls that a program announces. It may then make each of them, exactly so and once."""
        verdicts = [self._judged(run, names, arguments, weigh, None) for arguments in calls]
        asked = [number for number, verdict in enumerate(verdicts) if verdict.action == "ask"]
        if not asked or self._granted(run, names[0]):
            return
        frozen, seen = [calls[number] for number in asked], [shown[number] for number in asked]
        weighed = _discreet(weigh, frozen, seen)
        await self._ask(run, names, seen, verdicts[asked[0]], weighed, batch, paused)
        run.announce(names[0], frozen)

    def _judged(
        self, run: Run, names: Sequence[str], arguments: JsonObject, weigh: Weigh, counts: Counts | None
    ) -> Verdict:
        shown = names[-1]
        if run.read_only and weigh(arguments).changes_data:
            raise Denied(f"{shown} changes something, and this program may only look: run it with execute_code")
        verdict = self.rules.decide(names, arguments, changes=lambda: weigh(arguments).changes_data, counts=counts)
        if verdict.action == "deny":
            raise Denied(f"{shown} is denied by {_why(verdict)}. `sandgate policy explain {shown}` says more")
        return verdict

    def _granted(self, run: Run, own: str) -> bool:
        in_session = run.session is not None and own in self._in_session.get(run.session, ())
        return own in run.granted or in_session or own in self.always

    async def _ask(
        self,
        run: Run,
        names: Sequence[str],
        calls: Sequence[JsonObject],
        verdict: Verdict,
        weighed: Weighed,
        batch: str,
        paused: Paused,
        *,
        open_ended: bool = False,
    ) -> Answer:
        own, shown = names[0], names[-1]
        asked = time.monotonic()
        with paused():
            reasons = (*filter(None, [verdict.reason]), *weighed.reasons)
            if run.impact:
                reasons += (in_words(run.impact),)
            answer = await self.desk.ask(
                run.id,
                shown,
                calls,
                verdict.by,
                risk=weighed.risk,
                reasons=reasons,
                batch=batch,
                open_ended=open_ended,
                on_question=run.on_question,
            )
        answer = replace(answer, seconds=time.monotonic() - asked)
        run.decided.append(Decided(own, weighed.risk, answer, time.time()))
        if answer.decision == "deny":
            reason = f": {answer.reason}" if answer.reason else ""
            raise Denied(f"{shown} was denied by {answer.by or 'a person'}{reason}")
        self._remember(run, own, answer)
        return answer

    def _remember(self, run: Run, own: str, answer: Answer) -> None:
        if answer.decision == "always":
            self.always.add(own)
        elif answer.decision == "session" and run.session is not None:
            self._in_session.setdefault(run.session, set()).add(own)
            if len(self._in_session) > MOST_SESSIONS:
                del self._in_session[next(iter(self._in_session))]
        elif answer.decision in ("run", "session"):
            run.granted.add(own)


def _discreet(weigh: Weigh, sent: Sequence[JsonObject], shown: Sequence[JsonObject]) -> Weighed:
    """How risky the real calls are, in words about what a person is shown: reasons quote arguments."""
    weighed = together(map(weigh, sent))
    return weighed if sent == shown else replace(weighed, reasons=together(map(weigh, shown)).reasons)


def _why(verdict: Verdict) -> str:
    return f"{verdict.by}: {verdict.reason.rstrip('.')}" if verdict.reason else verdict.by
