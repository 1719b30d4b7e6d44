"""HTTP/1.1 on one stream: events in, events out, and one kind of error whatever goes wrong."""

from __future__ import annotations

from http import HTTPStatus
from typing import Protocol, TypeAlias

import anyio
import h11

from .refusals import Refused, malformed

Event: TypeAlias = h11.Request | h11.InformationalResponse | h11.Response | h11.Data | h11.EndOfMessage
LOST = (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError, OSError)
"""What a stream raises when the other side is gone."""
CHUNK = 64 * 1024
_SMALL_CHUNK = 4 * 1024


class Stream(Protocol):
    """What is needed of a connection."""

    async def receive(self, max_bytes: int = CHUNK, /) -> bytes: ...
    async def send(self, item: bytes, /) -> None: ...


class Wire:
    """One side of the proxy: `SERVER` towards the program, `CLIENT` towards the far side."""

    def __init__(self, stream: Stream, role: type[h11.SERVER] | type[h11.CLIENT], header_kb: int) -> None:
        self.stream = stream
        self.header_kb = header_kb
        self.http = h11.Connection(role, max_incomplete_event_size=header_kb * 1024)
        self._program = role is h11.SERVER

    @property
    def started(self) -> bool:
        """Whether anything of the next message has come."""
        return bool(self.http.trailing_data[0])

    @property
    def finished(self) -> bool:
        """Whether both messages ended as they should, so that another request may follow."""
        return self.http.our_state is h11.DONE and self.http.their_state is h11.DONE

    async def next_event(self) -> Event | None:
        """The next event; None when the other side has ended."""
        while True:
            try:
                event = self.http.next_event()
            except h11.RemoteProtocolError as error:
                raise self._not_http(error) from None
            if event is h11.NEED_DATA:
                await self._read()
            elif isinstance(event, Event):
                return event
            else:
                return None

    async def _read(self) -> None:
        # Small pieces while a head is read: the limit on its size is checked between them.
        in_head = self.http.their_state in (h11.IDLE, h11.SEND_RESPONSE)
        try:
            chunk = await self.stream.receive(_SMALL_CHUNK if in_head else CHUNK)
        except anyio.EndOfStream:
            chunk = b""
        except LOST:
            raise self._broken() from None
        self.http.receive_data(chunk)

    async def send(self, event: Event) -> None:
        try:
            content = self.http.send(event)
            if content:
                await self.stream.send(content)
        except h11.LocalProtocolError as error:
            raise self._not_http(error) from None
        except LOST:
            raise self._broken() from None

    def _not_http(self, error: h11.ProtocolError) -> Refused:
        if not self._program:
            return Refused("broken", "the far side does not speak HTTP as it should", HTTPStatus.BAD_GATEWAY)
        if error.error_status_hint == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
            return Refused("header_size", "the head of the request is too large", error.error_status_hint)
        return malformed("this is not an HTTP request as it should be", error.error_status_hint)

    def _broken(self) -> Refused:
        whose = "the program" if self._program else "the far side"
        return Refused("broken", f"{whose} closed the connection", HTTPStatus.BAD_GATEWAY)
