"""A tool's answer as code wants it: structured content, else JSON found in text, else text; media as bytes."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

import mcp.types as wire
import orjson

from sandgate.config.concealing import without
from sandgate.errors import CallFailed
from sandgate.model import JsonObject, Unread

LARGE = 16 * 1024
Contents = wire.TextResourceContents | wire.BlobResourceContents


def discreet(result: wire.CallToolResult, secrets: Collection[str]) -> wire.CallToolResult:
    """The same without the secrets a server was given: some repeat them in errors, and a program could ask them to."""
    if not secrets:
        return result
    content = [_discreet(block, secrets) for block in result.content]
    structured = result.structured_content
    if structured is not None and any(secret in (text := _dumped(structured)) for secret in map(_escaped, secrets)):
        structured = json.loads(without(map(_escaped, secrets), text))
    return result.model_copy(update={"content": content, "structured_content": structured})


def _discreet(block: wire.ContentBlock, secrets: Collection[str]) -> wire.ContentBlock:
    match block:
        case wire.TextContent(text=text) if any(secret in text for secret in secrets):
            return block.model_copy(update={"text": without(secrets, text)})
        case wire.EmbeddedResource():
            return block.model_copy(update={"resource": _told(block.resource, secrets)})
        case _:
            return block


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _escaped(secret: str) -> str:
    return _dumped(secret)[1:-1]


def blocks_of(result: wire.CallToolResult, server: str, *, wrapped: bool) -> list[JsonObject]:
    """Blocks of `guest.values`; `wrapped` says that the schema only wraps one `result`. Raises CallFailed."""
    if result.is_error:
        raise CallFailed(_text(result) or "the tool reported an error without words")
    if result.structured_content is not None:
        return [_value(_unwrapped(result.structured_content) if wrapped else result.structured_content)]
    if not result.content:
        return [_value(None)]
    return [_block(block, server) for block in result.content]


def _unwrapped(structured: Any) -> Any:
    match structured:
        case {"result": value, **rest} if not rest:
            return value
        case _:
            return structured


def characters(blocks: Sequence[JsonObject]) -> int:
    """How long an answer is: its texts and data, and as JSON what has been read into values."""
    return sum(_length(block.get(part)) for block in blocks for part in ("text", "value", "data"))


def _length(part: object) -> int:
    match part:
        case None:
            return 0
        case Unread(text) | str(text):
            return len(text)
        case _:
            return len(_written_out(part))


def _written_out(value: object) -> bytes | str:
    """In the fastest way: every call waits for it."""
    try:
        return orjson.dumps(value)
    except TypeError:  # integers beyond 64 bits, half characters
        return _dumped(value)


def resource_blocks(result: wire.ReadResourceResult, secrets: Collection[str] = ()) -> list[JsonObject]:
    return [_resource(_told(content, secrets)) for content in result.contents] or [_value(None)]


def _told(content: Contents, secrets: Collection[str]) -> Contents:
    if isinstance(content, wire.TextResourceContents):
        return content.model_copy(update={"text": without(secrets, content.text)})
    return content


def _text(result: wire.CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, wire.TextContent))


def _value(value: Any) -> JsonObject:
    return {"type": "value", "value": value}


def _block(block: wire.ContentBlock, server: str) -> JsonObject:
    match block:
        case wire.TextContent():
            return _written(block.text)
        case wire.ImageContent():
            return {"type": "image", "data": block.data, "mime_type": block.mime_type}
        case wire.AudioContent():
            return {"type": "audio", "data": block.data, "mime_type": block.mime_type}
        case wire.EmbeddedResource():
            return _resource(block.resource)
        case wire.ResourceLink():
            name, mime_type = block.name, block.mime_type or ""
            return {"type": "link", "server": server, "uri": str(block.uri), "name": name, "mime_type": mime_type}


def _resource(resource: Contents) -> JsonObject:
    if isinstance(resource, wire.TextResourceContents):
        return _written(resource.text) if resource.mime_type == "application/json" else _value(resource.text)
    mime_type = resource.mime_type or "application/octet-stream"
    return {"type": "blob", "data": resource.blob, "mime_type": mime_type, "uri": str(resource.uri)}


def _written(text: str) -> JsonObject:
    """Objects and arrays are parsed. A bare `42` stays text: a type must not depend on what a file happens to hold."""
    if text[:1] not in "{[" and text.lstrip()[:1] not in ("{", "["):
        return _value(text)
    if len(text) >= LARGE:
        return {"type": "unread", "text": Unread(text)}  # looking into it would take as long as all else about it
    try:
        return _value(json.loads(text))
    except (ValueError, RecursionError):
        return _value(text)
