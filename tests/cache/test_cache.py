"""What was read is not asked for again for a while; what was written to is."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from sandgate.cache import sealed, shelf
from sandgate.config import CacheOptions
from sandgate.errors import CallFailed
from sandgate.model import JsonObject, Tool, Unread

from .server import CHANGE, ELSEWHERE, LOOK, Server, names_of, opened

pytestmark = pytest.mark.anyio


class Clock:
    """The time of day, as a test wants it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1_800_000_000.0
        patch.setattr(shelf.time, "time", lambda: self.now)
        patch.setattr(sealed.time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def kept_in(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


@pytest.fixture
def server() -> Server:
    return Server()


async def test_the_same_call_is_answered_without_asking_the_server(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)

    first, again = await server.call(cache), await server.call(cache)
    await cache.close()

    assert (first, again) == ((1, False), (1, True))
    assert server.asked == 1


async def test_what_was_kept_is_there_after_a_restart_and_for_other_gateways(tmp_path: Path, server: Server) -> None:
    first = opened(tmp_path)
    await server.call(first)

    beside = await server.call(opened(tmp_path))
    await first.close()
    later = await server.call(opened(tmp_path))

    assert beside == later == (1, True)


@pytest.mark.parametrize(
    ("tool", "sent"),
    [
        (LOOK, {"id": 7}),
        (LOOK, {"id": "7", "all": None}),
        (LOOK, {"id": "8"}),
        (replace(LOOK, description="Now it means something else"), {"id": "7"}),
        (replace(LOOK, output_schema={"type": "object"}), {"id": "7"}),
        (replace(LOOK, name="get_leads"), {"id": "7"}),
        (ELSEWHERE, {"id": "7"}),
    ],
)
async def test_another_call_is_not_answered_with_it(
    tmp_path: Path, server: Server, tool: Tool, sent: JsonObject
) -> None:
    cache = opened(tmp_path)
    await server.call(cache)

    answer = await server.call(cache, tool, sent)

    assert answer == (2, False)


@pytest.mark.parametrize(("one", "other"), [(1, 1.0), (1, True), (0, False), (None, float("nan")), (2**64, 2.0**64)])
async def test_arguments_that_python_or_a_fast_writer_takes_for_equal_are_not(
    tmp_path: Path, server: Server, one: object, other: object
) -> None:
    cache = opened(tmp_path)
    await server.call(cache, LOOK, {"x": one})

    assert await server.call(cache, LOOK, {"x": other}) == (2, False)


async def test_the_order_of_arguments_means_nothing(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache, LOOK, {"a": 1, "b": {"c": 2, "d": 3}})

    assert await server.call(cache, LOOK, {"b": {"d": 3, "c": 2}, "a": 1}) == (1, True)


async def test_a_server_that_is_configured_otherwise_is_another(tmp_path: Path, server: Server) -> None:
    await server.call(opened(tmp_path, places={"crm": "one account"}))

    assert await server.call(opened(tmp_path, places={"crm": "another"})) == (2, False)


async def test_a_result_is_over_after_its_time(tmp_path: Path, server: Server, clock: Clock) -> None:
    cache = opened(tmp_path, CacheOptions(read_only=True, seconds=60))
    await server.call(cache)

    clock.now += 59
    within = await server.call(cache)
    clock.now += 2
    after = await server.call(cache)

    assert (within, after) == ((1, True), (2, False))


async def test_a_shorter_time_holds_for_what_is_kept_already(tmp_path: Path, server: Server, clock: Clock) -> None:
    await server.call(opened(tmp_path, CacheOptions(read_only=True, seconds=600)))

    clock.now += 30
    answer = await server.call(opened(tmp_path, CacheOptions(read_only=True, seconds=10)))

    assert answer == (2, False)


async def test_a_clock_that_was_put_back_makes_nothing_last_longer(
    tmp_path: Path, server: Server, clock: Clock
) -> None:
    cache = opened(tmp_path)
    await server.call(cache)

    clock.now -= 86_400
    asked, kept = await server.call(cache), await server.call(cache)

    assert (asked, kept) == ((2, False), (2, True))


async def test_fresh_asks_the_server_and_keeps_what_it_says(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache)

    fresh, after = await server.call(cache, fresh=True), await server.call(cache)

    assert (fresh, after) == ((2, False), (2, True))


async def test_a_slow_older_answer_does_not_replace_a_fresh_one(tmp_path: Path, clock: Clock) -> None:
    cache, slow, server = opened(tmp_path), Server(), Server()
    slow.held, server.asked = anyio.Event(), 10

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(slow.call, cache)
        with anyio.fail_after(5):
            await slow.reached.wait()
        clock.now += 1
        await server.call(cache, fresh=True)
        slow.held.set()

    assert await server.call(cache) == (11, True)


async def test_an_error_is_never_kept(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)

    async def fail() -> list[JsonObject]:
        raise CallFailed("no")

    with pytest.raises(CallFailed):
        await cache.through(LOOK, names_of(LOOK), {"id": "7"}, fail)

    assert await server.call(cache) == (1, False)


async def test_a_fresh_call_that_fails_leaves_what_is_kept(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache)

    async def fail() -> list[JsonObject]:
        raise CallFailed("no")

    with pytest.raises(CallFailed):
        await cache.through(LOOK, names_of(LOOK), {"id": "7"}, fail, fresh=True)

    assert await server.call(cache) == (1, True)


BLOCKS: Sequence[list[JsonObject]] = [
    [{"type": "value", "value": {"n": 2**70, "x": 0.1, "text": "half \ud800 of it", "none": None, "yes": True}}],
    [{"type": "value", "value": [float("inf"), -0.0, "a\nb\0\u2028", {"\0unread": 3}, {"type": "unread", "text": 1}]}],
    [
        {"type": "unread", "text": Unread('{"a": "é\n"}')},
        {"type": "image", "data": "aGk=", "mime_type": "image/png"},
        {"type": "unread", "text": Unread("[\ud800]")},
        {"type": "link", "server": "crm", "uri": "crm://x", "name": "x", "mime_type": ""},
    ],
    [{"type": "value", "value": None}],
    [],
]


@pytest.mark.parametrize("blocks", BLOCKS)
async def test_what_is_kept_comes_back_exactly(tmp_path: Path, blocks: list[JsonObject]) -> None:
    cache = opened(tmp_path)

    async def ask() -> list[JsonObject]:
        return blocks

    await cache.through(LOOK, names_of(LOOK), {}, ask)
    again, cached = await cache.through(LOOK, names_of(LOOK), {}, ask)

    assert cached
    assert again == blocks
    assert repr(again) == repr(blocks)


async def test_a_result_that_cannot_be_written_down_is_handed_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache = opened(tmp_path)
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]

    async def ask() -> list[JsonObject]:
        return [{"type": "value", "value": deep}]

    first = await cache.through(LOOK, names_of(LOOK), {}, ask)
    server = Server()

    assert first == (await ask(), False)
    assert await server.call(cache) == (1, False)
    assert await server.call(cache) == (1, True)
    assert caplog.messages == []


async def test_no_value_and_no_argument_stands_on_the_disk(tmp_path: Path) -> None:
    cache = opened(tmp_path)

    async def ask() -> list[JsonObject]:
        return [
            {"type": "value", "value": "ada.lovelace@example.com"},
            {"type": "unread", "text": Unread("[lovelace]")},
        ]

    await cache.through(LOOK, names_of(LOOK), {"email": "ada.lovelace@example.com"}, ask)

    files = kept_in(tmp_path)
    assert {file.name for file in files} >= {"results.db", "results.db-wal", "vault.key"}
    assert [file for file in files if b"lovelace" in file.read_bytes()] == []
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("cache", "vault")} == {0o700}
    await cache.close()


