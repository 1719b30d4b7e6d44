"""One execution, as policy sees it: what it may, what it was granted, and what is to be written down of it."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from sandgate.errors import BadArguments
from sandgate.model import JsonObject
from sandgate.privacy.boundary import OPEN, Boundary, Crossed

from .approval import Answer, OnQuestion
from .egress import Connection
from .risk import Impact, Risk
from .rules import Counts
from .validation import Finding


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision of a person, for the record."""

    tool: str
    risk: Risk
    answer: Answer
    at: float


@dataclass(frozen=True, slots=True)
class Passed:
    """Who let a call through."""

    verdict: str
    """allow or ask"""
    by: str
    """The rule or the profile."""
    approval: str = ""
    """What a person decided, where one was asked for this very call."""
    approved_by: str = ""


@dataclass(slots=True, weakref_slot=True)
class Run:
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    read_only: bool = False
    """Whether it may only look, whatever the rules allow."""
    session: str | None = None
    """Whose it is: what a person allows for a session counts for all runs with the same. None is no session."""
    on_question: OnQuestion = lambda _: None
    counts: Counts = field(default_factory=Counts)
    granted: set[str] = field(default_factory=set[str])
    """Tools a person allowed for all of it."""
    batches: dict[tuple[str, str], Risk] = field(default_factory=dict[tuple[str, str], Risk])
    """Tools a person allowed for a batch, and how risky the calls were that were shown."""
    announced: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """Calls a person allowed before they are made: each exactly so, and once."""
    told: set[str] = field(default_factory=set[str])
    """Tools whose denial a person has been told of."""
    findings: tuple[Finding, ...] = ()
    impact: Impact | None = None
    """What its program can do, as far as its source shows."""
    walls: str = ""
    """Why it runs in the sandbox it does, where there was a choice."""
    boundary: Boundary = OPEN
    """What it may see of personal data."""
    crossed: list[Crossed] = field(default_factory=list[Crossed])
    """Personal values that were hidden from it, or sent to tools for it: how many of which kind."""
    decided: list[Decided] = field(default_factory=list[Decided])
    connections: list[Connection] = field(default_factory=list[Connection])
    """What it asked of the network, allowed or not."""

    @property
    def risk(self) -> Risk:
        """Of its program. One that nobody has weighed may do anything."""
        return self.impact.risk if self.impact else "critical"

    def announce(self, tool: str, calls: Sequence[JsonObject]) -> None:
        self.announced.update((tool, _written(arguments)) for arguments in calls)

    def spend(self, tool: str, arguments: JsonObject) -> bool:
        """Whether this very call was announced and allowed, and not made since."""
        call = (tool, _written(arguments)) if self.announced else None
        if call is None or not self.announced[call]:
            return False
        self.announced[call] -= 1
        return True


def announced(arguments: JsonObject) -> tuple[str, list[JsonObject]]:
    """The tool and the calls that a program says it is about to make. Raises BadArguments."""
    match arguments:
        case {"tool": str(tool), "calls": list()} if all(isinstance(one, dict) for one in arguments["calls"]):
            return tool, cast("list[JsonObject]", arguments["calls"])
        case _:
            raise BadArguments("approvals.batch(title, tool, calls) takes a tool and a list of its arguments")


def _written(arguments: JsonObject) -> str:
    return json.dumps(arguments, sort_keys=True)
