"""Lets a call through or refuses it: by the rules, by what a person allowed before, or by asking one now."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from sandgate.errors import Denied
from sandgate.model import JsonObject

from .approval import Answer, Desk, OnQuestion
from .egress import Connection
from .risk import Weighed
from .rules import Counts, Rules, Verdict

Weigh = Callable[[], Weighed]
Paused = Callable[[], AbstractContextManager[None]]
"""Stops a program's clock while a person decides."""


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision of a person, for the record."""

    tool: str
    answer: Answer
    at: float


@dataclass(slots=True)
class Run:
    """One execution, as far as permission is concerned."""

    id: str = field(default_factory=lambda: secrets.token_hex(8))
    read_only: bool = False
    """Whether it may only look, whatever the rules allow."""
    on_question: OnQuestion = lambda _: None
    counts: Counts = field(default_factory=Counts)
    granted: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Tools a person allowed for all of it, or for one of its batches."""
    decided: list[Decided] = field(default_factory=list[Decided])
    connections: list[Connection] = field(default_factory=list[Connection])
    """What it asked of the network, allowed or not."""


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

    async def permit(
        self, run: Run, names: Sequence[str], arguments: JsonObject, weigh: Weigh, *, batch: str, paused: Paused
    ) -> None:
        """Returns if the call may be sent, exactly as it is. Raises Denied with the reason.

        `weigh` says what the call does; it is asked only where that matters.
        """
        own, shown = names[0], names[-1]
        if run.read_only and weigh().changes_data:
            raise Denied(f"{shown} changes something, and this program may only look: run it with execute_code")
        verdict = self.rules.decide(names, arguments, changes=lambda: weigh().changes_data, counts=run.counts)
        if verdict.action == "deny":
            raise Denied(f"{shown} is denied by {_why(verdict)}. `sandgate policy explain {shown}` says more")
        if verdict.action == "allow" or {(own, ""), (own, batch)} & run.granted or own in self.always:
            return
        asked = time.monotonic()
        with paused():
            weighed = weigh()
            reasons = (f"{weighed.risk} risk", *filter(None, [verdict.reason]), *weighed.reasons)
            answer = await self.desk.ask(
                run.id, shown, arguments, verdict.by, reasons=reasons, batch=batch, on_question=run.on_question
            )
        answer = replace(answer, seconds=time.monotonic() - asked)
        run.decided.append(Decided(own, answer, time.time()))
        self._remember(run, own, batch, answer)
        if answer.decision == "deny":
            reason = f": {answer.reason}" if answer.reason else ""
            raise Denied(f"{shown} was denied by {answer.by or 'a person'}{reason}")

    def _remember(self, run: Run, own: str, batch: str, answer: Answer) -> None:
        if answer.decision == "always":
            self.always.add(own)
        elif answer.decision == "run":
            run.granted.add((own, ""))
        elif answer.decision == "once" and batch:
            run.granted.add((own, batch))


def _why(verdict: Verdict) -> str:
    return f"{verdict.by}: {verdict.reason}" if verdict.reason else verdict.by
