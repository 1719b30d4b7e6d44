"""SQL cut into words, strings and signs. Dialects disagree where a string or a comment ends: hence readings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

LONGEST = 100_000
_NAME = re.compile(r"[^\W\d][\w$]*")
_NUMBER = re.compile(r"\d[\w.]*")
_DOLLAR = re.compile(r"\$(?:[^\W\d]\w*)?\$")
_EXECUTED = re.compile(r"/\*M?!\d*")
_BLANK = re.compile(r"\s+")
_LINE = re.compile(r"[^\n]*")


@dataclass(frozen=True, slots=True)
class Token:
    kind: Literal["word", "name", "string", "number", "sign"]
    """A `name` is quoted, so it is never a keyword."""
    text: str
    """Words in lower case, strings and names without their quotes."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where the servers of this world disagree; who guesses wrong sees a comment where a statement is carried out."""

    backslashes: bool
    nested_comments: bool
    hash_comments: bool
    dashes_need_space: bool


STANDARD = Dialect(False, True, False, False)
MYSQL = Dialect(True, False, True, True)
FLAT = Dialect(False, False, False, False)
"""SQLite and relatives: comments do not nest."""
_DOUBTFUL = re.compile(r"\\['\"]|/\*.*/\*|#|--\S", re.S)


@dataclass(frozen=True, slots=True)
class Reading:
    tokens: tuple[Token, ...]
    complete: bool
    """Not inside a string or comment at the end: else no server of that dialect would carry it out."""


def readings(text: str) -> tuple[Reading, ...]:
    """What the text may mean: one reading, or several where dialects differ. Long texts are read up to a limit."""
    text = text[:LONGEST]
    if not _DOUBTFUL.search(text):
        return (read(text, STANDARD),)
    found = dict.fromkeys(read(text, dialect) for dialect in (STANDARD, MYSQL, FLAT))
    return tuple(reading for reading in found if reading.complete) or tuple(found)


def read(text: str, dialect: Dialect) -> Reading:
    tokens: list[Token] = []
    at, end = 0, len(text)
    while at < end:
        after, token = _next(text, at, dialect)
        if after < 0:
            return Reading(tuple(tokens), complete=False)
        if token:
            tokens.append(token)
        at = after
    return Reading(tuple(tokens), complete=True)


def _next(text: str, at: int, dialect: Dialect) -> tuple[int, Token | None]:
    """Where the next token begins, and this one; -1 where it never ends."""
    char = text[at]
    if blank := _BLANK.match(text, at):
        return blank.end(), None
    if name := _NAME.match(text, at):
        return _word(text, name, dialect)
    if char in "'\"`":
        return _quoted(text, at, char, backslashes=dialect.backslashes and char != "`")
    if number := _NUMBER.match(text, at):
        return number.end(), Token("number", number.group())
    if comment := _comment_end(text, at, dialect):
        return comment, None
    if char == "$" and (tag := _DOLLAR.match(text, at)):
        close = text.find(tag.group(), tag.end())
        return (close + len(tag.group()), Token("string", text[tag.end() : close])) if close >= 0 else (-1, None)
    return at + 1, Token("sign", char)


def _word(text: str, name: re.Match[str], dialect: Dialect) -> tuple[int, Token | None]:
    word, after = name.group(), name.end()
    if text[after : after + 1] == "'" and word in ("E", "e", "N", "n", "B", "b", "X", "x", "r", "R"):
        return _quoted(text, after, "'", backslashes=dialect.backslashes or word in "Ee")
    return after, Token("word", word.lower())


def _quoted(text: str, at: int, quote: str, backslashes: bool) -> tuple[int, Token | None]:
    start = at = at + 1
    while at < len(text):
        char = text[at]
        if char == "\\" and backslashes:
            at += 2
        elif char != quote:
            at += 1
        elif text[at + 1 : at + 2] == quote:
            at += 2
        else:
            return at + 1, Token("string" if quote == "'" else "name", text[start:at])
    return -1, None


def _comment_end(text: str, at: int, dialect: Dialect) -> int:
    """Where the comment that begins here ends; 0 for none, -1 if it never ends."""
    if text.startswith("--", at):
        needs = dialect.dashes_need_space and not text[at + 2 : at + 3].isspace() and at + 2 < len(text)
        return 0 if needs else _line_end(text, at)
    if text[at] == "#":
        return _line_end(text, at) if dialect.hash_comments else 0
    if not text.startswith("/*", at):
        # MySQL carries out what stands in `/*! … */`: its end is a sign of no meaning
        return at + 2 if text.startswith("*/", at) else 0
    if carried_out := _EXECUTED.match(text, at):
        return carried_out.end()
    return _block_end(text, at, dialect.nested_comments)


def _line_end(text: str, at: int) -> int:
    line = _LINE.match(text, at)
    return line.end() if line else len(text)


def _block_end(text: str, at: int, nested: bool) -> int:
    depth, at = 1, at + 2
    while depth:
        close, inner = text.find("*/", at), text.find("/*", at) if nested else -1
        if close < 0:
            return -1
        if 0 <= inner < close:
            depth, at = depth + 1, inner + 2
        else:
            depth, at = depth - 1, close + 2
    return at
