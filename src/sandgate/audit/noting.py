"""Events from what the gateway and policy know of an execution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sandgate.errors import CallTimeout, Denied, SandgateError
from sandgate.policy.run import Run

from .events import LONGEST_REASON, Answered, Approved, Connected, Crossing, Ended, Event, Who
from .keeping import review_of
from .summaries import Entry, crossed_rows, hash_of


@dataclass(slots=True)
class Open:
    """An execution under way, and how much of what policy noted about it is written."""

    who: Who
    calls: int = 0
    decided: int = 0
    connections: int = 0
    crossed: int = 0
    reviewed: bool = False


@dataclass(slots=True)
class Told:
    """What whoever makes a call says of its answer."""

    bytes_sent: int = 0
    bytes: int = 0
    cached: bool = False
    write: Callable[[], object] = lambda: None
    """Has it written down that all went well, once it did. What did not is on record already."""


def answer_of(told: Told, seconds: float, error: BaseException | None = None) -> Answered:
    match error:
        case None:
            outcome, said = "ok", ""
        case Denied():
            outcome, said = "denied", str(error)
        case CallTimeout():
            outcome, said = "timeout", str(error)
        case SandgateError():
            outcome, said = "error", str(error)
        case _:  # cancelled, or a defect of ours, whose text may hold anything
            outcome, said = "cancelled", type(error).__name__
    return Answered(
        outcome=outcome,
        seconds=seconds,
        cached=told.cached,
        bytes_sent=told.bytes_sent,
        bytes=told.bytes,
        error=said,
    )


def news_of(run: Run, known: Open) -> Iterable[Event]:
    """What policy has noted since the last time: mostly nothing."""
    now = len(run.decided), len(run.connections), len(run.crossed)
    if now == (known.decided, known.connections, known.crossed) and (known.reviewed or not run.findings):
        return ()
    return _news_of(run, known)


def _news_of(run: Run, known: Open) -> Iterator[Event]:
    if run.findings and not known.reviewed:
        known.reviewed = True
        yield review_of(run)
    for decided in run.decided[known.decided :]:
        said, (server, tool) = decided.answer, _split(decided.tool)
        yield Approved(
            server=server,
            tool=tool,
            outcome=said.decision,
            by=said.by,
            through=said.through,
            reason=said.reason[:LONGEST_REASON],
            risk=decided.risk,
            seconds=said.seconds,
        )
    for one in run.connections[known.connections :]:
        yield Connected(
            server=one.host,
            port=one.port,
            address=one.address,
            outcome=one.verdict,
            reason=one.reason[:LONGEST_REASON],
            bytes_sent=one.bytes_out,
            bytes=one.bytes_in,
            seconds=one.seconds,
        )
    yield from map(crossing_of, crossed_rows(run.id, run.crossed[known.crossed :]))
    known.decided, known.connections, known.crossed = len(run.decided), len(run.connections), len(run.crossed)


def crossing_of(row: Sequence[Any]) -> Crossing:
    _, name, data, way, count = row
    server, tool = _split(name)
    return Crossing(server=server, tool=tool, data=data, outcome=way, count=count)


def _split(name: str) -> tuple[str, str]:
    server, _, tool = name.partition(".")
    return (server, tool) if tool else ("", server)


def ended_of(entry: Entry) -> Ended:
    outcome, calls = entry.outcome, entry.calls
    return Ended(
        outcome=outcome.status,
        fault=outcome.fault.type if outcome.fault else "",
        seconds=outcome.duration_seconds,
        cpu_seconds=entry.cpu_seconds,
        memory_peak_mb=outcome.memory_peak_mb,
        sandbox=outcome.sandbox,
        risk=entry.run.impact.risk if entry.run.impact else "",
        calls=len(calls),
        failed_calls=sum(call.status != "ok" for call in calls),
        approvals=len(entry.run.decided),
        bytes=sum(call.result_bytes for call in calls),
        tokens_in=entry.tokens_in,
        tokens_out=entry.tokens_out,
        tokens_results=entry.tokens.get("results", 0),
        code_sha256=hash_of(entry.program.code),
    )
