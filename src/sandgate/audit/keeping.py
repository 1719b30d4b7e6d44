"""What is kept of code and arguments, as the settings say: all of it, with tokens for personal data, or a hash."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast

from sandgate.model import JsonObject, Program
from sandgate.policy.run import Run
from sandgate.privacy.boundary import OPEN

from .chain import canonical
from .events import LONGEST_REASON, Called, Reviewed, Started, named
from .summaries import hash_of

CodeKept = Literal["full", "hash"]
ArgumentsKept = Literal["protected", "hashed", "full"]
LONGEST_CODE = 1_000_000
LONGEST_ARGUMENTS = 16_384
"""Characters. A program may make ten thousand calls, and must not fill the disk with them."""
DEEPEST = 50
GRAVEST = ("block", "warn", "info")


@dataclass(frozen=True, slots=True)
class Keeping:
    code: CodeKept = "full"
    arguments: ArgumentsKept = "protected"

    def started(self, run: Run, program: Program, sandbox: str) -> Started:
        code = program.code
        kept = run.boundary.text(code[:LONGEST_CODE]) if self.code == "full" else None
        return Started(
            language=program.language,
            code_sha256=hash_of(code),
            code_bytes=len(code.encode("utf-8", "replace")),
            code=kept,
            sandbox=sandbox,
            sandbox_why=run.walls,
            limits=named(program.limits),
            read_only=run.read_only,
            risk=run.impact.risk if run.impact else "",
            findings=len(run.findings),
            impact=_impact(run),
        )

    def arguments_of(self, run: Run, called: Called, key: Callable[[], bytes]) -> Callable[[], JsonObject] | JsonObject:
        """What is written down of a call's arguments; what is long is left to whoever writes."""
        given = called.sent if self.arguments == "full" and called.sent is not None else called.arguments
        if _size(given, LONGEST_ARGUMENTS) >= LONGEST_ARGUMENTS:
            return lambda: {"…": f"more than {LONGEST_ARGUMENTS:,} characters: by hashes", **_digests(given, key())}
        if self.arguments == "hashed":
            return _digests(given, key())
        return given if self.arguments == "full" else _said(run, given)


def review_of(run: Run) -> Reviewed:
    """What was found in a program."""
    found = [
        {**asdict(one), "reason": sentence(run, one.reason), "instead": sentence(run, one.instead)}
        for one in run.findings
    ]
    gravest = next(level for level in GRAVEST if any(one.severity == level for one in run.findings))
    return Reviewed(outcome=gravest, findings=found)


def _impact(run: Run) -> JsonObject | None:
    if (impact := run.impact) is None:
        return None
    touched = {name: list(getattr(impact, name)) for name in ("servers", "tools", "hosts")}
    reasons = [sentence(run, reason) for reason in impact.reasons]
    return {**touched, "changes_data": impact.changes_data, "undoable": impact.undoable, "reasons": reasons}


def sentence(run: Run, text: str) -> str:
    """It may quote the program or a server, so it is looked at as what a program says."""
    return run.boundary.text(text)[:LONGEST_REASON]


def _said(run: Run, arguments: JsonObject) -> JsonObject:
    if run.boundary is OPEN:
        return arguments
    return cast("JsonObject", _protected(arguments, run.boundary.text, 0))


def _protected(value: Any, hide: Callable[[str], str], depth: int) -> Any:
    """Every text in it as the model may see it: it may have written a value itself."""
    if isinstance(value, str):
        return hide(value)
    if depth >= DEEPEST:
        return "…"
    if isinstance(value, dict):
        known = cast("dict[str, Any]", value)
        return {hide(name): _protected(inner, hide, depth + 1) for name, inner in known.items()}
    if isinstance(value, list):
        return [_protected(inner, hide, depth + 1) for inner in cast("list[Any]", value)]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value if hide(str(value)) == str(value) else hide(str(value))  # a card or a phone without its dashes
    return value


def _size(value: Any, limit: int) -> int:
    """About how long it is as text; it is not looked at further than the limit."""
    size, waiting = 0, [value]
    while waiting and size < limit:
        one = waiting.pop()
        if isinstance(one, dict):
            known = cast("dict[str, Any]", one)
            size += sum(map(len, known)) + 4 * len(known)
            waiting += known.values()
        elif isinstance(one, list):
            size += 2 * len(cast("list[Any]", one))
            waiting += one
        else:
            size += len(one) if isinstance(one, str) else 8
    return size


def _digests(arguments: JsonObject, key: bytes) -> JsonObject:
    """With the key, so that nobody can try all phone numbers."""
    return {name[:200]: _digest(value, key) for name, value in list(arguments.items())[:100]}


def _digest(value: object, key: bytes) -> str:
    return "hmac-sha256:" + hmac.digest(key, canonical({"value": value}).encode(), "sha256").hex()[:32]
