"""The story of a check: look at the text, read it, walk it once, then ask about every name that could matter."""

from __future__ import annotations

import ast
import gc
from collections.abc import Collection, Generator, Iterator, Mapping
from contextlib import contextmanager

from . import characters, execution, extent, insides, known, lookalikes, reaching
from .flow import Flow
from .outline import Outline, outline_of
from .parsing import parsed
from .report import Notes, Report, quoted
from .rules import Level, chosen
from .scopes import Binding, Scope

DEEPEST_TEXT = 2
MOST_TEXTS = 20
JSON_NAMES = {"true": "True", "false": "False", "null": "None", "undefined": "None"}
ONLY_WHEN_CALLED = frozenset({"code-objects", "socket-servers"})
"""`isinstance(f, types.FunctionType)` makes no function."""
ALIASING = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.IfExp, ast.BoolOp, ast.NamedExpr)
GETTERS = frozenset({f"builtins.{name}" for name in ("getattr", "setattr", "delattr")})
PATH_GETTERS = frozenset({"operator.attrgetter", "operator.methodcaller"})
SPAWNING = frozenset({"multiprocessing.set_start_method", "multiprocessing.get_context"})
KILLING = frozenset({"os.kill", "os.killpg"})
VARIABLE = frozenset({"os.getenv", "os.environ.get", "os.environ.pop", "os.getenvb"})
TOLD = frozenset(name.rpartition(".")[2] for name in (*GETTERS, *PATH_GETTERS, *SPAWNING, *KILLING, *VARIABLE))
INTERESTING = known.INTERESTING | TOLD | {name.rpartition(".")[2] for name in known.DECODERS}
ADDRESSED = ("pandas.",)


def check(code: str, *, levels: Mapping[str, Level] = {}, allowed_imports: Collection[str] = ()) -> Report:
    """What there is to say about a program before it runs. Nothing of it is run, and no text makes this fail.

    Raises BadArguments for a rule or a level that does not exist.
    """
    notes = Notes(chosen(levels))
    try:
        with _uncollected():
            _Check(allowed_imports).look(code, notes, 0)
    except (RecursionError, MemoryError):  # little was left of the stack or the memory when we were called
        notes.add("size", 1, "too complex to be looked through")
    return notes.report()


def check_text(code: str, levels: Mapping[str, Level] = {}) -> Report:
    """What there is to say about the text of a program in another language than Python."""
    notes = Notes(chosen(levels))
    characters.look(code, notes)
    return notes.report()


