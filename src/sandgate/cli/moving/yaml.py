"""An entry of a block in YAML: taken out with its comments, and put back as the first one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .excerpt import Excerpt

_CHILD = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*([ ]+)[^\s#]")


def take(text: str, keys: Sequence[str], name: str) -> tuple[str, Excerpt]:
    """The text without the entry, and the entry. Raises ValueError."""
    heading = _heading(text, keys)
    child = _CHILD.match(text, heading.end())
    if child is None:
        raise ValueError("there is no entry")
    indent = child[1]
    rows = rf"^{indent}[\"']?{re.escape(name)}[\"']?:[^\n]*(?:\n|\Z)(?:{indent}[ ]+[^\n]*(?:\n|\Z)|[ \t]*\n)*"
    own = re.compile(rows, re.MULTILINE).search(text, heading.end(), _end(text, heading.end()))
    if own is None:
        raise ValueError(f"there is no {name!r}")
    start = _with_comments(text, heading.end(), own.start())
    excerpt = Excerpt(above=text[start : own.start()], text=own[0].rstrip("\n") + "\n")
    left = text[:start] + text[own.end() :]
    if _CHILD.match(left[: _end(left, heading.end())], heading.end()) is None:
        left = f"{left[: heading.start()]}{keys[-1]}: {{}}\n{left[heading.end() :]}"  # nothing is not an empty table
    return left, excerpt


def give_back(text: str, keys: Sequence[str], name: str, excerpt: Excerpt) -> str:
    """The text with the entry right below the heading. Raises ValueError where there is none such."""
    del name  # it is in the text
    heading = _heading(text, keys)
    start = "" if text[: heading.end()].endswith("\n") else "\n"
    return text[: heading.end()] + start + excerpt.above + excerpt.text + text[heading.end() :]


def _heading(text: str, keys: Sequence[str]) -> re.Match[str]:
    (section,) = keys
    found = re.search(rf"^{re.escape(section)}:[ \t]*(?:#[^\n]*)?(?:\n|\Z)", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"there is no block {section}")
    return found


def _end(text: str, start: int) -> int:
    following = re.compile(r"^[^\s#]", re.MULTILINE).search(text, start)
    return following.start() if following else len(text)


def _with_comments(text: str, first: int, start: int) -> int:
    while start > first:
        above = text.rfind("\n", 0, start - 1) + 1
        if above < first or not text[above:start].lstrip().startswith("#"):
            break
        start = above
    return start
