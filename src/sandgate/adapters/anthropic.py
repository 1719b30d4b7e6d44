"""Sandgate for Anthropic's Messages API: tools as dictionaries, and what comes back for each `tool_use` block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandgate.model import JsonObject, Media

from .calls import Asked, answered, part
from .toolbox import Reply, Toolbox, schema

READABLE = ("image/png", "image/jpeg", "image/gif", "image/webp")


def tools(box: Toolbox) -> list[JsonObject]:
    """For `tools=`; `box.instructions` belongs into `system=`."""
    return [
        {"name": name, "description": tool.description, "input_schema": schema(tool)}
        for name, tool in box.tools.items()
    ]


async def results(box: Toolbox, content: Sequence[Any]) -> list[JsonObject]:
    """A `tool_result` for each `tool_use` of ours in a message, side by side: the content of the next user message.

    Blocks may be dictionaries or the SDK's objects. Calls of tools that are not ours are left out; an empty list says
    that the model has not called any.
    """
    asked = [
        Asked(part(block, "id"), part(block, "name"), part(block, "input"))
        for block in content
        if part(block, "type") == "tool_use"
    ]
    return [_result(id, reply) for id, reply in await answered(box, asked)]


def _result(id: str, reply: Reply) -> JsonObject:
    content = [{"type": "text", "text": reply.text}, *map(_shown, reply.media)]
    error = {} if reply.ok else {"is_error": True}
    return {"type": "tool_result", "tool_use_id": id, "content": content, **error}


def _shown(media: Media) -> JsonObject:
    if media.mime_type not in READABLE:
        return {"type": "text", "text": f"[{media.mime_type}: cannot be shown here]"}
    return {"type": "image", "source": {"type": "base64", "media_type": media.mime_type, "data": media.data}}
