"""Arguments that cannot be right are refused before they are sent, with the parameters that would have been."""

from __future__ import annotations

from difflib import get_close_matches
from typing import cast

from sandgate.errors import BadArguments
from sandgate.model import Json, JsonObject, Tool

OPEN_ENDED = frozenset({"patternProperties", "anyOf", "oneOf", "allOf", "$ref"})
"""With one of these, a schema's `properties` are not all the names it allows."""
MOST_VALUES = 8


def check_arguments(tool: Tool, arguments: JsonObject) -> None:
    """Names that are missing or unknown are refused before they are sent: servers often ignore them silently."""
    known = tool.parameters
    problems = [f"{name!r} is missing" for name in tool.required if name not in arguments]
    unknown = arguments.keys() - known.keys()
    if unknown and known and _lists_all(tool.input_schema):
        for name in sorted(unknown, key=len)[:MOST_VALUES]:
            near = get_close_matches(name[:100], known, n=1)
            problems.append(f"{name[:100]!r} is unknown" + (f" (did you mean {near[0]!r}?)" if near else ""))
    if problems:
        raise BadArguments(f"{tool.server}.{tool.name}: {'; '.join(problems)}.{expected(tool)}")


def as_declared(schema: JsonObject, value: Json) -> Json:
    """Numbers as text where a schema wants text: a token stands for a number as a result had it, such as a phone's."""
    match value:
        case int() | float() if schema.get("type") == "string" and not isinstance(value, bool):
            return str(value)
        case dict():
            properties: JsonObject = schema.get("properties") or {}
            return {
                name: as_declared(properties[name], item) if name in properties else item
                for name, item in value.items()
            }
        case list():
            items = schema.get("items")
            return (
                [as_declared(cast("JsonObject", items), item) for item in value] if isinstance(items, dict) else value
            )
        case _:
            return value


def _lists_all(schema: JsonObject) -> bool:
    """Whether its properties are all the names there are."""
    return not schema.get("additionalProperties") and not OPEN_ENDED & schema.keys()


def expected(tool: Tool) -> str:
    """The parameters that would have been right, shortest form."""
    if not tool.parameters:
        return " It takes no parameters."
    optional = {name: "" if name in tool.required else " (optional)" for name in tool.parameters}
    parts = [f"{name}: {_kind(schema)}{optional[name]}" for name, schema in tool.parameters.items()]
    return f" Parameters: {', '.join(parts)}."


def _kind(schema: object) -> str:
    known = cast("JsonObject", schema) if isinstance(schema, dict) else {}
    values, kind = known.get("enum"), known.get("type")
    if isinstance(values, list) and len(cast("list[object]", values)) <= MOST_VALUES:
        return " | ".join(repr(value) for value in cast("list[object]", values))
    return kind if isinstance(kind, str) else "any"
