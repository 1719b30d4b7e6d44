"""The shapes in which clients write down a server, each turned into the keys of `[servers.NAME]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from sandgate.config.documents import kind
from sandgate.config.surroundings import Surroundings
from sandgate.config.tables import Place, read_value
from sandgate.config.variables import Incomplete, variable
from sandgate.errors import ConfigError

Entry = Mapping[str, Any]
Shape = Callable[[Entry, Surroundings], dict[str, Any] | None]
"""Gives the entry's values under our names, unchecked; None for something that is no MCP server."""

_TRANSPORTS = {
    "stdio": "stdio",
    "http": "http",
    "streamable-http": "http",
    "streamable_http": "http",
    "streamablehttp": "http",
    "sse": "sse",
}


def switched_off(entry: Entry) -> bool:
    return entry.get("disabled") is True or entry.get("enabled") is False


def usual(entry: Entry, around: Surroundings) -> dict[str, Any]:
    """`command`, `args`, `env` or `url`, `headers`: what most clients share, with the extras of each."""
    if entry.get("headersHelper"):
        raise Incomplete("its headersHelper is not run; write this server into sandgate.toml with its headers")
    if isinstance(entry.get("command"), Mapping):  # Zed's older shape
        command = cast(Entry, entry["command"])
        entry = {**entry, **_renamed(command, command="path", args="args", env="env")}
    options = _renamed(
        entry,
        command="command",
        args="args",
        env="env",
        env_file="envFile",
        cwd="cwd",
        headers="headers",
        only_tools="includeTools",
        hidden_tools="excludeTools disabledTools",
        url="url serverUrl httpUrl",
        transport="type transport",
    )
    if "transport" in options:
        options["transport"] = _transport(options["transport"])
    return options | _oauth(entry)


def with_milliseconds(entry: Entry, around: Surroundings) -> dict[str, Any]:
    """The usual shape, with a `timeout` in milliseconds."""
    return usual(entry, around) | _timeout(entry, "timeout", "timeout_seconds", divisor=1000)


def gemini(entry: Entry, around: Surroundings) -> dict[str, Any]:
    """Gemini CLI tells the transports apart by the name of the address."""
    options = with_milliseconds(entry, around)
    if entry.get("httpUrl"):
        return options | {"url": entry["httpUrl"], "transport": "http"}
    if entry.get("url"):
        options.setdefault("transport", "sse")
    return options


def codex(entry: Entry, around: Surroundings) -> dict[str, Any]:
    """Codex has no variables in its values; it names the ones to pass on instead."""
    options = _renamed(
        entry,
        command="command",
        args="args",
        cwd="cwd",
        url="url",
        only_tools="enabled_tools",
        hidden_tools="disabled_tools",
        start_timeout_seconds="startup_timeout_sec",
        timeout_seconds="tool_timeout_sec",
    )
    options |= _timeout(entry, "startup_timeout_ms", "start_timeout_seconds", divisor=1000)
    passed = [_variable_name(item) for item in _list(entry, "env_vars")]
    inherited = {name: around.environ[name] for name in passed if name in around.environ}
    options["env"] = inherited | _texts(entry, "env")
    options["headers"] = _texts(entry, "http_headers") | {
        header: _named(name, f"env_http_headers.{header}", around)
        for header, name in _texts(entry, "env_http_headers").items()
    }
    if token := entry.get("bearer_token_env_var"):
        options["headers"]["Authorization"] = f"Bearer {_named(str(token), 'bearer_token_env_var', around)}"
    return options | _oauth(entry)


def goose(entry: Entry, around: Surroundings) -> dict[str, Any] | None:
    """goose keeps what it has built in and real servers in one list, and secrets in a keyring."""
    if entry.get("type") in ("builtin", "platform", "frontend", "inline_python"):
        return None
    options = _renamed(
        entry,
        command="cmd",
        args="args",
        url="uri",
        headers="headers",
        only_tools="available_tools",
        transport="type",
        timeout_seconds="timeout",
    )
    if "transport" in options:
        options["transport"] = _transport(options["transport"])
    if options.get("only_tools") == []:  # goose means all of them
        del options["only_tools"]
    options["env"] = _texts(entry, "envs")
    for name in map(str, _list(entry, "env_keys")):
        if name not in options["env"] and name not in around.environ:
            raise Incomplete(f"goose keeps {name} in its keyring; set the variable {name} before starting Sandgate")
        options["env"].setdefault(name, around.environ.get(name, ""))
    return options


def _renamed(entry: Entry, **names: str) -> dict[str, Any]:
    """The values of an entry under our names. Each of ours may stand for several of theirs; null is absent."""
    return {
        ours: entry[theirs]
        for ours, candidates in names.items()
        for theirs in reversed(candidates.split())
        if entry.get(theirs) is not None
    }


def _transport(given: object) -> str:
    if not isinstance(given, str):
        raise ConfigError(f"type must be text, got {kind(given)}")
    known = _TRANSPORTS.get(given.lower())
    if known is None:
        raise Incomplete(f"servers of type {given} are not supported; use stdio, http or sse")
    return known


def _timeout(entry: Entry, theirs: str, ours: str, *, divisor: float) -> dict[str, float]:
    value = entry.get(theirs)
    return {} if value is None else {ours: read_value(float, value, Place("", theirs), {}) / divisor}


def _texts(entry: Entry, key: str) -> dict[str, str]:
    """A table of text in an entry; one that is not is a ConfigError."""
    return dict(read_value(Mapping[str, str], entry.get(key) or {}, Place("", key), {}))


def _named(name: str, key: str, around: Surroundings) -> str:
    """The value of the variable that stands under `key`. People put the secret itself there: then it is not shown."""
    if re.fullmatch("[A-Z_][A-Z0-9_]*", name):
        return variable(name, around)
    if name in around.environ:
        return around.environ[name]
    raise Incomplete(f"{key} must be the name of a variable that is set, not a value; correct it or set the variable")


def _list(entry: Entry, key: str) -> list[object]:
    value = entry.get(key)
    if not isinstance(value, list | None):
        raise ConfigError(f"{key} must be a list, got {kind(value)}")
    return cast(list[object], value or [])


def _variable_name(item: object) -> str:
    """Codex takes `"NAME"` and `{name = "NAME", source = "local"}`."""
    return str(cast(Entry, item).get("name")) if isinstance(item, Mapping) else str(item)


def _oauth(entry: Entry) -> dict[str, Any]:
    given = entry.get("oauth", entry.get("auth"))
    login: Entry = cast(Entry, given) if isinstance(given, Mapping) else {}
    names = {
        "oauth_client_id": "clientId client_id CLIENT_ID",
        "oauth_client_secret": "clientSecret client_secret CLIENT_SECRET",
        "oauth_scope": "scopes scope",
    }
    options = _renamed(login, **names) | _renamed(entry, oauth_scope="scopes")
    if isinstance(scopes := options.get("oauth_scope"), list):
        options["oauth_scope"] = " ".join(map(str, cast(list[object], scopes)))
    return options
