"""How probes are written: the language, what stands before each of them, and how they are told of the world outside."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sandgate.model import Language

PROBES = Path(__file__).parent / "probes"


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """One way to write a probe."""

    language: Language
    inside: str
    """The file with what every probe finds."""
    known: Callable[[str, object], str]
    """A line that gives a value a name."""
    marked: Callable[[str], str]
    """A line by which the host knows the processes of a probe."""
    call: str
    """The shortest program that calls a tool."""
    imports: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Modules that the file could not import for all, and the names in a probe that need each of them."""

    def program(self, code: str, mark: str, names: Mapping[str, object]) -> str:
        """A probe with all that it needs, ready to run."""
        inside = (PROBES / self.inside).read_text(encoding="utf-8")
        told = (self.known(name.upper(), value) for name, value in names.items())
        needed = (f"import {module}" for module, names in self.imports.items() if _uses(code, names))
        return "\n".join([inside, *told, self.marked(mark), *needed, code])


def _uses(code: str, names: tuple[str, ...]) -> bool:
    return any(re.search(rf"(?<![.\w]){name}[.(]", code) for name in names)


def _assigned(name: str, value: object) -> str:
    return f"{name} = {value!r}"


PYTHON = Dialect(
    language="python",
    inside="inside.py",
    known=_assigned,
    marked=lambda mark: f"named({mark.encode()!r})",
    call="await call_mcp_tool('probe.echo')",
)
MONTY = Dialect(
    language="python",
    inside="inside_monty.py",
    known=_assigned,
    marked=lambda mark: f"# {mark}: there is no way to be named",
    call=PYTHON.call,
    imports={
        "ctypes": ("ctypes", "libc", "call", "reached"),
        "errno": ("errno",),
        "select": ("select", "send", "receive", "read", "write", "ask"),
        "signal": ("signal", "apart"),
        "struct": ("struct", "framed"),
    },
)
TYPESCRIPT = Dialect(
    language="typescript",
    inside="inside.ts",
    known=lambda name, value: f"const {name} = {json.dumps(value)};",
    marked=lambda mark: f"named({json.dumps(mark)});",
    call="await callMcpTool('probe.echo')",
)
