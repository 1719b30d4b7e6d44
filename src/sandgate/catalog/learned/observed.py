"""The shape of real results as a JSON schema: taken from values, merged over calls, and never holding a value.

`{}` is what nothing is known of any more, and stays so; a list without `items` was always empty.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import Any, cast

from sandgate.model import JsonObject

from .keys import MANY, Keys, is_name

DEPTH = 6
FIELDS = 64
"""More keys than this are a table by name, whatever they look like."""
SAMPLE = 50
"""Items looked at in one list, spread over it."""
GROUP = 200
"""Values looked at in one place of a result."""
VALUES = 20_000
"""Values looked at in all; where there are more, again and less deep."""
NODES = 200
"""Types in one shape. Deeper levels are given up first: a definition must stay short enough to read."""

_KINDS: dict[type, str] = {
    type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object",
}  # fmt: skip
_NAMES = frozenset(_KINDS.values())
_PARTS = frozenset({"type", "properties", "required", "additionalProperties", "items"})


def shape_of(value: Any, keys: Keys | None = None) -> JsonObject:
    """What kind of value this is. Anything that is not JSON is `{}`."""
    for depth in range(DEPTH, 0, -1):
        with suppress(_TooMuch):
            return bounded(_shape([value], _Look(keys or Keys(), depth), 0))
    return {}


class _TooMuch(Exception):
    """There is more to see than can be looked at."""


@dataclass(slots=True)
class _Look:
    keys: Keys
    depth: int
    left: int = VALUES

    def at(self, values: Sequence[Any]) -> None:
        self.left -= len(values)
        if self.left < 0:
            raise _TooMuch


def merge(old: JsonObject, new: JsonObject) -> JsonObject:
    """The shape of both. A field that one of two objects lacks is optional; the order of the old one is kept."""
    return bounded(_merged(old, new))


def bounded(shape: JsonObject) -> JsonObject:
    depth = DEPTH
    while depth and _size(shape) > NODES:
        depth -= 1
        shape = _cut(shape, depth)
    return shape


def is_shape(value: object, depth: int = 0) -> bool:
    """Whether this is something `shape_of` could have made: files can be damaged, or written by others."""
    match value:
        case dict() if depth <= DEPTH:
            shape = cast("JsonObject", value)
        case _:
            return False
    fields, required = shape.get("properties", {}), shape.get("required", [])
    if not shape.keys() <= _PARTS or not isinstance(fields, dict) or not isinstance(required, list):
        return False
    if not isinstance(shape.get("type", ""), str | list):
        return False
    known = not shape or (bool(_kinds(shape)) and _NAMES.issuperset(_kinds(shape)))
    named = all(is_name(key) for key in cast("JsonObject", fields))
    always = all(isinstance(key, str) for key in cast("list[object]", required))
    return known and named and always and all(is_shape(part, depth + 1) for part in _inner(shape))


def _shape(values: Sequence[Any], look: _Look, depth: int) -> JsonObject:
    """The shape of values that stand in one place."""
    look.at(values)
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for value in values:
        found[_KINDS.get(type(cast("object", value)), "")].append(value)
    if "" in found or (depth >= look.depth and ("object" in found or "array" in found)):
        return {}
    shape = _typed(found)
    if objects := found.get("object"):
        shape |= _objects(objects, look, depth)
    if lists := found.get("array"):
        items = _spread([item for entries in lists for item in _spread(entries, SAMPLE)], GROUP)
        shape |= {"items": _shape(items, look, depth + 1)} if items else {}
    return shape


def _objects(objects: Sequence[JsonObject], look: _Look, depth: int) -> JsonObject:
    columns: dict[str, list[Any]] = {}
    for each in objects:
        for key, value in islice(each.items(), FIELDS + 1):
            columns.setdefault(key, []).append(value)
    if not columns:
        return {}
    if len(columns) > FIELDS:
        values = _spread([value for column in columns.values() for value in column], GROUP)
        return {"additionalProperties": _shape(values, look, depth + 1)}
    shapes = {key: _shape(column, look, depth + 1) for key, column in columns.items()}
    if look.keys.are_data(columns, alike=_all_alike(shapes.values())):
        return _table(shapes.values())
    for key in _twins(shapes, look.keys):
        del shapes[key]
    return _record(shapes, {key for key in shapes if len(columns[key]) == len(objects)})


def _twins(shapes: dict[str, JsonObject], keys: Keys) -> list[str]:
    """Keys nobody knows, with objects of one shape: entries by name that stand beside fields."""
    strange = [key for key, shape in shapes.items() if "object" in _kinds(shape) and not keys.knows(key)]
    return strange if len(strange) > 1 and _all_alike(shapes[key] for key in strange) else []


def _record(fields: dict[str, JsonObject], required: Iterable[str]) -> JsonObject:
    """An object with fields, or a table where its keys turn out to be data after all."""
    always = sorted(required)
    if len(fields) > FIELDS or (len(fields) >= MANY and not always and _all_alike(fields.values())):
        return _table(fields.values())
    return ({"properties": fields} if fields else {}) | ({"required": always} if always else {})


def _table(values: Iterable[JsonObject]) -> JsonObject:
    return {"additionalProperties": reduce(_merged, values)}


def _merged(old: JsonObject, new: JsonObject) -> JsonObject:
    if not old or not new:
        return {}
    shape = _typed({*_kinds(old), *_kinds(new)})
    if "object" in _kinds(old) and "object" in _kinds(new):
        shape |= _merged_objects(old, new)
    else:
        parts = ("properties", "required", "additionalProperties")
        shape |= {key: part[key] for part in (old, new) for key in parts if key in part}
    items = [part["items"] for part in (old, new) if "items" in part]
    return shape | ({"items": reduce(_merged, items)} if items else {})


def _merged_objects(old: JsonObject, new: JsonObject) -> JsonObject:
    first, second = _fields(old), _fields(new)
    tables = [part["additionalProperties"] for part in (old, new) if "additionalProperties" in part]
    if tables or _unrelated(first, second):
        return _table([*tables, *first.values(), *second.values()])
    fields = first | {key: _merged(first[key], shape) if key in first else shape for key, shape in second.items()}
    return _record(fields, {*old.get("required", ())} & {*new.get("required", ())})


def _unrelated(first: dict[str, JsonObject], second: dict[str, JsonObject]) -> bool:
    """Two objects that share no key but whose parts are all alike: entries under names that are data."""
    parts = [*first.values(), *second.values()]
    if not first or not second or first.keys() & second.keys():
        return False
    inner = any(kind in ("object", "array") for part in parts for kind in _kinds(part))
    return (inner or len(parts) >= MANY) and _all_alike(parts)


def _all_alike(shapes: Iterable[JsonObject]) -> bool:
    first, *others = shapes
    return all(_alike(first, other) for other in others)


def _alike(one: JsonObject, other: JsonObject) -> bool:
    """Of one kind as far as can be seen: objects share half of their fields, lists their items; null is like all."""
    kinds, others = _substance(one), _substance(other)
    if not kinds or not others:
        return True
    if kinds != others:
        return False
    mine, theirs = _fields(one), _fields(other)
    shared, all_fields = len(mine.keys() & theirs.keys()), len(mine.keys() | theirs.keys())
    same = not mine or not theirs or 2 * shared >= all_fields
    return same and ("items" not in one or "items" not in other or _alike(one["items"], other["items"]))


def _substance(shape: JsonObject) -> set[str]:
    kinds = {"number" if kind == "integer" else kind for kind in _kinds(shape)}
    return kinds - {"null"}


def _typed(kinds: Iterable[str]) -> JsonObject:
    named = set(kinds)
    if "number" in named:
        named.discard("integer")
    return {"type": named.pop() if len(named) == 1 else sorted(named)}


def _kinds(shape: JsonObject) -> list[str]:
    kinds = shape.get("type", ())
    return [kinds] if isinstance(kinds, str) else [str(kind) for kind in cast("list[object]", kinds)]


def _fields(shape: JsonObject) -> dict[str, JsonObject]:
    return shape.get("properties", {})


def _inner(shape: JsonObject) -> list[JsonObject]:
    return [*_fields(shape).values(), *(shape[key] for key in ("items", "additionalProperties") if key in shape)]


def _size(shape: JsonObject) -> int:
    return 1 + sum(map(_size, _inner(shape)))


def _cut(shape: JsonObject, depth: int) -> JsonObject:
    """The shape without what lies deeper."""
    if not depth and ("object" in _kinds(shape) or "array" in _kinds(shape)):
        return {}
    cut = dict(shape)
    if "properties" in cut:
        cut["properties"] = {key: _cut(part, depth - 1) for key, part in _fields(shape).items()}
    return cut | {key: _cut(cut[key], depth - 1) for key in ("items", "additionalProperties") if key in cut}


def _spread(items: Sequence[Any], most: int) -> Sequence[Any]:
    """At most so many of them, the first and the last among them, the others evenly between."""
    if len(items) <= most:
        return items
    return [items[at * (len(items) - 1) // (most - 1)] for at in range(most)]
