"""The clients whose servers are imported: where each keeps them, in which shape, and how it writes variables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sandgate.config import shapes
from sandgate.config.options import ClientName
from sandgate.config.surroundings import Surroundings
from sandgate.config.variables import CLAUDE, DOLLAR, EDITOR, EITHER, Syntax

MOVED = "{xdg}/sandgate/moved"


@dataclass(frozen=True, slots=True)
class Spot:
    """A file, and the keys to follow in it. Names in braces are the folders of `Spot.folders`."""

    path: str
    section: tuple[str, ...] = ("mcpServers",)
    windows: str = ""
    """The path on Windows, where it is another."""

    @property
    def of_project(self) -> bool:
        return "{project}" in (self.path, *self.section) or self.path.startswith("{project}/")

    def file(self, around: Surroundings) -> Path:
        path = self.windows if self.windows and around.platform == "win32" else self.path
        return Path(path.format_map(self._folders(around)))

    def keys(self, around: Surroundings) -> tuple[str, ...]:
        return tuple(str(around.cwd) if key == "{project}" else key for key in self.section)

    @staticmethod
    def _folders(around: Surroundings) -> dict[str, Path]:
        return {
            "project": around.cwd,
            "home": around.home,
            "xdg": around.xdg_config,
            "app": around.app_folder,
            "claude": around.folder("CLAUDE_CONFIG_DIR", around.home / ".claude"),
            "claude_json": around.folder("CLAUDE_CONFIG_DIR", around.home),
            "codex": around.folder("CODEX_HOME", around.home / ".codex"),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How an entry is written."""

    shape: shapes.Shape = shapes.usual
    variables: Syntax | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    name: ClientName
    form: Form
    spots: tuple[Spot, ...]
    """Where its servers are; of two with the same rank the first wins."""
    off: tuple[Spot, ...] = ()
    """Where it keeps lists of names that are switched off."""

    @property
    def moved(self) -> tuple[Spot, ...]:
        """Where Sandgate keeps what it took out of this client's files, still in this client's form."""
        file = f"{MOVED}/{self.name}.json"
        return Spot(file, ("projects", "{project}", "servers")), Spot(file, ("servers",))


CLIENTS: tuple[Client, ...] = (
    Client(
        name="claude-code",
        form=Form(shape=shapes.with_milliseconds, variables=CLAUDE),
        spots=(
            Spot("{claude_json}/.claude.json", ("projects", "{project}", "mcpServers")),
            Spot("{project}/.mcp.json"),
            Spot("{claude_json}/.claude.json"),
        ),
        off=(
            Spot("{claude_json}/.claude.json", ("projects", "{project}", "disabledMcpServers")),
            Spot("{claude_json}/.claude.json", ("projects", "{project}", "disabledMcpjsonServers")),
            Spot("{project}/.claude/settings.local.json", ("disabledMcpjsonServers",)),
            Spot("{project}/.claude/settings.json", ("disabledMcpjsonServers",)),
            Spot("{claude}/settings.json", ("disabledMcpjsonServers",)),
        ),
    ),
    Client(
        name="claude-desktop",
        form=Form(),
        spots=(Spot("{app}/Claude/claude_desktop_config.json"),),
    ),
    Client(
        name="cursor",
        form=Form(variables=EDITOR),
        spots=(Spot("{project}/.cursor/mcp.json"), Spot("{home}/.cursor/mcp.json")),
    ),
    Client(
        name="vscode",
        form=Form(variables=EDITOR),
        spots=(
            Spot("{project}/.vscode/mcp.json", ("servers",)),
            Spot("{app}/Code/User/mcp.json", ("servers",)),
        ),
    ),
    Client(
        name="codex",
        form=Form(shape=shapes.codex),
        spots=(
            Spot("{project}/.codex/config.toml", ("mcp_servers",)),
            Spot("{codex}/config.toml", ("mcp_servers",)),
        ),
    ),
    Client(
        name="gemini",
        form=Form(shape=shapes.gemini, variables=DOLLAR),
        spots=(Spot("{project}/.gemini/settings.json"), Spot("{home}/.gemini/settings.json")),
        off=(
            Spot("{project}/.gemini/settings.json", ("mcp", "excluded")),
            Spot("{home}/.gemini/settings.json", ("mcp", "excluded")),
        ),
    ),
    Client(
        name="windsurf",  # called Devin since June 2026
        form=Form(variables=EDITOR),
        spots=(
            Spot("{project}/.devin/mcp_config.json"),
            Spot("{home}/.config/devin/mcp_config.json"),
            Spot("{home}/.codeium/windsurf/mcp_config.json"),
        ),
    ),
    Client(
        name="zed",
        form=Form(),
        spots=(
            Spot("{project}/.zed/settings.json", ("context_servers",)),
            Spot("{xdg}/zed/settings.json", ("context_servers",), windows="{app}/Zed/settings.json"),
        ),
    ),
    Client(
        name="goose",
        form=Form(shape=shapes.goose, variables=CLAUDE),  # `${NAME}`, in headers
        spots=(Spot("{xdg}/goose/config.yaml", ("extensions",), windows="{app}/Block/goose/config/config.yaml"),),
    ),
)

FORMS_BY_SECTION: dict[str, Form] = {
    "mcpServers": Form(variables=EITHER),
    "servers": Form(variables=EDITOR),
    "context_servers": Form(),
    "mcp_servers": Form(shape=shapes.codex),
    "extensions": Form(shape=shapes.goose, variables=CLAUDE),
}
"""How the entries of a file are written that was named by its path: its outermost key tells."""
