"""What each client must be told to start Sandgate: the entry, the file it belongs in, and the client's own command."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandgate.config import ClientName
from sandgate.config.clients import Spot
from sandgate.errors import ConfigError

from .insertion import Wanted
from .places import client, surroundings

TITLES: dict[ClientName, str] = {
    "claude-code": "Claude Code",
    "claude-desktop": "Claude Desktop",
    "cursor": "Cursor",
    "vscode": "VS Code",
    "codex": "Codex",
    "gemini": "Gemini CLI",
    "windsurf": "Windsurf (Devin)",
    "zed": "Zed",
    "goose": "goose",
}
IN_TERMINALS: tuple[ClientName, ...] = ("claude-code", "codex", "gemini")
"""Started from a shell, so they have its PATH. The others are started from a desktop, which often has another."""
GOOSE_TIMEOUT_SECONDS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """One client and how it gets to know Sandgate."""

    client: ClientName
    file: Path
    wanted: Wanted
    command: str | None
    """The client's own way to add it, where it has one."""


def connection(name: ClientName, entry_name: str, *, project: bool) -> Connection:
    """Raises ConfigError for a project of a client that knows none."""
    spot = _spot(name, project=project)
    words = start_command(full_path=name not in IN_TERMINALS)
    wanted = Wanted(keys=spot.keys(surroundings()), name=entry_name, entry=_entry(name, entry_name, words))
    return Connection(
        client=name,
        file=spot.file(surroundings()),
        wanted=wanted,
        command=_own_command(name, entry_name, words, project=project),
    )


def start_command(*, full_path: bool) -> list[str]:
    installed = shutil.which("sandgate")
    if installed is None:
        return [sys.executable, "-m", "sandgate", "serve"]
    path = Path(installed).absolute()
    return [str(path) if full_path or _only_while_active(path) else "sandgate", "serve"]


def _only_while_active(path: Path) -> bool:
    """Whether a shell finds it only where somebody has made its virtual environment the active one."""
    return (path.parent.parent / "pyvenv.cfg").exists()


def _spot(name: ClientName, *, project: bool) -> Spot:
    around = surroundings()
    # A spot inside `projects` of ~/.claude.json is Claude Code's own affair; its project file is .mcp.json.
    fit = [it for it in client(name).spots if it.of_project == project and "{project}" not in it.section]
    if not fit:
        raise ConfigError(f"{TITLES[name]} has no settings of a project; leave out --project")
    # Windsurf has a new home and an old one: the one that is in use counts.
    return next((spot for spot in fit if spot.file(around).parent.is_dir()), fit[0])


def _entry(name: ClientName, entry_name: str, words: list[str]) -> dict[str, Any]:
    command, *args = words
    match name:
        case "claude-code" | "vscode":
            return {"type": "stdio", "command": command, "args": args}
        case "goose":
            about = {"type": "stdio", "name": entry_name, "description": "One door to all MCP servers"}
            running = {"cmd": command, "args": args, "enabled": True, "timeout": GOOSE_TIMEOUT_SECONDS}
            return {**about, **running}
        case _:
            return {"command": command, "args": args}


def _own_command(name: ClientName, entry_name: str, words: list[str], *, project: bool) -> str | None:
    scope = "project" if project else "user"
    match name:
        case "claude-code":
            return shlex.join(["claude", "mcp", "add", "--scope", scope, entry_name, "--", *words])
        case "codex" if not project:
            return shlex.join(["codex", "mcp", "add", entry_name, "--", *words])
        case "gemini":
            return shlex.join(["gemini", "mcp", "add", "-s", scope, entry_name, *words])
        case _:
            return None
