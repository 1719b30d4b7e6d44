"""Tokens of a conversation, counted from its messages: what enters the context, and what is sent over all requests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from sandgate.demo.counting import compact
from sandgate.model import Json, JsonObject, Tool
from sandgate.output import count

Kind = Literal["call", "search", "definition", "program"]
SIDE_BY_SIDE: tuple[Kind, ...] = ("call", "definition")
"""What a model may ask for several times in one message. A further search or program waits for the one before."""


@dataclass(frozen=True, slots=True)
class Message:
    """A call the model wrote and the text it read."""

    kind: Kind
    name: str
    arguments: JsonObject
    text: str


@dataclass(frozen=True, slots=True)
class Round:
    """The same in tokens."""

    kind: Kind
    written: int
    read: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What a person said, in tokens, and what was done about it."""

    user: int
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What stands before the first word, and the turns."""

    opening: int
    turns: tuple[Turn, ...]

    @property
    def rounds(self) -> list[Round]:
        return [each for turn in self.turns for each in turn.rounds]

    @property
    def once(self) -> int:
        """What the context holds at the end, each message counted once."""
        return self.opening + sum(turn.user for turn in self.turns) + sum(it.written + it.read for it in self.rounds)

    @property
    def sent(self) -> int:
        """What all requests together send: every request sends all that came before it.

        A turn takes one request for each round and one for the answer to the person, whose words are not counted.
        """
        context, sent = self.opening, 0
        for turn in self.turns:
            context += turn.user
            sent += context
            for each in turn.rounds:
                context += each.written + each.read
                sent += context
        return sent

    @property
    def requests(self) -> int:
        return len(self.rounds) + len(self.turns)

    def side_by_side(self) -> Conversation:
        """The same where the model asks for all it can in one message."""
        return Conversation(self.opening, tuple(Turn(turn.user, _joined(turn.rounds)) for turn in self.turns))

    def tokens(self, *kinds: Kind) -> int:
        return sum(each.written + each.read for each in self.rounds if each.kind in kinds)


def _joined(rounds: Iterable[Round]) -> tuple[Round, ...]:
    joined: list[Round] = []
    for kind, several in groupby(rounds, lambda each: each.kind):
        group = list(several)
        if kind in SIDE_BY_SIDE:
            group = [Round(kind, sum(it.written for it in group), sum(it.read for it in group))]
        joined += group
    return tuple(joined)


def turn(user: str, messages: Sequence[Message]) -> Turn:
    return Turn(tokens(user), tuple(map(counted, messages)))


def counted(message: Message) -> Round:
    """Name and arguments as JSON, the result as its text. What a provider wraps around them is counted nowhere."""
    written = compact({"name": message.name, "input": message.arguments})
    return Round(message.kind, tokens(written), tokens(message.text))


@lru_cache(maxsize=100_000)
def tokens(text: str) -> int:
    return count(text.encode("utf-8", "replace").decode())


def definition(tool: Tool) -> str:
    """A tool as clients put it before a model. Output schemas and annotations stay with the client."""
    return compact({"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema})


def text_of(result: Json) -> str:
    """A result as its server words it: text as it is, JSON as short as JSON can be, nothing for nothing."""
    if result is None:
        return ""
    return result if isinstance(result, str) else compact(result)
