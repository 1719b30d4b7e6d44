"""Which named thing an expression is: through imports, aliases, `getattr`, `__import__`, `sys.modules` and the like."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from . import known
from .scopes import Binding, Scope

if TYPE_CHECKING:
    from .flow import Flow

BUILTINS = frozenset(dir(builtins)) | {"__builtins__"}
NAMESPACE = "globals()"
"""What `globals()` gives: its items are the module's names."""
NONE: frozenset[str] = frozenset()
OWN = ("servers", "skills", "workspace")
LONGEST = 120
MOST = 16


@lru_cache(maxsize=4096)
def canonical(full: str) -> str:
    """One name for a thing that has several: `posix.system` and `shutil.os.system` are `os.system`."""
    parts = full[:LONGEST].split(".")
    for place in range(len(parts) - 1, 0, -1):
        carried = parts[place].lstrip("_")
        if carried in known.CARRIED and carried != parts[place - 1] and parts[0] not in OWN:
            return ".".join([carried, *parts[place + 1 :]])
    first, *rest = parts
    return ".".join([known.SAME.get(first, first), *rest])


def of(flow: Flow, node: ast.expr, scope: Scope) -> frozenset[str]:
    match node:
        case ast.Name(name):
            return _name(flow, name, scope)
        case ast.Attribute(base, attr):
            return _attribute(flow, base, attr, scope)
        case ast.Call():
            return frozenset(_call(flow, node, scope))
        case ast.Subscript(base, index):
            return frozenset(_subscript(flow, base, index, scope))
        case ast.IfExp(_, first, second):
            return flow.references(first, scope) | flow.references(second, scope)
        case ast.BoolOp(_, values):
            return _any(flow, values, scope)
        case ast.NamedExpr(_, value) | ast.Await(value) | ast.Starred(value):
            return flow.references(value, scope)
        case _:
            return NONE


def _any(flow: Flow, nodes: Iterable[ast.expr], scope: Scope) -> frozenset[str]:
    return frozenset(name for node in list(nodes)[:MOST] for name in flow.references(node, scope))


def _name(flow: Flow, name: str, scope: Scope) -> frozenset[str]:
    bindings = scope.lookup(name)
    if bindings is None:
        if name in BUILTINS:
            return frozenset({"builtins" if name == "__builtins__" else f"builtins.{name}"})
        return frozenset(canonical(f"{module}.{name}") for module in flow.outline.star_imports[:MOST])
    return frozenset(found for binding in bindings[-MOST:] for found in bound(flow, binding))


def bound(flow: Flow, binding: Binding) -> Iterator[str]:
    if binding.kind == "import":
        yield canonical(binding.name)
    elif binding.kind == "item":
        yield from _element(flow, binding)
    for node, scope in flow.sources(binding):
        yield from flow.references(node, scope)


def _element(flow: Flow, binding: Binding) -> frozenset[str]:
    match binding.node:
        case ast.Tuple(elements) | ast.List(elements) | ast.Set(elements):
            return _any(flow, elements, binding.scope)
        case ast.expr() as iterated:
            return frozenset(f"{name}[]" for name in flow.references(iterated, binding.scope))
        case _:
            return NONE


def _attribute(flow: Flow, base: ast.expr, attr: str, scope: Scope) -> frozenset[str]:
    found = {canonical(f"{name}.{attr}") for name in flow.references(base, scope)}
    if not found and isinstance(base, ast.Name) and base.id in ("self", "cls"):
        bindings = flow.outline.fields.get(attr, ())
        found = {name for binding in list(bindings)[:MOST] for name in bound(flow, binding)}
    return frozenset(found)


def _call(flow: Flow, call: ast.Call, scope: Scope) -> Iterator[str]:
    for name in flow.references(call.func, scope):
        yield from _result(flow, name, call, scope)
    for node, inner in flow.returned(call, scope):
        yield from flow.references(node, inner)
    match call.func:  # operator.attrgetter("system")(os)
        case ast.Call(function, [name, *_]) if call.args:
            if "operator.attrgetter" in flow.references(function, scope):
                yield from _joined(flow.references(call.args[0], scope), flow.texts(name, scope))
        case _:
            pass


def _result(flow: Flow, name: str, call: ast.Call, scope: Scope) -> Iterator[str]:
    match name, call.args:
        case ("builtins.getattr", [base, attr, *_]):
            yield from _joined(flow.references(base, scope), flow.texts(attr, scope))
        case ("builtins.vars", [base, *_]):
            yield from (f"{full}.__dict__" for full in flow.references(base, scope))
        case ("builtins.globals" | "builtins.locals" | "builtins.vars", _):
            yield NAMESPACE
        case ("functools.partial" | "importlib.reload" | "functools.wraps", [function, *_]):
            yield from flow.references(function, scope)
        case ("sys.modules.get" | "sys.modules.__getitem__" | "sys.modules.pop", [module, *_]):
            yield from map(canonical, flow.texts(module, scope))
        case (_, [module, *_]) if name in known.IMPORTERS:
            yield from _imported(name, flow.texts(module, scope), call)
        case (_, [key, *_]) if name.endswith((".__dict__.get", "globals().get", ".__getattribute__", ".__getattr__")):
            yield from _joined([name.rpartition(".")[0].removesuffix(".__dict__")], flow.texts(key, scope))
        case _:
            yield f"{name}()"


def _imported(importer: str, modules: Iterable[str], call: ast.Call) -> Iterator[str]:
    whole = importer == "importlib.import_module" or any(keyword.arg == "fromlist" for keyword in call.keywords)
    for module in modules:
        yield canonical(module if whole else module.partition(".")[0])


def _subscript(flow: Flow, base: ast.expr, index: ast.expr, scope: Scope) -> Iterator[str]:
    match base:
        case ast.Dict(_, values):
            yield from _any(flow, values, scope)
            return
        case ast.List(elements) | ast.Tuple(elements):
            yield from _any(flow, elements, scope)
            return
        case _:
            pass
    for name in flow.references(base, scope):
        yield from _item(name, flow.texts(index, scope))
    if isinstance(base, ast.Name):
        for binding in (scope.lookup(base.id) or ())[-MOST:]:
            if isinstance(binding.node, ast.Dict | ast.List | ast.Tuple) and binding.kind == "value":
                yield from _subscript(flow, binding.node, index, binding.scope)


def _item(name: str, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if name == "sys.modules":
            yield canonical(key)
        elif name == NAMESPACE:
            yield "builtins" if key == "__builtins__" else f"builtins.{key}"
        else:  # a module's `__dict__`, or `__builtins__`, which is a dict in every module but the main one
            yield canonical(f"{name.removesuffix('.__dict__')}.{key}")


def _joined(bases: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    names = list(names)[:MOST]
    for base in bases:
        for name in names:
            yield "builtins" if (base, name) == (NAMESPACE, "__builtins__") else canonical(f"{base}.{name}")
