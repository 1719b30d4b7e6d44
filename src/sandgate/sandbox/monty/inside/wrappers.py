"""The tools a program can import, read from the wrappers on disk: their names, and the names of their parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

WORD = re.compile(r"\w+")
MISSED = (
    re.compile(r"cannot import name '(?P<server>\w+)' from 'servers'"),
    re.compile(r"cannot import name '(?P<tool>\w+)' from 'servers\.(?P<server>\w+)'"),
    re.compile(r"No module named 'servers\.(?P<server>\w+)(?:\.(?P<tool>\w+))?'"),
    re.compile(r"module 'servers' has no attribute '(?P<server>\w+)'"),
    re.compile(r"module 'servers\.(?P<server>\w+)' has no attribute '(?P<tool>\w+)'"),
)
LISTING = {"dir", "vars"}
"""Words by which a program looks at all there is."""


@dataclass(frozen=True, slots=True)
class Signature:
    """How a wrapper's arguments become those of its tool."""

    tool: str
    parameters: tuple[str, ...]
    renamed: Mapping[str, str]

    def arguments(self, args: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
        """Raises TypeError for more than there are."""
        arguments: dict[str, Any] = {}
        if len(args) == 1 and isinstance(args[0], dict):
            arguments.update(cast("dict[str, Any]", args[0]))
        elif len(args) <= len(self.parameters):
            arguments.update(zip(self.parameters, args, strict=False))
        else:
            name = self.tool.rpartition(".")[2]
            raise TypeError(f"{name}() takes {len(self.parameters)} arguments but {len(args)} were given")
        arguments.update((self.renamed.get(name, name), value) for name, value in named.items())
        return arguments


class Wrappers:
    """The folder `servers`, as it is when somebody asks: servers come and go while a worker waits."""

    def __init__(self, folder: str | None) -> None:
        self._folder = Path(folder) if folder else None
        self._read: dict[tuple[str, str], Signature] = {}
        """Of the tools that the program at hand has called already."""

    def servers(self) -> list[str]:
        return self._listed("__init__.py")

    def tools(self, server: str) -> list[str]:
        return self._listed(f"{server}/__init__.py") if server in self.servers() else []

    def named_in(self, code: str) -> dict[str, list[str]]:
        """Those that a program can mean by the words in it: thousands of others would have to be handed to Monty."""
        self._read.clear()
        words = set(WORD.findall(code))
        everything = bool(words & LISTING)
        found: dict[str, list[str]] = {}
        for server in self.servers():
            if server in words:
                found[server] = [tool for tool in self.tools(server) if everything or tool in words]
            elif everything:
                found[server] = []
        return found

    def signature(self, server: str, name: str) -> Signature:
        """Raises ImportError where there is no such tool any more."""
        if (server, name) not in self._read:
            if self._folder is None or name not in self.tools(server):
                raise ImportError(self.unknown(server, name))
            text = (self._folder / server / f"{name}.py").read_text("utf-8")
            self._read[server, name] = _signature(ast.parse(text))
        return self._read[server, name]

    def unknown(self, server: str, name: str = "") -> str:
        """What to say of a server or a tool that does not exist."""
        kind, package, known = "server", "servers", self.servers()
        if name and server in known:
            kind, package, known = "tool", f"servers.{server}", self.tools(server)
        missing = name if kind == "tool" else server
        folded = {entry.lower(): entry for entry in known}
        nearest = [folded[match] for match in get_close_matches(missing.lower(), folded, n=3)]
        found = f"nearest: {', '.join(nearest)}" if nearest else "search_tools() finds what there is"
        return f"no {kind} {missing!r} in {package}; {found}"

    def meant(self, message: str) -> str:
        """What to say instead of Monty's words for a server or a tool that does not exist; nothing of other errors."""
        for pattern in MISSED:
            if found := pattern.match(message):
                server, tool = found.groupdict().get("server"), found.groupdict().get("tool")
                return self.unknown(server or "", tool or "")
        return ""

    def _listed(self, index: str) -> list[str]:
        """What `__all__` says in a package."""
        if self._folder is None:
            return []
        try:
            tree = ast.parse((self._folder / index).read_text("utf-8"))
        except OSError:
            return []
        for node in tree.body:
            match node:
                case ast.Assign([ast.Name("__all__")], value):
                    return [str(name) for name in ast.literal_eval(value)]
                case _:
                    continue
        return []


def _signature(module: ast.Module) -> Signature:
    parameters: dict[str, tuple[str, ...]] = {}
    for node in module.body:
        match node:
            case ast.ClassDef(name=name):
                parameters[name] = tuple(
                    entry.target.id
                    for entry in node.body
                    if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name)
                )
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("TypedDict"), [_, ast.Dict(keys=keys)])):
                parameters[name] = tuple(str(key.value) for key in keys if isinstance(key, ast.Constant))
            case ast.AsyncFunctionDef(decorator_list=[ast.Call(ast.Name("tool"), [server, name, kind], renamed)]):
                tool = f"{ast.literal_eval(server)}.{ast.literal_eval(name)}"
                others = {word.arg: ast.literal_eval(word.value) for word in renamed if word.arg}
                return Signature(tool, parameters[kind.id] if isinstance(kind, ast.Name) else (), others)
            case _:
                continue
    raise ImportError("this module holds no tool")
