"""The MCPB bundle: Sandgate's source with a manifest, in one file that a desktop client installs.

Its dependencies are native code for each system, so they are not in it: the client's `uv` fetches them.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandgate.server.surface import TOOLS

WRITTEN = (1980, 1, 1, 0, 0, 0)
"""The time on every file: the same source gives the same bytes, whose digest the registry is told."""
BESIDE = ("pyproject.toml", "README.md", "LICENSE")


def manifest(project: dict[str, Any]) -> dict[str, Any]:
    """What the client reads, from the `[project]` table of pyproject.toml."""
    start = ["run", "--project", "${__dirname}", "--no-dev", "sandgate", "serve"]
    return {
        "manifest_version": "0.4",
        "name": project["name"],
        "display_name": "Sandgate",
        "version": project["version"],
        "description": project["description"],
        "author": {"name": project["authors"][0]["name"]},
        "license": project["license"],
        "keywords": project["keywords"],
        "server": {
            "type": "uv",
            "entry_point": "src/sandgate/__main__.py",
            "mcp_config": {"command": "uv", "args": start},
        },
        "tools": [{"name": tool.name, "description": tool.description} for tool in TOOLS if not tool.setting],
        "compatibility": {"platforms": ["linux"], "runtimes": {"python": project["requires-python"]}},
    }


def write_bundle(root: Path, project: dict[str, Any], file: Path) -> None:
    """Pack the project at `root`. What is not source, such as caches, stays out."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        _add(bundle, "manifest.json", json.dumps(manifest(project), indent=2).encode())
        for path in _files(root):
            _add(bundle, path.relative_to(root).as_posix(), path.read_bytes())


def _files(root: Path) -> Iterator[Path]:
    yield from (root / name for name in BESIDE)
    for path in sorted((root / "src").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            yield path


def _add(bundle: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, WRITTEN)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    bundle.writestr(entry, content)
