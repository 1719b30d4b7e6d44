"""What a program asks about personal values that it only has tokens of: standard library only."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from . import client


class Pii:
    """`await pii.domain(row["email"])`, or many at once: `await pii.domain(emails)`. The answers name nobody."""

    def domain(self, value: str | Iterable[str]) -> client.PendingCall[Any]:
        """What stands behind the @ of an address."""
        return _asked("domain", value)

    def last4(self, value: str | Iterable[str]) -> client.PendingCall[Any]:
        """The last four digits of a card, an account or a phone number."""
        return _asked("last4", value)

    def area_code(self, value: str | Iterable[str]) -> client.PendingCall[Any]:
        """The area of a North American phone number, else the country of an international one."""
        return _asked("area_code", value)

    def mask(self, value: str | Iterable[str]) -> client.PendingCall[Any]:
        """The value with stars in place of most of it."""
        return _asked("mask", value)

    def same(self, *values: str) -> client.PendingCall[bool]:
        """Whether all of these are one value, however it is written."""
        return _asked("same", values)


def _asked(what: str, value: object) -> client.PendingCall[Any]:
    line = sys._getframe(2).f_lineno  # pyright: ignore[reportPrivateUsage] - the line of the program, past our method
    return client.PendingCall(f"pii.{what}", line, _answered(what, value))


async def _answered(what: str, value: Any) -> Any:
    many = isinstance(value, Iterable) and not isinstance(value, str)
    values: list[Any] = [*value] if many else [value]  # what is no text the gateway refuses
    answers = await client.call_mcp_tool("sandgate.pii", {"what": what, "values": values}, label=f"pii.{what}")
    return answers if many else answers[0]
