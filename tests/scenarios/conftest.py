"""Gateways to test with, and the third-party servers they stand in front of."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
from mcp import Client

from . import packages
from .gate import PATIENCE_SECONDS, VERSIONS, Entry, Gate, Mode, unruly
from .standing import EACH_ONCE, Standing, standing_at, unused_name

Entries = dict[str, Entry]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


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


@pytest.fixture(scope="module")
def servers() -> Entries:
    """The servers of the gateway that a file of tests shares."""
    return {"unruly": unruly()}


@pytest.fixture(scope="module")
def settings() -> dict[str, object]:
    """Its settings."""
    return {}


@pytest.fixture(scope="module")
async def standing(
    tmp_path_factory: pytest.TempPathFactory, servers: Entries, settings: dict[str, object]
) -> AsyncGenerator[Standing]:
    folder = tmp_path_factory.mktemp("standing")
    gate = Gate(folder, folder / "state")
    gate.configure(servers, settings)
    async with standing_at(gate) as found:
        yield found


@pytest.fixture(scope="module")
def beside(
    tmp_path_factory: pytest.TempPathFactory, standing: Standing, servers: Entries, settings: dict[str, object]
) -> Gate:
    """The same settings and the same state, for gateways on pipes."""
    gate = Gate(tmp_path_factory.mktemp("piped"), standing.gate.state)
    gate.configure(servers, settings)
    return gate


@pytest.fixture(scope="module")
async def piped(beside: Gate) -> AsyncGenerator[Client]:
    """A client on pipes, with a gateway of its own."""
    async with beside.client("auto", patience=None, read_timeout_seconds=PATIENCE_SECONDS) as client:
        yield client


@pytest.fixture(scope="module")
async def piped_legacy(beside: Gate) -> AsyncGenerator[Client]:
    """Another, of the older era."""
    async with beside.client("legacy", patience=None, read_timeout_seconds=PATIENCE_SECONDS) as client:
        yield client


@pytest.fixture
async def client(standing: Standing) -> AsyncGenerator[Client]:
    """A client of the gateway that this file of tests shares."""
    async with standing.client() as client:
        yield client


@pytest.fixture(params=EACH_ONCE, ids="-".join)
def combination(request: pytest.FixtureRequest) -> tuple[Mode, Client | None]:
    """An era, and its client on pipes unless HTTP is meant; `test_path.py` takes every combination."""
    mode, way = request.param
    pipes = {"auto": "piped", "legacy": "piped_legacy"}
    return mode, request.getfixturevalue(pipes[mode]) if way == "stdio" else None


@pytest.fixture
async def any_client(combination: tuple[Mode, Client | None], standing: Standing) -> AsyncGenerator[Client]:
    mode, on_pipes = combination
    async with nullcontext(on_pipes) if on_pipes else standing.client(mode) as client:
        assert client.protocol_version == VERSIONS[mode]
        yield client


@pytest.fixture
def name() -> str:
    return unused_name()


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
    gate = Gate(tmp_path, third_party_state, cold=True)
    gate.configure(third_parties, {"catalogue.wait_seconds": 40})
    return gate


def fetched(fetch: Callable[[], packages.T]) -> packages.T:
    """What a package registry gives, or a skip that says what is missing."""
    try:
        return fetch()
    except packages.Missing as missing:
        pytest.skip(f"no package registry: {missing}")
