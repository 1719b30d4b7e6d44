"""A person at a shell: files in a home and a project of a test's own, commands, and what they print."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sandgate.cli.main import main

TRACKER = {"command": sys.executable, "args": ["-m", "sandgate.demo.servers.tracker"]}
MISSING = {"command": "no-such-program-anywhere"}


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out, self.err
        return json.loads(self.out)

    @property
    def rows(self) -> list[list[str]]:
        return [line.split("\t") for line in self.out.splitlines()]


class Terminal(io.StringIO):
    encoding = "utf-8"  # pyright: ignore[reportAssignmentType] - a stream that is not one of Python's own

    def isatty(self) -> bool:
        return True


class Person:
    def __init__(self, root: Path, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.home, self.project, self.state = root / "home", root / "project", root / "state"
        self._capture, self._patch = capture, patch
        self.home.mkdir()
        self.project.mkdir()

    def write(self, path: str, content: Any) -> Path:
        """Text as it is, anything else as JSON; `~/` is the home, the rest is in the project."""
        file = self.home / path[2:] if path.startswith("~/") else self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return file

    def has_servers(self, **entries: Any) -> Path:
        return self.write(".mcp.json", {"mcpServers": entries})

    def has_captured(self, **tools: list[dict[str, Any]]) -> Path:
        """A folder of captured tools, by server."""
        for server, listed in tools.items():
            self.write(f"captured/{server}.json", {"server": server, "tools": listed})
        return self.project / "captured"

    def types(self, *words: object) -> Said:
        """Run a command with its output in a pipe."""
        self._capture.readouterr()
        code = main([str(word) for word in words])
        out, err = self._capture.readouterr()
        return Said(code, out, err)

    def types_at_a_terminal(self, *words: object) -> Said:
        """Run a command as somebody sees it who sits at a wide terminal."""
        screen, errors = Terminal(), Terminal()
        self._patch.setenv("TERM", "xterm-256color")
        self._patch.setenv("COLUMNS", "250")
        with self._patch.context() as patch:
            patch.setattr(sys, "stdout", screen)
            patch.setattr(sys, "stderr", errors)
            code = main([str(word) for word in words])
        return Said(code, screen.getvalue(), errors.getvalue())


def tool(name: str, description: str = "", **parameters: str) -> dict[str, Any]:
    """A captured tool whose parameters have the given types and must be given."""
    properties = {key: {"type": kind} for key, kind in parameters.items()}
    schema = {"type": "object", "properties": properties, "required": list(parameters)}
    return {"name": name, "description": description, "inputSchema": schema}
