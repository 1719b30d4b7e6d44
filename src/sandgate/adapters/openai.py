"""Sandgate for OpenAI's two interfaces, and the many services that speak the first: tools and answers as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandgate.model import JsonObject, Media

from .calls import Asked, answered, part
from .toolbox import Reply, Toolbox, schema


def chat_tools(box: Toolbox) -> list[JsonObject]:
    """For `tools=` of chat completions; `box.instructions` belongs into the system message."""
    return [
        {"type": "function", "function": {"name": name, "description": tool.description, "parameters": schema(tool)}}
        for name, tool in box.tools.items()
    ]


async def chat_results(box: Toolbox, message: Any) -> list[JsonObject]:
    """A `tool` message for each of our tools that an assistant's message calls, side by side.

    The message may be a dictionary or the SDK's object. Calls of tools that are not ours are left out.
    """
    calls = part(message, "tool_calls") or ()
    asked = [
        Asked(part(call, "id"), part(part(call, "function"), "name"), part(part(call, "function"), "arguments"))
        for call in calls
        if part(call, "function") is not None
    ]
    return [{"role": "tool", "tool_call_id": id, "content": _text(reply)} for id, reply in await answered(box, asked)]


def response_tools(box: Toolbox) -> list[JsonObject]:
    """For `tools=` of the Responses API; `box.instructions` belongs into `instructions=`."""
    return [
        {"type": "function", "name": name, "description": tool.description, "parameters": schema(tool), "strict": False}
        for name, tool in box.tools.items()
    ]


async def response_results(box: Toolbox, output: Sequence[Any]) -> list[JsonObject]:
    """A `function_call_output` for each of our tools that a response's output calls, side by side."""
    asked = [
        Asked(part(item, "call_id"), part(item, "name"), part(item, "arguments"))
        for item in output
        if part(item, "type") == "function_call"
    ]
    return [
        {"type": "function_call_output", "call_id": id, "output": _output(reply)}
        for id, reply in await answered(box, asked)
    ]


def _text(reply: Reply) -> str:
    """These messages hold text only, and no mark for what failed."""
    lines = [reply.text if reply.ok else f"error: {reply.text}"]
    return "\n".join([*lines, *(f"[{media.mime_type}: cannot be shown here]" for media in reply.media)])


def _output(reply: Reply) -> str | list[JsonObject]:
    images = [media for media in reply.media if media.mime_type.startswith("image/")]
    if not images:
        return _text(reply)
    return [{"type": "input_text", "text": reply.text}, *map(_image, images)]


def _image(media: Media) -> JsonObject:
    return {"type": "input_image", "image_url": f"data:{media.mime_type};base64,{media.data}"}
