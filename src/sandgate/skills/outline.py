"""What the code of a skill tells about it: its entry, its inputs, and what it reaches."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from sandgate.catalog.wrappers.text import one_line, shorten
from sandgate.errors import BadArguments
from sandgate.policy.risk import weigh_program
from sandgate.syntax import parse

from .record import Input

_AWAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Return, ast.Yield, ast.YieldFrom)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_OURS = frozenset({"servers", "skills", "__future__"})
MOST_INPUTS, MOST_TOOLS = 50, 200
LONGEST_TYPE, LONGEST_SIGNATURE = 200, 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """Read from the code; nothing of it is run."""

    signature: str
    docstring: str
    inputs: tuple[Input, ...]
    tools: tuple[str, ...]
    skills: tuple[str, ...]
    imports: tuple[str, ...]


def normal(code: str, what: str) -> str:
    """The text as it is kept. Raises BadArguments for what an import would read otherwise than the checks did."""
    text = code.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip() + "\n"
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(text.encode()).readline)
    except UnicodeEncodeError:
        raise BadArguments(f"{what} holds half a character, which cannot be written as UTF-8") from None
    except SyntaxError:
        encoding = "unknown"
    if encoding != "utf-8":  # an import obeys `# coding: utf-7`; whoever checked the text did not
        raise BadArguments(f"{what} names an encoding in a comment; remove the line, it is always UTF-8")
    return text


def tree_of(code: str, what: str) -> ast.Module:
    """Raises BadArguments with the line that is wrong."""
    try:
        return parse(code)
    except SyntaxError as error:
        raise BadArguments(f"{what}, line {error.lineno or 1}: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadArguments(f"{what} cannot be read as Python: {error or type(error).__name__}") from error


def outline_of(name: str, code: str) -> Outline:
    """Raises BadArguments for code that could not be imported as a skill."""
    try:
        return _outline(name, code, tree_of(code, f"{name}.py"))
    except (RecursionError, ValueError) as error:  # an expression too deep to write, a number too long
        raise BadArguments(f"{name}.py is too complex to be a skill: write it more plainly") from error


def _outline(name: str, code: str, tree: ast.Module) -> Outline:
    entry = _entry(name, tree)
    for node in _outside_functions(tree):
        if isinstance(node, _AWAITING) or _goes_async(node):
            raise BadArguments(
                f"{name}.py, line {node.lineno}: a skill is imported, so `await`, `return` and `yield` can stand only "
                f"inside a function: move it into {name}"
            )
    docstring = ast.get_docstring(entry) or ast.get_docstring(tree) or ""
    modules = list(imported(tree, f"{name}.py"))
    return Outline(
        signature=_signature(entry),
        docstring=docstring,
        inputs=tuple(_inputs(entry, docstring)),
        tools=weigh_program(code, _unknown).tools[:MOST_TOOLS],
        skills=_unique(module.split(".")[1] for module in modules if module.startswith("skills.")),
        imports=_unique(top for module in modules if (top := module.split(".")[0]) not in _OURS),
    )


def imported(tree: ast.Module, what: str) -> Iterator[str]:
    """Modules that are imported anywhere. Raises BadArguments for relative ones: a skill has nothing beside it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            raise BadArguments(f"{what}, line {node.lineno}: write `from skills.NAME import NAME`, without dots")
    return modules_in(tree)


def modules_in(tree: ast.Module) -> Iterator[str]:
    """Modules that are imported anywhere, by their whole names."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(level=level) if level:
                pass
            case ast.ImportFrom(module="skills", names=names):
                yield from (f"skills.{alias.name}" for alias in names)
            case ast.ImportFrom(module=str(module)):
                yield module
            case _:
                pass


def _entry(name: str, tree: ast.Module) -> ast.FunctionDef | ast.AsyncFunctionDef:
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    entries = [node for node in found if node.name == name]
    if len(entries) != 1:
        many = "defines it more than once" if entries else "does not"
        raise BadArguments(f"the code of {name} must define one function `def {name}(…)` or `async def`; it {many}")
    return entries[0]


def _outside_functions(tree: ast.Module) -> Iterator[ast.stmt | ast.expr]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt | ast.expr):
            yield node
        if not isinstance(node, _FUNCTIONS):
            waiting.extend(ast.iter_child_nodes(node))


def _goes_async(node: ast.stmt | ast.expr) -> bool:
    """`[x async for x in y]`"""
    comprehension = isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp)
    return comprehension and any(generator.is_async for generator in node.generators)


def _signature(entry: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    word = "async def" if isinstance(entry, ast.AsyncFunctionDef) else "def"
    returns = f" -> {ast.unparse(entry.returns)}" if entry.returns else ""
    return shorten(f"{word} {entry.name}({ast.unparse(entry.args)}){returns}", LONGEST_SIGNATURE)


def _inputs(entry: ast.FunctionDef | ast.AsyncFunctionDef, docstring: str) -> Iterator[Input]:
    given = entry.args
    named = [*given.posonlyargs, *given.args]
    defaults = [*[None] * (len(named) - len(given.defaults)), *given.defaults]
    every = [*zip(named, defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    if len(every) > MOST_INPUTS:
        raise BadArguments(f"{entry.name} has {len(every)} parameters, more than {MOST_INPUTS}: take a dict instead")
    for arg, default in every:
        yield Input(
            name=arg.arg,
            type=shorten(ast.unparse(arg.annotation), LONGEST_TYPE) if arg.annotation else "",
            default=shorten(ast.unparse(default), LONGEST_TYPE) if default else None,
            description=_described(arg.arg, docstring),
        )


def _described(name: str, docstring: str) -> str:
    """What the docstring says about a parameter: a line `name: …` or `name (str): …`."""
    found = re.search(rf"^[ \t:*-]*(?:param )?{re.escape(name)}(?: \([^)\n]*\))?: +(\S.*)$", docstring, re.MULTILINE)
    return shorten(one_line(found[1]), LONGEST_TYPE) if found else ""


def _unknown(server: str, tool: str) -> None:
    """No catalogue is asked: what the code names is what it may touch, on whichever machine it runs."""


def _unique(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
