"""What is said when a program reaches a limit: which, what it is, and how to raise it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import SandgateError
from ..model import Limits

EXCEEDED: Mapping[str, str] = {
    "time_seconds": "the program ran longer than {} s of its own time",
    "tool_seconds": "the program waited longer than {} s for tools",
    "cpu_seconds": "the program used more than {} s of processor time",
    "memory_mb": "the program needed more than {} MB of memory",
    "disk_mb": "the program kept more than {} MB in /tmp",
    "file_mb": "the program made a file of more than {} MB",
    "workspace_mb": "the workspace may hold {} MB and is full",
    "workspace_files": "the workspace may hold {:,} files and is full",
    "processes": "the program had more than {} processes and threads",
    "open_files": "the program had more than {} files open",
    "message_mb": "the program sent a message of more than {} MB",
    "tool_result_mb": "a tool's answer may have {} MB",
    "calls": "the program made more than {:,} calls",
    "concurrent_calls": "the program may have {} calls under way",
    "unread_seconds": "the program left a tool's answer unread for more than {} s",
}
ADVICE: Mapping[str, str] = {
    "memory_mb": "work in smaller pieces",
    "tool_result_mb": "ask it for a smaller page",
    "calls": "ask for more with each call",
}


def limit_reached(name: str, limits: Limits) -> str:
    """One sentence for the model."""
    value: Any = getattr(limits, name)
    shown = f"{value:g}" if isinstance(value, float) else value
    cure = f"raise limits.{name} in sandgate.toml"
    if advice := ADVICE.get(name):
        cure = f"{advice}, or {cure}"
    return f"{EXCEEDED[name].format(shown)} (limits.{name}); {cure}"


def check_size(size: int, tool: str, limits: Limits) -> None:
    """Whether a tool's answer is small enough for a program. Raises SandgateError."""
    if size > limits.tool_result_mb * 2**20:
        raise SandgateError(f"{tool} returned {size / 2**20:.1f} MB: {limit_reached('tool_result_mb', limits)}")
