"""What the model sees of an outcome: what was printed, the value, the failure and the notes, within a token budget.

Nothing is cut in the middle of a structure: a shortened value is valid JSON, shortened output is whole lines.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from sandgate.model import CallRecord, Outcome

from .tokens import about, count, fits


@dataclass(frozen=True, slots=True)
class Step:
    """How much of a value is kept."""

    items: int
    """of a list"""
    keys: int
    """of an object: more than items, because keys tell the shape"""
    characters: int
    """of a string"""


LADDER = (
    Step(100, 200, 2000),
    Step(50, 100, 1000),
    Step(20, 50, 500),
    Step(10, 30, 200),
    Step(5, 20, 100),
    Step(3, 12, 60),
    Step(1, 8, 40),
    Step(1, 3, 20),
    Step(1, 1, 10),
)
"""The first step that fits is taken."""
CONTROLS = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}
MAX_DEPTH = 8
CURE = "return less, or print the part you need"
RESERVE = 60
"""Tokens kept back for the words that say what was left out."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """An answer, and what of it is not all there."""

    text: str
    value_cut: bool = False
    output_cut: bool = False

    @property
    def cut(self) -> bool:
        return self.value_cut or self.output_cut


def shaped(outcome: Outcome, budget: int, place: str = "") -> Shaped:
    """The answer as text. Failure and notes are never shortened away; value and output share what is left.

    `place` is where the whole of what is shortened will be found, without its ending.
    """
    tail = _ending(outcome)
    left = max(RESERVE, budget - count(tail) - RESERVE) if tail else budget - RESERVE
    output = outcome.output.rstrip("\n") if outcome.output.strip() else ""
    value, value_cut = _value(outcome, left if not output else _beside(output, left), place)
    left -= count(value)
    output_cut = bool(output) and not fits(output, left)
    printed = shortened(output, left, f"the rest is in {place}.txt" if place else "") if output else ""
    if value and (printed or tail):
        value = f"result: {value}"
    text = visible("\n".join(part for part in (printed, value, tail) if part)) or "(no output and no value)"
    return Shaped(text, value_cut, output_cut)


def _beside(output: str, left: int) -> int:
    """A value's share: what short output leaves, else half."""
    return max(left // 2, left - count(output)) if fits(output, left) else left // 2


def visible(text: str) -> str:
    """Without the control characters that a terminal obeys: they could rewrite what a person reads."""
    return text.translate(CONTROLS)


def _ending(outcome: Outcome) -> str:
    lines: list[str] = []
    if fault := outcome.fault:
        if fault.traceback:
            lines += ["Traceback, the program's own lines:", fault.traceback]
        lines.append(f"{fault.type}: {fault.message}" if fault.message else fault.type)
        if done := _calls(outcome.calls):
            lines.append(done)
    lines += [f"note: {note}" for note in outcome.notes]
    return shortened("\n".join(lines), 2000)


def _calls(calls: Sequence[CallRecord]) -> str:
    """Which calls took effect before a failure, so that a retry can be decided."""
    groups = {status: Counter(call.tool for call in calls if call.status == status) for status in ("ok", "unfinished")}
    said = [f"{_tally(groups['ok'])} completed"] if groups["ok"] else []
    if groups["unfinished"]:
        said.append(f"{_tally(groups['unfinished'])} unfinished, with effect unknown")
    return f"Calls before this: {'; '.join(said)}." if said else ""


def _tally(counter: Counter[str]) -> str:
    return ", ".join(f"{tool} ×{times}" if times > 1 else tool for tool, times in counter.most_common(5))


def _value(outcome: Outcome, budget: int, place: str) -> tuple[str, bool]:
    """The value as text, and whether something of it is missing."""
    if not outcome.has_value:
        return "", False
    value = outcome.value
    whole = value if isinstance(value, str) else dumped(value)
    if fits(whole, budget):
        return whole, False
    if isinstance(value, str):
        return shortened(value, budget, f"all of it is in {place}.txt" if place else ""), True
    file = f"{place}.json"
    cure = f"all of it is in {file}: open it in a program, or read_workspace_file with json_path" if place else CURE
    text = preview(value, budget)
    size = about(whole)
    if text:
        return f"{text}\n[the whole value is {size}; {cure}]", True
    return f"[the value is {size}, too large to show even in part; {cure}]", True


def preview(value: Any, budget: int) -> str:
    """What a budget allows of a value, as valid JSON; empty where that is nothing."""
    steps = (dumped(_pruned(value, step, MAX_DEPTH)) for step in LADDER)
    return next((text for text in steps if fits(text, budget)), "")


def dumped(value: Any) -> str:
    """As the model reads it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _pruned(value: Any, step: Step, depth: int) -> Any:
    match value:
        case str() if len(value) > step.characters:
            return f"{value[: step.characters]}… ({len(value):,} characters)"
        case list() if depth == 0:
            return f"… a list of {len(cast('list[Any]', value)):,}"
        case dict() if depth == 0:
            return f"… an object of {len(cast('dict[str, Any]', value)):,}"
        case list():
            members = cast("list[Any]", value)
            kept = [_pruned(member, step, depth - 1) for member in members[: step.items]]
            return kept if len(members) <= step.items else [*kept, f"… {len(members) - step.items:,} more"]
        case dict():
            pairs = list(cast("dict[str, Any]", value).items())
            short = {key: _pruned(member, step, depth - 1) for key, member in pairs[: step.keys]}
            return short if len(pairs) <= step.keys else short | {"…": f"{len(pairs) - step.keys:,} more keys"}
        case _:
            return value


def shortened(text: str, budget: int, cure: str = "") -> str:
    """Whole lines from the start and the end, with what is missing between them said."""
    if fits(text, budget):
        return text
    lines = text.split("\n")
    share = max(0, budget - RESERVE)
    head = first_lines(lines, share * 2 // 3)
    tail = first_lines(lines[len(head) :][::-1], share // 3)[::-1]
    missing = len(lines) - len(head) - len(tail)
    told = f"; {cure}" if cure else ""
    gap = f"[… {missing:,} of {len(lines):,} lines left out{told} …]"
    if not head and not tail:
        gap = f"{lines[0][: max(0, budget - RESERVE)]}… [{len(text):,} characters in all{told}]"
    return "\n".join([*head, gap, *tail])


def first_lines(lines: Sequence[str], budget: int) -> list[str]:
    """As many as fit, whole."""
    taken: list[str] = []
    for line in lines:
        budget -= count(line) + 1
        if budget < 0:
            break
        taken.append(line)
    return taken
