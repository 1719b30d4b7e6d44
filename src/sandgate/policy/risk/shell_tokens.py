"""A command line cut into the commands it starts: pipes, lists, substitutions and redirections seen, quotes kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LONGEST = 50_000
MOST = 200
_SIGNS = ("&&", "||", ";;", "|&", "<<<", "<<", ">>", ">&", "&>", "<(", ">(", "|", ";", "&", "(", ")", "<", ">", "\n")
_PLAIN = re.compile(r"[^\s'\"\\|&;()<>$`#]+")
_SPLITTING = frozenset(("&&", "||", ";;", ";", "&", "\n", "(", ")", "|", "|&"))


@dataclass(slots=True)
class Command:
    words: list[str] = field(default_factory=list[str])
    writes_to: list[str] = field(default_factory=list[str])
    fed_by: Command | None = None
    """The command in front of the pipe."""
    inner: list[str] = field(default_factory=list[str])
    """Texts inside `$( )` and backticks: commands of their own."""


def commands(text: str) -> list[Command]:
    current, at = Command(), 0
    found = [current]
    text, target = text[:LONGEST], False
    while at < len(text) and len(found) < MOST:
        sign = next((sign for sign in _SIGNS if text.startswith(sign, at)), "")
        if sign:
            at += len(sign)
            if sign in _SPLITTING:
                current = Command(fed_by=current if sign in ("|", "|&") else None)
                found.append(current)
            target = sign in (">", ">>", "&>")
        elif text[at].isspace():
            at += 1
        elif text[at] == "#":
            at = _until(text, "\n", at)
        else:
            at, word, inner = _word(text, at)
            (current.writes_to if target else current.words).append(word)
            current.inner.extend(inner)
            target = False
    return [command for command in found if command.words or command.writes_to or command.inner]


def _word(text: str, at: int) -> tuple[int, str, list[str]]:
    parts: list[str] = []
    inner: list[str] = []
    while at < len(text) and not text[at].isspace() and text[at] not in "|&;()<>":
        at, part = _part(text, at, inner)
        parts.append(part)
    return at, "".join(parts), inner


def _part(text: str, at: int, inner: list[str]) -> tuple[int, str]:
    char = text[at]
    if char == "'":
        end = _until(text, "'", at + 1)
        return end + 1, text[at + 1 : end]
    if char == '"':
        return _double(text, at + 1, inner)
    if char == "\\":
        return at + 2, text[at + 1 : at + 2]
    if char == "`" or text.startswith("$(", at):
        return _substitution(text, at, inner)
    plain = _PLAIN.match(text, at)
    return (plain.end(), plain.group()) if plain else (at + 1, char)


def _double(text: str, at: int, inner: list[str]) -> tuple[int, str]:
    parts: list[str] = []
    while at < len(text) and text[at] != '"':
        if text[at] == "\\":
            parts.append(text[at + 1 : at + 2])
            at += 2
        elif text[at] == "`" or text.startswith("$(", at):
            at, part = _substitution(text, at, inner)
            parts.append(part)
        else:
            parts.append(text[at])
            at += 1
    return at + 1, "".join(parts)


def _substitution(text: str, at: int, inner: list[str]) -> tuple[int, str]:
    if text[at] == "`":
        end = _until(text, "`", at + 1)
        inner.append(text[at + 1 : end])
        return end + 1, text[at : end + 1]
    depth, end = 1, at + 2
    while end < len(text) and depth:
        depth += (text[end] == "(") - (text[end] == ")")
        end += 1
    inner.append(text[at + 2 : end - (depth == 0)])
    return end, text[at:end]


def _until(text: str, sign: str, at: int) -> int:
    end = text.find(sign, at)
    return end if end >= 0 else len(text)
