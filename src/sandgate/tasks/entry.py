"""A task on its way, and the result it is given at its end, whatever that is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import anyio

from sandgate.errors import BadArguments, SandgateError
from sandgate.model import Outcome

from .inputs import value_of
from .task import LONGEST_REASON, NO_STATS, Result, Stats, Status, Task

WRITTEN = "what it had written until then stays written"


@dataclass(slots=True)
class Entry:
    """A task that has not ended."""

    task: Task
    before: tuple[Entry | Result, ...]
    scope: anyio.CancelScope
    number: int = 0
    """Under which it is written down."""
    status: Status = "pending"
    cancelled: str | None = None
    """Why, where somebody cancelled it."""
    attempts: int = 0
    result: Result | None = None
    ended: anyio.Event = field(default_factory=anyio.Event)

    def cancel(self, reason: str) -> bool:
        """False where somebody has done so already."""
        if self.cancelled is not None:
            return False
        self.cancelled = reason
        self.scope.cancel()
        return True

    def end(self, result: Result) -> None:
        self.result = result
        self.ended.set()


def unsuccessful(entry: Entry, status: Status, reason: str) -> Result:
    stats = replace(NO_STATS, attempts=entry.attempts)
    short, task = reason[:LONGEST_REASON], entry.task
    return Result(id=task.id, status=status, session=task.session, reason=short, text=short, stats=stats)


def cut_short(entry: Entry) -> Result:
    """It was ended from outside: by somebody, or by its deadline."""
    ran = f"; {WRITTEN}" if entry.attempts else ""
    if entry.cancelled is not None:
        return unsuccessful(entry, "cancelled", f"{entry.cancelled}{ran}")
    if entry.scope.cancel_called:
        doing = "ran" if entry.attempts else "waited"
        passed = f"its deadline of {entry.task.deadline_seconds:g} s passed while it {doing}"
        return unsuccessful(entry, "expired", f"{passed}{ran}")
    return unsuccessful(entry, "cancelled", f"Sandgate was stopped{ran}")


def told(entry: Entry, ended: Outcome | SandgateError) -> Result:
    """How its program ended."""
    if isinstance(ended, SandgateError):
        return unsuccessful(entry, "failed", str(ended))
    fault = ended.fault
    reason = f"{fault.type}: {fault.message}"[:LONGEST_REASON] if fault else ("" if ended.ok else ended.status)
    return Result(
        id=entry.task.id,
        status="done" if ended.ok else "failed",
        session=entry.task.session,
        data=ended.value,
        output=ended.output,
        text=ended.text,
        reason=reason,
        stats=_used(entry, ended),
        outcome=ended,
    )


def _used(entry: Entry, ended: Outcome) -> Stats:
    return Stats(
        duration_seconds=ended.duration_seconds,
        tokens_in=ended.tokens.written,
        tokens_out=ended.tokens.read,
        memory_mb=ended.memory_peak_mb,
        calls=len(ended.calls),
        tools_called=tuple(dict.fromkeys(call.tool for call in ended.calls)),
        attempts=entry.attempts,
    )


def unusable(before: Result) -> str:
    """Why a task cannot come after another one; empty where it can."""
    if not before.ok:
        how = {"failed": "failed", "expired": "was too late"}.get(before.status, f"was {before.status}")
        return f"it comes after {before.id!r}, which {how}: {before.reason}"
    try:
        value_of(before.outcome) if before.outcome else None
    except BadArguments as error:
        return f"it comes after {before.id!r}: {error}"
    return ""
