"""How risky something is, what speaks for it, and how several such findings become one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from sandgate.model import RISKS, Risk

_RANKS: dict[Risk, int] = {level: rank for rank, level in enumerate(RISKS)}
_SHOWN = 60
Undoable: TypeAlias = "bool | None"
"""`True` also where nothing is changed: there is nothing left that could not be undone. `None`: not known."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """How risky one call is, and why, in sentences for the person who decides."""

    risk: Risk
    changes_data: bool
    undoable: Undoable
    reasons: tuple[str, ...] = ()


NOTHING = Weighed("low", False, True)


def at_least(risk: Risk, floor: Risk) -> bool:
    """Whether `risk` is as high as `floor`, or higher."""
    return _RANKS[risk] >= _RANKS[floor]


def highest(risks: Iterable[Risk]) -> Risk:
    return RISKS[max((_RANKS[risk] for risk in risks), default=0)]


def raised(risk: Risk, steps: int = 1) -> Risk:
    return RISKS[max(0, min(_RANKS[risk] + steps, len(RISKS) - 1))]


def together(found: Iterable[Weighed]) -> Weighed:
    """All of it happens: the highest risk, every reason once, and undone only if each part can be."""
    parts = tuple(found)
    if len(parts) < 2:
        return parts[0] if parts else NOTHING
    reasons = dict.fromkeys(reason for part in parts for reason in part.reasons)
    changes = any(part.changes_data for part in parts)
    return Weighed(
        highest(part.risk for part in parts), changes, _all_undoable(part.undoable for part in parts), tuple(reasons)
    )


def reads(*reasons: str) -> Weighed:
    return Weighed("low", False, True, reasons)


def leaks(risk: Risk, reason: str) -> Weighed:
    """Nothing is changed, but what is read or said cannot be taken back."""
    return Weighed(risk, False, True, (reason,))


def changes(risk: Risk, reason: str, undoable: Undoable = None) -> Weighed:
    return Weighed(risk, True, undoable, (reason,))


def about(subject: str, weighed: Weighed) -> Weighed:
    """Sentences from reasons that lack their subject."""
    return replace(weighed, reasons=tuple(f"{subject} {reason}" for reason in weighed.reasons))


def shown(text: object, limit: int = _SHOWN) -> str:
    """A value inside a sentence: one line, short, and nothing in it that a terminal would obey or not show."""
    line = plain(text)[: limit * 4]
    line = " ".join("".join(c if c.isprintable() else " " for c in line).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def plain(value: object) -> str:
    """A value as text; Python refuses this for very long numbers and very deep lists."""
    try:
        return value if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):
        return type(value).__name__


def _all_undoable(parts: Iterable[Undoable]) -> Undoable:
    known: set[Undoable] = set(parts)
    return False if False in known else None if None in known else True
