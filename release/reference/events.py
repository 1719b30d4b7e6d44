"""Writes docs/reference/events.md from the code itself: `python -m release.reference.events > FILE`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType, SimpleNamespace
from typing import get_args

import anyio

from sandgate.audit import events
from sandgate.policy import alerts
from sandgate.telemetry import Telemetry, spans, watching

from .sources import cell, fields, tree
from .words import EVENTS, Words

_INTRODUCTION = """\
# Events and measures

Written by `python -m release.reference.events > docs/reference/events.md`; do not edit it by hand.

What Sandgate tells of what happens: rows of [the audit](../guides/audit.md), [alerts](../guides/policy.md#alerts), and
measures and spans of [telemetry](../guides/telemetry.md).
"""
_AUDIT = """\
## Rows of the audit

`sandgate audit list --json`, `show` and `export` give them. What is empty is left out. Every row has these:

| field | type | |
|---|---|---|
| `at` | `float` | When: seconds since 1970. |
| `kind` | `str` | Which of the kinds below. |
| `execution` | `str` | The program it belongs to, where it belongs to one. |
| `number` | `int` | Which of the calls of that program. |
"""
_ALERTS = """\
## Alerts

A line in the log, and a `POST` of JSON where `alerts.webhook` is set. An alert holds no argument and no result.
"""
_MEASURES = """\
## Measures

A timed measure is a histogram of seconds; the others only go up. Labels that are empty are left out. Prometheus has `_`
where these have `.`.

| OpenTelemetry | Prometheus | labels | |
|---|---|---|---|"""
_SPANS = """\
## Spans

Those that Sandgate makes; requests of a client, and requests to servers over HTTP, have those of the MCP SDK. One that
failed has `error.type` as well: a word, never a text.

| span | attributes | |
|---|---|---|"""


class Page:
    """The page, and what its making has shown: what is not documented."""

    def __init__(self) -> None:
        self.words = Words(EVENTS)
        self.text = "\n".join([_INTRODUCTION, *self._audit(), *self._alerts(), *_measures(), *_spans()])

    @property
    def undocumented(self) -> list[str]:
        return self.words.missing

    def _audit(self) -> Iterator[str]:
        common = self._table(events.Who).splitlines()[2:]
        yield "\n".join([_AUDIT + "\n".join(common), ""])
        for event in get_args(events.Event):
            made = event.__doc__.startswith(f"{event.__name__}(")  # by dataclass, where nobody has written one
            doc = "" if made else inspect.cleandoc(event.__doc__)
            yield f"### `{event.kind}`\n\n{self.words.said('', event.__name__, doc)}\n"
            yield self._table(event)

    def _alerts(self) -> Iterator[str]:
        yield _ALERTS
        kinds = [f"| `{kind}` | {self.words.said('', kind, '')} |" for kind in get_args(alerts.Kind)]
        yield "\n".join(["| kind | |", "|---|---|", *kinds, ""])
        yield self._table(alerts.Alert)

    def _table(self, owner: type) -> str:
        given = [(name, kind, doc) for name, kind, _, doc in fields(owner) if not kind.startswith("ClassVar")]
        told = [(name, kind, self.words.said(owner.__name__, name, doc)) for name, kind, doc in given]
        rows = [f"| `{name}` | `{cell(kind)}` | {cell(doc)} |" for name, kind, doc in told]
        return "\n".join(["| field | type | |", "|---|---|---|", *rows, ""])


def reference() -> str:
    """The page, in Markdown."""
    return Page().text


def _measures() -> Iterator[str]:
    yield _MEASURES
    for measure in anyio.run(_measured).measures:
        labels = dict.fromkeys(name for series in measure.series for name, _ in series)
        yield f"| `{measure.name}` | `{measure.title}` | {_listed(labels)} | {measure.about} |"
    yield ""


async def _measured() -> Telemetry:
    """Everything that is measured, once, so that each measure has the labels it can have."""
    telemetry = Telemetry()
    with telemetry.execution("0", "python"):
        pass
    telemetry.summed_up("blocked", 1, 1)
    with telemetry.call("server.tool") as told:
        told.cached = True
    with telemetry.asking("server", "tool") as told:
        told.outcome = watching.FAILED
    request = SimpleNamespace(method="tools/call", params={"name": "tool"})

    async def failed(_: object) -> Mapping[str, bool]:
        return {"isError": True}

    await telemetry.serving(["tool"])(request, failed)
    return telemetry


def _spans() -> Iterator[str]:
    yield _SPANS
    for module in (watching, spans):
        for function in _makers(module):
            name, attributes = _span(function)
            doc = " ".join((ast.get_docstring(function) or "").split())
            yield f"| `{name}` | {_listed(attributes)} | {cell(doc)} |"
    yield ""


def _makers(module: ModuleType) -> Iterator[ast.FunctionDef]:
    """The functions of a module that make a span."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.FunctionDef) and node.name != "span" and _calls(node, "span"):
            yield node


def _span(function: ast.FunctionDef) -> tuple[str, list[str]]:
    """Its name, with words for what is put in, and its attributes."""
    (made,) = _calls(function, "span")
    written = [node for node in ast.walk(function) if isinstance(node, ast.Dict)]
    known = [key.value for one in written for key in one.keys if isinstance(key, ast.Constant)]
    later = [one.args[0] for one in _calls(function, "set_attribute")]
    known += [one.value for one in later if isinstance(one, ast.Constant)]
    return _pattern(made.args[0]), [str(name) for name in known]


def _pattern(name: ast.expr) -> str:
    """`execute_tool TOOL` for `f"execute_tool {tool}"`; one that is sent past the SDK is always a call."""
    text = ast.unparse(name).removeprefix("f").strip("'")
    return re.sub(r"\{(\w+)\}", lambda put_in: put_in[1].upper(), text).replace("METHOD", "tools/call")


def _calls(node: ast.AST, name: str) -> list[ast.Call]:
    every = [one for one in ast.walk(node) if isinstance(one, ast.Call)]
    return [one for one in every if getattr(one.func, "id", getattr(one.func, "attr", "")) == name]


def _listed(given: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in given)


if __name__ == "__main__":
    sys.stdout.write(reference())
