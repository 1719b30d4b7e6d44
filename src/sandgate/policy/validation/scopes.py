"""Scopes of a program, and the ways in which names get their values in them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal, TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ScopeKind = Literal["module", "class", "function", "async", "lambda"]


@dataclass(frozen=True, slots=True)
class Binding:
    """One way in which a name gets a value."""

    kind: Literal["value", "item", "import", "parameter", "function", "class", "other"]
    scope: Scope
    node: ast.AST | None = None
    """The expression for `value`, what is iterated or unpacked for `item`, the function for `parameter`."""
    name: str = ""
    """The full name of what is imported, or the parameter's own name."""
    line: int = 0


class Scope:
    """A module, a class or a function, with the names that are bound in it."""

    __slots__ = ("bindings", "kind", "node", "parent", "returns")

    def __init__(self, kind: ScopeKind, parent: Scope | None, node: ast.AST | None = None) -> None:
        self.kind = kind
        self.parent = parent
        self.node = node
        self.bindings: dict[str, list[Binding]] = {}
        self.returns: list[ast.expr] = []

    def bind(self, name: str, binding: Binding) -> None:
        self.bindings.setdefault(name, []).append(binding)

    def lookup(self, name: str) -> list[Binding] | None:
        """What the name may be here; None where nothing binds it."""
        at: Scope | None = self
        while at is not None:
            if (found := at.bindings.get(name)) is not None:
                return found
            at = at.parent
        return None
