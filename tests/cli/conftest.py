from __future__ import annotations

from pathlib import Path

import pytest

from .person import Person

FOREIGN = ("SANDGATE_CONFIG", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "NO_COLOR", "FORCE_COLOR")


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Person:
    """Somebody at a shell in an empty project folder, with an empty home."""
    for name in FOREIGN:
        monkeypatch.delenv(name, raising=False)
    someone = Person(tmp_path, capfd, monkeypatch)
    monkeypatch.setenv("HOME", str(someone.home))
    monkeypatch.setenv("XDG_STATE_HOME", str(someone.state))
    monkeypatch.chdir(someone.project)
    return someone
