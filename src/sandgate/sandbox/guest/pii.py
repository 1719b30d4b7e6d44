"""What a program asks about personal values that it only has tokens of: standard library only."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any

from . import client


class Pii:
    """`await pii.domain(row["email"])`, or many at once: `await pii.domain(emails)`. The answers name nobody."""

    def domain(self, value: str | Iterable[str]) -> Coroutine[Any, Any, Any]:
        """What stands behind the @ of an address."""
        return _asked("domain", value)

    def last4(self, value: str | Iterable[str]) -> Coroutine[Any, Any, Any]:
        """The last four digits of a card, an account or a phone number."""
        return _asked("last4", value)

    def area_code(self, value: str | Iterable[str]) -> Coroutine[Any, Any, Any]:
        """The area of a North American phone number, else the country of an international one."""
        return _asked("area_code", value)

    def mask(self, value: str | Iterable[str]) -> Coroutine[Any, Any, Any]:
        """The value with stars in place of most of it."""
        return _asked("mask", value)

    def same(self, *values: str) -> Coroutine[Any, Any, bool]:
        """Whether all of these are one value, however it is written."""
        return _look("same", list(values))


async def _asked(what: str, value: str | Iterable[str]) -> Any:
    if isinstance(value, str):
        return (await _look(what, [value]))[0]
    return await _look(what, list(value))


async def _look(what: str, values: list[str]) -> Any:
    return await client.call_mcp_tool("sandgate.pii", {"what": what, "values": values}, label=f"pii.{what}")
