from __future__ import annotations

import sys

import pytest

from sandgate import extras


@pytest.mark.parametrize(
    ("prefix", "said"),
    [
        ("/home/ada/.local/share/uv/tools/sandgate", "uv tool install '.[monty]'"),
        ("/home/ada/.local/share/pipx/venvs/sandgate", "pipx install --force '.[monty]'"),
        ("/home/ada/sandgate/.venv", "pip install '.[monty]'"),
    ],
)
def test_an_extra_is_installed_the_way_sandgate_was(monkeypatch: pytest.MonkeyPatch, prefix: str, said: str) -> None:
    monkeypatch.setattr(sys, "prefix", prefix)

    assert extras.command("monty") == f"{said} in Sandgate's checkout"
