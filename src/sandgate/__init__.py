"""One MCP server in front of all the others.

    async with sandgate.open() as gate:
        outcome = await gate.run_code("from servers.github import list_issues; ...")
        print(outcome.text)

Names are loaded when they are used: importing this package costs nothing, which the sandbox's launcher relies on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .app import open_gateway as open
    from .config import Config
    from .errors import SandgateError
    from .gateway import Gateway
    from .model import Call, Limits, Outcome, Program, ServerSpec, Tool
    from .tasks import Task

__version__ = "0.1.0"
__all__ = [
    "Call",
    "Config",
    "Gateway",
    "Limits",
    "Outcome",
    "Program",
    "SandgateError",
    "ServerSpec",
    "Task",
    "Tool",
    "open",
]

_HOMES = {
    "open": ("app", "open_gateway"),
    "Config": ("config", "Config"),
    "SandgateError": ("errors", "SandgateError"),
    "Gateway": ("gateway", "Gateway"),
    "Call": ("model", "Call"),
    "Limits": ("model", "Limits"),
    "Outcome": ("model", "Outcome"),
    "Program": ("model", "Program"),
    "ServerSpec": ("model", "ServerSpec"),
    "Task": ("tasks", "Task"),
    "Tool": ("model", "Tool"),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"sandgate has no {name!r}; it has: {', '.join(__all__)}")
    module, original = _HOMES[name]
    return getattr(import_module(f"{__name__}.{module}"), original)
