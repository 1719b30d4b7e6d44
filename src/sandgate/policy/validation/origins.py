"""Where a value comes from: a tool, the network, a keyboard, a file, the environment; and whether it was decoded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import known
from .paths import place
from .references import canonical
from .scopes import Binding, Scope

if TYPE_CHECKING:
    from .flow import Flow

NONE: frozenset[str] = frozenset()
MOST = 24
PASSES_NOTHING = frozenset(
    f"builtins.{name}"
    for name in ("len", "bool", "isinstance", "hasattr", "print", "type", "id", "hash", "range", "sum")
)
"""What comes out of these says too little about what went in."""
ENVIRONMENT = frozenset({"os.environ", "os.environb"})
VARIABLE = frozenset({"os.environ.get", "os.environ.pop", "os.environ.setdefault", "os.getenv"})
"""One variable, a name of its own: only the whole environment is something to take away."""
TOOLS = ("servers.", "skills.")
CALL_TOOL = frozenset({"call_mcp_tool"})


def of(flow: Flow, node: ast.expr, scope: Scope) -> frozenset[str]:
    match node:
        case ast.Constant():
            return NONE
        case ast.Name("chr") if scope.lookup("chr") is None:
            return frozenset({"built"})
        case ast.Name(name):
            return _named(flow, scope.lookup(name) or [])
        case ast.BinOp(left, ast.BitXor(), right):
            return _all(flow, [left, right], scope) | {"built"}
        case ast.Call():
            return frozenset(_call(flow, node, scope))
        case ast.Attribute(base, attr):
            return _attribute(flow, node, base, attr, scope)
        case ast.Subscript(base, ast.Slice(None, None, ast.UnaryOp(ast.USub(), _))):
            return flow.origins(base, scope) | {"built"}
        case ast.Subscript(base, _):
            return flow.origins(base, scope) - {"environment"}
        case (
            ast.ListComp(element, generators) | ast.GeneratorExp(element, generators) | ast.SetComp(element, generators)
        ):
            return _all(flow, [element, *(generator.iter for generator in generators)], scope)
        case ast.Lambda(_, body):
            return flow.origins(body, scope)
        case _:
            return _all(flow, _children(node), scope)


def _children(node: ast.expr) -> list[ast.expr]:
    return [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]


def _all(flow: Flow, nodes: list[ast.expr], scope: Scope) -> frozenset[str]:
    return frozenset(origin for node in nodes[:MOST] for origin in flow.origins(node, scope))


def _named(flow: Flow, bindings: list[Binding]) -> frozenset[str]:
    return frozenset(origin for binding in bindings[-MOST:] for origin in _bound(flow, binding))


def _bound(flow: Flow, binding: Binding) -> Iterator[str]:
    if binding.kind == "import" and canonical(binding.name) in known.DECODERS:
        yield "decoded"
    if binding.kind == "item" and isinstance(binding.node, ast.expr):
        yield from flow.origins(binding.node, binding.scope)
    for node, scope in flow.sources(binding):
        yield from flow.origins(node, scope)


def _attribute(flow: Flow, node: ast.Attribute, base: ast.expr, attr: str, scope: Scope) -> frozenset[str]:
    found = flow.origins(base, scope)
    if isinstance(base, ast.Name) and base.id in ("self", "cls"):
        found |= _named(flow, flow.outline.fields.get(attr, []))
    references = flow.references(node, scope)
    if ENVIRONMENT & references:
        found |= {"environment"}
    return found | {"decoded"} if known.DECODERS & references else found


def _call(flow: Flow, call: ast.Call, scope: Scope) -> Iterator[str]:
    names = flow.references(call.func, scope)
    if names & (PASSES_NOTHING | VARIABLE):
        return
    for name in names:
        yield from _given(flow, name, call, scope)
    yield from _method(flow, call, scope)
    for node, inner in flow.returned(call, scope):
        yield from flow.origins(node, inner)
    for node in [*call.args, *(keyword.value for keyword in call.keywords)][:MOST]:
        yield from flow.origins(node, scope)


def _given(flow: Flow, name: str, call: ast.Call, scope: Scope) -> Iterator[str]:
    """What this function itself brings in."""
    rule = known.RULE_OF.get(name)
    if rule in ("network", "input"):
        yield rule
    elif name in known.DECODERS:
        yield "decoded"
    elif name in ("builtins.chr", "builtins.reversed"):
        yield "built"
    elif name in known.OWN_DATA:
        yield "own"
    elif name.startswith("psutil."):
        yield "machine"
    elif name.startswith(TOOLS):
        yield "tool"
    if name in known.READS:
        yield from _read(flow, call, scope)


def _read(flow: Flow, call: ast.Call, scope: Scope) -> Iterator[str]:
    texts = [str(value) for value in flow.constants(call.args[0], scope)] if call.args else []
    yield "file"
    places = {place(text, changed=False) for text in texts}
    if places - {"inside"}:
        yield "outside"


def _method(flow: Flow, call: ast.Call, scope: Scope) -> Iterator[str]:
    match call.func:
        case ast.Attribute(base, attr):
            yield from flow.origins(base, scope)
            if attr in ("decode", "encode") and _unusual_codec(flow, call, scope):
                yield "decoded"
            elif attr in ("translate", "to_bytes"):
                yield "built"
            elif attr in known.READING_METHODS:
                yield from _read_path(flow, base, scope)
        case ast.Name(name) if name in CALL_TOOL and scope.lookup(name) is None:
            yield "tool"
        case _:
            yield from flow.origins(call.func, scope)


def _unusual_codec(flow: Flow, call: ast.Call, scope: Scope) -> bool:
    return any(
        text.startswith(("rot", "hex", "base64", "zlib")) for arg in call.args for text in flow.texts(arg, scope)
    )


def _read_path(flow: Flow, base: ast.expr, scope: Scope) -> Iterator[str]:
    paths = [value for value in flow.constants(base, scope) if not isinstance(value, str | bytes | int)]
    if paths:
        yield "file"
    if any(place(str(path), changed=False) != "inside" for path in paths):
        yield "outside"
