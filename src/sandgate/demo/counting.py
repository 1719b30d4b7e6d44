"""What enters a model's context in one conversation, counted from the messages themselves.

The same rules for both sides, and where there is a choice, the one that makes the saving smaller.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import mcp.types as wire

from sandgate.model import JsonObject
from sandgate.output import count

RULES = (
    "Tool definitions and server instructions once per conversation: name, description and inputSchema as JSON.",
    "Each call once: its arguments as JSON and the text of its result. structuredContent repeats it: not counted.",
    "Not counted: the task, the closing words and the thinking, and that history is sent again with every turn.",
)
"""Shown with every figure."""


@dataclass(slots=True)
class Transcript:
    """The tokens of one conversation, by where they come from."""

    definitions: int = 0
    instructions: int = 0
    arguments: int = 0
    results: int = 0
    calls: Counter[str] = field(default_factory=Counter[str])
    """How often the model called each tool."""

    @property
    def messages(self) -> int:
        """Tokens of the calls and their results: all but what every conversation begins with."""
        return self.arguments + self.results

    @property
    def total(self) -> int:
        return self.definitions + self.instructions + self.messages

    def offer(self, tools: Iterable[wire.Tool], instructions: str | None) -> None:
        """A server's greeting and its tools, as a client puts them before the model."""
        self.definitions += sum(count(definition(tool)) for tool in tools)
        self.instructions += count(instructions or "")

    def call(self, name: str, arguments: JsonObject, result: wire.CallToolResult) -> str:
        """One call the model wrote and the text it read, which is given back."""
        text = words(result)
        self.calls[name] += 1
        self.arguments += count(compact(arguments))
        self.results += count(text)
        return text


def definition(tool: wire.Tool) -> str:
    """A tool as clients pass it to a model. Output schemas and annotations stay with the client."""
    return compact({"name": tool.name, "description": tool.description or "", "inputSchema": tool.input_schema})


def words(result: wire.CallToolResult) -> str:
    """What the model reads of a result: its text blocks, or the structured content where there are none."""
    texts = [block.text for block in result.content if isinstance(block, wire.TextContent)]
    if not texts and result.structured_content is not None:
        return compact(result.structured_content)
    return "\n".join(texts)


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
