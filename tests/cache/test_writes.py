"""A write to a server makes everything kept of it untrue, however the write ended."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import anyio
import pytest

from sandgate.cache import database, sealed, shelf
from sandgate.errors import CallFailed
from sandgate.model import JsonObject

from .server import CHANGE, ELSEWHERE, Server, names_of, opened

pytestmark = pytest.mark.anyio


@pytest.fixture
def server() -> Server:
    return Server()


async def test_a_write_forgets_what_is_kept_of_its_server_and_of_no_other(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache)
    await server.call(cache, ELSEWHERE)

    written = await server.call(cache, CHANGE)

    assert written == (3, False)
    assert await server.call(cache, ELSEWHERE) == (2, True)
    assert await server.call(cache) == (4, False)


async def test_a_write_is_never_kept(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)

    answers = [await server.call(cache, CHANGE) for _ in range(3)]

    assert answers == [(1, False), (2, False), (3, False)]


async def test_a_write_of_another_gateway_counts(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache)

    await server.call(opened(tmp_path, places={"crm": "configured otherwise"}), CHANGE)

    assert await server.call(cache) == (3, False)


async def test_a_write_that_failed_may_have_had_its_effect(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache)

    async def fail() -> list[JsonObject]:
        raise CallFailed("no answer in time")

    with pytest.raises(CallFailed):
        await cache.through(CHANGE, names_of(CHANGE), {}, fail)

    assert await server.call(cache) == (2, False)
    assert await server.call(cache) == (2, True)


async def test_a_write_that_was_cancelled_may_have_had_its_effect(tmp_path: Path, server: Server) -> None:
    cache, writing = opened(tmp_path), Server()
    writing.held = anyio.Event()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(writing.call, cache, CHANGE)
        with anyio.fail_after(5):
            await writing.reached.wait()
        await server.call(cache)
        tasks.cancel_scope.cancel()

    assert await server.call(cache) == (2, False)
    assert await server.call(cache) == (2, True)


async def test_a_read_that_was_under_way_when_something_was_written_is_not_kept(tmp_path: Path, server: Server) -> None:
    cache, reading = opened(tmp_path), Server()
    reading.held = anyio.Event()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(reading.call, cache)
        with anyio.fail_after(5):
            await reading.reached.wait()
        await server.call(opened(tmp_path), CHANGE)
        reading.held.set()

    assert await server.call(cache) == (2, False)


async def test_a_read_that_ends_while_something_is_written_is_not_kept(tmp_path: Path, server: Server) -> None:
    cache, other, writing = opened(tmp_path), opened(tmp_path), Server()
    writing.held, during = anyio.Event(), list[tuple[int, bool]]()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(writing.call, other, CHANGE)
        with anyio.fail_after(5):
            await writing.reached.wait()
        during += [await server.call(cache), await server.call(cache)]
        writing.held.set()

    assert during == [(1, False), (2, False)]


async def test_one_of_two_writes_that_ends_does_not_end_the_other(tmp_path: Path, server: Server) -> None:
    cache, writing = opened(tmp_path), Server()
    writing.held, during = anyio.Event(), list[tuple[int, bool]]()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(writing.call, cache, CHANGE)
        with anyio.fail_after(5):
            await writing.reached.wait()
        await server.call(cache, CHANGE)
        during += [await server.call(cache), await server.call(cache)]
        writing.held.set()

    assert during == [(2, False), (3, False)]


async def test_a_write_whose_gateway_was_killed_is_over_at_some_time(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_800_000_000.0]
    monkeypatch.setattr(shelf.time, "time", lambda: now[0])
    cache, killed = opened(tmp_path), shelf.Shelf(tmp_path / "cache", 16)
    killed.write_begins("crm", 1)
    killed.close()

    during = [await server.call(cache), await server.call(cache)]
    now[0] += shelf.UNKNOWN_SECONDS
    after = [await server.call(cache), await server.call(cache)]

    assert during == [(1, False), (2, False)]
    assert after == [(3, False), (3, True)]


async def test_nothing_is_believed_of_a_server_whose_entries_could_not_be_forgotten(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "REST_SECONDS", 0.0)
    cache = opened(tmp_path)
    await server.call(cache)
    holder = sqlite3.connect(tmp_path / "cache" / "results.db", isolation_level=None)
    holder.execute("begin immediate")

    await server.call(cache, CHANGE)
    locked = await server.call(cache)
    (still_there,) = holder.execute("select count(*) from results").fetchone()
    holder.execute("commit")
    holder.close()
    freed = [await server.call(cache), await server.call(cache)]

    assert still_there
    assert locked == (3, False)
    assert freed == [(4, False), (4, True)]


async def test_a_write_whose_forgetting_succeeds_ends_the_rest(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache)
    holder = sqlite3.connect(tmp_path / "cache" / "results.db", isolation_level=None)
    holder.execute("begin immediate")
    await server.call(cache, CHANGE)
    holder.execute("commit")
    holder.close()

    await server.call(cache, CHANGE)

    assert [await server.call(cache), await server.call(cache)] == [(4, False), (4, True)]


async def test_a_hit_does_not_wait_for_somebody_who_holds_the_database(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "WAIT_SECONDS", 5.0)
    cache = opened(tmp_path)
    await server.call(cache)
    holder = sqlite3.connect(tmp_path / "cache" / "results.db", isolation_level=None)
    holder.execute("update results set used_at = 0")
    holder.execute("begin immediate")

    answers: list[tuple[int, bool]] = []
    with anyio.move_on_after(2) as patience:
        answers.append(await server.call(cache))
    holder.execute("commit")
    (used_at,) = holder.execute("select used_at from results").fetchone()
    answers.append(await server.call(cache))
    (touched,) = holder.execute("select used_at from results").fetchone()
    holder.close()

    assert not patience.cancel_called
    assert answers == [(1, True), (1, True)]
    assert used_at == 0
    assert touched > 0
