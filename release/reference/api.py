"""Writes docs/reference/api.md from the code itself: `python -m release.reference.api > FILE`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

import sandgate
from sandgate import adapters, errors, model, tasks
from sandgate.adapters import toolbox
from sandgate.audit import events
from sandgate.discovery import Discovery
from sandgate.finder import Finder
from sandgate.policy import approval
from sandgate.sandbox import protocol
from sandgate.sandbox.box import Answer
from sandgate.tasks import mapping, task
from sandgate.tasks.skills import SkillRuns

from .sources import alias, cell, fields, signature, table
from .words import OURS, Words

_INTRODUCTION = """\
# Python API

Written by `python -m release.reference.api > docs/reference/api.md`; do not edit it by hand.

What `import sandgate` gives, and what one gets from there. [The library](../guides/library.md) and
[Tasks and many agents](../guides/tasks.md) show it at work. Everything runs under anyio, on asyncio. Names that are not
on this page may change without a word; types in signatures that are not on it are for our own parts.

| import | |
|---|---|
"""
MODULES = ("anthropic", "openai", "langchain", "pydantic_ai", "smolagents", "blocking")
"""Of the adapters: one for each framework, and one for code that is not async."""
NOUNS = ("CallRecord", "Fault", "Media", "Tokens", "Observed")
"""Of the model: what fields of public names hold."""
PARTS: tuple[tuple[str, type, tuple[str, ...]], ...] = (
    ("gate.finder", Finder, ("search", "definition")),
    ("gate.discovery", Discovery, ("tool", "refresh", "settle")),
    ("gate.tasks.skills", SkillRuns, ("save", "search", "run")),
)
"""What hangs at a gateway and is for everybody; their other methods are for the gateway."""
ALIASES = (
    (model, "Json"),
    (model, "JsonObject"),
    (model, "Language"),
    (model, "Status"),
    (model, "Risk"),
    (model, "Transport"),
    (protocol, "OnOutput"),
    (protocol, "OnProgress"),
    (approval, "Decision"),
    (approval, "OnQuestion"),
    (task, "Status"),
    (mapping, "OnProgress"),
    (toolbox, "OnQuestion"),
)
VARIABLES = {"Gateway": "gate", "Tasks": "tasks", "Toolbox": "box", "Area": "area", "Task": "task"}
HIDDEN = frozenset({"carried", "closing", "noting", "brief", "announce", "settled"})
"""Methods that only our own parts call."""


def reference() -> str:
    """The page, in Markdown."""
    return Page().text


class Page:
    """The page, and what its making has shown: what is not documented."""

    def __init__(self) -> None:
        self.words = Words(OURS)
        self.text = "\n".join([*_head(), *self._core(), *self._tasks(), *self._adapters(), *_types(), *self._errors()])

    @property
    def undocumented(self) -> list[str]:
        return self.words.missing

    def _core(self) -> Iterator[str]:
        yield "## A gateway\n"
        yield self._function("sandgate.open", sandgate.open)
        yield self._class("Gateway", sandgate.Gateway)
        for path, owner, chosen in PARTS:
            yield f"### `{path}`\n\n{self._doc(owner.__name__, owner)}\n"
            yield from (self._function(f"{path}.{name}", getattr(owner, name), level=4) for name in chosen)
        yield "## Programs and calls\n"
        yield from (self._class(name, getattr(model, name)) for name in ("Program", "Limits", "Outcome", *NOUNS[:4]))
        yield self._class("Call", model.Call)
        yield self._class("Answer", Answer)
        yield self._class("Who", events.Who)
        yield "## Questions to a person\n\nBoth are in `sandgate.policy.approval`; `gate.answer` takes the second.\n"
        yield self._class("Question", approval.Question)
        yield self._class("approval.Answer", approval.Answer, key="Decided")
        yield "## Settings, servers and tools\n"
        besides = "Its fields are the tables of [Options](options.md), and these:"
        yield f"### `Config`\n\n{self._doc('Config', sandgate.Config)} {besides}\n"
        yield table([row for row in fields(sandgate.Config) if row[3]])
        yield from (self._class(name, getattr(model, name)) for name in ("ServerSpec", "Tool", NOUNS[4]))

    def _tasks(self) -> Iterator[str]:
        yield "## Tasks\n"
        yield self._class("Tasks", tasks.Tasks, made=True)
        for name in ("Task", "Result", "Stats", "Standing", "Progress", "Area"):
            yield self._class(name, getattr(tasks, name))
        yield self._function("hand_over", tasks.hand_over)

    def _adapters(self) -> Iterator[str]:
        yield "## Adapters\n"
        yield self._class("Toolbox", adapters.Toolbox, made=True)
        yield self._class("Reply", adapters.Reply)
        for name in MODULES:
            module = import_module(f"sandgate.adapters.{name}")
            yield f"### `sandgate.adapters.{name}`\n\n{self._doc(name, module)}\n"
            yield from (self._function(f"{name}.{it.__name__}", it, level=4) for it in functions(module))

    def _errors(self) -> Iterator[str]:
        """The tree that is drawn in the module's docstring, as it stands there."""
        first, _, drawn = inspect.cleandoc(errors.__doc__ or "").partition("\n\n")
        yield f"## Errors\n\n{first}\n\n```text\n{drawn}\n```\n"
        yield f"`sandgate.tasks.Unmet` is a `SandgateError` too: {self._doc('Unmet', tasks.Unmet)}\n"

    def _class(self, name: str, owner: type, *, key: str = "", made: bool = False) -> str:
        """A class with its fields, properties and methods. `made` shows how one makes it, `key` is its name here."""
        key = key or name
        parts = [f"### `{name}`\n", f"{self._doc(key, owner)}\n"]
        if made:
            parts.append(
                f"{_fence(signature(owner.__init__, name))}\n{inspect.cleandoc(owner.__init__.__doc__ or '')}\n"
            )
        rows = [(it, kind, default, self.words.said(key, it, doc)) for it, kind, default, doc in fields(owner)]
        rows += [(it, kind, "", self.words.said(key, it, doc)) for it, kind, doc in _properties(owner)]
        parts += [table(rows)] if rows else []
        for method, found in _methods(owner):
            parts.append(self._function(f"{VARIABLES[name]}.{method}", found, key=f"{key}.{method}", level=4))
        return "\n".join(parts)

    def _function(self, name: str, function: Any, *, key: str = "", level: int = 3) -> str:
        written = inspect.unwrap(function)
        shown = _fence(signature(written, name.rpartition(".")[2]))
        return f"{'#' * level} `{name}`\n\n{shown}\n{self._doc(key or name, function)}\n"

    def _doc(self, key: str, thing: Any) -> str:
        owner, _, name = key.rpartition(".")
        return self.words.said(owner, name, inspect.cleandoc(thing.__doc__ or ""))


