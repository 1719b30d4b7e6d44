"""Code that is made while the program runs: `exec` and its kin, computed names, imports, pickles."""

from __future__ import annotations

import ast
import pickletools
from collections.abc import Callable, Iterator

from . import known
from .flow import Flow
from .report import Notes, quoted
from .scopes import Binding, Scope
from .values import HOLE, Known

FROM_OUTSIDE = frozenset({"network", "input", "tool"})
HIDDEN = frozenset({"decoded", "built"})
RUNS_CODE = frozenset({"processes", "dynamic-code", "code-objects", "import-machinery"})
Inner = Callable[[str, int], None]


def executed(flow: Flow, call: ast.Call, scope: Scope, notes: Notes, look_inside: Inner) -> None:
    """`exec`, `eval` or `compile`: what is run, as far as it can be seen, is looked at as well."""
    if not call.args:
        return
    source = call.args[0]
    values = flow.constants(source, scope)
    texts = [_text(value) for value in values]
    whole = [text for text in texts if text and HOLE not in text]
    origins = flow.origins(source, scope)
    for text in whole:
        look_inside(text, call.lineno)
    if origins & HIDDEN or notes.has("escaped-text", source.lineno):
        notes.add("hidden-code", call.lineno, _shown(call))
    elif origins & FROM_OUTSIDE:
        notes.add("remote-code", call.lineno, _shown(call))
    elif not (whole == texts and _is_plain(flow, source, scope)) and not _is_code(flow, source, scope):
        notes.add("dynamic-code", call.lineno, _shown(call))


def _text(value: Known) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _is_plain(flow: Flow, source: ast.expr, scope: Scope) -> bool:
    """Written, or joined from what is written. Not recursive: a sum may be as deep as it is long."""
    waiting = [source]
    while waiting:
        match waiting.pop():
            case ast.BinOp(left, ast.Add(), right):
                waiting += [left, right]
            case ast.JoinedStr(parts):
                waiting += parts
            case ast.FormattedValue(inner) | ast.Call(ast.Attribute(inner, "strip"), []):
                waiting.append(inner)
            case ast.Call(ast.Attribute(ast.Name("textwrap"), "dedent"), [inner]):
                waiting.append(inner)
            case part if not is_written(flow, part, scope):
                return False
            case _:
                pass
    return True


def _is_code(flow: Flow, source: ast.expr, scope: Scope) -> bool:
    """What `compile` gave has been judged there."""
    return bool(flow.references(source, scope) & {"builtins.compile()", "ast.parse()"})


def _shown(call: ast.Call) -> str:
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return quoted(name)
        case _:
            return "this call"


def timed(flow: Flow, call: ast.Call, scope: Scope, notes: Notes, look_inside: Inner) -> None:
    """Functions that run a text or call a function: `timeit.timeit`. Only a text is of interest."""
    if call.args and (
        flow.constants(call.args[0], scope) or flow.origins(call.args[0], scope) & (HIDDEN | FROM_OUTSIDE)
    ):
        executed(flow, call, scope, notes, look_inside)


def decorated(flow: Flow, notes: Notes) -> None:
    """`@exec` above a class runs what the decorators below it make."""
    for node, scope in flow.outline.decorators:
        if flow.references(node, scope) & known.EXECUTORS:
            notes.add("hidden-code", node.lineno, "a decorator that runs code")


def imported(flow: Flow, call: ast.Call, scope: Scope, notes: Notes) -> None:
    """`__import__` and `import_module`: a written name is an import like any other."""
    if not call.args:
        return
    name = call.args[0]
    modules = flow.texts(name, scope)
    if not is_written(flow, name, scope) and _is_hidden(flow, name, scope, modules):
        notes.add("hidden-names", call.lineno, _shown(call))
    elif not modules or any(HOLE in module for module in modules):
        outside = flow.origins(name, scope) & FROM_OUTSIDE
        notes.add("remote-code" if outside else "dynamic-code", call.lineno, _shown(call))
    for module in modules:
        if rule := known.IMPORT_RULE.get(module.partition(".")[0]):
            notes.add(rule, call.lineno, quoted(module))


def _is_hidden(flow: Flow, name: ast.expr, scope: Scope, texts: list[str]) -> bool:
    return bool(flow.origins(name, scope) & HIDDEN) or any(_is_pieced(text, name) for text in texts)


def _is_pieced(text: str, name: ast.expr) -> bool:
    """A constant put together from others: nobody writes `"o" + "s"` without wanting to hide it."""
    return HOLE not in text and isinstance(name, ast.BinOp | ast.JoinedStr | ast.Call) and text.isidentifier()


def is_written(flow: Flow, node: ast.expr, scope: Scope) -> bool:
    """Whether the text stands in the program as it is, here or where a name gets it."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(name):
            bindings = scope.lookup(name) or []
            return bool(bindings) and all(_binds_written(flow, binding) for binding in bindings)
        case _:
            return False


def _binds_written(flow: Flow, binding: Binding) -> bool:
    match binding.kind, binding.node:
        case ("item", ast.Tuple(elements) | ast.List(elements) | ast.Set(elements)):
            return all(isinstance(element, ast.Constant) for element in elements)
        case _:
            sources = [source for source, _ in flow.sources(binding)]
            return bool(sources) and all(isinstance(source, ast.Constant) for source in sources)


def unpickled(flow: Flow, call: ast.Call, scope: Scope, notes: Notes, name: str) -> None:
    if not call.args:
        return
    source = call.args[0]
    values = flow.constants(source, scope)
    origins = flow.origins(source, scope)
    if any(isinstance(value, bytes) and _names_code(value) for value in values) or origins & FROM_OUTSIDE:
        notes.add("pickle-code", call.lineno, quoted(name))
    elif origins & {"outside", "decoded"} or not (origins & {"own", "file"} or _is_own_file(name)):
        notes.add("pickle", call.lineno, quoted(name))


def _is_own_file(name: str) -> bool:
    """These take the name of a file; where it lies is another rule's matter."""
    return name in ("shelve.open", "joblib.load", "pandas.read_pickle", "torch.load")


def _names_code(data: bytes) -> bool:
    try:
        return any(code.name in ("GLOBAL", "STACK_GLOBAL", "INST", "REDUCE") for code, _, _ in pickletools.genops(data))
    except (ValueError, EOFError, IndexError, TypeError, OverflowError):
        return False


def reducers(flow: Flow, notes: Notes) -> None:
    """`__reduce__` that names a function which runs code: a pickle made to do harm."""
    for scope in flow.outline.functions.values():
        if isinstance(scope.node, ast.FunctionDef) and scope.node.name in ("__reduce__", "__reduce_ex__"):
            for found, line in _reduced(flow, scope):
                notes.add("pickle-code", line, quoted(found))


def _reduced(flow: Flow, scope: Scope) -> Iterator[tuple[str, int]]:
    for value in scope.returns:
        if isinstance(value, ast.Tuple) and value.elts:
            for name in flow.references(value.elts[0], scope):
                if name in known.EXECUTORS or name in known.IMPORTERS or known.RULE_OF.get(name) in RUNS_CODE:
                    yield name, value.lineno
