"""What can be in the audit: one noun for each kind of event. How events are kept is not here."""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from sandgate.model import JsonObject

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Kind = Literal[
    "started",
    "ended",
    "call",
    "answer",
    "approval",
    "connection",
    "review",
    "crossing",
    "rule",
    "skill",
    "checkpoint",
    "clock",
    "lost",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
UNFINISHED = "unfinished"
"""How something ended whose end nobody wrote down: it goes on, or its gateway was killed."""
OUTCOMES = (
    *("ok", "error", "timeout", "memory", "killed", "blocked", "denied", "cancelled", "failed", UNFINISHED),
    *("once", "run", "session", "always", "deny"),
    *("allowed", "block", "warn", "info", "hidden", "restored", "saved", "changed", "deleted", "approved"),
)
"""Whatever `outcome` can be: of programs and calls, of questions, and of everything else."""
LONGEST_NAME = 200
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Whose program it is."""

    user: str = ""
    """The user of the operating system, or who the HTTP client says it is."""
    session: str = ""
    client: str = ""
    client_version: str = ""


@cache
def os_user() -> str:
    """Whose process this is. Not from the environment, where anybody can be anybody."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container may run as a number that has no name
        return str(os.getuid())


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A program is about to run; nothing of it has."""

    kind: ClassVar[Kind] = "started"
    language: str
    code_sha256: str
    code_bytes: int
    code: str | None = None
    """As it may be kept: with tokens for personal data; None where the settings want the hash alone."""
    sandbox: str = ""
    sandbox_why: str = ""
    """Why this one, where there was a choice."""
    limits: JsonObject = field(default_factory=dict[str, Any])
    read_only: bool = False
    risk: str = ""
    """The highest of what the program can do, as far as its source shows."""
    findings: int = 0
    impact: JsonObject | None = None
    """What it can touch, as far as its source shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a program ended, and what it cost."""

    kind: ClassVar[Kind] = "ended"
    outcome: str
    fault: str = ""
    """The type of its error; never its text."""
    seconds: float = 0.0
    cpu_seconds: float | None = None
    memory_peak_mb: float = 0.0
    sandbox: str = ""
    risk: str = ""
    calls: int = 0
    failed_calls: int = 0
    approvals: int = 0
    bytes: int = 0
    """What tools returned to it."""
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_results: int = 0
    """What tools returned to it, and the model did not have to read."""
    code_sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A call that a program makes, before it is sent. It is on disk before the program sees an answer."""

    kind: ClassVar[Kind] = "call"
    server: str
    tool: str
    arguments: JsonObject
    """As the program wrote them: with tokens in place of personal values."""
    sent: JsonObject | None = None
    """As the server gets them. Kept only where `audit.arguments` is `full`."""
    verdict: str = "allow"
    """allow, ask or deny."""
    by: str = ""
    """The rule or profile that decided."""
    approval: str = ""
    """What a person decided, where one was asked: once, run, session, always, deny."""
    approved_by: str = ""
    risk: str = ""
    changes_data: bool | None = None
    batch: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What became of a call."""

    kind: ClassVar[Kind] = "answer"
    outcome: str
    """ok, error, denied, timeout or cancelled."""
    seconds: float = 0.0
    cached: bool = False
    bytes_sent: int = 0
    bytes: int = 0
    """What came back."""
    error: str = ""
    """Its type, or its text as the program may see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approved:
    """A person decided about a call: yes or no."""

    kind: ClassVar[Kind] = "approval"
    server: str
    tool: str
    outcome: str
    """once, run, session, always or deny."""
    by: str = ""
    through: str = ""
    reason: str = ""
    risk: str = ""
    seconds: float = 0.0
    """How long the person took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected:
    """What a program asked of the network."""

    kind: ClassVar[Kind] = "connection"
    server: str
    """The host."""
    port: int
    address: str
    outcome: str
    reason: str = ""
    bytes_sent: int = 0
    bytes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """What was found in a program before it ran."""

    kind: ClassVar[Kind] = "review"
    outcome: str
    """The gravest of it: block, warn or info."""
    findings: list[JsonObject]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """Personal values that were hidden, sent to a tool or turned back for the model: how many, never which."""

    kind: ClassVar[Kind] = "crossing"
    server: str
    tool: str
    data: str
    """The kind of value, such as EMAIL."""
    outcome: str
    """hidden, restored or denied."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChanged:
    """What programs may do is another from here on."""

    kind: ClassVar[Kind] = "rule"
    what: str
    sha256: str = ""
    """Of all rules, so that a change between two starts is seen."""
    now: JsonObject | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillChanged:
    kind: ClassVar[Kind] = "skill"
    tool: str
    """The name of the skill."""
    outcome: str
    """saved, changed, deleted or approved."""
    sha256: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """Older rows were removed here; the signed anchor has their last hash."""

    kind: ClassVar[Kind] = "checkpoint"
    first: int
    last: int
    last_hash: str
    before: float
    """What was older than this had to go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockWentBack:
    kind: ClassVar[Kind] = "clock"
    seconds: float
    was: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Events that could not be written, and are not in the audit."""

    kind: ClassVar[Kind] = "lost"
    count: int
    since: float
    reason: str


Event = (
    Started
    | Ended
    | Called
    | Answered
    | Approved
    | Connected
    | Reviewed
    | Crossing
    | RuleChanged
    | SkillChanged
    | Checkpoint
    | ClockWentBack
    | Lost
)


def content_of(event: Event, who: Who, at: float, execution: str = "", number: int = 0) -> JsonObject:
    """An event as it is written down and hashed. What is empty is left out."""
    content: JsonObject = {"at": round(at, 6), "kind": event.kind, "number": number, **_of(who), **_filled(event)}
    if execution:
        content["execution"] = execution
    return content


def named(value: DataclassInstance) -> JsonObject:
    """The fields of a dataclass by their names; asdict also copies what is inside, and takes ten times as long."""
    names, read = _fields(type(value))
    return dict(zip(names, read(value), strict=True))


@lru_cache(1000)
def _of(who: Who) -> JsonObject:
    return _filled(who)


def _filled(value: DataclassInstance) -> JsonObject:
    """The same without what is empty; zero says much."""
    names, read = _fields(type(value))
    return {name: found for name, found in zip(names, read(value), strict=True) if found or found == 0}


@cache
def _fields(kind: type[DataclassInstance]) -> tuple[tuple[str, ...], Callable[[DataclassInstance], tuple[Any, ...]]]:
    names = tuple(kind.__dataclass_fields__)
    return names, attrgetter(*names)
