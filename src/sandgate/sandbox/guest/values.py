"""Values on their way in and out: what tools return becomes Python objects, what a program returns becomes JSON."""

from __future__ import annotations

import base64
import dataclasses
import datetime
import decimal
import enum
import json
import math
import pathlib
import uuid
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, cast

from . import client

MAX_DEPTH = 64
TABLES = ("numpy", "pandas")

Read = Callable[[str, str], Coroutine[Any, Any, Any]]


@dataclasses.dataclass(frozen=True)
class Media:
    """An image, a sound or other bytes that a tool returned."""

    kind: str
    data: bytes
    mime_type: str
    uri: str = ""

    def __repr__(self) -> str:
        return f"<{self.kind} {self.mime_type}, {len(self.data):,} bytes>"


@dataclasses.dataclass(frozen=True)
class ResourceLink:
    """A resource a tool pointed at. `await link.read()` fetches it."""

    server: str
    uri: str
    name: str
    mime_type: str
    _read: Read = dataclasses.field(repr=False)

    async def read(self) -> Any:
        return await self._read(self.server, self.uri)


def decode(blocks: list[dict[str, Any]], read: Read) -> Any:
    """What a tool returned as content blocks: one block stands for itself, several are a list."""
    values = [_block(block, read) for block in blocks]
    return values[0] if len(values) == 1 else values


def _block(block: dict[str, Any], read: Read) -> Any:
    match block["type"]:
        case "value":
            return block["value"]
        case "unread":
            return _read_now(block["text"])
        case "link":
            return ResourceLink(block["server"], block["uri"], block["name"], block["mime_type"], read)
        case kind:
            return Media(kind, base64.b64decode(block["data"]), block["mime_type"], block.get("uri", ""))


def _read_now(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def encoded(arguments: dict[str, Any]) -> Any:
    """Arguments of a call. Most are short texts and numbers, and need not be turned into anything."""
    if all(type(value) in _SHORT or (type(value) is int and -_LONG < value < _LONG) for value in arguments.values()):
        return arguments
    return Encoder().encode(arguments)


class Encoder:
    """Turn any value into JSON. What JSON cannot say becomes its `repr`, and a note tells so once per type."""

    def __init__(self) -> None:
        self._unknown: dict[str, None] = {}
        self._open: set[int] = set()

    def notes(self) -> list[str]:
        return [f"The value holds {name}, which JSON cannot express; its repr is shown." for name in self._unknown]

    def encode(self, value: Any, depth: int = 0) -> Any:
        match value:
            case None | bool() | str() | int() if _is_plain(value):
                return value if type(value) in _PLAIN else _plain(value)
            case int() if not isinstance(value, enum.Enum):
                return self._as_repr(_Words(f"{value.bit_length()} bits"), "an integer too long to write out")
            case float():
                return (
                    float(value) if math.isfinite(value) else self._as_repr(float(value), "a number that is not finite")
                )
            case _ if depth >= MAX_DEPTH:
                return self._as_repr(value, f"more than {MAX_DEPTH} levels")
            case _:
                return self._compound(value, depth)

    def _compound(self, value: Any, depth: int) -> Any:
        if id(value) in self._open:
            return self._as_repr(_Words("…"), "a reference to itself")
        self._open.add(id(value))
        try:
            return self._parts(value, depth + 1)
        finally:
            self._open.discard(id(value))

    def _parts(self, value: Any, depth: int) -> Any:
        match value:
            case Mapping():
                items = cast("Mapping[Any, Any]", value).items()
                return {key if type(key) is str else _key(key): self.encode(item, depth) for key, item in items}
            case list() | tuple():
                return [self.encode(item, depth) for item in cast("list[Any]", value)]
            case set() | frozenset():
                return [self.encode(item, depth) for item in sorted(cast("set[Any]", value), key=repr)]
            case datetime.datetime() | datetime.date() | datetime.time():
                return value.isoformat()
            case enum.Enum():
                return self.encode(value.value, depth)
            case decimal.Decimal() | uuid.UUID() | pathlib.PurePath():
                return str(value)
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type | Media | ResourceLink):
                return {f.name: self.encode(getattr(value, f.name), depth) for f in dataclasses.fields(value)}
            case _ if type(value).__module__.partition(".")[0] in TABLES:
                return self._table(value, depth)
            case client.PendingCall():
                return repr(cast("object", value))  # its own hint says more than a note could
            case _:
                return self._as_repr(value, f"a {type(value).__name__}")

    def _table(self, value: Any, depth: int) -> Any:
        """Numbers, arrays and tables of numpy and pandas as what they hold."""
        if hasattr(value, "columns") and hasattr(value, "to_dict"):
            return self.encode(value.to_dict("records"), depth)
        if hasattr(value, "tolist"):
            return self.encode(value.tolist(), depth)
        return self._as_repr(value, f"a {type(value).__name__}")

    def _as_repr(self, value: Any, name: str) -> str:
        self._unknown[name] = None
        try:
            text = repr(value)
        except Exception as error:  # noqa: BLE001 - the program's own __repr__ may raise anything
            text = f"<{type(value).__name__} whose repr raised {type(error).__name__}>"
        return text if len(text) <= 500 else text[:500] + "…"


_PLAIN = (str, int, bool, type(None))
_SHORT = (str, bool, type(None))
_LONG = 2**63
_MAX_BITS = 4096


class _Words(str):
    """Text that stands for a value, shown without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def _is_plain(value: Any) -> bool:
    return not isinstance(value, enum.Enum) and not (isinstance(value, int) and value.bit_length() > _MAX_BITS)


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, str) else int(value)


def _key(key: Any) -> str:
    return json.dumps(key) if isinstance(key, bool | None) else str(key)
