"""Writes docs/reference/options.md from the options themselves: `python -m sandgate.config.reference > FILE`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sandgate.config.options import LIMIT_DOCS, Config, ServerOptions, config_tables, config_values, key_of
from sandgate.config.tables import given
from sandgate.model import Limits

_INTRODUCTION = """\
# Options

Written by `python -m sandgate.config.reference > docs/reference/options.md`; do not edit it by hand.

Sandgate works without a settings file. When there is one, it is the first of these: the file named on the command
line, the file named by the variable `SANDGATE_CONFIG`, `sandgate.toml` in the current folder,
`$XDG_CONFIG_HOME/sandgate/sandgate.toml` (`~/.config/sandgate/sandgate.toml`).

In any text `${NAME}` is the environment variable NAME and `${NAME:-default}` has a default; `$${` is a plain `${`.
A relative path starts at the folder of the file, `~` is the home folder. An unknown key is an error.
"""

_EXAMPLE_SERVERS = """\
# Nothing that deletes in production, and at most ten mails a run.
# [[policy.rules]]
# tools = ["*.delete_*"]
# action = "deny"
# when = { environment = "prod*" }
# reason = "Ask the platform team."
#
# [[policy.rules]]
# tools = ["mail.send"]
# action = "limit"
# per_run = 10

# A server that is started. Its name is how programs call it.
[servers.files]
command = "npx"
args = ["-y", "@modelcontextprotocol/server-filesystem", "/srv/documents"]
hidden_tools = ["write_file"]

# A server that is reached over HTTP. The secret stays in the environment.
[servers.tickets]
url = "https://tickets.example.com/mcp"
headers = { Authorization = "Bearer ${TICKETS_TOKEN:-none}" }
timeout_seconds = 120

# An imported server that Sandgate is to leave alone.
[servers.old]
disabled = true
"""

_IMPORTS = """\
## Where servers come from

Servers are taken from `[servers.NAME]`, then from `import.files`, then from the clients' files in the current folder,
then from the user's. The first one that can be used has the name; `sandgate servers` lists every entry and why one is
not used. An entry of `sandgate.toml` keeps its name even when it is disabled.

`import.files` and the settings file may also be JSON with `mcpServers`, `servers` or `context_servers`, TOML with
`mcp_servers` (`import.files` only), or YAML with `extensions`.

A JSON file that is read may hold a `mcpCodeExecution` object. What `sandgate.toml` leaves open it sets: `sandboxMode`
is `sandbox.backend`, `piiTokenization` is `privacy.mode = "tokens"`, `maxExecutionTime` (milliseconds) and
`resourceLimits.memory` and `.disk` are limits. The rest (`securityLevel`, `auditLogging = false`, `resourceLimits.cpu`,
`enabled = false`) is reported as not in effect, with the reason.
"""


def reference() -> str:
    """The page, in Markdown."""
    parts = [_INTRODUCTION, f"## All of it, with the defaults\n\n```toml\n{example()}```\n"]
    parts.append(_section("At the top of the file", "", _described(Config, config_values())))
    for name, options in config_tables().items():
        parts.append(_section(f"`[{name}]`", _table_docs()[name], _described(options)))
        for key, inner in _listed(options).items():
            parts.append(
                _section(f"`[[{name}.{key}]]`", f"One of the `{key}`. Any number of these.", _described(inner))
            )
    parts.append(_section("`[servers.NAME]`", "One server. Any number of these.", _described(ServerOptions)))
    return "\n".join([*parts, _IMPORTS])


def example() -> str:
    """A sandgate.toml with every option at its default, and some servers."""
    lines = list(_example_lines(_described(Config, config_values())))
    for name, options in config_tables().items():
        lines += [f"# {_table_docs()[name]}", f"[{name}]", *_example_lines(_described(options))]
    return "\n".join(lines) + "\n" + _EXAMPLE_SERVERS


def _table_docs() -> dict[str, str]:
    return {key_of(field): field.metadata["doc"] for field in fields(Config) if "doc" in field.metadata}


def _listed(options: type) -> dict[str, type]:
    """The keys of a table that are lists of tables, and what one of those may hold."""
    hints = {key_of(field): get_type_hints(options)[field.name] for field in fields(options)}
    return {key: inner for key, hint in hints.items() if (inner := _table_in(hint)) is not None}


class _Option:
    """One option, as the page shows it."""

    def __init__(self, options: type, field: Field[Any], hint: Any) -> None:
        self.key = key_of(field)
        self.doc: str = LIMIT_DOCS[field.name] if options is Limits else field.metadata["doc"]
        self.type = _type_words(hint)
        self.default = _default(field)
        self.note: str = field.metadata.get("default", "")

    @property
    def shown_default(self) -> str:
        if self.note:
            return f"`{self.note}`"
        return "not set" if self.default is None else f"`{_toml(self.default)}`"


def _described(options: type, keys: Iterable[str] | None = None) -> list[_Option]:
    hints = get_type_hints(options)
    wanted = None if keys is None else set(keys)
    return [
        _Option(options, field, hints[field.name])
        for field in fields(options)
        if wanted is None or key_of(field) in wanted
    ]


def _section(title: str, doc: str, options: Iterable[_Option]) -> str:
    rows = [f"| `{item.key}` | {item.type} | {item.shown_default} | {item.doc} |" for item in options]
    head = [f"## {title}", "", *([doc, ""] if doc else [])]
    return "\n".join([*head, "| key | type | default | |", "|---|---|---|---|", *rows, ""])


def _example_lines(options: Iterable[_Option]) -> Iterator[str]:
    for item in options:
        yield f"# {item.doc}"
        if item.note:
            yield f'# {item.key} = "…"  ({item.note})'
        elif item.default is None:
            yield f'# {item.key} = "…"  (not set)'
        else:
            yield f"{item.key} = {_toml(item.default)}"
        yield ""


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING and not field.metadata.get("default"):
        return field.default_factory()
    return None


def _type_words(hint: Any) -> str:
    hint = given(hint)
    origin = get_origin(hint)
    if origin is Literal:
        return " or ".join(f'`"{choice}"`' for choice in get_args(hint))
    if origin is tuple:
        if _table_in(hint) is not None:
            return "list of tables"
        inner = get_args(hint)[0]
        return "list of clients" if get_origin(inner) is Literal else "list of text"
    if origin is Mapping:
        return "table of text"
    return {bool: "true or false", int: "whole number", float: "number", Path: "path"}.get(hint, "text")


def _table_in(hint: Any) -> type | None:
    """The options of one table, where a value is a list of tables."""
    inner = get_args(hint)[0] if get_origin(hint) is tuple else None
    return inner if isinstance(inner, type) and is_dataclass(inner) else None


def _toml(value: Any) -> str:
    """A default as TOML; what JSON makes of text, numbers, truth values, lists and an empty table is TOML too."""
    return json.dumps(value)


if __name__ == "__main__":
    print(reference(), end="")