@contextmanager
def _uncollected() -> Generator[None]:
    """Tens of thousands of nodes come and none goes: looking for garbage among them took a third of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class _Check:
    """One check, with the texts inside the program that it looks at as well."""

    def __init__(self, allowed_imports: Collection[str]) -> None:
        self._allowed = allowed_imports
        self._texts: set[str] = set()

    def look(self, code: str, notes: Notes, depth: int) -> None:
        if not extent.fits(code, notes):
            return
        characters.look(code, notes)
        tree = parsed(code, notes)
        if tree is None:
            return
        outline = outline_of(tree, extent.MOST_NODES)
        try:
            extent.look(outline, notes)
            _told_by_tree(outline, notes)
            lookalikes.look(code, outline, notes)
            reaching.packages(outline, self._allowed, notes)
            self._follow(Flow(outline), notes, depth)
        finally:
            outline.release()

    def _follow(self, flow: Flow, notes: Notes, depth: int) -> None:
        named_only = insides.only_named(flow.outline)
        insides.look(flow, named_only, notes)
        reaching.environment(flow, notes)
        reaching.path_methods(flow, notes)
        reaching.methods_of_things(flow, notes)
        execution.reducers(flow, notes)
        execution.decorated(flow, notes)
        for node, scope in _uses(flow.outline):
            for name in sorted(flow.references(node, scope)):
                if not (id(node) in named_only and known.RULE_OF.get(name) == "frames"):
                    self._judge(flow, name, node, scope, notes, depth)

    def _judge(self, flow: Flow, name: str, node: ast.expr, scope: Scope, notes: Notes, depth: int) -> None:
        """One use of one named thing."""
        call = flow.outline.calls.get(id(node))
        rule = known.RULE_OF.get(name)
        if rule and (call is not None or rule not in ONLY_WHEN_CALLED):
            notes.add(rule, node.lineno, quoted(name))
        if call is None:
            if name in ("builtins.exec", "builtins.eval", "builtins.__import__"):
                notes.add("dynamic-code", node.lineno, f"{quoted(name.removeprefix('builtins.'))} handed on")
            return
        if rule == "network":
            reaching.sent(flow, call, scope, notes)
        if name in known.EXECUTORS or name in known.TIMERS:
            judge = execution.executed if name in known.EXECUTORS else execution.timed
            judge(flow, call, scope, notes, lambda text, line: self._inside(text, line, notes, depth))
        else:
            _judge_call(flow, name, call, scope, notes)

    def _inside(self, text: str, line: int, notes: Notes, depth: int) -> None:
        if depth < DEEPEST_TEXT and len(self._texts) < MOST_TEXTS and text not in self._texts:
            self._texts.add(text)
            self.look(text.strip(), notes.inside(line), depth + 1)


def _judge_call(flow: Flow, name: str, call: ast.Call, scope: Scope, notes: Notes) -> None:
    if name in known.IMPORTERS:
        execution.imported(flow, call, scope, notes)
    elif name in GETTERS:
        insides.named(flow, call, scope, notes)
    elif name in known.UNPICKLERS or _is_unsafe_yaml(name, call):
        execution.unpickled(flow, call, scope, notes, name)
    elif name in KILLING:
        reaching.killed(flow, call, scope, name, notes)
    elif name in ("socket.socket", "socket.fromfd"):
        reaching.opened(flow, call, scope, notes)
    elif name in VARIABLE and call.args:
        reaching.variable(flow, call.args[0], scope, notes)
    elif name in known.DECODERS and call.args:
        _decoded(flow, call, scope, notes)
    elif name in PATH_GETTERS or name in SPAWNING:
        _named_by_text(flow, name, call, scope, notes)
    if name in known.READS or name in known.CHANGES:
        reaching.touched(flow, call, scope, name, notes)
        if name.startswith(ADDRESSED):
            reaching.address(flow, call, scope, notes)


def _uses(outline: Outline) -> Iterator[tuple[ast.expr, Scope]]:
    """Names, attributes and called expressions that may be something known."""
    imported, aliased = _aliases(outline)
    for name, places in outline.names.items():
        if name in INTERESTING or name in imported:
            yield from places
        elif name in aliased:
            yield from ((node, scope) for node, scope in places if id(node) in outline.calls)
    for attr in sorted(INTERESTING.intersection(outline.attributes)):
        yield from outline.attributes[attr]
    yield from ((call.func, scope) for call, scope in outline.odd_calls)


def _aliases(outline: Outline) -> tuple[set[str], set[str]]:
    """Names for imported things that matter, and names that may stand for anything."""
    imported: set[str] = set()
    aliased: set[str] = set()
    for scope in outline.scopes:
        for name, bindings in scope.bindings.items():
            for binding in bindings:
                if binding.kind == "import" and binding.name.rpartition(".")[2] in INTERESTING:
                    imported.add(name)
                elif _may_alias(binding):
                    aliased.add(name)
    return imported, aliased


def _may_alias(binding: Binding) -> bool:
    return binding.kind in ("item", "parameter") or (binding.kind == "value" and isinstance(binding.node, ALIASING))


def _is_unsafe_yaml(name: str, call: ast.Call) -> bool:
    """`yaml.load` with a loader that makes objects."""
    if name != "yaml.load":
        return False
    loaders = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
    names = [getattr(loader, "attr", getattr(loader, "id", "")) for loader in loaders]
    return not any("Safe" in name or "Base" in name for name in names)


def _decoded(flow: Flow, call: ast.Call, scope: Scope, notes: Notes) -> None:
    for value in flow.constants(call.args[0], scope):
        if isinstance(value, str | bytes) and len(value) > 1_000:
            notes.add("encoded-literals", call.lineno, f"{len(value):,} characters")


def _named_by_text(flow: Flow, name: str, call: ast.Call, scope: Scope, notes: Notes) -> None:
    texts = [text for node in call.args for text in flow.texts(node, scope)]
    if name in SPAWNING:
        if set(texts) & {"spawn", "forkserver"}:
            notes.add("processes", call.lineno, quoted(name))
        return
    for text in insides.attributes_named(texts):
        notes.add("introspection", call.lineno, quoted(text))


def _told_by_tree(outline: Outline, notes: Notes) -> None:
    """What Python itself would refuse, now or at the line."""
    for line, what, cure in outline.misplaced:
        notes.add("syntax", line, reason=f"Python does not accept {what} (line {line}).", instead=cure)
    if outline.star_imports:
        return
    for name, meant in JSON_NAMES.items():
        for node, scope in outline.names.get(name, ()):
            if scope.lookup(name) is None:
                cure = f"Write `{meant}`, or read the JSON text with `json.loads`."
                notes.add("json-literals", node.lineno, quoted(name), instead=cure)
