"""Programs that try a skill without importing it by name, which only a trusted one allows: its source, then a call."""

from __future__ import annotations

import ast
import json

from sandgate.errors import BadArguments
from sandgate.model import JsonObject, Language

from . import typescript
from .outline import imported, normal, tree_of
from .record import Facts


def checked_example(name: str, title: str, code: str) -> str:
    """An example as it is kept: a program that imports the skill. Raises BadArguments."""
    what = f"examples/{title}.py"
    text = normal(code, what)
    tree = tree_of(text, what)
    if f"skills.{name}" in imported(tree, what):
        if not any(_imports(node, name) for node in tree.body):
            raise BadArguments(f"{what} must import the skill as `from skills.{name} import {name}`, outside functions")
        return text
    return f"from skills.{name} import {name}\n\n{text}"


def example_program(name: str, code: str, example: str, language: Language = "python") -> str:
    """The source of a version followed by an example, whose import of the skill has become the source above it."""
    if language == "typescript":
        return typescript.example_program(name, code, example)
    tree, lines = tree_of(example, "the example"), example.split("\n")
    for node in reversed(tree.body):  # two may stand on one line
        if isinstance(node, ast.ImportFrom) and (_imports(node, name) or node.module == "__future__"):
            _blank(lines, node, "; ".join(_aliases(node)))
    return "\n".join([code, *lines])


def call_program(name: str, code: str, arguments: JsonObject, facts: Facts | None = None) -> str:
    """The source of a version followed by one call, whose result is the program's."""
    if facts and facts.language == "typescript":
        return typescript.call_program(name, code, arguments, facts)
    try:
        given = _literal(arguments)
    except ValueError as error:
        raise BadArguments(f"the arguments of {name} hold a number that JSON does not have: {error}") from error
    tail = f"__called = {name}(**{given})\nreturn await __called if hasattr(__called, '__await__') else __called\n"
    return f"{code}\n{tail}"


def _literal(arguments: JsonObject) -> str:
    """As Python writes it; JSON's own numbers only."""
    return repr(json.loads(json.dumps(arguments, allow_nan=False)))


def _imports(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == f"skills.{name}" and not node.level


def _aliases(node: ast.ImportFrom) -> list[str]:
    return [f"{alias.asname} = {alias.name}" for alias in node.names if alias.asname and node.module != "__future__"]


def _blank(lines: list[str], node: ast.stmt, instead: str) -> None:
    """Put something in place of a statement without moving what follows it."""
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = lines[first].encode()[: node.col_offset].decode()
    after = lines[last].encode()[node.end_col_offset or 0 :].decode()
    lines[first : last + 1] = [f"{before}{instead or 'pass'}{after}", *[""] * (last - first)]
