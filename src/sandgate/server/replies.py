"""From our outcomes and errors to MCP results: the only place that knows both."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from typing import Any

import mcp.types as wire

from sandgate.errors import SandgateError
from sandgate.model import Media, Outcome
from sandgate.output import shortened, visible
from sandgate.policy.approval import Question
from sandgate.telemetry import numbered

from .running import Running

META = "sandgate/execution"
Carried = Callable[[Question], Awaitable[str]]
"""What makes a question a text that the model may read."""
MOST_SO_FAR = 500
"""Tokens of what a running program has printed."""


def ended(outcome: Outcome) -> wire.CallToolResult:
    """The text for the model; the facts for programs in `_meta`, where they cost no tokens."""
    facts: dict[str, Any] = {
        "id": outcome.id,
        "status": outcome.status,
        "sandbox": outcome.sandbox,
        **({"sandbox_why": outcome.sandbox_why} if outcome.sandbox_why else {}),
        "seconds": round(outcome.duration_seconds, 3),
        "calls": dict(Counter(call.status for call in outcome.calls)),
        "cached": sum(call.cached for call in outcome.calls),
        "tokens": asdict(outcome.tokens),
    }
    text = outcome.text if outcome.ok else numbered(outcome.text, outcome.id)
    content: list[wire.ContentBlock] = [wire.TextContent(text=text), *map(_shown, outcome.media)]
    return wire.CallToolResult(content=content, is_error=not outcome.ok, _meta={META: facts})


def _shown(media: Media) -> wire.ImageContent | wire.AudioContent | wire.EmbeddedResource:
    if media.mime_type.startswith("image/"):
        return wire.ImageContent(data=media.data, mime_type=media.mime_type)
    if media.mime_type.startswith("audio/"):
        return wire.AudioContent(data=media.data, mime_type=media.mime_type)
    blob = wire.BlobResourceContents(uri="shown://document", blob=media.data, mime_type=media.mime_type)
    return wire.EmbeddedResource(resource=blob)


async def approval_required(running: Running, questions: Sequence[Question], carried: Carried) -> wire.CallToolResult:
    """For a client that cannot ask: what is asked, as the model may read it, and how to go on once a person decided."""
    texts = [f"[{question.id}] {await carried(question)}" for question in questions]
    asked = "\n".join(texts) or "A person is being asked."
    text = (
        f"approval_required: the program waits for a person.\n{asked}\n"
        f'A person decides with `sandgate approvals`. Then call execute_code with resume="{running.id}" to go on.'
    )
    ids = [question.id for question in questions]
    facts = {"status": "approval_required", "resume": running.id, "questions": ids}
    return wire.CallToolResult(content=[wire.TextContent(text=text)], _meta={META: facts})


def still_running(running: Running) -> wire.CallToolResult:
    """For a request that came back before the end: the program is at work."""
    how = f'get_execution(id="{running.id}")' if running.background else f'execute_code with resume="{running.id}"'
    lines = [f"running for {time.time() - running.started:.0f} s. Call {how} to wait for its end."]
    lines += [f"progress: {running.moved}"] if running.moved else []
    lines += ["output so far:", visible(shortened(running.output.strip(), MOST_SO_FAR))] if running.output else []
    facts = {"status": "running", "resume": running.id, **({"task": running.id} if running.background else {})}
    return wire.CallToolResult(content=[wire.TextContent(text="\n".join(lines))], _meta={META: facts})


def in_background(running: str) -> wire.CallToolResult:
    text = f'started in the background. get_execution(id="{running}") tells how it stands, and its result.'
    return wire.CallToolResult(
        content=[wire.TextContent(text=text)], _meta={META: {"status": "running", "task": running}}
    )


def said(value: object) -> wire.CallToolResult:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return wire.CallToolResult(content=[wire.TextContent(text=text)])


def failed(error: SandgateError) -> wire.CallToolResult:
    return wire.CallToolResult(content=[wire.TextContent(text=numbered(str(error)))], is_error=True)
