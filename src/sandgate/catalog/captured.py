"""Captured `tools/list` answers: a catalogue to search and generate from with no server started."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from sandgate.errors import ConfigError
from sandgate.model import Listing, Tool


def captured(folder: Path) -> dict[str, Listing]:
    """Listings from a folder of captured `tools/list` answers, one JSON file per server. Raises ConfigError."""
    if not folder.is_dir():
        raise ConfigError(f"{folder} is not a folder of captured tools/list files")
    found: dict[str, Listing] = {}
    for file in sorted(folder.glob("*.json")):
        try:
            data: Any = json.loads(file.read_bytes())
        except (ValueError, RecursionError) as error:
            raise ConfigError(f"{file} is not JSON: {error}") from error
        match data:
            case list() | {"tools": list()}:
                body: dict[str, Any] = {"tools": data} if isinstance(data, list) else data
            case _:
                raise ConfigError(f'{file} holds no captured tools: expected an object with a list "tools"')
        server = str(body.get("server") or file.stem)
        found[server] = _captured(server, body)
    if not found:
        raise ConfigError(f"{folder} holds no *.json files with captured tools")
    return found


def _captured(server: str, body: Mapping[str, Any]) -> Listing:
    info: Any = body.get("serverInfo") if isinstance(body.get("serverInfo"), dict) else {}
    entries = cast("list[object]", body["tools"])
    tools = [cast("dict[str, Any]", entry) for entry in entries if isinstance(entry, dict)]
    return Listing(
        tools=tuple(_from_wire(server, tool) for tool in tools if isinstance(tool.get("name"), str)),
        title=str(info.get("title") or info.get("name") or ""),
        instructions=str(body.get("instructions") or ""),
        version=str(body.get("version") or ""),
    )


def _from_wire(server: str, tool: Mapping[str, Any]) -> Tool:
    def an_object(name: str) -> dict[str, Any] | None:
        return tool[name] if isinstance(tool.get(name), dict) else None

    annotations = an_object("annotations") or {}
    return Tool(
        server=server,
        name=tool["name"],
        title=str(tool.get("title") or annotations.get("title") or ""),
        description=str(tool.get("description") or ""),
        input_schema=an_object("inputSchema") or {},
        output_schema=an_object("outputSchema"),
        annotations=annotations,
    )
