"""One machine for all clients."""

from __future__ import annotations

import sys

import pytest

from .desk import Desk

DEMO = {name: [sys.executable, "-m", f"sandgate.demo.servers.{name}"] for name in ("tracker", "drive")}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A home to which `sandgate init` has added its entry for each client."""
    desk = Desk(tmp_path_factory.mktemp("home"))
    desk.furnish(DEMO)
    for client in ("claude-code", "codex", "gemini"):
        written = desk.sandgate("init", client, "--write")
        assert written.status == 0, written.err
    desk.let_gemini_wait()
    return desk
