"""How risky one call is: the tool's nature, and what its real arguments say for and against it."""

from __future__ import annotations

from dataclasses import replace

from sandgate.model import JsonObject, Tool
from sandgate.policy.risk.arguments import are_mere_numbers, gather
from sandgate.policy.risk.evidence import Evidence
from sandgate.policy.risk.levels import Weighed, at_least, highest, raised, together
from sandgate.policy.risk.tools import nature

_MOST_REASONS = 12


def weigh_call(tool: Tool, arguments: JsonObject) -> Weighed:
    """Never raises, and answers the same for the same call."""
    known = nature(tool)
    arguments = arguments if isinstance(arguments, dict) else {}  # pyright: ignore[reportUnnecessaryIsInstance] - of a wire
    if are_mere_numbers(arguments):
        return known.weighed
    evidence = gather(tool, known, arguments)
    own = () if evidence.decides and known.obeys else (known.weighed,)
    core = together((*own, *evidence.decides, *evidence.adds))
    if core.changes_data:
        core = _rehearsed(evidence, _aggravated(evidence, core))
    return core if len(core.reasons) <= _MOST_REASONS else replace(core, reasons=core.reasons[:_MOST_REASONS])


def _aggravated(evidence: Evidence, core: Weighed) -> Weighed:
    """What makes a change worse says nothing about a call that only reads."""
    risk = highest((core.risk, *(floor for floor, _ in evidence.floors)))
    risk = raised(risk, min(len(evidence.raises), 2))
    reasons = (*core.reasons, *(reason for _, reason in evidence.floors), *evidence.raises, *evidence.notes)
    undoable = False if evidence.final else core.undoable
    return Weighed(risk, True, undoable, tuple(dict.fromkeys(reasons)))


def _rehearsed(evidence: Evidence, core: Weighed) -> Weighed:
    if not evidence.rehearsal:
        return core
    risk = "medium" if at_least(core.risk, "high") else "low"
    return Weighed(risk, False, True, (evidence.rehearsal, *core.reasons))
