"""Somebody's machine: a fresh home with settings of three clients, the clients themselves, and Sandgate."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.scenarios.packages import Missing, node, npm

KEEPER = Path(__file__).with_name("keeper.py")
SECONDS = 90
SCRIPTS = {
    "claude": ("@anthropic-ai/claude-code@2.1.325", "@anthropic-ai/claude-code/cli-wrapper.cjs"),
    "codex": ("@openai/codex@0.166.0", "@openai/codex/bin/codex.js"),
    "gemini": ("@google/gemini-cli@0.61.0", "@google/gemini-cli/bundle/gemini.js"),
}
"""Each client's package, and what Node.js runs of it."""
SILENT = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "MCP_CONNECTION_NONBLOCKING": "0",  # Claude Code asks the model only when Sandgate is there
    "MCP_CONNECT_TIMEOUT_MS": str(SECONDS * 1000),  # however busy the machine is
    "MCP_TIMEOUT": str(SECONDS * 1000),
    "GEMINI_CLI_TRUST_WORKSPACE": "true",  # else Gemini starts no server at all
    "GEMINI_CLI_NO_RELAUNCH": "true",
}
"""What keeps the clients from calling home, and from asking what only a person could answer."""
GEMINI_SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}},
    "privacy": {"usageStatisticsEnabled": False},
    "general": {"enableAutoUpdate": False},
}
CODEX_SETTINGS = """\
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
api_key_model_discovery = false
apps = false
plugins = false
"""


@dataclass(frozen=True)
class Done:
    """What a client left on the screen."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Desk:
    home: Path

    @property
    def project(self) -> Path:
        return self.home / "project"

    def furnish(self, servers: Mapping[str, Sequence[str]]) -> None:
        """Write the clients' own settings, and Sandgate's with these servers."""
        entries = [
            f"[servers.{name}]\ncommand = {json.dumps(command)}\nargs = {json.dumps(args)}\n"
            for name, (command, *args) in servers.items()
        ]
        self._write(".config/sandgate/sandgate.toml", "import.clients = []\n" + "".join(entries))
        self._write(".gemini/settings.json", json.dumps(GEMINI_SETTINGS))
        self._write(".codex/config.toml", CODEX_SETTINGS)
        self.project.mkdir()

    def let_gemini_wait(self) -> None:
        """Without a word it gives a server five seconds, which is too little on a busy machine."""
        file = self.home / ".gemini" / "settings.json"
        settings = json.loads(file.read_text(encoding="utf-8"))
        settings["mcpServers"]["sandgate"]["timeout"] = SECONDS * 1000
        file.write_text(json.dumps(settings), encoding="utf-8")

    def sandgate(self, *words: str) -> Done:
        return self._run([sys.executable, "-m", "sandgate", *words], {})

    def client(self, name: str, proxy: str, *words: str, **variables: str) -> Done:
        """Run a client; what it wants from elsewhere goes to the proxy. Raises Missing if it cannot be had."""
        package, script = SCRIPTS[name]
        around = {"HTTPS_PROXY": proxy, "HTTP_PROXY": proxy, "NO_PROXY": "127.0.0.1,localhost"}
        modules = _installed(package)
        if isinstance(modules, Missing):
            raise modules
        return self._run([str(node()), str(modules / script), *words], around | SILENT | variables)

    def _run(self, command: list[str], variables: Mapping[str, str]) -> Done:
        programs = [str(Path(sys.executable).parent), str(node().parent), "/usr/local/bin", "/usr/bin", "/bin"]
        environment = {"HOME": str(self.home), "PATH": os.pathsep.join(programs), "TERM": "dumb", **variables}
        kept = [sys.executable, "-S", str(KEEPER), str(SECONDS), *command]
        ended = subprocess.run(
            kept,
            env=environment,
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return Done(ended.returncode, ended.stdout, ended.stderr)

    def _write(self, path: str, text: str) -> None:
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@cache
def _installed(package: str) -> Path | Missing:
    """Asked for once: a registry that cannot be reached takes its time to say so."""
    try:
        return npm(package)
    except Missing as missing:
        return missing
