"""JSON that stands in a text, read so that every value knows its place there; and the same as Python prints it."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, cast

_TOKEN = re.compile(
    r"[ \t\r\n]*(?:(?P<mark>[{}\[\],:])|\"(?P<text>[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*)\""
    r"|(?P<number>-?\d[\d.eE+\-]*)|(?P<word>true|false|null|True|False|None)"
    r"|(?P<made>[A-Za-z_][\w.]{0,40}\([\d, ]{1,60}(?:tzinfo=[\w.]{1,40})?\))"
    r"|(?:[bru]{1,2}|[A-Za-z_][\w.]{0,40}\()?(?:'(?P<single>[^'\\\n]*(?:\\.[^'\\\n]*)*)'"
    r"|\"(?P<double>[^\"\\\n]*(?:\\.[^\"\\\n]*)*)\")\)?)"
)
"""Behind what JSON has: `datetime.date(2031, 5, 2)`, `Decimal('4.50')`, `b'…'`, `ObjectId("…")`."""
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.S)
_SIGNS = {"n": "\n", "t": "\t", "r": "\r"}
_DEEPEST = 150


_NEAR_OPENING = re.compile(r"(?:\{|(?<![\w\])])\[)(?=\s*[\"'{\[])")
"""Behind a word, a bracket takes something out of it: `environ["HOME"]`."""
_IN_A_CELL = re.compile(r"(?<=\| )\[[^{}\[\]\n|]{0,4000}\] *(?:\||\r?$)", re.M)
"""A list in a table is read with its column."""
_NAMES_A_PLACE = re.compile(r"\s?=>?\s")
"""`["phone"] => …` and `["phone"] = …`, as PHP and Lua show what stands under a name."""
_GIVEN_TO = re.compile(r"(?<![\w.\-$])(?P<name>[A-Za-z_][\w\-]{1,60})[\"']?[ \t]{0,3}(?:=>?|:=?)[ \t]{0,3}\Z")
"""What a document is given to: `api_keys = ["…"]`, `customer: {"name": …}`."""
_BACK = 72
_FEW_OPENINGS = 40
"""After so many braces in a row that open no document, a text is code."""


class Placed(str):
    """A key or value of a document, as text, and where it stands: without its quotes."""

    start: int
    end: int
    number: bool


class Document(NamedTuple):
    """An object or array in a text; its strings, numbers and keys are `Placed`."""

    start: int
    end: int
    tree: Any


def documents(text: str) -> list[Document]:
    """JSON, JSON Lines, and JSON after some words."""
    read: list[Document] = []
    place, tries = 0, 0
    quoted = '"' in text or "'" in text
    while quoted and tries < _FEW_OPENINGS and (opening := _NEAR_OPENING.search(text, place)):
        if text[opening.start()] == "[" and (cell := _IN_A_CELL.match(text, opening.start())):
            place = cell.end()
            continue
        document = read_document(text, opening.start())
        if document is None or _NAMES_A_PLACE.match(text, document[1]):
            place, tries = opening.end(), tries + 1
            continue
        read.append(Document(opening.start(), document[1], _named(text, opening.start(), document[0])))
        place, tries = document[1], 0
    return read


def _named(text: str, start: int, tree: Any) -> Any:
    """The tree under the name that stands before it, if there is one."""
    before = text[max(0, start - _BACK) : start]
    found = _GIVEN_TO.search(before)
    if found is None:
        return tree
    name = Placed(found["name"])
    name.start, name.end = (start - len(before) + place for place in found.span("name"))
    name.number = False
    return {name: tree}


def unplaced(tree: Any) -> Any:
    """The same without places, as a parser would give it; numbers that are no integers stay text."""
    if isinstance(tree, Placed):
        return int(tree) if tree.number and tree.removeprefix("-").isdecimal() and len(tree) < 40 else str(tree)
    if isinstance(tree, dict):
        return {str(key): unplaced(value) for key, value in cast("dict[str, Any]", tree).items()}
    return [unplaced(value) for value in cast("list[Any]", tree)] if isinstance(tree, list) else tree


def read_document(text: str, start: int = 0) -> tuple[Any, int] | None:
    """The object or array that begins at `start`, and where it ends; None if it is not JSON."""
    try:
        return _read(text, start)
    except (ValueError, RecursionError):
        return None


def _read(text: str, place: int) -> tuple[Any, int]:
    stack: list[tuple[Any, str]] = []
    key: str = ""
    value: Any = None
    done = False
    while not done:
        found = _TOKEN.match(text, place)
        if found is None or len(stack) > _DEEPEST:
            raise ValueError(place)
        place = found.end()
        mark = found["mark"]
        if mark in ("{", "["):
            stack.append(({} if mark == "{" else [], key))
            key = ""
            continue
        if mark in ("}", "]"):
            value, key = stack.pop() if stack else _fail(place)
        elif mark in (",", ":"):
            continue
        else:
            value = _leaf(found)
            if stack and isinstance(stack[-1][0], dict) and not key and _colon_follows(text, place):
                key = value or " "
                continue
        done = not stack
        if not done:
            _put(stack[-1][0], key, value)
            key = ""
    return value, place


def _fail(place: int) -> Any:
    raise ValueError(place)


def _put(holder: Any, key: str, value: Any) -> None:
    if isinstance(holder, dict):
        if not key:
            raise ValueError("a value without a name")
        if key in holder:
            raise ValueError("a name that comes twice")
        holder[key] = value
    else:
        holder.append(value)


def _colon_follows(text: str, place: int) -> bool:
    while text[place : place + 1] in (" ", "\t", "\r", "\n"):
        place += 1
    return text[place : place + 1] == ":"


def _leaf(found: re.Match[str]) -> Placed | None:
    group = found.lastgroup or ""
    if group == "word":
        return None
    raw = found[group]
    leaf = Placed(_unescaped(raw, group) if "\\" in raw else raw)
    leaf.start, leaf.end = found.span(group)
    leaf.number = group == "number"
    return leaf


def _unescaped(raw: str, group: str) -> str:
    if group == "text":
        return json.loads(f'"{raw}"', strict=False)
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _SIGNS.get(found[2], found[2]), raw)