def functions(module: ModuleType) -> list[FunctionType]:
    """What a module has for others, in the order in which it is written."""
    found = inspect.getmembers(module, inspect.isfunction)
    own = [one for name, one in found if one.__module__ == module.__name__ and not name.startswith("_")]
    return sorted(own, key=lambda one: inspect.unwrap(one).__code__.co_firstlineno)


def _head() -> Iterator[str]:
    listed = [f"| `{module.__name__}` | {_listed(module.__all__)} |" for module in (sandgate, tasks, adapters)]
    others = [
        "| `sandgate.errors` | the exceptions below |",
        f"| `sandgate.model` | {_listed(NOUNS)}; and most of the above |",
    ]
    yield _INTRODUCTION + "\n".join([*listed, *others, ""])


def _types() -> Iterator[str]:
    yield "## Types\n\n| name | of | is | |\n|---|---|---|---|"
    for module, name in ALIASES:
        kind, doc = alias(module, name)
        yield f"| `{name}` | `{module.__name__}` | `{cell(kind)}` | {cell(doc)} |"
    yield ""


def _properties(owner: type) -> list[tuple[str, str, str]]:
    found = [(name, it.fget) for name, it in vars(owner).items() if isinstance(it, property)]
    public = [(name, it) for name, it in found if it and not name.startswith("_") and name not in HIDDEN]
    return [(name, str(it.__annotations__["return"]), inspect.cleandoc(it.__doc__ or "")) for name, it in public]


def _methods(owner: type) -> list[tuple[str, Any]]:
    found = [(name, it) for name, it in vars(owner).items() if inspect.isfunction(it)]
    return [(name, it) for name, it in found if not name.startswith("_") and name not in HIDDEN]


def _fence(text: str) -> str:
    return f"```python signature\n{text}\n```\n"


def _listed(given: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in given)


if __name__ == "__main__":
    sys.stdout.write(reference())
