"""What a person may want to see at once, as a stream of events: a line in the log, and a webhook where one is set."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal, Self

import anyio
import anyio.to_thread

from sandgate.ownership import Owner

from .posting import post

log = logging.getLogger("sandgate.alerts")
Kind = Literal[
    "program_blocked",
    "call_denied",
    "connection_denied",
    "connection_unusual",
    "tool_changed",
    "repeated_failures",
]
MOST_WAITING = 1000
TRIES = 3
TRY_SECONDS = 10.0
PAUSE_SECONDS = 0.5
LONGEST = 500
CLOSING_SECONDS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """One event: what happened, in a sentence, and what it was about. It holds no argument and no result."""

    kind: Kind
    message: str
    about: Mapping[str, str] = field(default_factory=dict[str, str])
    at: float = field(default_factory=time.time)


class Alerts(Owner):
    """Where events are told. Telling never waits and never fails: whoever tells has something else to do."""

    def __init__(self, webhook: str | None = None, repeated_failures: int = 5) -> None:
        self._webhook, self._repeated = webhook, repeated_failures
        self._send, self._receive = anyio.create_memory_object_stream[Alert](MOST_WAITING)
        self._failures: dict[str, int] = {}
        self._delivered = anyio.Event()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        if self._webhook:
            self.tasks.start_soon(self._deliver, self._webhook)
        return self

    def tell(self, kind: Kind, message: str, **about: str) -> None:
        alert = Alert(kind=kind, message=_line(message), about={name: _line(value) for name, value in about.items()})
        log.warning("%s: %s", kind, alert.message)
        if not self._webhook:
            return
        try:
            self._send.send_nowait(alert)
        except anyio.WouldBlock:
            log.warning("the webhook for alerts is too slow: %d wait already, so this one is not sent", MOST_WAITING)

    def failed(self, tool: str) -> None:
        """Count failures in a row. A tool that goes on failing is told of once, until it has worked again."""
        self._failures[tool] = times = self._failures.get(tool, 0) + 1
        if times == self._repeated:
            self.tell("repeated_failures", f"{tool} has failed {times} times in a row", tool=tool)

    def worked(self, tool: str) -> None:
        self._failures.pop(tool, None)

    async def closing(self) -> None:
        """What was told last is often what matters: give it a moment to get out."""
        self._send.close()
        if self._webhook:
            with anyio.move_on_after(CLOSING_SECONDS):
                await self._delivered.wait()
        self._receive.close()

    async def _deliver(self, url: str) -> None:
        async for alert in self._receive:
            for attempt in range(TRIES):
                if await anyio.to_thread.run_sync(_posted, url, alert, abandon_on_cancel=True):
                    break
                await anyio.sleep(PAUSE_SECONDS * 2**attempt)
            else:
                log.warning("the webhook for alerts did not take %r after %d tries", alert.kind, TRIES)
        self._delivered.set()


def _posted(url: str, alert: Alert) -> bool:
    try:
        post(url, asdict(alert), TRY_SECONDS)
    except OSError:
        return False
    return True


def _line(text: str) -> str:
    """One line that a terminal prints as it is: parts of it come from programs and servers."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
