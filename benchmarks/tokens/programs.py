"""Programs made from calls by a fixed rule, without cleverness: the calls in order, results printed as they are."""

from __future__ import annotations

import keyword
from collections import defaultdict
from collections.abc import Callable, Sequence

from .tasks import Call, Rule, ToolId

PathOf = Callable[[ToolId], str]
"""`server.tool` in Python."""


def programs(calls: Sequence[Call], rule: Rule, path_of: PathOf) -> list[tuple[str, tuple[Call, ...]]]:
    """Each program with the calls it makes."""
    if rule == "a program a call":
        return [(program([call], path_of), (call,)) for call in calls]
    return [(program(calls, path_of, only_last=rule == "last printed"), tuple(calls))] if calls else []


def program(calls: Sequence[Call], path_of: PathOf, *, only_last: bool = False) -> str:
    names = _names([path_of(call.tool) for call in calls])
    lines: list[str] = []
    for number, call in enumerate(calls, start=1):
        made = f"await {names[path_of(call.tool)]}({_arguments(call)})"
        lines.append(made if only_last and number < len(calls) else f"print({made})")
    return "\n".join([*_imports(names), *lines])


def _names(paths: Sequence[str]) -> dict[str, str]:
    """What each tool is called in the program: its own name, with its server's where two are called the same."""
    tools = [path.partition(".")[2] for path in dict.fromkeys(paths)]
    return {
        path: tool if tools.count(tool) == 1 else path.replace(".", "_")
        for path, tool in zip(dict.fromkeys(paths), tools, strict=True)
    }


def _imports(names: dict[str, str]) -> list[str]:
    modules: defaultdict[str, list[str]] = defaultdict(list)
    for path, name in names.items():
        module, _, tool = path.partition(".")
        modules[module].append(tool if tool == name else f"{tool} as {name}")
    return [f"from servers.{module} import {', '.join(tools)}" for module, tools in modules.items()]


def _arguments(call: Call) -> str:
    if all(name.isidentifier() and not keyword.iskeyword(name) for name in call.arguments):
        return ", ".join(f"{name}={value!r}" for name, value in call.arguments.items())
    return repr(call.arguments)
