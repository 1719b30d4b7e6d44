"""Where personal data could cross: from tools to programs, from programs to tools, from programs to the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Literal, Protocol

import anyio.to_thread

from sandgate.errors import BadArguments, SandgateError, UnknownTool
from sandgate.model import Json, JsonObject, Outcome

from .looking import Looked, look

OnOutput = Callable[[str], Awaitable[None]]
LONG = 16 * 1024
"""Characters. From here on, looking is left to a thread."""


@dataclass(frozen=True, slots=True)
class Crossed:
    """What was hidden or put back at one crossing, for the record: how many values of which kind, never which."""

    tool: str
    kind: str
    way: Literal["hidden", "restored"]
    count: int


class Boundary(Protocol):
    """What stands at each crossing, for one session."""

    def reach(self, text: str) -> int:
        """How many characters at the end of a text may belong to a value that goes on behind it, on further lines."""
        ...

    @property
    def may_wait(self) -> bool:
        """Whether even a short text may have to wait for the disk: it is looked at in a thread then."""
        ...

    async def arrived(
        self, names: Sequence[str], blocks: list[JsonObject]
    ) -> tuple[list[JsonObject], Sequence[Crossed]]:
        """What a tool returned, as its program may see it, and what was hidden."""
        ...

    async def complaint(self, names: Sequence[str], text: str) -> str:
        """What a tool says when it fails, as its program may see it."""
        ...

    async def sent(self, names: Sequence[str], arguments: JsonObject) -> tuple[JsonObject, Sequence[Crossed]]:
        """Arguments as the tool needs them, and what was put back. Raises Denied where that may not be sent to it."""
        ...

    async def told(self, outcome: Outcome, code: str = "") -> Outcome:
        """How a program ended, as the model may see it; from its code, what it did that tokens do not allow."""
        ...

    def text(self, text: str) -> str:
        """A text for the model."""
        ...

    def value(self, value: Json) -> Json:
        """A document for the model."""
        ...

    def part(self, text: str, start: int, end: int) -> str:
        """A part of a text for the model; a value that reaches over its ends is hidden as a whole."""
        ...

    async def looked(self, what: str, values: list[str]) -> object:
        """What a program may know of values that it cannot see. Raises BadArguments."""
        ...

    def protected(self, text: str) -> str:
        """A text from outside, as the model may see it."""
        ...

    async def restored(self, text: str, counts: Counter[str]) -> str:
        """A text of the model's with the values that its tokens stand for; counted by kind."""
        ...


class Open:
    """No privacy: everything crosses as it is."""

    may_wait = False

    def reach(self, text: str) -> int:
        return 0

    async def arrived(
        self, names: Sequence[str], blocks: list[JsonObject]
    ) -> tuple[list[JsonObject], Sequence[Crossed]]:
        return blocks, ()

    async def complaint(self, names: Sequence[str], text: str) -> str:
        return text

    async def sent(self, names: Sequence[str], arguments: JsonObject) -> tuple[JsonObject, Sequence[Crossed]]:
        return arguments, ()

    async def told(self, outcome: Outcome, code: str = "") -> Outcome:
        return outcome

    def text(self, text: str) -> str:
        return text

    def value(self, value: Json) -> Json:
        return value

    def part(self, text: str, start: int, end: int) -> str:
        return text[start:end]

    async def looked(self, what: str, values: list[str]) -> object:
        return look(what, [Looked("", value) for value in values])

    def protected(self, text: str) -> str:
        return text

    async def restored(self, text: str, counts: Counter[str]) -> str:
        return text


OPEN = Open()


@asynccontextmanager
async def discreet(boundary: Boundary, names: Sequence[str]) -> AsyncGenerator[None]:
    """Around what a server is asked: where it fails, its words may say whose data it was about."""
    try:
        yield
    except (UnknownTool, BadArguments):  # words of ours, which quote the program: it would learn whom we know
        raise
    except SandgateError as error:
        told = await boundary.complaint(names, str(error))
        if told == str(error):
            raise
        raise type(error)(told) from None


class Printed:
    """What a program prints while it runs, for the model, in whole lines: half a line may hold half a value. A value of
    several lines is known by those before.
    """

    def __init__(self, boundary: Boundary, on_output: OnOutput) -> None:
        self._boundary, self._on_output = boundary, on_output
        self._before = self._held = ""

    async def __call__(self, text: str) -> None:
        whole, end, self._held = f"{self._held}{text}".rpartition("\n")
        if end:
            await self._tell(whole + end)

    async def flush(self) -> None:
        if self._held:
            await self._tell(self._held)
            self._held = ""

    async def _tell(self, text: str) -> None:
        both, start = self._before + text, len(self._before)
        look = partial(self._boundary.part, both, start, len(both))
        at_once = len(both) < LONG and not self._boundary.may_wait
        told = look() if at_once else await anyio.to_thread.run_sync(look)
        self._before = both[max(0, len(both) - self._boundary.reach(both)) :]
        await self._on_output(told)


class Sessions(Protocol):
    """The boundaries of all sessions."""

    async def boundary(self, session: str | None) -> Boundary: ...
    async def save(self, session: str | None) -> None:
        """Write down what a session must not forget."""
        ...

    async def keep(self, session: str, boundary: Boundary) -> None:
        """The same for a program that had no session, and left files in one of its own."""
        ...

    async def aclose(self) -> None: ...


class NoSessions:
    """No privacy, for anybody."""

    async def boundary(self, session: str | None) -> Boundary:
        return OPEN

    async def save(self, session: str | None) -> None: ...

    async def keep(self, session: str, boundary: Boundary) -> None: ...

    async def aclose(self) -> None: ...
