"""A home and a project folder in which a test writes settings files, and reading them as Sandgate would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandgate.config import Config, Found, load
from sandgate.model import ServerSpec


class World:
    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.project = root / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.environ: dict[str, str] = {}
        self.platform = "linux"

    def write(self, path: str, content: Any) -> Path:
        """Writes text as it is and anything else as JSON; `~/` is the home, the rest is in the project."""
        file = self.home / path[2:] if path.startswith("~/") else self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return file

    def load(self, path: Path | None = None) -> Config:
        return load(path, cwd=self.project, home=self.home, environ=self.environ, platform=self.platform)

    def found(self, name: str) -> Found:
        """The one entry of that name."""
        (entry,) = [found for found in self.load().found if found.name == name]
        return entry

    def server(self, name: str) -> ServerSpec:
        """The one entry of that name, which must be ready."""
        entry = self.found(name)
        assert entry.state == "ready", entry.reason
        assert entry.spec is not None
        return entry.spec
