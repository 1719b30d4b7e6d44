"""What a probe is, what the host sees of it, and the ways to tell whether the walls held."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sandgate.model import Limits, Outcome
from sandgate.sandbox.protocol import Request

Kind = Literal["verdict", "supervise", "gateway", "artifact", "pair"]
Plain = Literal["escapes", "escapes as root", "varies"]
USUAL = Limits(
    time_seconds=10,
    cpu_seconds=5,
    memory_mb=128,
    disk_mb=16,
    file_mb=12,
    workspace_mb=16,
    workspace_files=500,
    processes=16,
    open_files=64,
    output_kb=64,
    message_mb=1,
    calls=50,
    concurrent_calls=8,
    unread_seconds=2,
)
"""Small, so that a probe that runs into a limit does it at once."""
MOST_GROWTH_MB = 50
UNKNOWN = "NotInMonty"
"""The fault of a program that uses what its interpreter does not have."""


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What the host saw of a probe."""

    outcome: Outcome
    """Of a pair, how the second run ended."""
    first: Outcome | None = None
    requests: Sequence[Request] = ()
    """What reached the tools."""
    seconds: float = 0.0
    left: Sequence[str] = ()
    """Processes of the run that are still there, and descriptors of ours that were not there before."""
    growth_mb: float = 0.0
    """How much more memory the gateway needed at its peak."""
    told: str = ""
    """The words the model would be given."""


Judge = Callable[[Seen], str]
"""Says what got through; nothing where the walls held."""


def quiet(seen: Seen) -> str:
    """It does not say that anything got through."""
    return "; ".join(line for line in seen.outcome.output.splitlines() if line.startswith("ESCAPED"))[:500]


def said(seen: Seen) -> str:
    """The probe's own word. One that says nothing has not been judged, and so has not been blocked."""
    lines = seen.outcome.output.splitlines()
    if gone := quiet(seen):
        return gone
    if seen.first and not seen.first.ok and not (seen.first.fault and seen.first.fault.type == "LimitReached"):
        return f"the first run failed: {_ending(seen.first)}"
    if not seen.outcome.ok or not any(line.startswith("BLOCKED") for line in lines):
        return f"the probe did not say how all of it went: {_ending(seen.outcome)}"
    return ""


def ended(*limits: str, within: float = 5.0) -> Judge:
    """The run was stopped for one of these limits, soon."""

    def judge(seen: Seen) -> str:
        message = seen.outcome.fault.message if seen.outcome.fault else ""
        if not any(f"limits.{limit})" in message for limit in limits):
            return f"not ended by {' or '.join(limits)}: {_ending(seen.outcome)}"
        return _quick(seen, within)

    return judge


def crashed(seen: Seen) -> str:
    """The run failed, alone and at once, and is said to have failed."""
    if seen.outcome.ok:
        return f"it did not fail: {_ending(seen.outcome)}"
    return _quick(seen, 8.0)


def cut_off(*reasons: str, requests: int = 0) -> Judge:
    """The channel's rules were broken, and that ended the run before more than so many requests were carried out."""

    def judge(seen: Seen) -> str:
        message = seen.outcome.fault.message if seen.outcome.fault else ""
        if seen.outcome.status != "killed" or not any(reason in message for reason in reasons):
            return f"the run was not ended for it: {_ending(seen.outcome)}"
        if len(seen.requests) > requests:
            return f"{len(seen.requests)} requests were carried out"
        return swollen(seen)

    return judge


def swollen(seen: Seen) -> str:
    return f"the gateway needed {seen.growth_mb:.0f} MB more" if seen.growth_mb > MOST_GROWTH_MB else ""


def either(*judges: Judge) -> Judge:
    """One of several ways to hold is enough."""

    def judge(seen: Seen) -> str:
        found = [judge(seen) for judge in judges]
        return "" if "" in found else " / ".join(found)

    return judge


def unsayable(seen: Seen) -> bool:
    """Whether the language itself refused the probe, which has no words for it, before anything came of it.

    Of a pair, one run is enough: what cannot be done cannot be noticed, and what cannot be looked at is not.
    """
    runs = [outcome for outcome in (seen.first, seen.outcome) if outcome]
    if any(line.startswith("ESCAPED") for outcome in runs for line in outcome.output.splitlines()):
        return False
    refused = [bool(outcome.fault and outcome.fault.type == UNKNOWN) for outcome in runs]
    fine = all(outcome.ok or unknown for outcome, unknown in zip(runs, refused, strict=True))
    return any(refused) and fine and not seen.requests


def both(*judges: Judge) -> Judge:
    return lambda seen: " / ".join(filter(None, (judge(seen) for judge in judges)))


def contained(seen: Seen) -> str:
    """Nothing got through, by the probe's own word or because it brought its own run to an end."""
    return either(said, both(quiet, crashed))(seen)


def finished(seen: Seen) -> str:
    """The run was over when it said so, or soon after, whatever it left running."""
    return _quick(seen, 5.0)


def harmless(seen: Seen) -> str:
    """It ended as any program does, and soon: the attack is none here."""
    return _quick(seen, 5.0) if seen.outcome.ok else f"it failed: {_ending(seen.outcome)}"


def _quick(seen: Seen, within: float) -> str:
    return "" if seen.seconds < within else f"it took {seen.seconds:.1f} s"


def _ending(outcome: Outcome) -> str:
    fault = f" {outcome.fault.type}: {outcome.fault.message}" if outcome.fault else ""
    return f"{outcome.status}{fault}; printed {outcome.output[-300:]!r}"


@dataclass(frozen=True, kw_only=True)
class Probe:
    """One attack. Its code stands behind `inside.py`, so it can use what is there."""

    id: str
    title: str
    code: str
    kind: Kind = "verdict"
    must: str = "nothing it tries goes"
    holds: Judge = field(default=said, repr=False)
    second: str = ""
    """Of a pair, the run that may not notice the first."""
    together: bool = False
    """The second runs while the first waits in `probe.hold`, not after it."""
    same_session: bool = False
    """Both have one workspace."""
    through_gateway: bool = False
    """Needs a whole gateway with a real server, not only the bridge."""
    limits: Limits = USUAL
    plain: Plain = "varies"
    """What a bare `python3` shows: a probe that cannot escape there proves nothing here."""
    costly: bool = False
    """Too heavy to be tried without walls."""
