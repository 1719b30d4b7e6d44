"""What a client is told to start: a name that every shell finds, or the whole path."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.cli.entries import start_command


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `sandgate` on the PATH."""
    program = tmp_path / "bin" / "sandgate"
    program.parent.mkdir()
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    return program


def test_a_program_that_every_shell_finds_is_started_by_its_name(program: Path) -> None:
    assert start_command(full_path=False) == ["sandgate", "serve"]


def test_a_program_of_a_virtual_environment_is_started_by_its_path(program: Path) -> None:
    (program.parents[1] / "pyvenv.cfg").touch()

    assert start_command(full_path=False) == [str(program), "serve"]
