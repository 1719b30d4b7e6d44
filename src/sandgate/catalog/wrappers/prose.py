"""Servers' own words for readers who pay by the token: sentences as long as they fit, each parameter's in its place.

What was cut ends in `…`. Names, types, defaults and limits are never cut: those are not prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import cast

from sandgate.catalog.wrappers.text import clean, shorten
from sandgate.model import JsonObject, Tool

TOOL = 220
PARAMETER = 60
INNER = 40
RESULT = 0
"""Characters of a tool's description, of a parameter's, of what is inside of one, and of what is in a result."""

_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)[.!?。](?=\s|\Z)|(?=\n)")
_SHORT_ENOUGH = 1.15
_OPTIONAL = re.compile(
    r"\A\(?(?:optional|required)\b\)?[.:,;-]?\s+|(?<!\s)\s*+\((?:optional|required)\)\.?\Z", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_EMPTY = frozenset(
    re.split(" ", "a an the of for to in on by with from and or is be this that it its your which given")
)
# None of these goes back on its steps: a line of 5,000 spaces took one that did an hour, with all threads waiting.
_HEADING = re.compile(
    r"\s*+(?:#++ *+)?\**+(?:Args|Arguments|(?:Input )?Parameters|Params)\**+:?\**+\s*+", re.IGNORECASE
)
_ENTRY = re.compile(r"\s*+[-*]? *+[`*]*+(\w++)[`*]*+ *+(?:\([^)]*+\))? *+[`*]*+(?::|--?|–) *+(.*+)")
_SECTION = re.compile(r"\s*+[-#*]*+\s*+[A-Z][\w ]{2,30}:\**+\s*+")


def brief(text: str, limit: int) -> str:
    """The sentences and lines of `text` that fit; if not even the first does, its beginning."""
    if len(text) <= limit * _SHORT_ENOUGH:
        return text
    end = max((found.end() for found in _END.finditer(text) if found.end() <= limit), default=0)
    if end > limit // 3:
        return f"{text[:end].rstrip(' .')}…"
    return shorten(text, limit) if limit else ""


def telling(text: str, name: str) -> str:
    """`text`, unless it says what the name says: `The ID of the project` for `project_id`."""
    words = _OPTIONAL.sub("", text)
    return words if set(_words(words)) - set(_words(name)) - _EMPTY else ""


def settled(tool: Tool) -> Tool:
    """The tool with what its description says of single parameters put where those are described."""
    lines = clean(tool.description).split("\n")
    start = next((number for number, line in enumerate(lines) if _HEADING.fullmatch(line)), None)
    if start is None or not tool.parameters:
        return tool
    told, end = _entries(lines, start + 1, tool.parameters)
    if not told:
        return tool
    rest = "\n".join([*lines[:start], *lines[end:]])
    return replace(tool, description=clean(rest), input_schema=_described(tool.input_schema, told))


def _entries(lines: list[str], start: int, names: Iterable[str]) -> tuple[dict[str, str], int]:
    """What is said of each parameter, and where that ends."""
    told: dict[str, str] = {}
    known, last = set(names), ""
    for number in range(start, len(lines)):
        line = lines[number]
        entry = _ENTRY.fullmatch(line)
        if entry and (entry[1] in known or (told and _indent(line) == _indent(lines[start]))):
            last = entry[1]
            told[last] = entry[2]
        elif not last or not line.strip() or _SECTION.fullmatch(line) or not line.startswith(" "):
            return told, number
        else:
            told[last] += f" {line.strip()}"
    return told, len(lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _described(schema: JsonObject, told: dict[str, str]) -> JsonObject:
    properties = dict(cast("JsonObject", schema["properties"]))
    for name, words in told.items():
        stated: object = properties.get(name)
        if isinstance(stated, dict) and not clean(cast("JsonObject", stated).get("description")):
            properties[name] = {**cast("JsonObject", stated), "description": words}
    return schema | {"properties": properties}


def _words(text: str) -> Iterator[str]:
    for word in cast("list[str]", _WORD.findall(_HUMP.sub(" ", text))):
        plain = word.casefold()
        yield "id" if plain in ("identifier", "identifiers", "ids") else plain
