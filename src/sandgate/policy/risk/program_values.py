"""What can be seen of values in a program's source: literals, names given once, and texts with holes in them."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any, Final, cast

from sandgate.policy.risk.program_sites import Sites

HOLE = "?"
"""Stands in a text for what is known only when the program runs."""
_DEEPEST = 12
_LONGEST = 2000
_MOST = 5000
_LONGEST_TEXT = 50_000


class Unseen:
    """Not in the source."""


UNSEEN: Final = Unseen()


class Values:
    """Names that are given one literal value, once."""

    def __init__(self, sites: Sites) -> None:
        stored = (node.id for node in sites.of(ast.Name) if not isinstance(node.ctx, ast.Load))
        times = Counter((*stored, *(node.arg for node in sites.of(ast.arg))))
        given = (_assigned(node) for node in sites.of(ast.Assign, ast.AnnAssign, ast.NamedExpr))
        self._given = {name: value for name, value in given if times[name] == 1}
        self._left = 0

    def origin(self, name: str) -> ast.expr | None:
        """The expression a name is given, if it is given one only."""
        return self._given.get(name)

    def of(self, node: ast.AST | None) -> Any:
        """The value, without the parts of a dict or list that cannot be seen; `UNSEEN` for none."""
        self._left = _MOST
        return self._of(node, 0)

    def _of(self, node: ast.AST | None, depth: int) -> Any:
        self._left -= 1  # a list of lists of lists of one name is short to write
        if node is None or depth > _DEEPEST or self._left < 0:
            return UNSEEN
        match node:
            case ast.Constant(value=value):
                return value if value is None or isinstance(value, str | int | float) else UNSEEN
            case ast.Name(id=name):
                return self._of(self._given.get(name), depth + 1)
            case ast.List(elts=entries) | ast.Tuple(elts=entries) | ast.Set(elts=entries):
                found = [self._of(entry, depth + 1) for entry in entries[:_LONGEST]]
                return [None if entry is UNSEEN else entry for entry in found]
            case ast.Dict():
                return self._dict(node, depth)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                number = self._of(operand, depth + 1)
                return -number if isinstance(number, int | float) else UNSEEN
            case _:
                return self._text(node, depth)

    def _dict(self, node: ast.Dict, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in list(zip(node.keys, node.values, strict=True))[:_LONGEST]:
            name, seen = self._of(key, depth + 1), self._of(value, depth + 1)
            if key is None and isinstance(seen, dict):  # {**defaults}
                found.update(cast("dict[str, Any]", seen))
            elif isinstance(name, str) and seen is not UNSEEN:
                found[name] = seen
        return found

    def _text(self, node: ast.AST, depth: int) -> Any:
        """A text that is put together, with holes; `UNSEEN` if it is nothing but a hole."""
        text = self._pieces(node, depth)
        return UNSEEN if text is None or not text.strip(HOLE + " ") else text[:_LONGEST_TEXT]

    def _pieces(self, node: ast.AST, depth: int) -> str | None:
        if depth > _DEEPEST:
            return None
        match node:
            case ast.JoinedStr(values=parts):
                return "".join(self._piece(part, depth) for part in parts)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                one, other = self._piece(left, depth), self._piece(right, depth)
                return None if one == other == HOLE else one + other
            case ast.BinOp(left=ast.Constant(value=str() as text), op=ast.Mod()):
                return text
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="format" | "strip")):
                return text
            case _:
                return None

    def _piece(self, node: ast.AST, depth: int) -> str:
        if isinstance(node, ast.FormattedValue):
            node = node.value
        seen = self._of(node, depth + 1)
        return str(seen) if isinstance(seen, str | int | float) and not isinstance(seen, bool) else HOLE


def _assigned(node: ast.AST) -> tuple[str, ast.expr | None]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name, value
        case (
            ast.AnnAssign(target=ast.Name(id=name), value=value) | ast.NamedExpr(target=ast.Name(id=name), value=value)
        ):
            return name, value
        case _:
            return "", None
