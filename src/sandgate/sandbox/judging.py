"""How a program ended. Of itself it may say anything, so each part of its report must have the form it should."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from signal import Signals
from typing import Any, cast

from ..model import Fault, JsonObject, Limits, Outcome, Status
from .clock import Spent
from .limits import EXCEEDED, limit_reached
from .protocol import Exit, media_of

MOST_MEMORY_KB = 2**40
CANCELLED = "Cancelled"
"""The type of the fault of a program that somebody wanted to end."""
STATUS_OF: Mapping[str, Status] = {"memory_mb": "memory", "cpu_seconds": "timeout"}


@dataclass(slots=True)
class Course:
    """What the gateway saw go wrong while a program ran."""

    broken: str = ""
    """How it broke the rules of the channel."""
    spent: Spent | None = None
    unread: bool = False
    """Whether it left its replies unread for too long."""
    stopped: bool = False
    """Whether somebody wanted its end."""

    @property
    def smooth(self) -> bool:
        return not (self.broken or self.spent or self.stopped)


def judged(limits: Limits, course: Course, done: JsonObject | None, exit: Exit) -> Outcome:
    """How a program ended, from what was seen of it, its last word, and what the kernel tells of its process."""
    if course.broken:
        return _failed("killed", "ProtocolError", f"the program was ended because it sent {course.broken}")
    if course.stopped and done is None:
        return _failed("killed", CANCELLED, "the program was ended, as was asked for")
    if course.unread:
        return _failed("killed", "LimitReached", limit_reached("unread_seconds", limits))
    if course.spent:
        return _failed("timeout", "Timeout", limit_reached(course.spent, limits))
    if done is None:
        return _vanished(limits, exit)
    return _reported(limits, done)


def _failed(status: Status, type: str, message: str) -> Outcome:
    return Outcome(status=status, fault=Fault(type=type, message=message))


def _vanished(limits: Limits, exit: Exit) -> Outcome:
    reached = "cpu_seconds" if exit.signal == Signals.SIGXCPU else exit.limit
    if reached is not None and reached in EXCEEDED:
        return _failed(STATUS_OF.get(reached, "killed"), "LimitReached", limit_reached(reached, limits))
    if exit.lost:
        return _failed("killed", "SandboxLost", f"the sandbox was lost while the program ran: {exit.lost}")
    if exit.signal:
        name = Signals(exit.signal).name if exit.signal in set(Signals) else f"signal {exit.signal}"
        return _failed("killed", name, f"the program's process was ended by {name}")
    if exit.code is None:
        return _failed("killed", "Exit", "the program closed its connection to the gateway and was ended")
    return _failed(
        "killed", "Exit", f"the program's process ended by itself (exit code {exit.code}) before its last line"
    )


def _reported(limits: Limits, done: JsonObject) -> Outcome:
    """The program's own report."""
    notes = tuple(str(note)[:2000] for note in _list(done.get("notes"))[:20])
    memory = done.get("memory_kb")
    outcome = Outcome(
        status="ok",
        value=done.get("value"),
        has_value=done.get("has_value") is True,
        notes=notes,
        media=tuple(media_of(done.get("media"))),
        memory_peak_mb=memory / 1024 if isinstance(memory, int) and 0 <= memory < MOST_MEMORY_KB else 0.0,
    )
    if done.get("status") == "ok":
        return outcome
    fault = cast("dict[str, Any]", done["fault"]) if isinstance(done.get("fault"), dict) else {}
    message = str(fault.get("message", ""))
    reached = str(done.get("limit"))
    if reached == "file_mb" and limits.disk_mb < limits.file_mb:
        reached = "disk_mb"  # where no file system of its own holds it to that, its files are
    if reached in EXCEEDED:
        message = ": ".join(part for part in (message, limit_reached(reached, limits)) if part)
    return replace(
        outcome,
        status="memory" if reached == "memory_mb" else "error",
        has_value=False,
        value=None,
        fault=Fault(
            type=str(fault.get("type", "Error"))[:200],
            message=message,
            traceback=str(fault.get("traceback", ""))[:20_000],
        ),
    )


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []
