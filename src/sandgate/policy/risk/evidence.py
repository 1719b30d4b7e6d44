"""What was found in the arguments of one call."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandgate.policy.risk.levels import Risk, Weighed


@dataclass(slots=True)
class Evidence:
    """Sorted by what it may do to the judgement."""

    decides: list[Weighed] = field(default_factory=list[Weighed])
    """What is carried out, read from the argument itself: outweighs the name of a tool that only obeys."""
    adds: list[Weighed] = field(default_factory=list[Weighed])
    """Counts whatever the tool does."""
    floors: list[tuple[Risk, str]] = field(default_factory=list[tuple[Risk, str]])
    raises: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    """These three count only where something is changed."""
    final: bool = False
    rehearsal: str = ""
