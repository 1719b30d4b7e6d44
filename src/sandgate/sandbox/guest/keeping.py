"""A value that is too large to leave the sandbox becomes a file of the workspace. Standard library only."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO, cast

CHARACTERS = 300
MEMBERS = 3
DEPTH = 3
LEVELS = 3
"""How far a value is taken apart before it is written: rows are often a level or two down."""


def kept(value: Any, home: str) -> tuple[str, int]:
    """Where it now is, as a program says it, and its size. Raises OSError where there is no room."""
    ending = "txt" if isinstance(value, str) else "json"
    path = Path(home, "workspace", "results", f"{secrets.token_hex(8)}.{ending}")
    path.parent.mkdir(exist_ok=True)
    try:
        with path.open("w", encoding="utf-8", errors="replace") as file:
            _write(file, value)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return f"workspace/results/{path.name}", path.stat().st_size


def _write(file: TextIO, value: Any) -> None:
    """Piece by piece: the whole text of it may be more than there is memory for."""
    for piece in _parts(value) if isinstance(value, str) else _pieces(value):
        file.write(piece)


def _parts(text: str) -> Iterator[str]:
    return (text[at : at + 2**20] for at in range(0, len(text), 2**20))


def _pieces(value: Any, levels: int = LEVELS) -> Iterator[str]:
    if not levels or not isinstance(value, list | dict):
        yield _dumped(value)
    elif isinstance(value, list):
        for number, member in enumerate(cast("list[Any]", value)):
            yield "," if number else "["
            yield from _pieces(member, levels - 1)
        yield "]" if value else "[]"
    else:
        for number, (key, member) in enumerate(cast("dict[str, Any]", value).items()):
            yield f"{',' if number else '{'}{_dumped(key)}:"
            yield from _pieces(member, levels - 1)
        yield "}" if value else "{}"


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def glimpse(value: Any, depth: int = DEPTH) -> Any:
    """The beginning of a value, as a value."""
    match value:
        case str() if len(value) > CHARACTERS:
            return f"{value[:CHARACTERS]}… ({len(value):,} characters)"
        case list() | dict() if depth == 0:
            return f"… {len(cast('list[Any]', value)):,} more"
        case list():
            members = cast("list[Any]", value)
            shown = [glimpse(member, depth - 1) for member in members[:MEMBERS]]
            return shown if len(members) <= MEMBERS else [*shown, f"… {len(members) - MEMBERS:,} more"]
        case dict():
            pairs = list(cast("dict[str, Any]", value).items())
            short = {key: glimpse(member, depth - 1) for key, member in pairs[: 4 * MEMBERS]}
            return short if len(pairs) <= 4 * MEMBERS else short | {"…": f"{len(pairs) - 4 * MEMBERS:,} more keys"}
        case _:
            return value
