"""Ways into the interpreter: class walks, globals, frames, and attribute names that are computed to get there."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable

from . import known
from .execution import HIDDEN, is_written
from .flow import Flow
from .outline import Outline
from .references import canonical
from .report import Notes, quoted
from .scopes import Scope
from .values import HOLE

DEEP = frozenset(
    {"__subclasses__", "__globals__", "__builtins__", "__closure__", "__getattribute__", "__code__", "__func_globals__"}
    | {"func_globals", "__kwdefaults__", "__loader__", "__spec__", "__import__", "__subclasshook__"}
)
WALKS = frozenset({"__mro__", "__bases__", "__base__", "mro"})
FRAMES = frozenset(
    {"f_back", "f_globals", "f_locals", "f_builtins", "gi_frame", "cr_frame", "ag_frame", "tb_frame", "gi_yieldfrom"}
)
HARMLESS_AFTER = frozenset({"f_code", "f_lineno", "co_name", "function", "lineno"})
"""What people read off a frame to say where they are."""
CODE_READ = frozenset(
    {"co_name", "co_varnames", "co_argcount", "co_filename", "co_firstlineno", "co_consts", "co_names"}
)
NAMED = re.compile(r"\b__(?:subclasses|globals|builtins|class|mro|bases|init|dict|code)__")
DUNDER = re.compile(rf"^_?_[\w{HOLE}]*__$")


def look(flow: Flow, harmless: set[int], notes: Notes) -> None:
    outline = flow.outline
    for attr in sorted(DEEP & outline.attributes.keys()):
        for node, scope in outline.attributes[attr]:
            _deep(flow, node, scope, harmless, notes)
    for attr in sorted(WALKS & outline.attributes.keys()):
        for node, _ in outline.attributes[attr]:
            if _starts_a_walk(node) and id(node) not in harmless:
                notes.add("introspection", node.lineno, quoted(attr))
    for attr in sorted(FRAMES & outline.attributes.keys()):
        for node, _ in outline.attributes[attr]:
            if id(node) not in harmless:
                notes.add("frames", node.lineno, quoted(attr))
    for node, _ in outline.names.get("__builtins__", ()):
        notes.add("introspection", node.lineno, "`__builtins__`")
    _texts(outline, notes)


def only_named(outline: Outline) -> set[int]:
    """Nodes of which only a line number or a name is read."""
    found: set[int] = set()
    for attr in (HARMLESS_AFTER | CODE_READ) & outline.attributes.keys():
        for node, _ in outline.attributes[attr]:
            inner = node.value.value if isinstance(node.value, ast.Subscript) else node.value
            found.add(id(inner))
            if isinstance(inner, ast.Call):
                found.add(id(inner.func))
    return found


def _deep(flow: Flow, node: ast.Attribute, scope: Scope, harmless: set[int], notes: Notes) -> None:
    base = node.value
    if node.attr == "__code__":
        if id(node) not in harmless:
            notes.add("code-objects", node.lineno, "`__code__`")
    elif (node.attr == "__subclasses__" and _is_own(base, scope)) or (
        node.attr == "__getattribute__" and (_is_own(base, scope) or _is_replaced(base))
    ):
        return
    elif node.attr in ("__loader__", "__spec__", "__import__"):
        if flow.references(base, scope):
            notes.add("import-machinery", node.lineno, quoted(node.attr))
    else:
        notes.add("introspection", node.lineno, quoted(node.attr))


def _is_own(base: ast.expr, scope: Scope) -> bool:
    """A class of the program's own may know its subclasses."""
    match base:
        case ast.Name(name):
            bindings = scope.lookup(name) or []
            return name == "cls" or any(binding.kind == "class" for binding in bindings)
        case _:
            return False


def _is_replaced(base: ast.expr) -> bool:
    """A method may call the one it replaces: `super().…`, `object.…`."""
    match base:
        case ast.Name("object") | ast.Call(ast.Name("super")):
            return True
        case _:
            return False


def _starts_a_walk(node: ast.Attribute) -> bool:
    """From an object's class upwards: `x.__class__.__mro__`, `type(x).__bases__`, `().__class__.__base__`."""
    match node.value:
        case ast.Attribute(attr="__class__" | "__mro__" | "__base__" | "__bases__"):
            return True
        case ast.Call(ast.Name("type"), [ast.Constant() | ast.List() | ast.Dict() | ast.Tuple()]):
            return True
        case ast.Subscript(ast.Attribute(attr="__mro__" | "__bases__")):
            return True
        case ast.Name("object" | "str" | "int" | "list" | "dict" | "tuple" | "type"):
            return node.attr != "__base__"
        case _:
            return False


def _texts(outline: Outline, notes: Notes) -> None:
    for node, _ in outline.subscripts:
        index = node.slice
        if isinstance(node.ctx, ast.Load) and isinstance(index, ast.Constant) and index.value in (DEEP | WALKS):
            notes.add("introspection", node.lineno, quoted(str(index.value)))
    for constant in outline.constants:
        if isinstance(constant.value, str) and (found := _format_walk(constant.value)):
            notes.add("introspection", constant.lineno, quoted(found))


def _format_walk(text: str) -> str:
    """An attribute walk inside a format text: `"{0.__class__.__init__.__globals__}".format(x)`."""
    for match in itertools.islice(NAMED.finditer(text), 20):
        if text.rfind("{", 0, match.start()) > text.rfind("}", 0, match.start()):
            return match[0]
    return ""


def named(flow: Flow, call: ast.Call, scope: Scope, notes: Notes) -> None:
    """`getattr` and its kin: a written name is an attribute like any other, a computed one is looked at."""
    if len(call.args) < 2:
        return
    attr = call.args[1]
    names = flow.texts(attr, scope)
    written = is_written(flow, attr, scope)
    for name in names:
        if name in DEEP | WALKS:
            notes.add("introspection", call.lineno, quoted(name))
        elif name in FRAMES:
            notes.add("frames", call.lineno, quoted(name))
    found = [full for name in names for full in _full(flow, call.args[0], scope, name)]
    for full in found:
        if rule := known.RULE_OF.get(full):
            notes.add(rule, call.lineno, quoted(full))
    if not written and (flow.origins(attr, scope) & HIDDEN or any(map(DUNDER.match, names)) or _told(found)):
        notes.add("hidden-names", call.lineno, "a computed attribute name")


def _full(flow: Flow, base: ast.expr, scope: Scope, name: str) -> list[str]:
    return [canonical(f"{module}.{name}") for module in flow.references(base, scope)]


def _told(names: Iterable[str]) -> bool:
    """Whether one of them would be a finding if it were written."""
    return any(name in known.RULE_OF or name in known.EXECUTORS or name in known.IMPORTERS for name in names)


def attributes_named(names: Iterable[str]) -> list[str]:
    """Those of dotted names that lead inside: `attrgetter("__class__.__mro__")`."""
    return [part for name in names for part in name.split(".") if part in DEEP | WALKS | FRAMES]
