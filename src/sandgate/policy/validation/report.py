"""What validation found, gathered rule by rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .rules import RULES, Level, Severity

MOST_PER_RULE = 10
SHOWN = 80
MOST_QUOTED = 1_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about one line of a program."""

    rule: str
    line: int
    severity: Severity
    reason: str
    instead: str


@dataclass(frozen=True, slots=True)
class Report:
    """All findings in the order of their lines, and whether one of them keeps the program from running."""

    findings: tuple[Finding, ...]
    blocked: bool


@dataclass(slots=True)
class Notes:
    """Findings as they come in: one for a rule and a line, a handful for a rule."""

    levels: Mapping[str, Level]
    first_line: int | None = None
    """Set while a text inside the program is looked at: its findings belong to the line that runs it."""
    _found: dict[str, dict[int, Finding]] = field(default_factory=dict[str, dict[int, Finding]])

    def add(self, rule: str, line: int, what: str = "", *, reason: str = "", instead: str = "") -> None:
        """`what` names the thing, before the reason. `reason` and `instead` take the place of the rule's own."""
        level = self.levels[rule]
        if level == "off":
            return
        found = self._found.setdefault(rule, {})
        line = self.first_line or line
        if line in found:
            return
        reason = reason or RULES[rule].reason
        reason = f"{what}: {reason}" if what else reason
        found[line] = Finding(rule, line, level, reason, instead or RULES[rule].instead)

    def has(self, rule: str, line: int) -> bool:
        return (self.first_line or line) in self._found.get(rule, {})

    def inside(self, line: int) -> Notes:
        """For a text that a line runs: it need not be a program, and what is found belongs to that line."""
        levels: dict[str, Level] = {**self.levels, "syntax": "off", "json-literals": "off", "size": "off"}
        return Notes(levels, self.first_line or line, self._found)

    def report(self) -> Report:
        kept = (sorted(by_line.items())[:MOST_PER_RULE] for by_line in self._found.values())
        findings = [finding for by_line in kept for _, finding in by_line]
        findings.sort(key=lambda finding: (finding.line, finding.rule))
        return Report(tuple(findings), any(finding.severity == "block" for finding in findings))


def quoted(text: str) -> str:
    """A piece of the program as it may stand in a sentence."""
    shown = printable(" ".join(text[:MOST_QUOTED].split()))
    return f"`{shown[: SHOWN - 1]}…`" if len(shown) > SHOWN else f"`{shown}`"


def printable(text: str) -> str:
    """Controls and half characters as escapes: findings go to terminals and into JSON."""
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text)
