"""The elements of what a program iterates, in their order: literals, `map(chr, …)`, `reversed(…)`, comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .scopes import Binding, Scope
from .values import ELEMENTWISE, FAILURES, LONGEST, Known, operated, text

if TYPE_CHECKING:
    from .flow import Flow

MOST = 24
DEEPEST = 8
MOST_ELEMENTS = 20_000


def whole(flow: Flow, node: ast.expr, scope: Scope, depth: int = 0) -> list[Known]:
    """All elements, or none where one is not known."""
    deeper = depth + 1
    match node:
        case _ if depth > DEEPEST:
            return []
        case ast.List(elements) | ast.Tuple(elements):
            return _each(flow, elements, scope)
        case ast.Constant(str() | bytes() as value) if len(value) <= LONGEST:
            return list(value)
        case ast.Call(ast.Name("map"), [ast.Name("chr" | "ord" | "int" | "str" as function), inner]):
            return _mapped(ELEMENTWISE[f"builtins.{function}"], whole(flow, inner, scope, deeper))
        case ast.Call(ast.Name("map"), [ast.Lambda(args, body), inner]) if len(args.args) == 1:
            return _comprehended(body, args.args[0].arg, whole(flow, inner, scope, deeper))
        case ast.Call(ast.Name("reversed"), [inner]):
            return whole(flow, inner, scope, deeper)[::-1]
        case ast.Subscript(inner, ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1)))):
            return whole(flow, inner, scope, deeper)[::-1]
        case ast.Call(ast.Name("list" | "tuple" | "bytes" | "bytearray"), [inner]):
            return whole(flow, inner, scope, deeper)
        case ast.ListComp(body, [ast.comprehension(ast.Name(name), inner, [])]) | ast.GeneratorExp(
            body, [ast.comprehension(ast.Name(name), inner, [])]
        ):
            return _comprehended(body, name, whole(flow, inner, scope, deeper))
        case ast.Name(name):
            return _named(flow, scope.lookup(name) or [], deeper)
        case _:
            return [piece for value in flow.constants(node, scope)[:1] for piece in _pieces(value)]


def _pieces(value: Known) -> list[Known]:
    return list(value) if isinstance(value, str | bytes) else []


def _named(flow: Flow, bindings: Sequence[Binding], depth: int) -> list[Known]:
    for binding in bindings[:1]:
        for node, scope in flow.sources(binding):
            if not isinstance(node, ast.Name):
                return whole(flow, node, scope, depth)
    return []


def _each(flow: Flow, nodes: Sequence[ast.expr], scope: Scope) -> list[Known]:
    if len(nodes) > MOST_ELEMENTS:
        return []
    found: list[Known] = []
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes | int):
            found.append(node.value)
        elif values := flow.constants(node, scope):
            found.append(values[0])
        else:
            return []
    return found


def _mapped(function: Callable[[Known], Known], values: Iterable[Known]) -> list[Known]:
    try:
        return [function(value) for value in values]
    except FAILURES:
        return []


def _comprehended(body: ast.expr, name: str, values: Sequence[Known]) -> list[Known]:
    return _mapped(lambda value: _computed(body, name, value, 0), values)


def _computed(node: ast.expr, name: str, value: Known, depth: int) -> Known:
    """One element: arithmetic and `chr`, `ord`, `int` of the variable. Raises ValueError for anything else."""
    match node:
        case _ if depth > 10:
            pass
        case ast.Name(found) if found == name:
            return value
        case ast.Constant(int() | str() as constant):
            return constant
        case ast.Call(ast.Name("chr" | "ord" | "int" | "str" as function), [inner]):
            return ELEMENTWISE[f"builtins.{function}"](_computed(inner, name, value, depth + 1))
        case ast.BinOp(left, operator, right):
            first, second = (_computed(side, name, value, depth + 1) for side in (left, right))
            if (result := operated(first, operator, second)) is not None:
                return result
        case _:
            pass
    raise ValueError("not a simple element")


def some(flow: Flow, node: ast.AST | None, scope: Scope, depth: int = 0) -> Iterator[Known]:
    """Constants among the elements, as many as can be told, one level of pairs taken apart."""
    match node:
        case _ if depth > DEEPEST:
            return
        case ast.Tuple(elements) | ast.List(elements) | ast.Set(elements):
            for element in elements[:MOST]:
                yield from _one(flow, element, scope)
        case ast.Dict(keys, values):
            for element in (*keys[:MOST], *values[:MOST]):
                yield from _one(flow, element, scope) if element is not None else ()
        case ast.ListComp(element) | ast.GeneratorExp(element) | ast.SetComp(element):
            yield from _one(flow, element, scope)
        case ast.Call(ast.Attribute(inner, "items" | "keys" | "values")):
            yield from some(flow, inner, scope, depth + 1)
        case ast.Call(ast.Attribute(inner, "split")):
            yield from _words(flow, inner, scope)
        case ast.Call(ast.Name("enumerate" | "sorted" | "list" | "set" | "reversed" | "iter"), [inner, *_]):
            yield from some(flow, inner, scope, depth + 1)
        case ast.Name(name):
            for binding in (scope.lookup(name) or [])[-MOST:]:
                for source, at in flow.sources(binding):
                    if not isinstance(source, ast.Name):
                        yield from some(flow, source, at, depth + 1)
        case _:
            pass


def _one(flow: Flow, element: ast.expr, scope: Scope) -> Iterable[Known]:
    if isinstance(element, ast.Tuple | ast.List):
        return [value for inner in element.elts[:MOST] for value in flow.constants(inner, scope)]
    return flow.constants(element, scope)


def _words(flow: Flow, node: ast.expr, scope: Scope) -> list[Known]:
    return [word for value in flow.constants(node, scope)[:1] for word in text(value)[:4_000].split()]
