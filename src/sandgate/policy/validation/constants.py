"""Which constant an expression is, as far as that can be worked out: joined, formatted, decoded and path-like texts."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from . import sequences
from .scopes import Binding, Scope
from .values import FAILURES, HOLE, LARGEST, LONGEST, METHODS, Known, applied, joined, method, operated, text

if TYPE_CHECKING:
    from .flow import Flow

MOST_VALUES = 24
LONGEST_PATTERN = 4_000
PATHS = frozenset({"pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath"})
HOMES = frozenset({"pathlib.Path.home()", "os.getenv", "os.environ.get", "os.path.expanduser"})
INSTALLED = "/usr/lib/python3"
PLACES = {
    "sys.executable": "/usr/bin/python3",
    "sys.prefix": "/usr",
    "sys.base_prefix": "/usr",
    "site.getsitepackages()": f"{INSTALLED}/site-packages",
    "sysconfig.get_paths()": INSTALLED,
    "pathlib.Path.home()": "~",
}
"""Where Python says that it is installed; the exact place does not matter."""


def of(flow: Flow, node: ast.expr, scope: Scope) -> tuple[Known, ...]:
    return tuple(dict.fromkeys(itertools.islice(_values(flow, node, scope), MOST_VALUES)))


def _values(flow: Flow, node: ast.expr, scope: Scope) -> Iterable[Known]:
    match node:
        case ast.Constant(str() | bytes() as value):
            return (value,) if len(value) <= LONGEST else ()
        case ast.Constant(int() as value):
            return (value,) if abs(value) < LARGEST else ()
        case ast.Name(name):
            return _named(flow, scope.lookup(name) or [])
        case ast.Attribute():
            return _attribute(flow, node, scope)
        case ast.BinOp(_, ast.Add(), _):
            return _sum(flow, node, scope)
        case ast.BinOp():
            return _binary(flow, node, scope)
        case ast.JoinedStr(parts):
            return _concatenated([_part(flow, part, scope) for part in parts])
        case ast.Call():
            return _called(flow, node, scope)
        case ast.Subscript():
            return _subscript(flow, node, scope)
        case ast.UnaryOp(ast.USub(), inner):
            return [-value for value in flow.constants(inner, scope) if isinstance(value, int)]
        case ast.IfExp(_, first, second):
            return [*flow.constants(first, scope), *flow.constants(second, scope)]
        case ast.NamedExpr(_, value) | ast.Await(value):
            return flow.constants(value, scope)
        case _:
            return ()


def _named(flow: Flow, bindings: Sequence[Binding]) -> Iterator[Known]:
    for binding in bindings[-MOST_VALUES:]:
        if binding.kind == "item":
            yield from sequences.some(flow, binding.node, binding.scope)
            if isinstance(binding.node, ast.Call):
                yield from _placed(flow, binding.node, binding.scope)
        for node, scope in flow.sources(binding):
            yield from flow.constants(node, scope)


def _placed(flow: Flow, node: ast.expr, scope: Scope) -> Iterator[Known]:
    return (PLACES[name] for name in flow.references(node, scope) if name in PLACES)


def _attribute(flow: Flow, node: ast.Attribute, scope: Scope) -> Iterator[Known]:
    if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
        yield from _named(flow, flow.outline.fields.get(node.attr, []))
    elif node.attr == "__file__":
        yield from (f"{INSTALLED}/{name}.py" for name in flow.references(node.value, scope))
    elif node.attr in ("executable", "prefix", "base_prefix"):
        yield from _placed(flow, node, scope)
    elif node.attr in ("parent", "name", "stem"):
        for value in flow.constants(node.value, scope):
            if isinstance(value, PurePosixPath):
                yield value.parent if node.attr == "parent" else value.name


def _sum(flow: Flow, node: ast.BinOp, scope: Scope) -> Iterable[Known]:
    """A chain of `+`, taken apart without going as deep as it is long."""
    parts: list[ast.expr] = []
    at: ast.expr = node
    while isinstance(at, ast.BinOp) and isinstance(at.op, ast.Add):
        parts.append(at.right)
        at = at.left
    parts.append(at)
    values = [flow.constants(part, scope) for part in reversed(parts)]
    numbers = [value[0] for value in values if value and isinstance(value[0], int)]
    return [sum(numbers)] if len(numbers) == len(values) else _concatenated(values)


def _concatenated(parts: Sequence[Sequence[Known]]) -> Iterator[Known]:
    """All ways to join one of each; nothing at all where no part is known."""
    if not any(parts):
        return
    choices = [part[:MOST_VALUES] or (HOLE,) for part in parts]
    for combination in itertools.islice(itertools.product(*choices), MOST_VALUES):
        if (whole := joined(list(combination))) is not None:
            yield whole


def _part(flow: Flow, part: ast.expr, scope: Scope) -> tuple[Known, ...]:
    if isinstance(part, ast.FormattedValue):
        return flow.constants(part.value, scope) if part.format_spec is None else ()
    return flow.constants(part, scope)


def _binary(flow: Flow, node: ast.BinOp, scope: Scope) -> Iterator[Known]:
    first = flow.constants(node.left, scope)
    if isinstance(node.op, ast.Mod) and any(isinstance(value, str) for value in first):
        yield from _percent(flow, first, node.right, scope)
        return
    second = flow.constants(node.right, scope)
    for one in first:
        for other in second or ((HOLE,) if isinstance(one, PurePosixPath) else ()):
            if (value := operated(one, node.op, other)) is not None:
                yield value


def _percent(flow: Flow, patterns: Iterable[Known], right: ast.expr, scope: Scope) -> Iterator[Known]:
    nodes = right.elts if isinstance(right, ast.Tuple) else [right]
    given = [_one(flow, node, scope) for node in nodes]
    for pattern in patterns:
        if isinstance(pattern, str) and len(pattern) < LONGEST_PATTERN:
            yield _filled(pattern, r"%()[sdrc]", given, {})


def _filled(pattern: str, places: str, given: list[str], named: dict[str, str]) -> str:
    """Only plain places: a width in a format could ask for any amount of memory."""
    numbers = itertools.count()

    def fill(match: re.Match[str]) -> str:
        name = match[1] or str(next(numbers))
        if name.isdecimal():
            return given[int(name)] if len(name) < 4 and int(name) < len(given) else HOLE
        return named.get(name, HOLE)

    return re.sub(places, fill, pattern)[:LONGEST]


def _one(flow: Flow, node: ast.expr, scope: Scope) -> str:
    found = flow.constants(node, scope)
    return text(found[0])[:LONGEST_PATTERN] if found else HOLE


def _subscript(flow: Flow, node: ast.Subscript, scope: Scope) -> Iterator[Known]:
    index = node.slice
    if isinstance(index, ast.Slice):
        yield from _sliced(flow, node.value, index, scope)
        return
    places = [value for value in flow.constants(index, scope) if isinstance(value, int)]
    for value in flow.constants(node.value, scope):
        if isinstance(value, str):
            yield from (value[place] for place in places if -len(value) <= place < len(value))
    if "os.environ" in flow.references(node.value, scope):
        yield from ("~" for name in flow.constants(index, scope) if name == "HOME")
    yield from sequences.some(flow, node.value, scope)
    yield from _placed(flow, node.value, scope)


def _sliced(flow: Flow, base: ast.expr, index: ast.Slice, scope: Scope) -> Iterator[Known]:
    bounds = [index.lower, index.upper, index.step]
    known = [flow.constants(bound, scope) if bound is not None else (None,) for bound in bounds]
    if not all(known):
        return
    chosen = [value[0] if value[0] is None or isinstance(value[0], int) else None for value in known]
    if chosen[2] == 0:
        return
    for value in flow.constants(base, scope):
        if isinstance(value, str | bytes):
            yield value[slice(*chosen)]


def _called(flow: Flow, call: ast.Call, scope: Scope) -> Iterator[Known]:
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr in METHODS:
        yield from _method(flow, function, call, scope)
    for name in sorted(flow.references(function, scope)):
        yield from _function(flow, name, call, scope)
    for node, inner in flow.returned(call, scope):
        yield from flow.constants(node, inner)


def _method(flow: Flow, function: ast.Attribute, call: ast.Call, scope: Scope) -> Iterator[Known]:
    given = [flow.constants(node, scope) for node in call.args[:3]]
    for value in flow.constants(function.value, scope):
        found: Known | None = None
        if function.attr == "join" and call.args:
            pieces = sequences.whole(flow, call.args[0], scope)
            found = joined(pieces, text(value)) if pieces else None
        elif function.attr == "format" and isinstance(value, str):
            named = {keyword.arg: _one(flow, keyword.value, scope) for keyword in call.keywords if keyword.arg}
            places = [_one(flow, node, scope) for node in call.args]
            found = _filled(value[:LONGEST_PATTERN], r"\{(\w*)[^{}]*\}", places, named)
        elif all(given):
            found = _tried(lambda: method(function.attr, value, [one[0] for one in given]))  # noqa: B023 - at once
        if found is not None:
            yield found


def _tried(work: Callable[[], Known | None]) -> Known | None:
    try:
        return work()
    except FAILURES:
        return None


def _function(flow: Flow, name: str, call: ast.Call, scope: Scope) -> Iterator[Known]:
    if name in PATHS or name == "os.path.join":
        yield from _path(flow, name, call, scope)
    elif name in HOMES or f"{name}()" in HOMES:
        yield from _home(flow, name, call, scope)
    elif name in ("builtins.bytes", "builtins.bytearray") and call.args:
        numbers = [one for one in sequences.whole(flow, call.args[0], scope) if isinstance(one, int)]
        if numbers and all(0 <= number < 256 for number in numbers):
            yield bytes(numbers)
    elif call.args:
        options = flow.constants(call.args[1], scope) if len(call.args) > 1 else ()
        option = options[0] if options else None
        for value in flow.constants(call.args[0], scope):
            if (found := _tried(lambda: applied(name, value, option))) is not None:  # noqa: B023 - at once
                yield found


def _path(flow: Flow, name: str, call: ast.Call, scope: Scope) -> Iterator[Known]:
    choices = [flow.constants(node, scope)[:MOST_VALUES] or (HOLE,) for node in call.args[:8]]
    for parts in itertools.islice(itertools.product(*choices), MOST_VALUES):
        if any(part != HOLE for part in parts):
            path = PurePosixPath(*[text(part)[:LONGEST_PATTERN] for part in parts])
            yield str(path) if name == "os.path.join" else path


def _home(flow: Flow, name: str, call: ast.Call, scope: Scope) -> Iterator[Known]:
    if name == "pathlib.Path.home":
        yield PurePosixPath("~")
    elif name == "os.path.expanduser" and call.args:
        yield from flow.constants(call.args[0], scope)
    elif call.args and "HOME" in flow.constants(call.args[0], scope):
        yield "~"
