"""Parts of a file, for a model that need not read all of it: lines, bytes, or what a path in JSON leads to."""

from __future__ import annotations

import base64
import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO, NamedTuple, cast

from sandgate.errors import BadArguments

RANGE = re.compile(r"\s*(\d{1,15})?\s*(?:([-:])\s*(\d{1,15})?\s*)?")
NUMBER = r"-?\d{1,15}"
STEP = re.compile(
    rf"\.?([^.\[\]]+)|\[({NUMBER})\]|\[(\*)\]|\[({NUMBER})?(:)({NUMBER})?\]|\[(['\"])(.*?)\7\]", re.DOTALL
)
LONGEST_PATH = 1000
MOST_BYTES = 8 * 2**20
"""Of one read; a budget in tokens shortens further."""
MOST_JSON = 256 * 2**20
MARGIN, MARGIN_LINES = 8 * 1024, 100
"""What is read before and behind the bytes and lines that are wanted: what was cut is known by its other half. A
private key has some 3,000 bytes.
"""
LONGEST_BESIDE = 100
"""Characters of a value that says what the one beside it is."""
_CONTINUED = bytes(range(0x80, 0xC0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Which part of a file is wanted; without any, all of it."""

    lines: str = ""
    """`10`, `10-20`, `10-`"""
    bytes: str = ""
    """`0-999`, counted from 0, the last included"""
    json_path: str = ""
    """`items[0].name`, `items[*].id`, `items[10:20]`"""

    @property
    def of_lines(self) -> tuple[int, int | None]:
        """The first and the last line that are wanted; None is the end. Raises BadArguments."""
        return _range(self.lines, "lines", 1) if self.lines else (1, None)


class Excerpt(NamedTuple):
    """`text[start:end]` of a file, and what stands around it: the first line, or the nearest bytes."""

    text: str
    start: int
    end: int

    @property
    def wanted(self) -> str:
        return self.text[self.start : self.end]


Way = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""
Wanted = dict[str | int, "Wanted"]
"""Which members of a document are wanted, and of those in turn which; without any, all of it."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What a path in a document leads to: one value, or `many` of them."""

    document: Any
    ways: Sequence[Way]
    many: bool

    def told(self, tell: Callable[[Any], Any]) -> Any:
        """As `tell` tells it, which sees it where it stands: a value may be told by its field, or what is beside it."""
        wanted: Wanted = {}
        for way in self.ways:
            inside = wanted
            for step in way:
                inside = inside.setdefault(step, {})
        kept = _kept(self.document, wanted)
        found = [*_picked(kept, tell(kept), wanted, tell)] if self.ways else []
        return found if self.many else found[0]


def _kept(value: Any, wanted: Wanted) -> Any:
    """A document without the objects and lists beside what is wanted of it."""
    if wanted and isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        return {key: _kept(one, wanted[key]) if key in wanted else _short(one) for key, one in members.items()}
    return [_kept(value[index], inside) for index, inside in wanted.items()] if wanted else value


def _short(value: Any) -> Any:
    return None if isinstance(value, dict | list) or len(str(value)) > LONGEST_BESIDE else value


def _picked(kept: Any, told: Any, wanted: Wanted, tell: Callable[[Any], Any]) -> Iterator[Any]:
    """What is wanted, out of a document that was told."""
    if not wanted:
        yield told
    elif isinstance(kept, list) and isinstance(told, list):
        members, others = cast("list[Any]", kept), cast("list[Any]", told)
        for member, other, inside in zip(members, others, wanted.values(), strict=True):
            yield from _picked(member, other, inside, tell)
    elif isinstance(kept, dict) and isinstance(told, dict):
        members, others = cast("dict[str, Any]", kept), cast("dict[str, Any]", told)
        if len(others) != len(members):  # two keys have become one, and a value is lost with them
            others = {key: next(iter(tell({key: members[str(key)]}).values())) for key in wanted}
        else:
            others = dict(zip(members, others.values(), strict=True))
        for key, inside in wanted.items():
            yield from _picked(members[str(key)], others[str(key)], inside, tell)
    else:
        yield told


def read(file: BinaryIO, part: Part) -> Excerpt | Reached | str:
    """All of it, an excerpt, or what a path leads to.

    Raises BadArguments where it is not text, or there is no such part.
    """
    if sum(map(bool, (part.lines, part.bytes, part.json_path))) > 1:
        raise BadArguments("lines, bytes and json_path are three ways to ask: give one of them")
    if part.json_path:
        return _led_to(_document(file), part.json_path)
    if part.lines or part.bytes:
        return _lines_around(file, *part.of_lines) if part.lines else _bytes_around(file, part)
    return _text(file.read(MOST_BYTES))


def _lines_around(file: BinaryIO, first: int, last: int | None) -> Excerpt:
    header = file.readline(MARGIN) if first > 1 else b""
    file.seek(0)
    lines_before = deque(((n, line[-MARGIN:]) for n, line in islice(enumerate(file, 1), first - 1)), MARGIN_LINES)
    taken = _lines(file, lines_before[-1][0] if lines_before else 0, first, last)
    near = b"".join(line for _, line in lines_before)[-MARGIN:]
    if header.endswith(b"\n") and lines_before[0][0] > 1:
        near = header + near
    before, wanted = near.decode("utf-8-sig", "ignore"), _text(taken)
    return Excerpt(before + wanted + file.read(MARGIN).decode("utf-8", "ignore"), len(before), len(before + wanted))


def _bytes_around(file: BinaryIO, part: Part) -> Excerpt:
    first, last = _range(part.bytes, "bytes", 0)
    wanted = _bytes(file, first, last)
    begin = max(0, first - MARGIN)
    file.seek(begin)
    around = file.read(first - begin + len(wanted) + MARGIN)
    head, upto = around[: first - begin], around[: first - begin + len(wanted)]
    if _decoded(around.lstrip(_CONTINUED) if begin else around) is None:
        text = f"base64: {base64.b64encode(wanted).decode()}"
        return Excerpt(text, 0, len(text))
    start, end, text = (part.decode("utf-8-sig" if not begin else "utf-8", "ignore") for part in (head, upto, around))
    return Excerpt(text, len(start), len(end))


def _lines(file: BinaryIO, before: int, first: int, last: int | None) -> bytes:
    """No more of them than one read may bring, and those whole; so many lines were `before`."""
    taken: list[bytes] = []
    size = 0
    for line in islice(file, None if last is None else last - first + 1):
        size += len(line)
        if size > MOST_BYTES and taken:
            break
        taken.append(line[:MOST_BYTES])
    if not taken and first > 1:
        raise BadArguments(f"lines begins at {first:,}, and the file has {before:,}")
    return b"".join(taken)


def _bytes(file: BinaryIO, first: int, last: int | None) -> bytes:
    size = file.seek(0, os.SEEK_END)
    if first and first >= size:
        raise BadArguments(f"bytes begins at {first:,}, and the file has {size:,}, counted from 0")
    file.seek(first)
    return file.read(MOST_BYTES if last is None else min(MOST_BYTES, last - first + 1))


def _range(text: str, what: str, least: int) -> tuple[int, int | None]:
    found = RANGE.fullmatch(text)
    if not found or not (found[1] or found[3]):
        raise BadArguments(f"{what} is {text[:40]!r}; write one such as '{least}-20', '20-' or '20'")
    first = int(found[1]) if found[1] else least
    last = int(found[3]) if found[3] else (None if found[2] else first)
    if first < least or (last is not None and last < first):
        raise BadArguments(f"{what} is {text[:40]!r}: it begins at {least}, and its end comes after its beginning")
    return first, last


def _text(data: bytes) -> str:
    text = _decoded(data)
    if text is None:
        raise BadArguments("this file is not text: ask for bytes (they come as base64), or open it in a program")
    return text


def _decoded(data: bytes) -> str | None:
    """As text; a character that the end has cut is left out."""
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        whole = error.start > len(data) - 4 and error.reason == "unexpected end of data"
        return data[: error.start].decode("utf-8-sig") if whole else None


def _document(file: BinaryIO) -> Any:
    data = file.read(MOST_JSON + 1)
    if len(data) > MOST_JSON:
        raise BadArguments(f"this file has more than {MOST_JSON // 2**20} MB: read it in a program")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"this file is no JSON document: {error}; ask for lines") from error


def _led_to(document: Any, path: str) -> Reached:
    if len(path) > LONGEST_PATH:
        raise BadArguments(f"json_path has {len(path):,} characters, more than {LONGEST_PATH:,}")
    steps, at = path.strip().removeprefix("$"), 0
    found, many = [_Found((), document)], False
    while at < len(steps):
        step = STEP.match(steps, at)
        if not step:
            raise BadArguments(f"json_path {path[:80]!r} cannot be read at {steps[at : at + 20]!r}")
        at = step.end()
        found, several = _taken(found, step, steps[:at])
        many = many or several
    return Reached(document, [one.way for one in found], many)


class _Found(NamedTuple):
    way: Way
    value: Any

    def member(self, key: str | int, value: Any) -> _Found:
        return _Found((*self.way, key), value)


def _taken(found: list[_Found], step: re.Match[str], so_far: str) -> tuple[list[_Found], bool]:
    """One step down from each value, and whether it may lead to several."""
    key, index, star, begin, colon, end, _, quoted = step.groups()
    if star:
        return [one.member(*pair) for one in found for pair in _all_in(one.value, so_far)], True
    if colon:
        part = slice(int(begin) if begin else None, int(end) if end else None)
        return [one.member(*pair) for one in found for pair in _numbered(one.value, so_far)[part]], True
    if index is not None:
        return [one.member(*_at(_numbered(one.value, so_far), int(index), so_far)) for one in found], False
    name = key if quoted is None else quoted
    return [one.member(name, _of(one.value, name, so_far)) for one in found], False


def _all_in(value: Any, so_far: str) -> Iterable[tuple[str | int, Any]]:
    return cast("dict[str, Any]", value).items() if isinstance(value, dict) else _numbered(value, so_far)


def _numbered(value: Any, so_far: str) -> list[tuple[int, Any]]:
    """The members of a list, with their indexes."""
    if not isinstance(value, list):
        raise BadArguments(f"json_path {so_far!r}: there is no list but {_kind(value)}")
    return [*enumerate(cast("list[Any]", value))]


def _at(members: list[tuple[int, Any]], index: int, so_far: str) -> tuple[int, Any]:
    try:
        return members[index]
    except IndexError:
        raise BadArguments(f"json_path {so_far!r}: the list has {len(members):,} members") from None


def _of(value: Any, key: str, so_far: str) -> Any:
    if isinstance(value, dict) and key in value:
        return cast("dict[str, Any]", value)[key]
    raise BadArguments(f"json_path {so_far!r}: there is no {key!r} in {_kind(value)}")


def _kind(value: Any) -> str:
    """What it is, and not what it says: without its field nobody knows whether that may be read."""
    if isinstance(value, dict):
        keys = ", ".join(list(cast("dict[str, Any]", value))[:10])
        return f"an object with {keys}" if keys else "an empty object"
    if isinstance(value, list):
        return f"a list of {len(cast('list[Any]', value)):,}; write [0] or [*] first"
    return "a text" if isinstance(value, str) else "a number, true, false or null"
