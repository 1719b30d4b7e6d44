"""Calls of a program on their way to the gateway and back: sent when they are waited for, many at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID, uuid4

from pydantic_monty import ClassInstance
from pydantic_monty import ExternalSettledResult as Settled

from ...guest import frames, values
from .channel import Channel
from .prelude import DENIED, TOOL_ERROR

MOST_FORGOTTEN = 1000
"""Calls without anybody who waits that are remembered, for a note and for who may be waiting after all."""


@dataclass(slots=True)
class Held:
    """A call that was written. It is sent when the program waits for calls, unless nobody can wait for this one."""

    request: dict[str, Any]
    subject: str
    label: str
    line: int
    bare: bool
    many: bool = True
    """False where its answer is a list of one, for the one that was meant."""


class Calls:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._message_mb = self._most = 1
        self._last_id = 0
        self._held: dict[int, Held] = {}
        self._sent: dict[int, tuple[int, Held]] = {}
        """By the number it has on the channel: Monty's number, and the call."""
        self._waking: dict[int, float] = {}
        self._settled: dict[int, Settled] = {}
        self.links: dict[UUID, values.ResourceLink] = {}
        self.failures: dict[str, tuple[str, str]] = {}
        """What is known of an error, by its text: Monty's exceptions have no other place for it."""

    def begin(self, job: dict[str, Any]) -> None:
        """For another program: Monty counts its calls anew."""
        self._message_mb, self._most = job["message_mb"], job["concurrent_calls"]
        for left in (self._held, self._sent, self._waking, self._settled):
            left.clear()

    def hold(self, number: int, held: Held) -> None:
        if not held.bare or len(self._held) < MOST_FORGOTTEN:
            self._held[number] = held

    def sleep(self, number: int, seconds: float) -> None:
        self._waking[number] = time.monotonic() + seconds

    def settle(self, pending: list[int]) -> dict[int, Settled]:
        """Wait until at least one of these has an answer."""
        self._send(pending)
        while not (done := {number: self._settled.pop(number) for number in pending if number in self._settled}):
            self._receive()
            self._send(pending)
        return done

    def forgotten(self) -> list[Held]:
        """Calls that were never waited for, in the order of their lines."""
        return sorted(self._held.values(), key=lambda held: held.line)

    def _send(self, pending: list[int]) -> None:
        held = sorted(number for number in pending if number in self._held)
        under_way = self._settled.keys() | self._waking.keys() | {number for number, _ in self._sent.values()}
        waiting = [number for number in held if not self._held[number].bare]
        if not waiting and under_way.isdisjoint(pending):
            waiting = held  # somebody waits for one after all
        for number in waiting[: self._most - len(self._sent)]:
            self._send_one(number, self._held.pop(number))

    def _send_one(self, number: int, held: Held) -> None:
        self._last_id += 1
        frame = frames.encode({"id": self._last_id, **held.request})
        if len(frame) > self._message_mb * 2**20:
            size = f"{len(frame) / 2**20:.1f} MB, more than the {self._message_mb} MB a call may carry"
            self._settled[number] = self._failed(f"{held.subject}: the arguments are {size}", held.subject, "limit")
            return
        self._sent[self._last_id] = number, held
        self._channel.send(frame)

    def _receive(self) -> None:
        now = time.monotonic()
        next_one = min(self._waking.values(), default=None)
        reply = self._channel.next(None if next_one is None else max(0.0, next_one - now))
        for number, moment in list(self._waking.items()):
            if moment <= time.monotonic():
                del self._waking[number]
                self._settled[number] = {"return_value": None}
        if reply and reply.get("id") in self._sent:
            number, held = self._sent.pop(reply["id"])
            self._settled[number] = self._answer(reply, held)

    def _answer(self, reply: dict[str, Any], held: Held) -> Settled:
        if "error" in reply:
            return self._failed(reply["error"], held.subject, reply["kind"])
        found = values.decode(reply["blocks"], _unread)
        if not held.many:
            (found,) = found
        if isinstance(found, list):
            return {"return_value": [self._given(one) for one in cast("list[Any]", found)]}
        return {"return_value": self._given(found)}

    def _failed(self, message: str, subject: str, kind: str) -> Settled:
        self.failures[message] = subject, kind
        return {"exc_type": DENIED if kind == "Denied" else TOOL_ERROR, "message": message}

    def _given(self, value: Any) -> Any:
        """Media and links are objects of ours: Monty sees what it may read of them."""
        if isinstance(value, values.Media):
            return ClassInstance(value, eager_attrs="all")
        if isinstance(value, values.ResourceLink):
            link = ClassInstance(value, eager_attrs="all", allowed_methods={"read"}, id=uuid4())
            self.links[link.id] = value
            return link
        return value


async def _unread(_server: str, _uri: str) -> None:
    """Links are read by frames of the driver's; nobody calls this."""
    raise NotImplementedError
