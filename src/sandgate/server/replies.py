"""From our outcomes and errors to MCP results: the only place that knows both."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import mcp.types as wire

from sandgate.errors import SandgateError
from sandgate.model import Outcome
from sandgate.policy.approval import Question

META = "sandgate/execution"


def ended(outcome: Outcome) -> wire.CallToolResult:
    """The text for the model; the facts for programs in `_meta`, where they cost no tokens."""
    facts: dict[str, Any] = {
        "id": outcome.id,
        "status": outcome.status,
        "sandbox": outcome.sandbox,
        "seconds": round(outcome.duration_seconds, 3),
        "calls": dict(Counter(call.status for call in outcome.calls)),
    }
    return wire.CallToolResult(
        content=[wire.TextContent(text=outcome.text)], is_error=not outcome.ok, _meta={META: facts}
    )


def approval_required(running: str, questions: Sequence[Question]) -> wire.CallToolResult:
    """For a client that cannot ask: what is asked, and how to go on once a person has decided."""
    asked = "\n".join(f"[{question.id}] {question.text}" for question in questions) or "A person is being asked."
    text = (
        f"approval_required: the program waits for a person.\n{asked}\n"
        f'A person decides with `sandgate approvals`. Then call execute_code with resume="{running}" to go on.'
    )
    facts = {"status": "approval_required", "resume": running, "questions": [question.id for question in questions]}
    return wire.CallToolResult(content=[wire.TextContent(text=text)], _meta={META: facts})


def still_running(running: str) -> wire.CallToolResult:
    """For a request that came back: a person has decided, and the program is at work again."""
    text = f'The program goes on and has not ended yet. Call execute_code with resume="{running}" to wait for it.'
    facts = {"status": "running", "resume": running}
    return wire.CallToolResult(content=[wire.TextContent(text=text)], _meta={META: facts})


def said(value: object) -> wire.CallToolResult:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return wire.CallToolResult(content=[wire.TextContent(text=text)])


def failed(error: SandgateError) -> wire.CallToolResult:
    return wire.CallToolResult(content=[wire.TextContent(text=str(error))], is_error=True)
