"""Every call a program's source makes, with the loop and the function it stands in."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar, cast

MANY = 1_000_000
"""How often a loop runs whose length cannot be seen."""
_LONGEST_CHAIN = 20
"""Of functions that call each other, so far that a loop around the first is seen at the last."""
_Node = TypeVar("_Node", bound=ast.AST)
_PASSED_ON = frozenset(("map", "starmap", "imap", "imap_unordered", "submit", "apply_async", "run_in_executor"))
_LEAVES = frozenset((ast.Name, ast.Constant, ast.alias))
_SIGNS = (ast.expr_context, ast.operator, ast.cmpop, ast.unaryop, ast.boolop)
_Defined = ast.FunctionDef | ast.AsyncFunctionDef
_BLOCKS: frozenset[type[ast.AST]] = frozenset(
    (
        ast.FunctionDef,
        ast.AsyncFunctionDef,
        ast.For,
        ast.AsyncFor,
        ast.While,
        ast.ListComp,
        ast.SetComp,
        ast.GeneratorExp,
        ast.DictComp,
    )
)
_Block = _Defined | ast.For | ast.AsyncFor
_Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


@dataclass(frozen=True, slots=True)
class Site:
    node: ast.Call
    times: int
    """How often, at most, within its function: 1 outside of loops."""
    function: str
    """The function it stands in; empty for the program itself."""


@dataclass(frozen=True, slots=True)
class _Place:
    times: int = 1
    function: str = ""


class Sites:
    """A walk without recursion: a program may nest deeper than Python calls."""

    def __init__(self, tree: ast.AST) -> None:
        self._by_type: defaultdict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        self.calls: list[Site] = []
        self._handed: list[tuple[str, _Place]] = []
        stack: list[tuple[ast.AST, _Place]] = [(tree, _Place())]
        while stack:
            node, place = stack.pop()
            kind = type(node)
            self._by_type[kind].append(node)
            if kind in _LEAVES:
                continue
            if isinstance(node, ast.Call):
                self._call(node, place)
            stack.extend(_inside(node, place))
        self._repeated = self._functions()

    def of(self, *kinds: type[_Node]) -> Iterator[_Node]:
        """The nodes of these kinds, kind by kind in the order of the source."""
        for kind in kinds:
            yield from cast("list[_Node]", self._by_type[kind])

    def times(self, site: Site) -> int:
        """How often, at most, with the loops its function is called in."""
        return min(site.times * self._repeated.get(site.function, 1), MANY)

    def _call(self, node: ast.Call, place: _Place) -> None:
        self.calls.append(Site(node, place.times, place.function))
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in _PASSED_ON:
            self._handed += [(a.id, _Place(MANY, place.function)) for a in node.args if isinstance(a, ast.Name)]

    def _functions(self) -> dict[str, int]:
        """How often each function is called at most: loops around its calls, and around the calls of its callers."""
        named = [(s.node.func.id, s.times, s.function) for s in self.calls if isinstance(s.node.func, ast.Name)]
        named += [(s.node.func.attr, s.times, s.function) for s in self.calls if isinstance(s.node.func, ast.Attribute)]
        named += [(name, place.times, place.function) for name, place in self._handed]
        defined = {node.name for node in self.of(ast.FunctionDef, ast.AsyncFunctionDef)}
        repeated: dict[str, int] = {}
        for _ in range(_LONGEST_CHAIN):
            before = dict(repeated)
            for name, times, function in named:
                if name in defined:
                    found = min(times * repeated.get(function, 1), MANY)
                    repeated[name] = max(repeated.get(name, 1), found)
            if repeated == before:
                break
        return repeated


def _inside(node: ast.AST, place: _Place) -> list[tuple[ast.AST, _Place]]:
    if type(node) not in _BLOCKS:  # nearly all of them
        return [(child, place) for child in _children(node)]
    if isinstance(node, _Defined):
        return _bodied(node, place, _Place(1, node.name))
    if isinstance(node, ast.For | ast.AsyncFor):
        return _bodied(node, place, _Place(min(place.times * _length(node.iter), MANY), place.function))
    if isinstance(node, ast.While):
        place = _Place(MANY, place.function)
    elif isinstance(node, _Comprehension):
        return _comprehension(node, place)
    return [(child, place) for child in _children(node)]


def _children(node: ast.AST) -> list[ast.AST]:
    """Last first, as a stack wants them."""
    found: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found.extend(child for child in cast("list[object]", value) if isinstance(child, ast.AST))
        elif isinstance(value, ast.AST) and not isinstance(value, _SIGNS):
            found.append(value)
    return found[::-1]


def _bodied(node: _Block, place: _Place, inner: _Place) -> list[tuple[ast.AST, _Place]]:
    body = {id(statement) for statement in node.body}
    return [(child, inner if id(child) in body else place) for child in _children(node)]


def _comprehension(node: _Comprehension, place: _Place) -> list[tuple[ast.AST, _Place]]:
    """What the first loop runs over is made once; everything else belongs to the loops."""
    times = place.times
    for generator in node.generators:
        times = min(times * _length(generator.iter), MANY)
    inner, first = _Place(times, place.function), node.generators[0]
    values = [node.value, node.key] if isinstance(node, ast.DictComp) else [node.elt]
    repeated: list[ast.AST] = [*values, *node.generators[1:], *first.ifs, first.target]
    return [*((child, inner) for child in repeated), (first.iter, place)]


def _length(node: ast.expr) -> int:
    match node:
        case ast.List(elts=entries) | ast.Tuple(elts=entries) | ast.Set(elts=entries):
            return max(1, len(entries))
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(stop))]):
            return max(1, stop)
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int(start)), ast.Constant(value=int(stop))]):
            return max(1, stop - start)
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Constant(value=int(stop)))) if stop >= 0:
            return max(1, stop)
        case ast.Call(func=ast.Name(id="enumerate" | "sorted" | "reversed" | "list" | "set"), args=[inner, *_]):
            return _length(inner)
        case _:
            return MANY
