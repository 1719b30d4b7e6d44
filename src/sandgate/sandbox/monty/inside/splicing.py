"""Small changes to a program's text that make Monty run what was meant. No line moves: errors name the right one.

Monty has no exceptions but Python's own: `ToolError` is two of those that nothing raises (see `prelude`), and what a
program does with it is put in terms of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

END = "_sandgate_end"
"""Called with the value of the last expression by a program that did not return."""
DETAILS = {"tool": "_sandgate_tool", "kind": "_sandgate_kind"}
NAME = "_sandgate_name"
EXIT = "exit"
TOOL_MODULE = re.compile(r"(servers\.\w+)\.\w+")
"""A tool is in a module of its own; Monty is shown them in their server's."""
ASYNCIO = {"gather": "_sandgate_gather", "create_task": "_sandgate_task"}
"""What Monty's asyncio lacks and can be said in Monty."""
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True, slots=True)
class Edit:
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Spliced:
    code: str
    """What was written."""
    text: str
    """What Monty is given."""
    sets_result: bool
    bare: frozenset[tuple[int, int]]
    """Where calls stand that nobody will ever await: statements of their own, and names that are not read."""


def spliced(code: str) -> Spliced:
    """Raises SyntaxError with the program's own lines."""
    code = code.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    code = code.encode("utf-8", "replace").decode()
    tree = _parsed(code)
    text = _Text(code)
    edits = {edit for edit in _edits(tree, text) if edit}  # a handler in a handler is seen twice
    result = text.changed([*edits, *_ending(tree, text)])
    return Spliced(code, result, _sets_result(tree), frozenset(_bare(result)))


def _parsed(code: str) -> ast.Module:
    try:
        return ast.parse(code, "program.py")
    except (ValueError, RecursionError, MemoryError) as error:  # a zero byte, thousands of brackets
        raise SyntaxError(str(error) or "too many levels", ("program.py", 1, 1, "")) from error


class _Text:
    """Places in a text as bytes, which is how both parsers count."""

    def __init__(self, code: str) -> None:
        self.body = code.encode()
        self._lines = [0]
        for line in self.body.split(b"\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._lines[node.lineno - 1] + node.col_offset, self._lines[node.end_lineno - 1] + node.end_col_offset

    def holds(self, node: ast.expr) -> bool:
        """Whether a node is where it says: in f-strings, Python before 3.12 is often wrong."""
        start, end = self.span(node)
        try:
            found = ast.parse(self.body[start:end].decode(), mode="eval").body
        except (SyntaxError, ValueError):
            return False
        return ast.dump(found) == ast.dump(node)

    def changed(self, edits: Iterable[Edit]) -> str:
        body = self.body
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
            body = body[: edit.start] + edit.text.encode() + body[edit.end :]
        return body.decode()


def _edits(tree: ast.AST, text: _Text) -> Iterator[Edit | None]:
    for node in ast.walk(tree):
        match node:
            case ast.ExceptHandler():
                yield from _handler(node, text)
            case ast.Call(func=ast.Name("ToolError")) if text.holds(node.func):
                yield Edit(text.span(node.func)[1], text.span(node.func)[1], "[0]")
            case ast.Raise(exc=ast.Name("ToolError")) if node.exc:
                yield Edit(text.span(node.exc)[1], text.span(node.exc)[1], "[0]")
            case ast.Call(func=ast.Attribute(ast.Name("sys"), "exit")) if text.holds(node.func):
                yield Edit(*text.span(node.func), EXIT)
            case ast.Call(func=ast.Attribute(ast.Name("asyncio"), "gather" | "create_task" as name)):
                if text.holds(node.func) and (name != "gather" or node.keywords):
                    yield Edit(*text.span(node.func), ASYNCIO[name])
            case ast.Raise(exc=ast.Call(func=ast.Name("SystemExit") as kind), cause=None):
                yield Edit(text.span(node)[0], text.span(kind)[1], EXIT)
            case ast.ImportFrom(module=str(module)) if found := TOOL_MODULE.fullmatch(module):
                start = text.span(node)[0]
                if text.body[start:].startswith(f"from {module} ".encode()):
                    yield Edit(start, start + len(f"from {module}"), f"from {found[1]}")
            case ast.Raise(exc=ast.Name("SystemExit"), cause=None):
                yield Edit(*text.span(node), f"{EXIT}()")
            case _:
                continue


def _handler(handler: ast.ExceptHandler, text: _Text) -> Iterator[Edit | None]:
    if isinstance(handler.type, ast.Tuple):
        for kind in handler.type.elts:
            if isinstance(kind, ast.Name) and kind.id == "ToolError":
                yield Edit(text.span(kind)[0], text.span(kind)[0], "*")
    for statement in handler.body if handler.name else ():
        for node in ast.walk(statement):
            yield _asked(node, handler.name or "", text)


def _asked(node: ast.AST, name: str, text: _Text) -> Edit | None:
    """What a program wants to know of an error that it caught."""
    match node:
        case ast.Attribute(ast.Name(caught), "tool" | "kind" as detail) if caught == name and text.holds(node):
            return Edit(*text.span(node), f"{DETAILS[detail]}(str({name}))")
        case ast.Attribute(ast.Call(ast.Name("type"), [ast.Name(caught)]), "__name__") if caught == name:
            return Edit(*text.span(node), f"{NAME}(type({name}).__name__)") if text.holds(node) else None
        case _:
            return None


def _ending(tree: ast.Module, text: _Text) -> list[Edit]:
    if tree.body and isinstance(last := tree.body[-1], ast.Expr):
        start, end = text.span(last.value)
        return [Edit(start, start, f"{END}(("), Edit(end, end, "))")]
    size = len(text.body)
    return [Edit(size, size, f"\n{END}()")]


def _sets_result(tree: ast.Module) -> bool:
    ahead: list[ast.AST] = [tree]
    while ahead:
        node = ahead.pop()
        match node:
            case ast.Name("result", ast.Store()):
                return True
            case ast.Global(names=names) if "result" in names:
                return True
            case _ if isinstance(node, SCOPES):
                ahead += [inner for inner in ast.walk(node) if isinstance(inner, ast.Global)]
            case _:
                ahead += ast.iter_child_nodes(node)
    return False


def _bare(text: str) -> Iterator[tuple[int, int]]:
    tree = ast.parse(text)
    places = _Text(text)
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Call(ast.Name(name), [ast.Call() as call])) if name == END:
                yield places.span(call)
            case ast.Expr(ast.Call() as call):
                yield places.span(call)
            case ast.Assign([ast.Name(name)], ast.Call() as call) if name not in read:
                yield places.span(call)
            case _:
                continue