async def test_what_was_moved_or_changed_on_the_disk_is_asked_for_again(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache, LOOK, {"id": "1"})
    await server.call(cache, LOOK, {"id": "2"})
    with sqlite3.connect(tmp_path / "cache" / "results.db") as database:
        first, second = (row[0] for row in database.execute("select sealed from contents order by result"))
        database.execute("update contents set sealed = ? where result = 1", (second,))
        database.execute("update contents set sealed = ? where result = 2", (first[:-1] + b"\0",))

    one, two = await server.call(cache, LOOK, {"id": "1"}), await server.call(cache, LOOK, {"id": "2"})

    assert (one, two) == ((3, False), (4, False))
    assert await server.call(cache, LOOK, {"id": "1"}) == (3, True)


async def test_another_key_opens_nothing_and_fails_nothing(tmp_path: Path, server: Server) -> None:
    await server.call(opened(tmp_path))
    (tmp_path / "vault" / "vault.key").write_bytes(os.urandom(32))

    assert await server.call(opened(tmp_path)) == (2, False)


@pytest.mark.parametrize("broken", ["database", "key", "folder", "unwritable", "locked"])
async def test_a_database_that_cannot_be_used_fails_no_call_and_is_told_of_once(
    tmp_path: Path, server: Server, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder, holder = tmp_path / "cache", None
    folder.mkdir()
    match broken:
        case "database":
            (folder / "results.db").write_bytes(b"this is no database at all" * 100)
        case "key":
            (tmp_path / "vault").mkdir()
            (tmp_path / "vault" / "vault.key").write_bytes(b"short")
        case "folder":
            folder.rmdir()
            folder.write_text("in the way")
        case "unwritable":
            (folder / "results.db").mkdir()
        case _:
            holder = sqlite3.connect(folder / "results.db", isolation_level=None)
            holder.execute("begin exclusive")
    cache = opened(tmp_path)

    answers = [await server.call(cache, tool) for tool in (LOOK, LOOK, CHANGE, LOOK)]
    await cache.close()
    if holder:
        holder.close()

    assert answers == [(1, False), (2, False), (3, False), (4, False)]
    assert len(caplog.records) == 1
    assert caplog.records[0].levelno == logging.WARNING
    assert "cannot be used, so servers are asked each time" in caplog.messages[0]


async def test_a_database_that_failed_is_used_again_after_a_rest(tmp_path: Path, server: Server, clock: Clock) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "results.db").write_bytes(b"this is no database at all" * 100)
    cache = opened(tmp_path)
    await server.call(cache)
    (tmp_path / "cache" / "results.db").unlink()

    resting = [await server.call(cache), await server.call(cache)]
    clock.now += sealed.REST_SECONDS
    after = [await server.call(cache), await server.call(cache)]

    assert resting == [(2, False), (3, False)]
    assert after == [(4, False), (4, True)]


async def test_a_database_that_was_replaced_is_noticed(tmp_path: Path, server: Server) -> None:
    cache = opened(tmp_path)
    await server.call(cache)
    for file in (tmp_path / "cache").iterdir():
        file.unlink()

    asked = await server.call(cache)

    assert asked == (2, False)
    assert await server.call(opened(tmp_path)) == (2, True)
