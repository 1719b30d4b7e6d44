"""Text that servers wrote, made safe to stand in a Python file: docstrings, comments, string literals.

Descriptions are hostile input: one must not end a docstring, start a statement, steer a type checker, or hide words in
characters a person cannot see.
"""

from __future__ import annotations

import inspect
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, cast

_SELECTORS = (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
HIDDEN = frozenset((*_SELECTORS, *map(ord, "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u3164\uffa0")))
"""Characters Python calls printable that show nothing: joiners, fillers and selectors used to smuggle text."""

_HIDDEN = re.compile("[" + "".join(map(chr, sorted(HIDDEN))) + "]")
_MARKS = re.compile(r"#[#\s]*+")
_CHECKER = re.compile(r"(?:type|pyright|mypy|noqa|ruff|fmt|pragma)\b", re.IGNORECASE)
_CLOSING = re.compile(r'"{3,}|"+\Z')
_SENTENCE = re.compile(r"(?<=[.!?。])\s|\n")
_HEADINGS = re.compile(r"\A(?:\s*(?:#+ .*|<[^>\n]*>|[-=*_]{3,})\s*(?:\n|\Z))+")
_LIST_DEPTH = 8
_READ = 40
"""Of a text that is shortened, how many times as much is read: what cannot be seen is left out before."""


def clean(text: object) -> str:
    """The readable part of `text`: no control or invisible characters, no lone surrogates, at most one empty line."""
    if not isinstance(text, str):
        return ""
    lines = [_visible(line).rstrip() for line in text.expandtabs(4).splitlines()]
    return re.sub(r"\n{3,}", "\n\n", inspect.cleandoc("\n".join(lines))).strip()


def one_line(text: object) -> str:
    return " ".join(clean(text).split())


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, cut between words."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    return (head[: head.rfind(" ")] if " " in head[limit // 2 :] else head).rstrip(" ,;:\n") + "…"


def first_sentence(text: object, limit: int = 160) -> str:
    """What a list shows of a description."""
    words = clean(text[: _READ * limit] if isinstance(text, str) else "")
    words = (_HEADINGS.sub("", words) or words).lstrip("#*- \n")
    return shorten(" ".join(_SENTENCE.split(words, maxsplit=1)[0].split()), limit)


def quote(text: str) -> str:
    """A double-quoted Python string literal. What cannot be seen is escaped, so two names never look alike by it."""
    literal = json.dumps(text, ensure_ascii=False)
    if _is_visible(literal):
        return literal
    return "".join(c if c.isprintable() and ord(c) not in HIDDEN else _escape(c) for c in literal)


def literal(value: Any, depth: int = 0) -> str:
    """A JSON value as Python writes it. Never raises; what is too deep or too large to write becomes `…`."""
    if isinstance(value, str):
        return quote(value)
    if depth > _LIST_DEPTH:
        return "…"
    if isinstance(value, Mapping):
        pairs = cast("Mapping[Any, Any]", value).items()
        return "{" + ", ".join(f"{literal(k, depth + 1)}: {literal(v, depth + 1)}" for k, v in pairs) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(literal(v, depth + 1) for v in cast("Sequence[Any]", value)) + "]"
    try:
        return repr(value) if isinstance(value, bool | int | float | None) else "…"
    except ValueError:  # an integer of more digits than Python is willing to print
        return "…"


def json_text(value: Any) -> str:
    """JSON on one line. What cannot be seen is escaped; what is too deep to write is left out."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError):
        return "…"
    return text if _is_visible(text) else "".join(c if _is_visible(c) else json.dumps(c)[1:-1] for c in text)


def docstring(text: str, indent: str) -> str:
    """`text`, which is clean, as a docstring whose later lines stand at `indent`."""
    body = _CLOSING.sub(lambda run: '\\"' * len(run[0]), text.replace("\\", "\\\\"))
    lines = body.split("\n")
    return '"""' + "\n".join([lines[0], *(indent + line if line else "" for line in lines[1:])]) + '"""'


def comment(text: str) -> str:
    """`text` on one line after a `#`, unable to speak to a type checker or linter."""
    line = _MARKS.sub(_unless_heard, "# " + " ".join(text.split()))
    return line if line.startswith("#") else f"# - {line}"


def _unless_heard(marks: re.Match[str]) -> str:
    """Nothing in place of marks that make what follows them an order."""
    return "" if _CHECKER.match(marks.string, marks.end()) else marks[0]


def _visible(line: str) -> str:
    return line if _is_visible(line) else "".join(map(_shown, line))


def _is_visible(text: str) -> bool:
    return text.isprintable() and (text.isascii() or not _HIDDEN.search(text))


def _shown(char: str) -> str:
    if ord(char) in HIDDEN:
        return ""
    if char.isprintable():
        return char
    category = unicodedata.category(char)
    return {"Zs": " ", "Cs": "\ufffd"}.get(category, "")


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
