"""How three vendors' models are spoken to over HTTP: what a request asks for, and one step of a script as events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

Body = dict[str, Any]
Events = list[tuple[str, Body]]
"""Server-sent events: name, which may be empty, and data."""


@dataclass(frozen=True)
class Use:
    """A step in which the model uses one of Sandgate's tools."""

    tool: str
    arguments: dict[str, object]


@dataclass(frozen=True)
class Say:
    """A step in which it only talks."""

    text: str


class Dialect(Protocol):
    path: str
    """What the addresses that ask for a step contain."""

    def offered(self, body: Body) -> list[str]:
        """The names of Sandgate's tools in a request, as Sandgate gave them."""
        ...

    def results(self, body: Body) -> list[str]:
        """What tools answered in the conversation so far, in order."""
        ...

    def events(self, step: Use | Say, number: int) -> Events: ...


class Messages:
    """Anthropic's Messages API."""

    path = "/v1/messages"

    def offered(self, body: Body) -> list[str]:
        return _ours((tool["name"] for tool in body.get("tools", ())), "mcp__sandgate__")

    def results(self, body: Body) -> list[str]:
        blocks = (block for message in body["messages"] for block in _blocks(message["content"]))
        return [_text(block["content"]) for block in blocks if block["type"] == "tool_result"]

    def events(self, step: Use | Say, number: int) -> Events:
        if isinstance(step, Use):
            start: Body = {
                "type": "tool_use",
                "id": f"toolu_{number}",
                "name": f"mcp__sandgate__{step.tool}",
                "input": {},
            }
            delta: Body = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
        else:
            start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": step.text}
        usage = {"input_tokens": 1, "output_tokens": 1}
        message: Body = {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "model": "scripted",
            "content": [],
        }
        message |= {"stop_reason": None, "stop_sequence": None, "usage": usage}
        reason = "tool_use" if isinstance(step, Use) else "end_turn"
        said: list[Body] = [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": start},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage},
            {"type": "message_stop"},
        ]
        return [(event["type"], event) for event in said]


class Responses:
    """OpenAI's Responses API."""

    path = "/v1/responses"
    namespace = "mcp__sandgate"

    def offered(self, body: Body) -> list[str]:
        spaces = (tool for tool in body.get("tools", ()) if tool.get("name") == self.namespace)
        return [tool["name"] for space in spaces for tool in space["tools"]]

    def results(self, body: Body) -> list[str]:
        return [_text(item["output"]) for item in body["input"] if item["type"] == "function_call_output"]

    def events(self, step: Use | Say, number: int) -> Events:
        if isinstance(step, Use):
            item: Body = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}"}
            item |= {"namespace": self.namespace, "name": step.tool, "arguments": json.dumps(step.arguments)}
        else:
            item = {"type": "message", "id": f"msg_{number}", "role": "assistant"}
            item["content"] = [{"type": "output_text", "text": step.text, "annotations": []}]
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        response: Body = {"id": f"resp_{number}", "usage": usage}
        said: list[Body] = [
            {"type": "response.created", "response": {"id": f"resp_{number}"}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": response},
        ]
        return [(event["type"], event) for event in said]


class Generate:
    """Google's Gemini API."""

    path = ":streamGenerateContent"

    def offered(self, body: Body) -> list[str]:
        names = (one["name"] for tool in body.get("tools", ()) for one in tool.get("functionDeclarations", ()))
        return _ours(names, "mcp_sandgate_")

    def results(self, body: Body) -> list[str]:
        parts = (part for content in body["contents"] for part in content["parts"])
        return [json.dumps(part["functionResponse"]["response"]) for part in parts if "functionResponse" in part]

    def events(self, step: Use | Say, number: int) -> Events:
        if isinstance(step, Use):
            part: Body = {"functionCall": {"name": f"mcp_sandgate_{step.tool}", "args": step.arguments}}
        else:
            part = {"text": step.text}
        candidate = {"index": 0, "content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}
        return [("", {"candidates": [candidate], "usageMetadata": {"totalTokenCount": 2}})]


def _ours(names: Iterator[str], prefix: str) -> list[str]:
    return [name.removeprefix(prefix) for name in names if name.startswith(prefix)]


def _blocks(content: str | list[Body]) -> list[Body]:
    return [] if isinstance(content, str) else content


def _text(content: str | list[Body]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(block.get("text", "") for block in content)
