"""What a program can do, from its source: tools it reaches, arguments that can be seen, files, hosts, commands."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

from sandgate.model import JsonObject, Tool
from sandgate.policy.risk import program_uses
from sandgate.policy.risk.calls import weigh_call
from sandgate.policy.risk.levels import Risk, Undoable, Weighed, changes, raised, shown, together
from sandgate.policy.risk.program_names import Known, Names
from sandgate.policy.risk.program_sites import MANY, Site, Sites
from sandgate.policy.risk.program_uses import FileUse
from sandgate.policy.risk.program_values import UNSEEN, Values
from sandgate.policy.risk.words import parts
from sandgate.syntax import parse

ToolOf = Callable[[str, str], Tool | None]
_MOST_REASONS = 40
_FEW_TIMES = 10
_DEEPEST_CODE = 3
_OWN = "sandgate"


@dataclass(frozen=True, slots=True)
class Impact:
    """What a program may touch. What cannot be seen in its source is judged when the call is made."""

    risk: Risk
    servers: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    """As `server.tool`."""
    files: tuple[FileUse, ...] = ()
    hosts: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    changes_data: bool = False
    undoable: Undoable = True
    reasons: tuple[str, ...] = ()


@dataclass(slots=True)
class _Findings:
    weighed: list[Weighed] = field(default_factory=list[Weighed])
    servers: dict[str, None] = field(default_factory=dict[str, None])
    tools: dict[str, None] = field(default_factory=dict[str, None])
    files: dict[FileUse, None] = field(default_factory=dict[FileUse, None])
    hosts: dict[str, None] = field(default_factory=dict[str, None])
    commands: dict[str, None] = field(default_factory=dict[str, None])


def weigh_program(code: str, tool_of: ToolOf) -> Impact:
    """Never raises, whatever the code. `tool_of` knows tools by the Python names of server and tool."""
    tree = _parsed(code)
    if isinstance(tree, str):
        return Impact("medium", reasons=(f"cannot be read as Python: {tree}",), undoable=None)
    found = _Findings()
    _look(tree, tool_of, found, 0)
    whole = together(found.weighed)
    return Impact(
        risk=whole.risk,
        servers=tuple(found.servers),
        tools=tuple(found.tools),
        files=tuple(found.files),
        hosts=tuple(found.hosts),
        commands=tuple(found.commands),
        changes_data=whole.changes_data,
        undoable=whole.undoable,
        reasons=whole.reasons[:_MOST_REASONS],
    )


def _parsed(code: str) -> ast.Module | str:
    try:
        return parse(code)
    except SyntaxError as error:
        return shown(f"line {error.lineno}: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        return shown(error or type(error).__name__)


def _look(tree: ast.Module, tool_of: ToolOf, found: _Findings, depth: int) -> None:
    sites = Sites(tree)
    reader = _Reader(sites, Names(sites), Values(sites), tool_of, found)
    for site in sites.calls:
        reader.call(site)
        if depth < _DEEPEST_CODE and (inner := reader.code_of(site)):
            _look(inner, tool_of, found, depth + 1)
    reader.imports()
    found.hosts.update(dict.fromkeys(program_uses.hosts(sites)))


class _Reader:
    """One tree, read against the catalogue."""

    def __init__(self, sites: Sites, names: Names, values: Values, tool_of: ToolOf, found: _Findings) -> None:
        self._sites, self._names, self._values = sites, names, values
        self._tool_of, self._found = tool_of, found
        self._called: set[str] = set()

    def call(self, site: Site) -> None:
        known = self._names.of(site.node.func) or self._starred(site.node.func)
        if known and known.kind == "tool":
            self._called.add(known.path)
            self._tool(known.path, site, self._arguments)
        elif known and known.kind == "caller":
            self._by_name(site)
        elif use := program_uses.look(site.node, self._names, self._values):
            self._note(use)
        else:
            self._hidden(site.node)

    def imports(self) -> None:
        """A tool that is imported may be called in ways that cannot be seen."""
        for path in self._names.imported:
            if path not in self._called:
                tool = self._resolve(path)
                self._weigh(path, weigh_call(tool, {}) if tool else None, tool, 1)

    def code_of(self, site: Site) -> ast.Module | None:
        """The program in `exec("…")`."""
        if not isinstance(site.node.func, ast.Name) or site.node.func.id not in ("exec", "eval", "compile"):
            return None
        code = self._values.of(site.node.args[0]) if site.node.args else UNSEEN
        tree = _parsed(code) if isinstance(code, str) else "unseen"
        if not isinstance(tree, str):
            return tree
        self._found.weighed.append(changes("medium", "runs code that cannot be seen"))
        return None

    # -------------------------------------------------------------- tools

    def _starred(self, function: ast.expr) -> Known | None:
        if isinstance(function, ast.Name):
            for server in self._names.starred:
                if self._tool_of(server, function.id):
                    return Known("tool", f"{server}.{function.id}")
        return None

    def _by_name(self, site: Site) -> None:
        given = site.node.args[0] if site.node.args else _keyword(site.node, "tool")
        name = self._values.of(given)
        if not isinstance(name, str) or "?" in name:
            prefix = name.partition("?")[0].partition(".") if isinstance(name, str) else ("", "", "")
            if prefix[1]:
                self._found.servers[shown(prefix[0])] = None
            of = f" of {shown(prefix[0])}" if prefix[1] else ""
            self._found.weighed.append(changes("medium", f"calls a tool{of} whose name cannot be seen"))
        elif not name.startswith((f"{_OWN}.", f"mcp__{_OWN}__")):
            self._tool(name, site, self._arguments_by_name)

    def _tool(self, path: str, site: Site, arguments_of: Callable[[ast.Call, Tool], JsonObject]) -> None:
        tool = self._resolve(path)
        weighed = weigh_call(tool, arguments_of(site.node, tool)) if tool else None
        self._weigh(path, weighed, tool, self._sites.times(site))

    def _weigh(self, path: str, weighed: Weighed | None, tool: Tool | None, times: int) -> None:
        if tool is None or weighed is None:
            self._found.tools[shown(path)] = None
            self._found.weighed.append(changes("medium", f"calls {shown(path)}, which no known server offers"))
            return
        name = shown(f"{tool.server}.{tool.name}", 200)
        self._found.servers[tool.server] = None
        self._found.tools[name] = None
        self._found.weighed.append(_told(name, tool, weighed, times))

    def _resolve(self, path: str) -> Tool | None:
        for server, tool in _splits(path):
            if found := self._tool_of(server, tool):
                return found
        return None

    def _arguments(self, node: ast.Call, tool: Tool) -> JsonObject:
        """As the wrappers take them: one dict, or names, required ones first."""
        arguments: JsonObject = {}
        first = self._values.of(node.args[0]) if node.args else UNSEEN
        if len(node.args) == 1 and isinstance(first, dict):
            arguments.update(cast("JsonObject", first))
        else:
            order = sorted(tool.parameters, key=lambda name: name not in tool.required)
            for name, arg in zip(order, node.args, strict=False):
                self._put(arguments, name, arg)
        for keyword in node.keywords:
            if keyword.arg is None:
                seen = self._values.of(keyword.value)
                arguments.update(cast("JsonObject", seen) if isinstance(seen, dict) else {})
            else:
                self._put(arguments, _original(keyword.arg, tool), keyword.value)
        return arguments

    def _arguments_by_name(self, node: ast.Call, tool: Tool) -> JsonObject:
        given = node.args[1] if len(node.args) > 1 else _keyword(node, "arguments")
        seen = self._values.of(given)
        return cast("JsonObject", seen) if isinstance(seen, dict) else {}

    def _put(self, arguments: JsonObject, name: str, node: ast.expr) -> None:
        seen: Any = self._values.of(node)
        if seen is not UNSEEN:
            arguments[name] = seen

    # -------------------------------------------------------------- the rest

    def _note(self, use: program_uses.Found) -> None:
        if use.file:
            self._found.files[use.file] = None
        if use.command:
            self._found.commands[use.command] = None
        if use.weighed:
            self._found.weighed.append(use.weighed)

    def _hidden(self, node: ast.Call) -> None:
        """Ways to a tool or a module that leave its name open."""
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, attr, *_]) if not isinstance(attr, ast.Constant):
                known = self._names.of(owner)
                hidden = known is not None and known.kind in ("servers", "server")
            case ast.Call(func=ast.Name(id="vars"), args=[owner]):
                known = self._names.of(owner)
                hidden = known is not None and known.kind in ("servers", "server")
            case ast.Call(func=function, args=[name, *_]):
                known = self._names.of(function)
                imports = (
                    known == Known("module", "importlib.import_module") or getattr(function, "id", "") == "__import__"
                )
                seen = self._values.of(name) if imports else UNSEEN
                hidden = imports and (not isinstance(seen, str) or "?" in seen)
            case _:
                return
        if hidden:
            self._found.weighed.append(changes("medium", "calls a tool whose name cannot be seen"))


def _told(name: str, tool: Tool, weighed: Weighed, times: int) -> Weighed:
    """The reasons with the tool's name in front, and how often it is called."""
    if not weighed.changes_data:
        return replace(weighed, reasons=tuple(f"{name}: {reason}" for reason in weighed.reasons))
    often = "" if times <= 1 else " in a loop" if times >= MANY else f" in a loop, {times} times"
    final = weighed.undoable is False and tool.annotations.get("idempotentHint") is not True
    risk = raised(weighed.risk) if times > _FEW_TIMES and final else weighed.risk
    reasons = weighed.reasons or ("changes data",)
    return replace(weighed, risk=risk, reasons=tuple(f"{name}{often}: {reason}" for reason in reasons))


def _splits(path: str) -> Iterator[tuple[str, str]]:
    """`a.b.c` may be a tool `b.c` of `a` or a tool `c` of `a.b`; clients write `mcp__a__b`."""
    bare = path.removeprefix("servers.")
    sign = "__" if bare.startswith("mcp__") else "." if "." in bare else "/"
    pieces = (bare.removeprefix("mcp__") if sign == "__" else bare).split(sign)[:12]
    for at in range(1, len(pieces)):
        yield sign.join(pieces[:at]), sign.join(pieces[at:])


def _original(name: str, tool: Tool) -> str:
    """The tool's own name of a parameter that Python could not spell."""
    if name in tool.parameters:
        return name
    alike = (key for key in tool.parameters if parts(key) == parts(name.rstrip("_")))
    return next(alike, name)


def _keyword(node: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in node.keywords if keyword.arg == name), None)
