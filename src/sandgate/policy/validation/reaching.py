"""What a program reaches for outside itself: packages, processes, the network, the environment, files."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable

from . import known
from .flow import Flow
from .outline import Outline
from .paths import place
from .report import Notes, quoted
from .scopes import Scope
from .values import HOLE

OWN_MODULES = frozenset({"servers", "skills", "workspace", "__future__", "__main__"})
SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|PRIVATE|DSN|DATABASE_URL", re.IGNORECASE)
ITEM_METHODS = ("get", "setdefault", "pop")
ORDINARY_FAMILIES = {2, 10, -1}
RAW_TYPES = {3, 10}
WRITE_FLAGS = frozenset({"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"})
PLACES = {"outside": "outside-paths", "secret": "secret-files", "system": "system-changes"}


def packages(outline: Outline, allowed: Collection[str], notes: Notes) -> None:
    tops = {name.partition(".")[0] for name in allowed}
    for module, line, caught in outline.imports:
        top = module.partition(".")[0]
        if rule := known.IMPORT_RULE.get(top):
            notes.add(rule, line, f"`import {module}`")
        if not top or top in OWN_MODULES or top in tops or caught:
            continue
        if top not in sys.stdlib_module_names:
            notes.add("missing-package", line, quoted(top))


def environment(flow: Flow, notes: Notes) -> None:
    """The whole of it, or a variable that sounds like a secret. A plain variable is nobody's business."""
    outline = flow.outline
    items = [node for attr in ITEM_METHODS for node, _ in outline.attributes.get(attr, ()) if id(node) in outline.calls]
    single = {id(node.value) for node in (*items, *(node for node, _ in outline.variables))} | outline.asked
    attributes = [use for attr in ("environ", "environb") for use in outline.attributes.get(attr, ())]
    for node, scope in [*attributes, *outline.names.get("environ", ())]:
        if id(node) not in single and flow.references(node, scope) & {"os.environ", "os.environb"}:
            notes.add("environment", node.lineno, "the whole environment")
    for node, scope in outline.variables:
        variable(flow, node.slice, scope, notes)


def variable(flow: Flow, name: ast.expr, scope: Scope, notes: Notes) -> None:
    for text in flow.texts(name, scope):
        if SECRET_NAME.search(text):
            notes.add("environment", name.lineno, quoted(text))


def touched(flow: Flow, call: ast.Call, scope: Scope, name: str, notes: Notes) -> None:
    """A function that takes paths."""
    writes = name in known.READS and _writes(flow, call, scope)
    for position in known.READS.get(name, ()):
        _judge(flow, _argument(call, position), scope, writes, notes)
    for position in known.CHANGES.get(name, ()):
        _judge(flow, _argument(call, position), scope, True, notes)


def _argument(call: ast.Call, position: int) -> ast.expr | None:
    if position < len(call.args):
        return call.args[position]
    names = {0: {"file", "path", "src", "top", "pathname", "name", "filename"}, 1: {"dst"}}[position]
    return next((keyword.value for keyword in call.keywords if keyword.arg in names), None)


def _writes(flow: Flow, call: ast.Call, scope: Scope) -> bool:
    """Whether a file is opened to be changed: its mode, or the flags of `os.open`."""
    modes = [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg in ("mode", "flags"))]
    texts = [text for mode in modes for text in flow.texts(mode, scope)]
    return any(set(text) & set("wax+") and len(text) < 5 for text in texts) or any(map(_has_write_flag, modes))


def _has_write_flag(mode: ast.expr) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr in WRITE_FLAGS for node in ast.walk(mode))


def _judge(flow: Flow, node: ast.expr | None, scope: Scope, changed: bool, notes: Notes) -> None:
    if node is None:
        return
    for value in flow.constants(node, scope):
        if isinstance(value, int):
            continue
        path = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
        where = place(path, changed=changed)
        if where != "inside":
            notes.add(PLACES[where], node.lineno, quoted(path.replace(HOLE, "…")))


def path_methods(flow: Flow, notes: Notes) -> None:
    """`Path(…).read_text()` and its kin."""
    methods = known.READING_METHODS | known.CHANGING_METHODS
    for attr in sorted(methods & flow.outline.attributes.keys()):
        for node, scope in flow.outline.attributes[attr]:
            call = flow.outline.calls.get(id(node))
            if call is None or not _is_path(flow, node.value, scope):
                continue
            changed = attr in known.CHANGING_METHODS or (attr == "open" and _opens_to_write(flow, call, scope))
            _judge(flow, node.value, scope, changed, notes)


def _is_path(flow: Flow, node: ast.expr, scope: Scope) -> bool:
    return any(not isinstance(value, str | bytes | int) for value in flow.constants(node, scope))


def _opens_to_write(flow: Flow, call: ast.Call, scope: Scope) -> bool:
    return any(set(text) & set("wax+") for mode in call.args[:1] for text in flow.texts(mode, scope))


def killed(flow: Flow, call: ast.Call, scope: Scope, name: str, notes: Notes) -> None:
    """`os.kill`: a signal to the program itself is its own affair."""
    target = call.args[0] if call.args else None
    if target is None or not flow.references(target, scope) & {"os.getpid()", "os.getpgrp()"}:
        notes.add("signals", call.lineno, quoted(name))


def methods_of_things(flow: Flow, notes: Notes) -> None:
    """Methods whose object has to be known: processes that are ended, data that is sent."""
    attributes = flow.outline.attributes
    for attr in sorted(known.ENDING_METHODS & attributes.keys()):
        for node, scope in attributes[attr]:
            if id(node) in flow.outline.calls and "machine" in flow.origins(node.value, scope):
                notes.add("signals", node.lineno, quoted(attr))
    for attr in sorted(known.SENDING_METHODS & attributes.keys()):
        for node, scope in attributes[attr]:
            call = flow.outline.calls.get(id(node))
            if call is not None and "network" in flow.origins(node.value, scope):
                sent(flow, call, scope, notes)


def sent(flow: Flow, call: ast.Call, scope: Scope, notes: Notes) -> None:
    """A call that sends: what it carries must not come from the machine."""
    arguments: Iterable[ast.expr] = [*call.args, *(keyword.value for keyword in call.keywords)]
    origins = {origin for node in arguments for origin in flow.origins(node, scope)}
    if origins & {"outside", "environment"}:
        notes.add("exfiltration", call.lineno)


def opened(flow: Flow, call: ast.Call, scope: Scope, notes: Notes) -> None:
    """`socket.socket`: families and types given as numbers, and descriptors that the program did not open itself."""
    families, types = ([set(flow.constants(node, scope)) for node in call.args[:2]] + [set(), set()])[:2]
    inherited = any(keyword.arg == "fileno" for keyword in call.keywords)
    if inherited or families - ORDINARY_FAMILIES or types & RAW_TYPES:
        notes.add("raw-sockets", call.lineno)


def address(flow: Flow, call: ast.Call, scope: Scope, notes: Notes) -> None:
    """Functions that read a file or an address: `pandas.read_csv("https://…")`."""
    for text in flow.texts(call.args[0], scope) if call.args else ():
        if text.startswith(("http://", "https://", "ftp://", "s3://")):
            notes.add("network", call.lineno, quoted(text))
