"""A program's tree, walked once: its scopes, what is bound in them, and where names, attributes and calls are."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from .scopes import Binding, FunctionNode, Scope, ScopeKind

SMALL_FIELDS = frozenset(
    {"ctx", "op", "ops", "id", "attr", "name", "arg", "level", "module", "kind", "type_comment", "conversion", "simple"}
    | {"is_async", "asname", "kwd_attrs", "rest", "tag", "type_ignores"}
)
"""Fields that hold no nodes worth a visit."""
BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.With, ast.AsyncWith, ast.FunctionDef, ast.Match)


@dataclass(slots=True)
class Outline:
    """Everything the rules ask for, by name, so that only interesting names cost time."""

    module: Scope
    names: dict[str, list[tuple[ast.Name, Scope]]] = field(default_factory=dict[str, list[tuple[ast.Name, Scope]]])
    """Where names are read."""
    attributes: dict[str, list[tuple[ast.Attribute, Scope]]] = field(
        default_factory=dict[str, list[tuple[ast.Attribute, Scope]]]
    )
    calls: dict[int, ast.Call] = field(default_factory=dict[int, ast.Call])
    """The call that a function expression belongs to, by the identity of that expression."""
    odd_calls: list[tuple[ast.Call, Scope]] = field(default_factory=list[tuple[ast.Call, Scope]])
    """Calls of something that is neither a name nor an attribute."""
    imports: list[tuple[str, int, bool]] = field(default_factory=list[tuple[str, int, bool]])
    """Module, line, and whether a failing import is caught."""
    star_imports: list[str] = field(default_factory=list[str])
    scopes: list[Scope] = field(default_factory=list[Scope])
    functions: dict[int, Scope] = field(default_factory=dict[int, Scope])
    fields: dict[str, list[Binding]] = field(default_factory=dict[str, list[Binding]])
    """What is assigned to attributes: `self.x = …`, by `x`."""
    subscripts: list[tuple[ast.Subscript, Scope]] = field(default_factory=list[tuple[ast.Subscript, Scope]])
    """Those whose index is a name between double underscores."""
    variables: list[tuple[ast.Subscript, Scope]] = field(default_factory=list[tuple[ast.Subscript, Scope]])
    """Items of something called `environ`."""
    asked: set[int] = field(default_factory=set[int])
    """What something is looked for in: `"TZ" in os.environ`."""
    constants: list[ast.Constant] = field(default_factory=list[ast.Constant])
    """Texts and bytes that are long, or that have double underscores in them."""
    collections: list[ast.expr] = field(default_factory=list[ast.expr])
    """Those with very many elements."""
    loops: list[ast.While] = field(default_factory=list[ast.While])
    misplaced: list[tuple[int, str, str]] = field(default_factory=list[tuple[int, str, str]])
    """What Python refuses only when it compiles: the line, what it is, and the cure."""
    alternatives: set[int] = field(default_factory=set[int])
    """Each `elif`: in the tree it is inside the `if` before it, on the page it is not."""
    nodes: int = 0
    deepest: tuple[int, int] = (0, 1)
    """How deep blocks are nested, and at which line."""
    declared: list[tuple[Scope, str, bool]] = field(default_factory=list[tuple[Scope, str, bool]])
    decorators: list[tuple[ast.expr, Scope]] = field(default_factory=list[tuple[ast.expr, Scope]])
    lambdas: dict[int, str] = field(default_factory=dict[int, str])
    """Names of functions that are assigned: `f = lambda x: …`."""
    caught: set[int] = field(default_factory=set[int])
    """Imports inside a `try` that catches their failure."""

    def release(self) -> None:
        """Let the tree go at once: scopes and bindings hold each other, and would keep it for the garbage collector."""
        for scope in self.scopes:
            scope.bindings.clear()


LONG_LITERAL = 1_000
MANY_ELEMENTS = 5_000
MOST_STARS = 16
AWAIT = (
    "`await` in a plain function",
    "Make the function `async def`. At the top level `await` works.",
)
RETURN = "`return` in the body of a class", "Put it inside a function. At the top level `return` works."
YIELD = "`yield` outside a function", "Collect the values in a list, or put it inside a function."
NONLOCAL = "`nonlocal` at the top level", "Use it inside a nested function, or leave it out."


def outline_of(tree: ast.Module, most_nodes: int) -> Outline:
    """Stops after `most_nodes`; `nodes` then says so."""
    module = Scope("module", None, tree)
    found = Outline(module, scopes=[module])
    stack: list[tuple[Any, Scope, int]] = [(tree, module, 0)]
    pop, push = stack.pop, stack.append
    names, visitors, children = found.names, VISITORS, CHILDREN
    visited = 0
    while stack and visited <= most_nodes:
        node, scope, depth = pop()
        visited += 1
        kind = node.__class__
        if kind is ast.Name:  # a third of all nodes
            if node.ctx.__class__ is ast.Load:
                names.setdefault(node.id, []).append((node, scope))
            continue
        visitor = visitors.get(kind)
        inner = scope if visitor is None else visitor(found, node, scope)
        if kind in DEEPER and id(node) not in found.alternatives:
            depth += 1
            if depth > found.deepest[0]:
                found.deepest = (depth, node.lineno)
        for name in children[kind]:
            child = getattr(node, name)
            if child.__class__ is list:
                for one in cast("list[Any]", child):
                    if one is not None:
                        push((one, inner, depth))
            elif child is not None:
                push((child, inner, depth))
    found.nodes = visited
    _declare(found)
    return found


def _declare(found: Outline) -> None:
    """Names that a function declares global or nonlocal are bound further out."""
    for scope, name, is_global in found.declared:
        bindings = scope.bindings.pop(name, [])
        outer = found.module if is_global else scope.parent
        for binding in bindings:
            (outer or found.module).bind(name, binding)


def _bind_target(found: Outline, target: ast.expr, binding: Binding) -> None:
    match target:
        case ast.Name(name):
            binding.scope.bind(name, binding)
        case ast.Attribute(attr=name):
            found.fields.setdefault(name, []).append(binding)
        case ast.Tuple(elements) | ast.List(elements):
            _bind_elements(found, elements, binding)
        case ast.Starred(inner):
            _bind_target(found, inner, binding)
        case _:
            pass


def _bind_elements(found: Outline, targets: list[ast.expr], binding: Binding) -> None:
    value = binding.node
    if binding.kind == "value" and isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(targets):
        for target, element in zip(targets, value.elts, strict=True):
            _bind_target(found, target, Binding("value", binding.scope, element, line=binding.line))
        return
    for target in targets:
        _bind_target(found, target, Binding("item", binding.scope, value, line=binding.line))


def _assign(found: Outline, node: ast.Assign, scope: Scope) -> Scope:
    binding = Binding("value", scope, node.value, line=node.lineno)
    for target in node.targets:
        if target.__class__ is ast.Name:
            if node.value.__class__ is ast.Lambda:
                found.lambdas[id(node.value)] = cast("ast.Name", target).id
            scope.bind(cast("ast.Name", target).id, binding)
        else:
            _bind_target(found, target, binding)
    return scope


def _assign_one(found: Outline, node: ast.AnnAssign | ast.NamedExpr, scope: Scope) -> Scope:
    if node.value is not None:
        _bind_target(found, node.target, Binding("value", scope, node.value, line=node.lineno))
    return scope


def _assign_more(found: Outline, node: ast.AugAssign, scope: Scope) -> Scope:
    if isinstance(node.target, ast.Name):
        before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        value = ast.copy_location(ast.BinOp(before, node.op, node.value), node)
        scope.bind(node.target.id, Binding("value", scope, value, line=node.lineno))
    else:
        _bind_target(found, node.target, Binding("value", scope, node.value, line=node.lineno))
    return scope


def _loop(found: Outline, node: ast.For | ast.AsyncFor | ast.comprehension, scope: Scope) -> Scope:
    _bind_target(found, node.target, Binding("item", scope, node.iter))
    return scope


def _with(found: Outline, node: ast.withitem, scope: Scope) -> Scope:
    if node.optional_vars is not None:
        _bind_target(found, node.optional_vars, Binding("value", scope, node.context_expr))
    return scope


def _import(found: Outline, node: ast.Import, scope: Scope) -> Scope:
    for alias in node.names:
        found.imports.append((alias.name, node.lineno, id(node) in found.caught))
        name = alias.asname or alias.name.partition(".")[0]
        full = alias.name if alias.asname else name
        scope.bind(name, Binding("import", scope, name=full, line=node.lineno))
    return scope


def _import_from(found: Outline, node: ast.ImportFrom, scope: Scope) -> Scope:
    module = "." * node.level + (node.module or "")
    found.imports.append((module, node.lineno, id(node) in found.caught))
    for alias in node.names:
        if alias.name == "*":
            if module not in found.star_imports[-MOST_STARS:]:
                found.star_imports.append(module)
        else:
            full = f"{module}.{alias.name}"
            scope.bind(alias.asname or alias.name, Binding("import", scope, name=full, line=node.lineno))
    return scope


def _function(found: Outline, node: FunctionNode, scope: Scope) -> Scope:
    kinds: dict[type[ast.AST], ScopeKind] = {ast.AsyncFunctionDef: "async", ast.Lambda: "lambda"}
    inner = Scope(kinds.get(type(node), "function"), scope, node)
    found.functions[id(node)] = inner
    found.scopes.append(inner)
    arguments = node.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        inner.bind(argument.arg, Binding("parameter", scope, node, argument.arg))
    for argument in (arguments.vararg, arguments.kwarg):
        if argument is not None:
            inner.bind(argument.arg, Binding("other", scope, node, argument.arg))
    if isinstance(node, ast.Lambda):
        inner.returns.append(node.body)
    else:
        scope.bind(node.name, Binding("function", scope, node))
        found.decorators += [(one, scope) for one in node.decorator_list]
    return inner


def _class(found: Outline, node: ast.ClassDef, scope: Scope) -> Scope:
    scope.bind(node.name, Binding("class", scope, node))
    found.decorators += [(one, scope) for one in node.decorator_list]
    inner = Scope("class", scope, node)
    found.scopes.append(inner)
    return inner


def _return(found: Outline, node: ast.Return, scope: Scope) -> Scope:
    if node.value is not None:
        scope.returns.append(node.value)
    if scope.kind == "class":
        found.misplaced.append((node.lineno, *RETURN))
    return scope


def _yield(found: Outline, node: ast.Yield | ast.YieldFrom, scope: Scope) -> Scope:
    if node.value is not None:
        scope.returns.append(node.value)
    if scope.kind in ("module", "class"):
        found.misplaced.append((node.lineno, *YIELD))
    return scope


def _await(found: Outline, node: ast.Await | ast.AsyncWith, scope: Scope) -> Scope:
    if scope.kind == "function":
        found.misplaced.append((node.lineno, *AWAIT))
    return scope


def _async_for(found: Outline, node: ast.AsyncFor, scope: Scope) -> Scope:
    if scope.kind == "function":
        found.misplaced.append((node.lineno, *AWAIT))
    return _loop(found, node, scope)


def _attribute(found: Outline, node: ast.Attribute, scope: Scope) -> Scope:
    found.attributes.setdefault(node.attr, []).append((node, scope))
    return scope


def _call(found: Outline, node: ast.Call, scope: Scope) -> Scope:
    function = node.func
    found.calls[id(function)] = node
    if function.__class__ is not ast.Attribute and function.__class__ is not ast.Name:
        found.odd_calls.append((node, scope))
    return scope


def _constant(found: Outline, node: ast.Constant, scope: Scope) -> Scope:
    value = node.value
    if value.__class__ is str:
        if "__" in cast("str", value) or len(cast("str", value)) > LONG_LITERAL:
            found.constants.append(node)
    elif value.__class__ is bytes and len(cast("bytes", value)) > LONG_LITERAL:
        found.constants.append(node)
    return scope


def _subscript(found: Outline, node: ast.Subscript, scope: Scope) -> Scope:
    index = node.slice
    if isinstance(index, ast.Constant) and isinstance(index.value, str) and index.value.startswith("__"):
        found.subscripts.append((node, scope))
    match node.value:
        case ast.Attribute(attr="environ" | "environb") | ast.Name("environ"):
            found.variables.append((node, scope))
        case _:
            pass
    return scope


def _compare(found: Outline, node: ast.Compare, scope: Scope) -> Scope:
    if node.ops[-1].__class__ is ast.In or node.ops[-1].__class__ is ast.NotIn:
        found.asked.add(id(node.comparators[-1]))
    return scope


def _elements(found: Outline, node: ast.List | ast.Tuple | ast.Set, scope: Scope) -> Scope:
    if len(node.elts) > MANY_ELEMENTS:
        found.collections.append(node)
    return scope


def _dict(found: Outline, node: ast.Dict, scope: Scope) -> Scope:
    if len(node.keys) > MANY_ELEMENTS:
        found.collections.append(node)
    return scope


def _if(found: Outline, node: ast.If, scope: Scope) -> Scope:
    match node.orelse:
        case [ast.If(col_offset=column) as alternative] if column == node.col_offset:
            found.alternatives.add(id(alternative))
        case _:
            pass
    return scope


def _while(found: Outline, node: ast.While, scope: Scope) -> Scope:
    if isinstance(node.test, ast.Constant) and node.test.value:
        found.loops.append(node)
    return scope


def _try(found: Outline, node: ast.Try, scope: Scope) -> Scope:
    if node.handlers:
        found.caught |= {id(one) for one in node.body if isinstance(one, ast.Import | ast.ImportFrom)}
    return scope


def _handler(found: Outline, node: ast.ExceptHandler, scope: Scope) -> Scope:
    if node.name:
        scope.bind(node.name, Binding("other", scope, node))
    return scope


def _captured(found: Outline, node: ast.MatchAs | ast.MatchStar, scope: Scope) -> Scope:
    if node.name:
        scope.bind(node.name, Binding("other", scope, node))
    return scope


def _declared(found: Outline, node: ast.Global | ast.Nonlocal, scope: Scope) -> Scope:
    is_global = isinstance(node, ast.Global)
    found.declared += [(scope, name, is_global) for name in node.names]
    if not is_global and scope.kind == "module":
        found.misplaced.append((node.lineno, *NONLOCAL))
    return scope


def _children() -> dict[type[ast.AST], tuple[str, ...]]:
    kinds = [kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.AST)]
    found = {kind: tuple(name for name in kind._fields if name not in SMALL_FIELDS) for kind in kinds}
    for kind in (ast.Constant, ast.MatchSingleton, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom):
        found[kind] = ()
    return found


CHILDREN = _children()
DEEPER = frozenset((*BLOCKS, ast.AsyncFunctionDef))
VISITORS: dict[type[ast.AST], Callable[[Outline, Any, Scope], Scope]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _assign_one,
    ast.NamedExpr: _assign_one,
    ast.AugAssign: _assign_more,
    ast.For: _loop,
    ast.comprehension: _loop,
    ast.AsyncFor: _async_for,
    ast.withitem: _with,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.Lambda: _function,
    ast.ClassDef: _class,
    ast.Return: _return,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Await: _await,
    ast.AsyncWith: _await,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Constant: _constant,
    ast.Subscript: _subscript,
    ast.Compare: _compare,
    ast.List: _elements,
    ast.Tuple: _elements,
    ast.Set: _elements,
    ast.Dict: _dict,
    ast.If: _if,
    ast.While: _while,
    ast.Try: _try,
    ast.ExceptHandler: _handler,
    ast.MatchAs: _captured,
    ast.MatchStar: _captured,
    ast.Global: _declared,
    ast.Nonlocal: _declared,
}
