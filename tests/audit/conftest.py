"""Every test about the audit runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from .shelf import PostgresServer, Shelf, lite, missing


@pytest.fixture(scope="session")
def postgres() -> Generator[PostgresServer]:
    if what := missing():
        pytest.skip(f"PostgreSQL is not tested here: {what}")
    with PostgresServer.running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    """An empty audit."""
    if request.param == "sqlite":
        return lite(tmp_path)
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.shelf(tmp_path)


@pytest.fixture(params=["sqlite", "spooled", "postgres"])
def any_shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    """The same, and one whose entries wait in a spool."""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.shelf(tmp_path)
    return lite(tmp_path, tmp_path if request.param == "spooled" else None)


@pytest.fixture
def small_disk(tmp_path: Path) -> Generator[Path]:
    """A file system of one megabyte."""
    if os.getuid() != 0:
        pytest.skip("a small disk is not tested here: only root may mount one")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"a small disk is not tested here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)
