"""What a program uses to run commands, where the settings allow some: standard library only."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, NoReturn

from . import client

Word = str | os.PathLike[str]
Send = Callable[[list[str], str], Coroutine[Any, Any, Any]]
_send: Send | None = None


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended, and what it wrote."""

    code: int
    """What it left with; below 0 the signal that ended it."""
    output: str
    errors: str
    truncated: bool
    """Whether it wrote more than is kept. It was ended for that."""


class Commands:
    """`result = await commands.run("jq", ".items | length", input=text)`. No shell looks at the words."""

    def run(self, program: str, /, *arguments: Word, input: str = "") -> client.PendingCall[Ran]:
        """Raises Denied where it is not allowed, ToolError where it could not be started or took too long."""
        if _send is None:
            raise RuntimeError("Commands can be run only inside Sandgate. Run this file with: sandgate run FILE")
        words = [_text(word, "an argument") for word in (program, *arguments)]
        line = sys._getframe(1).f_lineno  # pyright: ignore[reportPrivateUsage] - the line an unawaited call is on
        return client.PendingCall("commands.run", line, _ran(_send, words, _text(input, "the input")))


def _text(value: Word, what: str) -> str:
    try:
        found: object = os.fspath(value)
    except TypeError:
        found = value
    if isinstance(found, str):
        return str(found)
    raise TypeError(f"{what} of a command must be text, not {type(found).__name__}")


async def _ran(send: Send, words: list[str], input: str) -> Ran:
    return Ran(**await send(words, input))


def connect(send: Send) -> None:
    """Give commands their way out. The guest does this once, before the program starts."""
    global _send
    _send = send


def disconnect() -> None:
    """A process that the program forked has no way out of its own: two would talk at once."""

    async def refuse(words: list[str], _: str) -> NoReturn:
        raise client.ToolError("commands can be run only in the process the program started in", words[0], "forked")

    connect(refuse)
