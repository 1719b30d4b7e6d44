"""What a skill may be called: a name that Python, a folder and the Agent Skills format can all spell."""

from __future__ import annotations

import builtins
import keyword
import re
import sys

from sandgate.errors import BadArguments

LONGEST_NAME = 64
_PATTERN = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_OURS = frozenset(
    {
        *("approvals", "call_mcp_tool", "commands", "fresh", "get_execution_stats", "get_tool_definition", "pii"),
        *("progress", "recommend", "result", "search_tools", "servers", "session", "show", "skills", "workspace"),
    }
)
"""What programs find without importing anything."""
_TAKEN = (
    (frozenset(keyword.kwlist) | frozenset(keyword.softkwlist), "a word of Python's own"),
    (sys.stdlib_module_names, "a module of the standard library"),
    (frozenset(dir(builtins)), "built into Python"),
    (_OURS, "something programs have already"),
)


def checked_name(name: str) -> str:
    """The name in Python: `save-sheet-as-csv` is `save_sheet_as_csv`. Raises BadArguments with what would be right."""
    found = name.replace("-", "_")
    if len(found) > LONGEST_NAME or not _PATTERN.fullmatch(found):
        raise BadArguments(
            f"{name[:LONGEST_NAME]!r} cannot be the name of a skill: small letters, digits and single underscores, a "
            f"letter first, at most {LONGEST_NAME} characters, such as save_sheet_as_csv"
        )
    for names, what in _TAKEN:
        if found in names:
            raise BadArguments(f"{found!r} cannot be the name of a skill: it is {what}. Choose another")
    return found


def folder_name(name: str) -> str:
    """The name in the Agent Skills format, which knows no underscores. `checked_name` turns it back."""
    return name.replace("_", "-")
