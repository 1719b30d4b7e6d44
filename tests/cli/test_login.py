"""Another account may see other things: with a login, what is kept of the server's answers goes."""

from __future__ import annotations

import sqlite3
import time
import webbrowser
from pathlib import Path

import anyio
import anyio.to_thread
import httpx2
import pytest

from sandgate.cache.shelf import Shelf
from tests.hub.protected import remote

from .person import Person, Said

pytestmark = pytest.mark.anyio


def kept(person: Person) -> list[str]:
    """The servers of which answers are kept."""
    shelf = Shelf(person.state / "sandgate" / "cache", 1)
    try:
        return [row.server for row in shelf.rows()]
    finally:
        shelf.close()


def keep(person: Person, *servers: str) -> None:
    shelf = Shelf(person.state / "sandgate" / "cache", 1)
    for number, server in enumerate(servers):
        now = time.time()
        shelf.put(bytes([number]), server, "read", b"sealed", asked_at=now, seconds=60, generation=0)
    shelf.close()


async def types(person: Person, *words: object) -> Said:
    with anyio.fail_after(20):
        return await anyio.to_thread.run_sync(person.types, *words)


def agrees(page: str) -> bool:
    """A browser whose person agrees to everything."""
    httpx2.get(page, follow_redirects=True).raise_for_status()
    return True


def named(person: Person, url: str) -> Path:
    return person.write("sandgate.toml", f'[import]\nclients = []\n[servers.notes]\nurl = "{url}"\n')


async def test_a_login_forgets_what_is_kept_of_that_server_alone(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", agrees)
    async with remote() as there:
        config = named(person, there.url)
        keep(person, "notes", "wiki")

        said = await types(person, "login", "notes", "--config", config)

    assert said.code == 0, said.err
    assert kept(person) == ["wiki"]


async def test_a_login_that_is_forgotten_takes_its_results_along(person: Person) -> None:
    config = named(person, "https://notes.example/mcp")
    keep(person, "notes", "wiki")

    said = await types(person, "login", "notes", "--forget", "--config", config)

    assert (said.code, said.out) == (0, "There is no login to notes.\n")
    assert kept(person) == ["wiki"]


async def test_where_nothing_is_kept_a_login_makes_no_database(person: Person) -> None:
    config = named(person, "https://notes.example/mcp")

    said = await types(person, "login", "notes", "--forget", "--config", config)

    assert said.code == 0
    assert not (person.state / "sandgate" / "cache").exists()


async def test_results_that_cannot_be_forgotten_are_told_of_with_the_cure(person: Person) -> None:
    config = named(person, "https://notes.example/mcp")
    keep(person, "notes")
    holder = sqlite3.connect(person.state / "sandgate" / "cache" / "results.db", isolation_level=None)
    holder.execute("begin immediate")

    said = await types(person, "login", "notes", "--forget", "--config", config)
    holder.execute("commit")
    holder.close()

    assert said.code == 2
    assert "could not be forgotten (database is locked)" in said.err
    assert "run `sandgate cache clear notes`" in said.err
