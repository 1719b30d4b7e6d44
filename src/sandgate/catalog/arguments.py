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
        case int() | float() if not isinstance(value, bool):
            kinds = _kinds(schema)
            return str(value) if "string" in kinds and not kinds & {"number", "integer"} else value
        case dict():
            known: JsonObject = schema.get("properties") or {}
            return {name: as_declared(known[name], item) if name in known else item for name, item in value.items()}
        case list() if isinstance(items := schema.get("items"), dict):
            return [as_declared(cast("JsonObject", items), item) for item in value]
        case _:
            return value


def _kinds(schema: JsonObject) -> set[str]:
    """The types that a schema names, also those of which one will do."""
    named: object = schema.get("type", [])
    kinds = {named} if isinstance(named, str) else {str(kind) for kind in cast("list[object]", named)}
    choices: list[object] = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    return kinds.union(*(_kinds(cast("JsonObject", one)) for one in choices if isinstance(one, dict)))


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
