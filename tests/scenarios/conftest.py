"""Gateways to test with, and the third-party servers they stand in front of."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from . import packages
from .gate import Entry, Gate, unruly

Entries = dict[str, Entry]


@pytest.fixture(scope="session")
def shared_state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One state folder for all gateways, as on a person's machine: servers that were listed once are remembered."""
    return tmp_path_factory.mktemp("state")


@pytest.fixture
def gate(tmp_path: Path, shared_state: Path) -> Gate:
    """Settings with one misbehaving server and one that does as it is told."""
    gate = Gate(tmp_path, shared_state)
    gate.configure({"unruly": unruly(), "steady": unruly()})
    return gate


@pytest.fixture
def fresh_gate(tmp_path: Path) -> Gate:
    """A gateway that remembers nothing; to be configured by the test."""
    return Gate(tmp_path, tmp_path / "state")


@pytest.fixture(scope="session")
def third_parties(tmp_path_factory: pytest.TempPathFactory) -> Entries:
    """Five servers other people wrote, started from their packages."""
    folder = tmp_path_factory.mktemp("third-parties")
    (folder / "notes.txt").write_text("tea\nmilk\nbread\n", encoding="utf-8")
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "Write the shopping list"]):
        author = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        subprocess.run(["git", *author, *command], cwd=folder, check=True)
    modules = fetched(lambda: packages.npm(packages.EVERYTHING, packages.FILESYSTEM, packages.MEMORY))
    commands = {
        "everything": packages.script(packages.EVERYTHING, modules),
        "files": [*packages.script(packages.FILESYSTEM, modules), str(folder)],
        "memory": packages.script(packages.MEMORY, modules),
        "time": fetched(lambda: packages.uvx(packages.TIME)),
        "git": [*fetched(lambda: packages.uvx(packages.GIT)), "--repository", str(folder)],
    }
    entries: Entries = {name: {"command": words[0], "args": words[1:]} for name, words in commands.items()}
    entries["memory"]["env.MEMORY_FILE_PATH"] = str(folder.with_name("memory.jsonl"))
    return entries


@pytest.fixture(scope="session")
def third_party_state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("third-party-state")


@pytest.fixture
def real_gate(tmp_path: Path, third_parties: Entries, third_party_state: Path) -> Gate:
    """A gateway in front of the third-party servers."""
    gate = Gate(tmp_path, third_party_state)
    gate.configure(third_parties, {"catalogue.wait_seconds": 40})
    return gate


def fetched(fetch: Callable[[], packages.T]) -> packages.T:
    """What a package registry gives, or a skip that says what is missing."""
    try:
        return fetch()
    except packages.Missing as missing:
        pytest.skip(f"no package registry: {missing}")
