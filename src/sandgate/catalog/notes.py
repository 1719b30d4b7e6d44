"""What a schema says beyond a type, in words: description, limits, format, default, examples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast

from sandgate.catalog.text import clean, literal, shorten
from sandgate.model import JsonObject

_SELF_EVIDENT = frozenset({"uuid", "date-time", "date", "time", "email", "ipv4", "ipv6", "duration", "uri", "guid"})
"""Formats whose pattern tells a reader nothing more and costs a hundred tokens."""

_SAFE_INTEGER = 2**53 - 1
_EXAMPLES = 3
_VALUE_LENGTH = 1000
_DEPTH = 4


def field_doc(name: str, schema: JsonObject, *, nullable: bool, limits: bool) -> str:
    """The words under a field. `limits` are for those who fill it in; a result only needs its description."""
    words = _words(schema, 0) or _telling_title(name, schema.get("title"))
    notes = _limits(schema, 0) if limits else _formats(schema)
    return _sentences([words, *notes, _default(words, schema, nullable) if limits else ""])


def is_literal(value: Any) -> bool:
    """Whether `Literal[value]` is a type."""
    return value is None or isinstance(value, str | bool) or (isinstance(value, int) and literal(value) != "…")


def _words(schema: JsonObject, depth: int) -> str:
    """The description, and those of what it is made of when they say more."""
    words = clean(schema.get("description"))
    more: list[str] = []
    if depth < _DEPTH:
        more += [_words(option, depth + 1) for option in _options(schema) if "properties" not in option]
        items = schema.get("items")
        if isinstance(items, dict) and "properties" not in items:
            each = _words(cast(JsonObject, items), depth + 1)
            more.append(each and (each if each.startswith("Each: ") else f"Each: {each}"))
    told = words
    for text in dict.fromkeys(more):
        if text.removeprefix("Each: ") not in told:
            told = _sentences([told, text])
    return told


def _limits(schema: JsonObject, depth: int) -> list[str]:
    notes = [
        *_bounds(schema),
        *_sizes(schema),
        *_formats(schema),
        *_pattern(schema),
        *_unwritable_choices(schema),
        *_examples(schema),
        *(["Deprecated"] if schema.get("deprecated") is True else []),
    ]
    if depth < _DEPTH:
        for option in _options(schema):
            notes += _limits(option, depth + 1)
        items = schema.get("items")
        if isinstance(items, dict):
            notes += [f"Each: {note}" for note in _limits(cast(JsonObject, items), depth + 1)]
    return list(dict.fromkeys(notes))


def _bounds(schema: JsonObject) -> list[str]:
    low, high = _number(schema, "minimum"), _number(schema, "maximum")
    above, below = _number(schema, "exclusiveMinimum"), _number(schema, "exclusiveMaximum")
    if schema.get("exclusiveMinimum") is True:  # as JSON schema wrote it before 2016
        low, above = None, low
    if schema.get("exclusiveMaximum") is True:
        high, below = None, high
    step = _number(schema, "multipleOf")
    return [
        *_span(low, high, ""),
        *([f"Above {literal(above)}"] if above is not None else []),
        *([f"Below {literal(below)}"] if below is not None else []),
        *([f"Multiple of {literal(step)}"] if step is not None else []),
    ]


def _sizes(schema: JsonObject) -> list[str]:
    return [
        *_span(_number(schema, "minLength"), _number(schema, "maxLength"), " characters"),
        *_span(_number(schema, "minItems"), _number(schema, "maxItems"), " items"),
        *_span(_number(schema, "minProperties"), _number(schema, "maxProperties"), " keys"),
        *(["No duplicates"] if schema.get("uniqueItems") is True else []),
    ]


def _span(low: float | None, high: float | None, unit: str) -> list[str]:
    if low is not None and high is not None:
        return [f"{literal(low)} to {literal(high)}{unit}"] if low != high else [f"Exactly {literal(low)}{unit}"]
    if low is not None:
        return [f"Min {literal(low)}{unit}" if low != 1 or not unit else "Not empty"]
    return [f"Max {literal(high)}{unit}"] if high is not None else []


def _formats(schema: JsonObject) -> list[str]:
    named = (("Format", "format"), ("Encoding", "contentEncoding"), ("Media type", "contentMediaType"))
    return [f"{label}: {clean(schema[key])}" for label, key in named if clean(schema.get(key))]


def _pattern(schema: JsonObject) -> list[str]:
    pattern = schema.get("pattern")
    if not isinstance(pattern, str) or schema.get("format") in _SELF_EVIDENT:
        return []
    return [f"Pattern: {shorten(clean(pattern), _VALUE_LENGTH)}"]


def _unwritable_choices(schema: JsonObject) -> list[str]:
    choices = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if not isinstance(choices, list) or all(map(is_literal, cast("list[Any]", choices))):
        return []
    return ["One of: " + ", ".join(map(literal, cast("list[Any]", choices)))]


def _examples(schema: JsonObject) -> list[str]:
    examples = schema.get("examples", schema.get("example"))
    if examples is None:
        return []
    shown = cast("list[Any]", examples)[:_EXAMPLES] if isinstance(examples, list) else [examples]
    return ["Example: " + ", ".join(map(_example, shown))] if shown else []


def _default(words: str, schema: JsonObject, nullable: bool) -> str:
    if "default" not in schema or (nullable and schema["default"] is None) or "const" in schema:
        return ""  # `NotRequired[str | None]` and `Literal["one"]` have said it
    value = _example(schema["default"])
    bare = re.escape(value.strip("\"'"))
    if value and re.search(rf"\bdefaults?(?: to| is|:|=)?:?\s*[`'\"(]?{bare}(?![\w.]\w)", words, re.IGNORECASE):
        return ""
    return f"Default: {value}"


def _example(value: Any) -> str:
    """A value as Python writes it, strings in quotes that do not meet those of the docstring."""
    text = shorten(literal(value), _VALUE_LENGTH)
    simple = isinstance(value, str) and text == f'"{value}"' and "'" not in text
    return f"'{value}'" if simple else text


def _telling_title(name: str, title: object) -> str:
    """A title that is more than the name with spaces in it."""
    text = clean(title)
    return "" if _letters(text) == _letters(name) else text


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _number(schema: JsonObject, key: str) -> float | None:
    value = schema.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return None if abs(value) >= _SAFE_INTEGER else value  # generators write the widest integer for "no limit"


def _options(schema: JsonObject) -> list[JsonObject]:
    found: list[Any] = []
    for key in ("anyOf", "oneOf", "allOf"):
        if isinstance(schema.get(key), list):
            found += schema[key]
    return [cast(JsonObject, option) for option in found if isinstance(option, dict)]


def _sentences(parts: Iterable[str]) -> str:
    """Parts joined, each but the last closed by a full stop."""
    kept = [part for part in parts if part]
    closed = [part if part[-1] in ".!?:;。" else f"{part}." for part in kept[:-1]]
    return "".join(part + ("\n" if "\n" in part else " ") for part in closed) + (kept[-1] if kept else "")
