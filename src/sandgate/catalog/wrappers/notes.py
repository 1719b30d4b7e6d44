"""What a schema says beyond a type, in words: description, limits, format, default, examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from sandgate.catalog.wrappers.text import clean, literal, shorten
from sandgate.model import JsonObject

_SELF_EVIDENT = frozenset({"uuid", "date-time", "date", "time", "email", "ipv4", "ipv6", "duration", "uri", "guid"})
"""Formats whose pattern tells a reader nothing more and costs a hundred tokens."""

_SAFE_INTEGER = 2**53 - 1
_EXAMPLES = 3
_VALUE_LENGTH = 1000
_DEPTH = 6
RARE = ("not", "if", "then", "else", "dependentRequired", "dependencies", "contains", "minContains", "maxContains")


Follow = Callable[[JsonObject], JsonObject]
"""Goes where a pointer leads; any other schema is given back."""


def words_of(name: str, schema: JsonObject, follow: Follow) -> str:
    """The description of a field, or a title that says more than its name."""
    return _words(schema, follow, 0) or _telling_title(name, schema.get("title"))


def limits_of(schema: JsonObject, follow: Follow) -> list[str]:
    """What a value must be beyond its type. For those who fill it in: a result only has `formats_of`."""
    return _limits(schema, follow, 0)


def default_of(schema: JsonObject, *, nullable: bool) -> str:
    """The default as Python writes it, where one is stated and the type has not said it already."""
    if "default" not in schema or (nullable and schema["default"] is None) or "const" in schema:
        return ""  # `NotRequired[str | None]` and `Literal["one"]` have said it
    return value_text(schema["default"])


def says_default(words: str, default: str) -> bool:
    bare = re.escape(default.strip("\"'"))
    return bool(re.search(rf"\bdefaults?(?: to| is|:|=)?:?\s*[`'\"(]?{bare}(?![\w.]\w)", words, re.IGNORECASE))


def is_literal(value: Any) -> bool:
    """Whether `Literal[value]` is a type."""
    return value is None or isinstance(value, str | bool) or (isinstance(value, int) and literal(value) != "…")


def _words(schema: JsonObject, follow: Follow, depth: int) -> str:
    """The description, and those of what it is made of when they say more."""
    words = clean(schema.get("description"))
    more: list[str] = []
    if depth < _DEPTH:
        options = map(follow, _options(schema))
        more += [_words(option, follow, depth + 1) for option in options if "properties" not in option]
        items = schema.get("items")
        if isinstance(items, dict) and "properties" not in (each := follow(cast(JsonObject, items))):
            text = _words(each, follow, depth + 1)
            more.append(text and (text if text.startswith("Each: ") else f"Each: {text}"))
    told = words
    for text in dict.fromkeys(more):
        if text.removeprefix("Each: ") not in told:
            told = sentences([told, text])
    return told


def _limits(schema: JsonObject, follow: Follow, depth: int) -> list[str]:
    notes = [
        *_bounds(schema),
        *_sizes(schema),
        *formats_of(schema),
        *_pattern(schema),
        *_unwritable_choices(schema),
        *_examples(schema),
        *_conditions(schema),
        *(["Deprecated"] if schema.get("deprecated") is True else []),
    ]
    if depth < _DEPTH:
        for option in map(follow, _options(schema)):
            notes += _inner(option, follow, depth + 1)
        for label, part in _parts(schema):
            inner = _inner(follow(part), follow, depth + 1)
            notes += [f"{label}: {', '.join(inner)}"] if inner else []
    return list(dict.fromkeys(notes))


def _inner(schema: JsonObject, follow: Follow, depth: int) -> list[str]:
    """The limits, and the default: what has no field of its own has no other place for it."""
    default = [f"Default: {value_text(schema['default'])}"] if schema.get("default", schema) is not schema else []
    return [*_limits(schema, follow, depth), *default]


def _parts(schema: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """What a value is made of and has no field of its own, with what it is called."""
    items = schema.get("items")
    fixed = schema.get("prefixItems", items)
    for number, entry in enumerate(cast("list[object]", fixed) if isinstance(fixed, list) else [], 1):
        yield from _labelled(f"Item {number}", entry)
    yield from _labelled("Each" if fixed is items else "Further", items)
    yield from _labelled("Keys", schema.get("propertyNames"))
    patterns = schema.get("patternProperties")
    for pattern, entry in cast("dict[str, object]", patterns).items() if isinstance(patterns, dict) else ():
        yield "Keys", {"pattern": pattern}
        yield from _labelled("Values", entry)
    yield from _labelled("Further values" if "properties" in schema else "Values", schema.get("additionalProperties"))


def _labelled(label: str, schema: object) -> Iterator[tuple[str, JsonObject]]:
    if isinstance(schema, dict):
        yield label, cast(JsonObject, schema)


def _conditions(schema: JsonObject) -> list[str]:
    """What no type can say: which keys need each other, and the rarer words as they stand."""
    notes: list[str] = []
    for key, lead in (("anyOf", "Give "), ("oneOf", "Give either ")):
        options = _options(schema, key)
        sets: list[Any] = [option.get("required") for option in options if "properties" not in option]
        if options and len(sets) == len(options) and all(isinstance(names, list) for names in sets):
            notes.append(lead + ", or ".join(" and ".join(map(clean, names)) for names in sets))
    return notes + [f"{key}: {value_text(schema[key])}" for key in RARE if key in schema]


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


def formats_of(schema: JsonObject) -> list[str]:
    named = (("Format", "format"), ("Encoding", "contentEncoding"), ("Media type", "contentMediaType"))
    return [f"{label}: {clean(schema[key])}" for label, key in named if clean(schema.get(key))]


def _pattern(schema: JsonObject) -> list[str]:
    pattern = schema.get("pattern")
    if not isinstance(pattern, str) or schema.get("format") in _SELF_EVIDENT:
        return []
    return [f"Pattern: {_kept(shorten(clean(pattern), _VALUE_LENGTH))}"]


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
    return ["Example: " + ", ".join(map(value_text, shown))] if shown else []


def value_text(value: Any) -> str:
    """A value as Python writes it, strings in quotes that do not meet those of the docstring."""
    text = _kept(shorten(literal(value), _VALUE_LENGTH))
    simple = isinstance(value, str) and text == f'"{value}"' and "'" not in text
    return f"'{value}'" if simple else text


def _kept(text: str) -> str:
    """Spaces side by side run together on a line of prose; values and patterns may write them so."""
    return text.replace("  ", " \\x20")


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


def _options(schema: JsonObject, *keys: str) -> list[JsonObject]:
    found: list[Any] = []
    for key in keys or ("anyOf", "oneOf", "allOf"):
        if isinstance(schema.get(key), list):
            found += schema[key]
    return [cast(JsonObject, option) for option in found if isinstance(option, dict)]


def sentences(parts: Iterable[str]) -> str:
    """Parts joined, each but the last closed by a full stop."""
    kept = [part for part in parts if part]
    closed = [part if part[-1] in ".!?:;。…" else f"{part}." for part in kept[:-1]]
    return "".join(part + ("\n" if "\n" in part else " ") for part in closed) + (kept[-1] if kept else "")
