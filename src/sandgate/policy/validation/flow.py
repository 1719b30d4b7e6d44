"""What an expression of a program may be, seen without running it: a small data flow, followed backwards from a use.

Three questions, each in its own file: which named thing (`references`), which constant (`constants`), from where
(`origins`). All of them give up at a depth, so that no program can make them long.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator
from typing import TypeVar

from . import constants, origins, references
from .outline import Outline
from .scopes import Binding, FunctionNode, Scope
from .values import Known

DEEPEST = 40
MOST_STEPS = 40_000
MOST_CALLERS = 50
T = TypeVar("T")
Site = tuple[ast.expr, Scope]


class Flow:
    """Answers the three questions about one program and remembers its answers."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._depth = 0
        self._steps = 0
        self._references: dict[int, frozenset[str]] = {}
        self._constants: dict[int, tuple[Known, ...]] = {}
        self._origins: dict[int, frozenset[str]] = {}
        self._callers: dict[int, list[tuple[ast.Call, Scope, bool]]] = {}

    def references(self, node: ast.expr, scope: Scope) -> frozenset[str]:
        """Full names of what it may be: `os.system`, `builtins.eval`."""
        return self._answer(self._references, references.of, node, scope, frozenset[str]())

    def constants(self, node: ast.expr, scope: Scope) -> tuple[Known, ...]:
        """The values it may have; empty where none can be told. Unknown parts of a text are `HOLE`."""
        return self._answer(self._constants, constants.of, node, scope, ())

    def origins(self, node: ast.expr, scope: Scope) -> frozenset[str]:
        """Where what is in it may come from: `network`, `tool`, `decoded`, …"""
        return self._answer(self._origins, origins.of, node, scope, frozenset[str]())

    def _answer(
        self,
        known: dict[int, T],
        question: Callable[[Flow, ast.expr, Scope], T],
        node: ast.expr,
        scope: Scope,
        unknown: T,
    ) -> T:
        key = id(node)
        if (found := known.get(key)) is not None:
            return found
        if self._depth >= DEEPEST or self._steps >= MOST_STEPS:
            return unknown
        known[key] = unknown  # a value that is made from itself adds nothing
        self._depth += 1
        self._steps += 1
        try:
            found = known[key] = question(self, node, scope)
        finally:
            self._depth -= 1
        return found

    def texts(self, node: ast.expr, scope: Scope) -> list[str]:
        """The texts among its constants."""
        return [value for value in self.constants(node, scope) if isinstance(value, str)]

    def sources(self, binding: Binding) -> Iterator[Site]:
        """The expressions a name gets its value from, through the calls of a function where it is a parameter."""
        if binding.kind == "value" and isinstance(binding.node, ast.expr):
            yield binding.node, binding.scope
        elif binding.kind == "parameter" and isinstance(binding.node, FunctionNode):
            yield from self._arguments(binding.node, binding)

    def _arguments(self, function: FunctionNode, binding: Binding) -> Iterator[Site]:
        for call, scope, bound in self.callers(function, binding.scope):
            if (argument := _argument(call, function, binding.name, bound)) is not None:
                yield argument, scope
        if (default := _default(function, binding.name)) is not None:
            yield default, binding.scope

    def callers(self, function: FunctionNode, scope: Scope) -> list[tuple[ast.Call, Scope, bool]]:
        """Its calls, and whether the first parameter is the object itself."""
        if (found := self._callers.get(id(function))) is not None:
            return found
        outline = self.outline
        name = outline.lambdas.get(id(function), "") if isinstance(function, ast.Lambda) else function.name
        in_class = scope.kind == "class"
        if name == "__init__" and isinstance(scope.node, ast.ClassDef):
            name = scope.node.name
        uses = itertools.islice(
            itertools.chain(outline.names.get(name, ()), outline.attributes.get(name, ())), MOST_CALLERS
        )
        found = [(outline.calls[id(node)], at, in_class) for node, at in uses if id(node) in outline.calls]
        if (at_once := outline.calls.get(id(function))) is not None:  # (lambda x: …)(y)
            found.append((at_once, scope, False))
        self._callers[id(function)] = found
        return found

    def returned(self, call: ast.Call, scope: Scope) -> Iterator[Site]:
        """What the program's own function gives back."""
        match call.func:
            case ast.Name(name):
                bindings = scope.lookup(name) or []
            case ast.Attribute(ast.Name("self" | "cls"), name):
                bindings = _method(scope, name)
            case _:
                bindings = []
        for binding in bindings[:MOST_CALLERS]:
            inner = self.outline.functions.get(id(_function_of(binding)))
            if inner is not None:
                yield from ((node, inner) for node in inner.returns)


def _function_of(binding: Binding) -> ast.AST | None:
    return binding.node if binding.kind in ("function", "value") else None


def _method(scope: Scope | None, name: str) -> list[Binding]:
    while scope is not None and scope.kind != "class":
        scope = scope.parent
    return scope.bindings.get(name, []) if scope is not None else []


def _argument(call: ast.Call, function: FunctionNode, name: str, bound: bool) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    if bound and names[:1] in (["self"], ["cls"]):
        names = names[1:]
    place = names.index(name) if name in names else len(call.args)
    return call.args[place] if place < len(call.args) else None


def _default(function: FunctionNode, name: str) -> ast.expr | None:
    arguments = function.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    by_name = dict(zip(reversed(names), reversed(arguments.defaults), strict=False))
    by_name |= {a.arg: value for a, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value}
    return by_name.get(name)
