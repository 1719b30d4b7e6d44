"""What a TypeScript program can do, from its outline: what it imports, calls and says, written down as Python."""

from __future__ import annotations

import re

from sandgate.model import Tool
from sandgate.policy.risk.programs import Impact, ToolOf, weigh_program
from sandgate.syntax import parse

UNREAD = Impact("high", undoable=None, reasons=("nobody could read what it does before it ran",))
_CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DIGITS = re.compile(r"(?<=[a-z])(?=[0-9])")


def weigh_outline(outline: str, tool_of: ToolOf) -> Impact:
    """Never raises. `tool_of` knows tools by their Python names; here they may be spelled otherwise."""
    return weigh_program(outline, lambda server, tool: _spelled(server, tool, tool_of)) if _reads(outline) else UNREAD


def _reads(outline: str) -> bool:
    """Deno's process has written it down, having read a hostile program: it may be anything."""
    try:
        return bool(outline.strip("-")) and bool(parse(outline).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _spelled(server: str, tool: str, tool_of: ToolOf) -> Tool | None:
    """`createIssue` is `create_issue`; `delete_` is `delete`, a word of TypeScript's own."""
    words = _CAPITALS.sub("_", tool).lower()
    spellings = (tool, words, _DIGITS.sub("_", words), tool.rstrip("_"), f"{words}_")
    return next((found for spelling in spellings if (found := tool_of(server, spelling))), None)
