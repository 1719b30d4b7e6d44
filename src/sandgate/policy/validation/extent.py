"""How much there is: characters, lines, nodes, nesting, literals, loops without an end."""

from __future__ import annotations

import ast
import itertools

from .outline import Outline
from .report import Notes
from .scopes import Scope

MOST_CHARACTERS = 1_000_000
MOST_LINES = 20_000
MOST_NODES = 250_000
LONGEST_LITERAL = 100_000
DEEPEST = 12
LONGEST_FUNCTION = 500
MOST_IN_LOOP = 2_000
"""A loop with more inside is not one that was left without a way out by mistake."""
MOST_LOOPS = 50


def fits(code: str, notes: Notes) -> bool:
    """Whether the text is small enough to be parsed; a finding where it is not."""
    if len(code) > MOST_CHARACTERS:
        notes.add("size", 1, f"{len(code):,} characters")
        return False
    if (lines := code.count("\n") + 1) > MOST_LINES:
        notes.add("size", 1, f"{lines:,} lines")
        return False
    return True


def look(outline: Outline, notes: Notes) -> None:
    depth, line = outline.deepest
    if outline.nodes > MOST_NODES:
        notes.add("size", 1, f"more than {MOST_NODES:,} syntax nodes")
    if depth > DEEPEST:
        notes.add("nesting", line, f"{depth} blocks inside each other")
    for scope in outline.functions.values():
        _function(scope, notes)
    for literal in outline.constants:
        if isinstance(literal.value, str | bytes) and len(literal.value) > LONGEST_LITERAL:
            notes.add("huge-literals", literal.lineno, f"a literal of {len(literal.value):,} characters")
    for collection in outline.collections:
        notes.add("huge-literals", collection.lineno, "a literal with thousands of elements")
    for loop in outline.loops[:MOST_LOOPS]:
        inside = ast.walk(loop)
        if not any(map(_leaves, itertools.islice(inside, MOST_IN_LOOP))) and next(inside, None) is None:
            notes.add("endless-loop", loop.lineno)


def _function(scope: Scope, notes: Notes) -> None:
    node = scope.node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
        length = node.end_lineno - node.lineno + 1
        if length > LONGEST_FUNCTION:
            notes.add("nesting", node.lineno, f"`{node.name}` has {length:,} lines")


def _leaves(node: ast.AST) -> bool:
    """Whether the loop can end here. A call of `exit` counts: it raises."""
    match node:
        case ast.Break() | ast.Return() | ast.Raise() | ast.Await() | ast.Yield() | ast.YieldFrom():
            return True
        case ast.AsyncFor() | ast.AsyncWith() | ast.Assert():
            return True
        case ast.Call(ast.Name("exit" | "quit" | "next")) | ast.Call(ast.Attribute(attr="exit" | "_exit")):
            return True
        case _:
            return False
