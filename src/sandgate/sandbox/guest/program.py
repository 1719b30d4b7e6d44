"""The program itself: top-level `await` and `return`, its value, and the lines of its own that a failure names."""

from __future__ import annotations

import ast
import inspect
import sys
import traceback
import types
from typing import Any

FILENAME = "program.py"
MAX_FRAMES = 10
_RETURN = "__sandgate_return__"
_LAST = "__sandgate_last__"
_NOTHING: Any = object()
sources: dict[str, str] = {}
"""The programs of this process, by the names that their lines go under."""


class Returned(BaseException):
    """A top-level `return`, on its way out. Not an Exception, so that `except Exception` lets it pass."""

    def __init__(self, value: Any = None) -> None:
        self.value = value


class _TopLevel(ast.NodeTransformer):
    """Make module-level code behave like the body of an async function while its names stay global."""

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        value = self.visit(node.value) if node.value else ast.Constant(None)
        call = ast.Call(ast.Name(_RETURN, ast.Load()), [value], [])
        return ast.copy_location(ast.Raise(call, None), node)

    def visit_Try(self, node: ast.Try) -> ast.stmt:
        # A bare `except:` around a top-level return would swallow it.
        self.generic_visit(node)
        if node.handlers:
            passing = ast.ExceptHandler(ast.Name(_RETURN, ast.Load()), None, [ast.Raise(None, None)])
            node.handlers.insert(0, ast.copy_location(passing, node))
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        # `asyncio.run(main())` cannot nest in the loop that is already running; awaiting is what it means here.
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name("asyncio"), "run"), [body]):
                return ast.copy_location(ast.Await(body), node)
            case _:
                return node

    def _leave_alone(self, node: Any) -> Any:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = _leave_alone
    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _leave_alone


def compiled(code: str) -> types.CodeType:
    """Raises SyntaxError with the program's own line numbers."""
    name = FILENAME if not sources else f"program-{len(sources) + 1}.py"
    sources[name] = code
    tree = ast.parse(code.removeprefix("\ufeff"), name)
    if tree.body and isinstance(last := tree.body[-1], ast.Expr):
        target = ast.Name(_LAST, ast.Store())
        tree.body[-1] = ast.copy_location(ast.Assign([target], last.value), last)
    tree = ast.fix_missing_locations(_TopLevel().visit(tree))
    return compile(tree, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def scope(names: dict[str, Any]) -> dict[str, Any]:
    """The names of a program, of all programs of a session."""
    module = types.ModuleType("__main__")
    module.__dict__.update(names)
    module.__dict__[_RETURN] = Returned
    sys.modules["__main__"] = module
    return module.__dict__


async def run(code: str, scope: dict[str, Any]) -> tuple[bool, Any]:
    """Whether it has a value, and the value: what it returned, else `result`, else its last expression."""
    scope.pop(_LAST, None)
    before = scope.get("result", _NOTHING)
    body = compiled(code)
    try:
        awaitable = eval(body, scope)  # noqa: S307 - running the program is what this process is for
        if body.co_flags & inspect.CO_COROUTINE:
            await awaitable
    except Returned as returned:
        return True, returned.value
    except BaseExceptionGroup as group:  # a `return` inside `async with asyncio.TaskGroup()` comes out like this
        returns, others = group.split(Returned)
        if returns is None or others is not None:
            raise
        return True, _first(returns).value
    except SystemExit as leaving:
        if leaving.code not in (None, 0):
            raise
    if scope.get("result", before) is not before:
        return True, scope["result"]
    value = scope.get(_LAST)
    return value is not None, value


def _first(group: BaseExceptionGroup[Returned]) -> Returned:
    error = group.exceptions[0]
    return error if isinstance(error, Returned) else _first(error)


def own_lines(error: BaseException) -> str:
    """A traceback that holds only the program's lines, in the shape Python prints."""
    if isinstance(error, SyntaxError) and error.filename in sources:
        return "".join(traceback.format_exception_only(error)[:-1]).rstrip()  # its last line is the message
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in sources]
    lines: list[str] = []
    for frame in frames[-MAX_FRAMES:]:
        source = sources[frame.filename].splitlines()
        lines.append(f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}')
        if frame.lineno and frame.lineno <= len(source):
            lines.append(f"    {source[frame.lineno - 1].strip()}")
    return "\n".join(lines)
