"""A program looked at before it runs: what there is to say about its text, and what it can do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import anyio.to_thread

from sandgate.model import Fault, Outcome

from .risk import Impact, weigh_program
from .risk.programs import ToolOf
from .risk.typescript import weigh_outline
from .validation import Finding, Level, Report, check, check_text

SHORT = 2048
"""Up to here, looking takes less time than handing the program to a thread."""
MOST_TOLD = 8
UNCHECKED = Report((), blocked=False)


class Reviewer:
    """Advice and early warning: the sandbox is the wall, this tells people and models what is about to happen."""

    def __init__(
        self,
        tool_of: ToolOf,
        *,
        enabled: bool = True,
        levels: Mapping[str, Level] | None = None,
        packages: Collection[str] = (),
    ) -> None:
        self._tool_of, self._enabled, self._levels, self._packages = tool_of, enabled, levels or {}, packages

    async def check(self, code: str) -> Report:
        """What there is to say about a program, and whether it may run."""
        if not self._enabled:
            return UNCHECKED
        return self._checked(code) if len(code) < SHORT else await anyio.to_thread.run_sync(self._checked, code)

    async def check_text(self, code: str) -> Report:
        """The same of a program in another language: what its text hides from the eye."""
        return await anyio.to_thread.run_sync(check_text, code, self._levels) if self._enabled else UNCHECKED

    async def weigh_outline(self, outline: str) -> Impact:
        """The same as `weigh` of a TypeScript program, from what it was found to touch."""
        return await anyio.to_thread.run_sync(weigh_outline, outline, self._tool_of)

    async def weigh(self, code: str) -> Impact:
        """How risky it is and what it touches. Its tools are known best once its servers have been asked."""
        if len(code) < SHORT:
            return weigh_program(code, self._tool_of)
        return await anyio.to_thread.run_sync(weigh_program, code, self._tool_of)

    def _checked(self, code: str) -> Report:
        return check(code, levels=self._levels, allowed_imports=self._packages)


def blocked(findings: Sequence[Finding]) -> Outcome:
    """How a program ended that was not let in: nothing of it has run."""
    reasons = [finding for finding in findings if finding.severity == "block"]
    kind = "SyntaxError" if any(finding.rule == "syntax" for finding in reasons) else "Blocked"
    message = "\n".join(["the program was not run.", *_lines(reasons)])
    return Outcome(status="blocked", fault=Fault(type=kind, message=message))


def advice(findings: Sequence[Finding]) -> tuple[str, ...]:
    """What a program that did run is told."""
    return _lines([finding for finding in findings if finding.severity == "warn"])


def _lines(findings: Sequence[Finding]) -> tuple[str, ...]:
    lines = [f"line {one.line} [{one.rule}] {one.reason} {one.instead}".rstrip() for one in findings[:MOST_TOLD]]
    more = len(findings) - MOST_TOLD
    return (*lines, f"{more} more of the kind") if more > 0 else tuple(lines)


def in_words(impact: Impact) -> str:
    """A program's impact in one line, for whoever decides about one of its calls."""
    kinds: tuple[tuple[str, Sequence[str]], ...] = (
        ("tools", impact.tools),
        ("files", [use.path for use in impact.files]),
        ("hosts", impact.hosts),
        ("commands", impact.commands),
    )
    touched = [f"{kind} {', '.join(found[:MOST_TOLD])}{_and_more(found)}" for kind, found in kinds if found]
    changes = f"changes data, {_UNDOABLE[impact.undoable]}" if impact.changes_data else "changes nothing"
    return f"the whole program: {impact.risk} risk; {changes}" + "".join(f"; {part}" for part in touched)


_UNDOABLE: Mapping[Literal[True, False] | None, str] = {
    True: "can be undone",
    False: "cannot be undone",
    None: "nobody knows whether that can be undone",
}


def _and_more(found: Sequence[str]) -> str:
    return f" and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
