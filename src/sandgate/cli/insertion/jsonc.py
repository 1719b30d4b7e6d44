"""Objects in JSON, with the comments and trailing commas that editors allow, found by where they stand in the text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .splice import Splice

# A text in quotes, a comment, a bracket or comma or colon, or a run of anything else that is not blank.
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/|[{}\[\],:]|[^\s{}\[\],:"/]+|/', re.DOTALL)

COMMENT_BESIDE = re.compile(r"[ \t]*(?://[^\n]*|/\*[^\n]*?\*/(?=[ \t]*\n))")


@dataclass(slots=True)
class Span:
    """A value in the text. Only objects have members."""

    start: int
    end: int
    name_start: int = 0
    """Where its name starts, if it is a member of an object."""
    after: int = 0
    """Where the comma behind it ends, if it is a member; where itself ends, if there is none."""
    is_object: bool = False
    members: dict[str, Span] = field(default_factory=dict[str, "Span"])
    last: int = 0
    """Where the last thing inside an object ends, comments not counted; right after `{` if there is none."""
    comma: bool = False
    """Whether that last thing is a comma."""


def spans(text: str) -> Span:
    """The outermost value. Raises ValueError where the text is not JSON."""
    tokens = (found for found in _TOKEN.finditer(text) if not found[0].startswith(("//", "/*")))
    try:
        return _value(next(tokens), tokens)
    except StopIteration:
        raise ValueError("it ends too early") from None


def _value(token: re.Match[str], tokens: Iterator[re.Match[str]]) -> Span:
    span = Span(start=token.start(), end=token.end())
    if token[0] == "{":
        _object(span, tokens)
    elif token[0] == "[":
        _skip_list(span, tokens)
    elif token[0] in "}],:":
        raise ValueError(f"unexpected {token[0]}")
    return span


def _object(span: Span, tokens: Iterator[re.Match[str]]) -> None:
    span.is_object, span.last = True, span.end
    member: Span | None = None
    while (token := next(tokens))[0] != "}":
        if token[0] == ",":
            span.last, span.comma = token.end(), True
            if member:
                member.after = token.end()
            continue
        name = json.loads(token[0])
        if not isinstance(name, str) or next(tokens)[0] != ":":
            raise ValueError("a name in quotes and a colon were expected")
        member = _value(next(tokens), tokens)
        member.name_start, member.after = token.start(), member.end
        span.members[name] = member
        span.last, span.comma = member.end, False
    span.end = token.end()


def _skip_list(span: Span, tokens: Iterator[re.Match[str]]) -> None:
    depth, token = 1, None
    while depth:  # what is in a list is never changed: only its end is looked for, which is twice as fast
        token = next(tokens)
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
    span.end = token.end() if token else span.end


def put(text: str, keys: Sequence[str], name: str, entry: dict[str, Any]) -> Splice:
    """The change that brings the entry under `keys` and `name`, whether or not one is there. Raises ValueError."""
    if not text.strip():
        whole = json.dumps(_nested([*keys, name], entry), indent=2, ensure_ascii=False) + "\n"
        return Splice(0, len(text), whole, whole)
    at = spans(text)
    path = [*keys, name]
    while path and path[0] in at.members:
        at = at.members[path.pop(0)]
    if not path:
        member = _member(name, entry, _indent(text, at.name_start), _unit(text))
        return Splice(at.name_start, at.end, member, member)
    if not at.is_object:
        raise ValueError("it is not an object")
    new, *inner = path
    return _appended(text, at, new, _nested(inner, entry))


def _nested(keys: Sequence[str], value: dict[str, Any]) -> dict[str, Any]:
    for key in reversed(keys):
        value = {key: value}
    return value


def _appended(text: str, at: Span, name: str, value: dict[str, Any]) -> Splice:
    inner = inner_indent(text, at)
    member = _member(name, value, inner, _unit(text))
    return at_the_end(text, at, inner + member)


def at_the_end(text: str, at: Span, lines: str) -> Splice:
    """The change that makes the lines of a member the last ones of an object."""
    comma = "" if at.comma or not at.members else ","
    comment = COMMENT_BESIDE.match(text, at.last)  # on the same line: it is about what stands before it
    start = comment.end() if comment else at.last
    closing = "" if "\n" in text[start : at.end] else f"\n{_indent(text, at.start)}"
    return Splice(at.last, start, f"{comma}{text[at.last : start]}\n{lines}{closing}", lines)


def inner_indent(text: str, at: Span) -> str:
    """What stands before the members of an object, or would if they had lines of their own."""
    first = next(iter(at.members.values()), None)
    spread = first is not None and "\n" in text[at.start : first.name_start]
    return _indent(text, first.name_start) if first and spread else _indent(text, at.start) + _unit(text)


def _member(name: str, value: dict[str, Any], indent: str, unit: str) -> str:
    written = json.dumps({name: value}, indent=unit, ensure_ascii=False).splitlines()[1:-1]
    return f"\n{indent}".join(line.removeprefix(unit) for line in written)


def _indent(text: str, position: int) -> str:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip())]


def _unit(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "
