"""Whether an entry of a client starts Sandgate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from sandgate.config import HttpOptions
from sandgate.config.clients import Client
from sandgate.config.itself import is_itself
from sandgate.config.options import ServerOptions
from sandgate.config.variables import Incomplete
from sandgate.errors import ConfigError

from ..places import surroundings


def starts_sandgate(client: Client, entry: object) -> bool:
    """False for what cannot be read."""
    if not isinstance(entry, Mapping):
        return False
    try:
        values = client.form.shape(cast("Mapping[str, Any]", entry), surroundings()) or {}
    except (Incomplete, ConfigError):
        return False
    command, args, url = values.get("command"), values.get("args"), values.get("url")
    words = tuple(map(str, cast("list[object]", args))) if isinstance(args, list) else ()
    options = ServerOptions(command=str(command or ""), args=words, url=str(url or ""))
    return is_itself(options, HttpOptions())
