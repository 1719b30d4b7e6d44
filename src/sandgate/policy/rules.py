"""Which calls may happen: rules by name and arguments, the first that fits decides; else the profile does."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal, cast

from sandgate.model import JsonObject

Action = Literal["allow", "ask", "deny", "limit"]
Profile = Literal["read_only", "write_restricted", "execute_full"]
READ_ONLY: Profile = "read_only"
MINUTE = 60.0
COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": lambda value, bound: value >= bound,
    "<=": lambda value, bound: value <= bound,
    ">": lambda value, bound: value > bound,
    "<": lambda value, bound: value < bound,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line of the policy. It fits a call whose name and arguments it describes."""

    tools: tuple[str, ...]
    """Patterns of `server.tool`, by its own or its Python name; `*` stands for anything."""
    action: Action
    when: Mapping[str, str] = field(default_factory=dict[str, str])
    """Arguments by their path (`data.amount`) and what they must be: a pattern, `> 100`, or `!` before either."""
    per_run: int | None = None
    per_minute: int | None = None
    reason: str = ""

    def names(self, names: Collection[str]) -> bool:
        return any(fnmatchcase(name, pattern) for name in names for pattern in self.tools)

    def fits(self, names: Collection[str], arguments: JsonObject) -> bool:
        return self.names(names) and all(_holds(wanted, _at(arguments, path)) for path, wanted in self.when.items())

    def __str__(self) -> str:
        conditions = " and ".join(f"{path} is {wanted!r}" for path, wanted in self.when.items())
        return f"{self.action} {', '.join(self.tools)}" + (f" when {conditions}" if conditions else "")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a call, and why."""

    action: Literal["allow", "ask", "deny"]
    by: str
    """The rule or profile that decided."""
    reason: str = ""

    @property
    def allowed(self) -> bool:
        return self.action == "allow"


@dataclass(slots=True)
class Counts:
    """How often limited rules were used by one run."""

    used: dict[int, int] = field(default_factory=dict[int, int])


class Rules:
    """The policy of one gateway. It remembers only when limited rules were used."""

    def __init__(self, rules: Sequence[Rule], profile: Profile, now: Callable[[], float] = time.monotonic) -> None:
        self._rules, self._profile, self._now = rules, profile, now
        self._recent: dict[int, deque[float]] = {}

    def decide(
        self, names: Collection[str], arguments: JsonObject, *, changes: Callable[[], bool], counts: Counts | None
    ) -> Verdict:
        """Whether a call may happen now. It counts towards limits, so ask once for each call; without `counts` none do.

        `changes` says whether it changes anything; it is asked only where that decides.
        """
        for number, rule in enumerate(self._rules):
            if rule.fits(names, arguments):
                if rule.action == "limit":
                    return self._limited(number, rule, counts)
                return Verdict(rule.action, f"rule {number + 1} ({rule})", rule.reason)
        return self._by_profile(changes)

    def hides(self, names: Collection[str], *, changes: bool) -> bool:
        """Whether a tool can never be called, whatever its arguments, so that nobody need find it."""
        for rule in self._rules:
            if rule.names(names):
                if rule.action != "deny":
                    return False
                if not rule.when:
                    return True
        return self._by_profile(lambda: changes).action == "deny"

    def _limited(self, number: int, rule: Rule, counts: Counts | None) -> Verdict:
        by = f"rule {number + 1} ({rule})"
        if counts is None:
            return Verdict("allow", by)
        used = counts.used.get(number, 0)
        if rule.per_run is not None and used >= rule.per_run:
            return Verdict("deny", by, f"{rule.per_run} calls a run are allowed. {rule.reason}".strip())
        recent = self._recent.setdefault(number, deque())
        now = self._now()
        while recent and now - recent[0] >= MINUTE:
            recent.popleft()
        if rule.per_minute is not None and len(recent) >= rule.per_minute:
            wait = MINUTE - (now - recent[0])
            why = f"{rule.per_minute} calls a minute are allowed; the next in {wait:.0f} s. {rule.reason}"
            return Verdict("deny", by, why.strip())
        counts.used[number] = used + 1
        if rule.per_minute is not None:
            recent.append(now)
        return Verdict("allow", by)

    def _by_profile(self, changes: Callable[[], bool]) -> Verdict:
        by = f"profile {self._profile}"
        if self._profile == "read_only" and changes():
            return Verdict("deny", by, "this tool changes something, and the profile allows only reading")
        if self._profile == "write_restricted" and changes():
            return Verdict("ask", by, "this tool changes something")
        return Verdict("allow", by)


def _at(arguments: JsonObject, path: str) -> Any:
    """The value at `a.b.c`, or all of them where a list is on the way; None where there is none."""
    return arguments[path] if path in arguments else _below(arguments, path.split("."))


def _below(found: Any, parts: Sequence[str]) -> Any:
    if isinstance(found, list):
        return [_below(item, parts) for item in cast("list[Any]", found)]
    if not parts:
        return found
    return _below(cast("dict[str, Any]", found).get(parts[0]), parts[1:]) if isinstance(found, dict) else None


def _holds(wanted: str, value: Any) -> bool:
    """Whether a value is what a condition says. One in a list is enough: who may not write to a, may not to a and b."""
    if wanted.startswith("!"):
        return not _holds(wanted[1:].strip(), value)
    if isinstance(value, list):
        return any(_holds(wanted, item) for item in cast("list[Any]", value))
    for sign, holds in COMPARISONS.items():
        if wanted.startswith(sign):
            return _compared(holds, wanted.removeprefix(sign), value)
    if value is None:
        return wanted in ("", "null")
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return fnmatchcase(text, wanted)


def _compared(holds: Callable[[float, float], bool], bound: str, value: Any) -> bool:
    """What is no number is on neither side of one."""
    try:
        return not isinstance(value, bool) and holds(float(value), float(bound))
    except (TypeError, ValueError, OverflowError):
        return False
