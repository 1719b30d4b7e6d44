"""Which names in a program's source are servers, tools and modules."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal

from sandgate.policy.risk.program_sites import Sites

_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Known:
    """`path` is `github.create_issue` for a tool, `os.remove` for what a module has."""

    kind: Literal["servers", "server", "tool", "caller", "module"]
    path: str = ""


_SERVERS, _CALLER = Known("servers"), Known("caller")


class Names:
    """Flow does not count: a name that is a tool anywhere is one everywhere."""

    def __init__(self, sites: Sites) -> None:
        self._known: dict[str, Known] = {"call_mcp_tool": _CALLER}
        self.imported: dict[str, None] = {}
        """Tools that are imported by name, in order."""
        self.starred: list[str] = []
        """Servers of which everything is imported."""
        for node in sites.of(ast.Import):
            self._import(node)
        for node in sites.of(ast.ImportFrom):
            if not node.level:
                self._import_from(node)
        for node in sites.of(ast.Assign):
            if known := self.of(node.value):
                self._known |= {target.id: known for target in node.targets if isinstance(target, ast.Name)}

    def of(self, node: ast.AST, depth: int = 0) -> Known | None:
        """What an expression is, where its names tell."""
        if depth > _DEEPEST:
            return None
        match node:
            case ast.Name(id=name):
                return self._known.get(name)
            case ast.Attribute(value=value, attr=attr):
                return _member(self.of(value, depth + 1), attr)
            case ast.Call(func=ast.Name(id="getattr"), args=[value, ast.Constant(value=str() as attr), *_]):
                return _member(self.of(value, depth + 1), attr)
            case ast.Call(func=ast.Name(id="__import__"), args=[ast.Constant(value=str() as name), *_]):
                return _module(name.split(".")[0])
            case ast.Call(func=function, args=[ast.Constant(value=str() as name), *_]):
                imports = self.of(function, depth + 1) == Known("module", "importlib.import_module")
                return _module(name) if imports else None
            case _:
                return None

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            full = _module(alias.name)
            self._known[alias.asname or alias.name.split(".")[0]] = (
                full if alias.asname else _module(alias.name.split(".")[0])
            )
            if full.kind == "tool":
                self.imported[full.path] = None

    def _import_from(self, node: ast.ImportFrom) -> None:
        module = _module(node.module or "")
        for alias in node.names:
            if alias.name == "*" and module.kind == "server":
                self.starred.append(module.path)
            elif found := _member(module, alias.name):
                self._known[alias.asname or alias.name] = found
                if found.kind == "tool":
                    self.imported[found.path] = None


def _module(name: str) -> Known:
    parts = name.split(".")
    if parts[0] != "servers":
        return Known("module", name)
    if len(parts) == 1:
        return _SERVERS
    return Known("server", parts[1]) if len(parts) == 2 else Known("tool", f"{parts[1]}.{parts[2]}")


def _member(known: Known | None, name: str) -> Known | None:
    match known:
        case Known(kind="servers"):
            return Known("server", name) if name != "_client" else Known("module", "servers._client")
        case Known(kind="server", path="_client") | Known(kind="module", path="servers._client"):
            return _CALLER if name == "call_mcp_tool" else None
        case Known(kind="server", path=server):
            return Known("tool", f"{server}.{name}") if not name.startswith("__") else None
        case Known(kind="tool", path=path):
            return known if path.endswith(f".{name}") else None
        case Known(kind="module", path=path):
            return Known("module", f"{path}.{name}")
        case _:
            return None
