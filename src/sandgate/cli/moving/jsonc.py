"""A member of an object in JSON: taken out with its comments, and put back as it was."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..insertion.jsonc import COMMENT_BESIDE, Span, at_the_end, inner_indent, spans
from .excerpt import Excerpt

_LINE_END = re.compile(r"[ \t]*\n")


def take(text: str, keys: Sequence[str], name: str) -> tuple[str, Excerpt]:
    """The text without the entry, and the entry. Raises ValueError."""
    section = _section(text, keys)
    members = list(section.members.values())
    member = _found(section, name)
    place = members.index(member)
    before = members[place - 1] if place else None
    start = _start(text, _behind(text, before.after if before else section.start + 1), member.name_start)
    comment = COMMENT_BESIDE.match(text, member.after)
    end = comment.end() if comment else member.after
    excerpt = Excerpt(
        above=text[start : text.rfind("\n", 0, member.name_start) + 1],
        text=text[member.name_start : member.end],
        beside=text[member.end : max(member.end, member.after - 1)] + text[member.after : end],
    )
    return _without(text, start, end, _idle_comma(before, member)), excerpt


def give_back(text: str, keys: Sequence[str], name: str, excerpt: Excerpt) -> str:
    """The text with the entry as the last one of its section. Raises ValueError where there is none such."""
    section = _section(text, keys)
    if not section.is_object or name in section.members:
        raise ValueError("there is no room for it")
    lines = f"{excerpt.above}{inner_indent(text, section)}{excerpt.text}{excerpt.beside}"
    return at_the_end(text, section, lines).on(text)


def _section(text: str, keys: Sequence[str]) -> Span:
    at = spans(text)
    for key in keys:
        at = _found(at, key)
    return at


def _found(at: Span, name: str) -> Span:
    if name not in at.members:
        raise ValueError(f"there is no {name!r}")
    return at.members[name]


def _behind(text: str, position: int) -> int:
    """Behind a comment that is about what ends at the position."""
    comment = COMMENT_BESIDE.match(text, position)
    return comment.end() if comment else position


def _start(text: str, gap: int, name_start: int) -> int:
    """Where a member begins that follows a gap of blanks and comments: with the comments right above it."""
    line = text.rfind("\n", 0, name_start) + 1
    if line <= gap or text[line:name_start].strip():  # it shares its line with others
        return gap + len(text[gap:name_start].rstrip())
    while (above := text.rfind("\n", 0, line - 1) + 1) > gap and text[above:line].strip():
        line = above
    return line


def _idle_comma(before: Span | None, member: Span) -> int | None:
    """The comma that would be left behind the last member of an object that had none there."""
    return before.after - 1 if before and member.after == member.end else None


def _without(text: str, start: int, end: int, comma: int | None) -> str:
    own_line = text[:start].endswith("\n")
    if own_line and (rest := _LINE_END.match(text, end)):
        end = rest.end()
    kept = text[:start] if comma is None else text[:comma] + text[comma + 1 : start]
    return kept + text[end:]
