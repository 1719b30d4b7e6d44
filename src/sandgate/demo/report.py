"""The figures of the demo, from the comparisons: for people who read tables and for programs that read JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from statistics import median

from sandgate.model import JsonObject
from sandgate.output import tokens

from .compare import Comparison, Side, saved_percent
from .counting import RULES, Transcript

Pair = tuple[int, int]
"""Tokens without and with code execution."""


def whole(comparison: Comparison) -> Pair:
    return comparison.direct.transcript.total, comparison.coded.transcript.total


def messages(comparison: Comparison) -> Pair:
    """Calls and results alone: what is left if a client had every definition for nothing."""
    return comparison.direct.transcript.messages, comparison.coded.transcript.messages


def calls(comparison: Comparison) -> Pair:
    return comparison.direct.transcript.calls.total(), comparison.coded.transcript.calls.total()


def summed(pairs: Sequence[Pair]) -> Pair:
    return sum(before for before, _ in pairs), sum(after for _, after in pairs)


def median_saving(comparisons: Sequence[Comparison]) -> float:
    """The saving of the middle scenario: the largest one does not move it."""
    return median(saved_percent(*whole(each)) for each in comparisons)


def as_json(comparisons: Sequence[Comparison], seconds: float) -> JsonObject:
    """All figures and texts."""
    totals = summed([whole(each) for each in comparisons])
    return {
        "tokenizer": tokens.NAME,
        "counted": list(RULES),
        "scenarios": [_scenario(each) for each in comparisons],
        "totals": {
            "tokens_without": totals[0],
            "tokens_with": totals[1],
            "saved_percent": round(saved_percent(*totals), 1),
            "messages_saved_percent": round(saved_percent(*summed([messages(each) for each in comparisons])), 1),
            "median_saved_percent": round(median_saving(comparisons), 1),
        },
        "verified": not any(each.problems for each in comparisons),
        "seconds": round(seconds, 1),
    }


def _scenario(comparison: Comparison) -> JsonObject:
    scenario, coded = comparison.scenario, comparison.coded
    runs = zip(scenario.programs, coded.answers, strict=False)
    return {
        "key": scenario.key,
        "title": scenario.title,
        "task": scenario.task,
        "searches": list(scenario.searches),
        "programs": [{"code": code, "answer": answer} for code, answer in runs],
        "answer_without": comparison.direct.answer,
        "answer_with": coded.answer,
        "without": _side(comparison.direct),
        "with": _side(coded),
        "saved_percent": round(saved_percent(*whole(comparison)), 1),
        "messages_saved_percent": round(saved_percent(*messages(comparison)), 1),
        "checked": dict(scenario.expected),
        "problems": comparison.problems,
    }


def _side(side: Side) -> JsonObject:
    return {"tokens": _tokens(side.transcript), "calls": dict(side.transcript.calls), "seconds": round(side.seconds, 3)}


def _tokens(transcript: Transcript) -> JsonObject:
    parts = asdict(transcript)
    del parts["calls"]
    return {**parts, "total": transcript.total}
