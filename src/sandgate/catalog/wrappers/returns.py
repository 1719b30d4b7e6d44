"""What a wrapper says of a result: what the server promises, or where it promises nothing, what was observed."""

from __future__ import annotations

import hashlib
import json

from sandgate.model import JsonObject, Observed, Tool

from .schema import read_output
from .shapes import ANY, NONE, DictOf, ListOf, Node, OneOf

ROUND = (100, 50, 20, 10, 5, 2, 1)


def returned(tool: Tool) -> tuple[JsonObject | None, str]:
    """The schema of what a tool returns, and a note where it was only observed. What a server promises goes first."""
    if tool.observed is None or not is_vague(tool.output_schema):
        return tool.output_schema, ""
    inner = _without_nulls(tool.observed.schema)
    if not inner:
        return tool.output_schema, ""
    calls = rounded(tool.observed.calls)
    often = "1 call" if calls == 1 else f"{calls}{'' if calls == 2 else '+'} calls"
    wrapped = {"properties": {"result": inner}, "required": ["result"]}  # which is taken off: programs get the inside
    return wrapped, f"observed in {often}, not promised"


def is_vague(output_schema: JsonObject | None) -> bool:
    """Whether a server says nothing of use about its results: no schema, or an object of anything."""
    return output_schema is None or _says_nothing(read_output(output_schema, "result").type)


def rounded(calls: int) -> int:
    """So that a text that holds the number changes seldom."""
    return next((step for step in ROUND if calls >= step), 0)


def shows_the_same(one: Observed | None, other: Observed) -> bool:
    return one is not None and one.schema == other.schema and rounded(one.calls) == rounded(other.calls)


def mark_of(observed: Observed) -> str:
    """Two observations with one mark are shown as the same text."""
    content = json.dumps([observed.schema, rounded(observed.calls)])
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _says_nothing(node: Node) -> bool:
    match node:
        case ListOf(inner) | DictOf(inner):
            return _says_nothing(inner)
        case OneOf(options):
            return all(option == NONE or _says_nothing(option) for option in options)
        case _:
            return node == ANY


def _without_nulls(shape: JsonObject) -> JsonObject:
    """What has only ever been null is not always so."""
    if shape.get("type") == "null":
        return {}
    told = dict(shape)
    if "properties" in told:
        told["properties"] = {key: _without_nulls(part) for key, part in told["properties"].items()}
    return told | {key: _without_nulls(told[key]) for key in ("items", "additionalProperties") if key in told}
