"""What source code says of itself: signatures as they are written, and the sentences below fields."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from textwrap import dedent
from types import ModuleType
from typing import Any

WIDEST = 100
"""Longer signatures have a line for each parameter."""


@cache
def tree(thing: Any) -> ast.AST:
    """The syntax of a module, a class or a function."""
    parsed = ast.parse(dedent(inspect.getsource(thing)))
    return parsed if isinstance(thing, ModuleType) else parsed.body[0]


def fields(owner: type) -> Iterator[tuple[str, str, str, str]]:
    """Name, type, default and sentence of each annotated field of a class. What is not written is empty."""
    for node, after in _pairs(tree(owner)):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=hint, value=value) if not name.startswith("_"):
                yield name, ast.unparse(hint).strip("'"), _default(value), _sentence(after)
            case _:
                pass


def alias(module: ModuleType, name: str) -> tuple[str, str]:
    """The type that a name of a module stands for, and the sentence below it."""
    for node, after in _pairs(tree(module)):
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                return ast.unparse(value), _sentence(after)
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if found == name:
                return ast.unparse(value).strip("'"), _sentence(after)
            case _:
                pass
    raise LookupError(f"{module.__name__} has no {name}")


def signature(function: Any, name: str) -> str:
    """`async name(query: str = '') -> str`, without `self` and without defaults that say nothing to a reader."""
    node = tree(function)
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    node = _Renamed(function.__globals__).visit(deepcopy(node))
    parts = list(_parameters(node.args))
    returns = "" if node.name == "__init__" else f" -> {_returned(node)}"
    waits = "async " if isinstance(node, ast.AsyncFunctionDef) and not _context(node) else ""
    short = f"{waits}{name}({', '.join(parts)}){returns}"
    if len(short) <= WIDEST:
        return short
    lines = "".join(f"    {part},\n" for part in parts)
    return f"{waits}{name}(\n{lines}){returns}"


def table(rows: Iterable[tuple[str, str, str, str]]) -> str:
    """Fields in Markdown: name, type, default, sentence."""
    lines = [f"| `{name}` | {_code(kind)} | {_code(default)} | {cell(doc)} |" for name, kind, default, doc in rows]
    return "\n".join(["| field | type | default | |", "|---|---|---|---|", *lines, ""])


def cell(text: str) -> str:
    """A text that stays within its cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{cell(text)}`" if text else ""


def _parameters(given: ast.arguments) -> Iterator[str]:
    plain = [*given.posonlyargs, *given.args]
    defaults = [*[None] * (len(plain) - len(given.defaults)), *given.defaults]
    for one, default in zip(plain, defaults, strict=True):
        if one.arg not in ("self", "cls"):
            yield _parameter(one, default)
    if given.vararg:
        yield f"*{_parameter(given.vararg, None)}"
    elif given.kwonlyargs:
        yield "*"
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _parameter(one, default)
    if given.kwarg:
        yield f"**{_parameter(given.kwarg, None)}"


def _parameter(one: ast.arg, default: ast.expr | None) -> str:
    hint = f": {ast.unparse(one.annotation)}" if one.annotation else ""
    return f"{one.arg}{hint} = {_default(default)}" if default is not None else f"{one.arg}{hint}"


def _default(value: ast.expr | None) -> str:
    """A default as it is written; `…` where it is a thing of ours that a caller does not know."""
    match value:
        case None:
            return ""
        case ast.Call(func=ast.Name(id="field"), keywords=given):
            said = {one.arg: one.value for one in given}
            return "…" if "default_factory" in said else _default(said.get("default"))
        case ast.Constant() | ast.UnaryOp() | ast.Tuple() | ast.BinOp():
            return ast.unparse(value)
        case ast.Call(func=ast.Name(id="frozenset"), args=[]):
            return "frozenset()"
        case _:
            return "…"


def _pairs(node: ast.AST) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    body: list[ast.stmt] = getattr(node, "body", [])
    yield from zip(body, [*body[1:], None], strict=True)


def _sentence(node: ast.stmt | None) -> str:
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split())
        case _:
            return ""


def _returned(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """What a call gives; of a context, what `with` gives."""
    if (context := _context(node)) and isinstance(node.returns, ast.Subscript):
        given = node.returns.slice
        return f"{context}[{ast.unparse(given.elts[0] if isinstance(given, ast.Tuple) else given)}]"
    return ast.unparse(node.returns) if node.returns else "None"


def _context(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    kinds = {"asynccontextmanager": "AsyncContextManager", "contextmanager": "ContextManager"}
    return next((kinds[it] for one in node.decorator_list if (it := ast.unparse(one)) in kinds), "")


class _Renamed(ast.NodeTransformer):
    """Types under the names they have where they are made: a module may import one under another."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._known = known

    def visit_Name(self, node: ast.Name) -> ast.Name:
        found = self._known.get(node.id)
        if inspect.isclass(found) and found.__name__ != node.id:
            module = found.__module__.rpartition(".")[2]
            return ast.Name(id=f"{module}.{found.__name__}")
        return node
