"""Where the audit cannot be written, the gateway says so in words that name no place of ours, and nothing runs."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path

import pytest

import sandgate
from sandgate.audit import Who, os_user
from sandgate.audit.database import Lite
from sandgate.config import AuditOptions, Config, SandboxOptions
from sandgate.errors import SandgateError
from sandgate.gateway import Gateway
from sandgate.sandbox.process.backend import ProcessBackend

from .shelf import fill, lite, make_read_only, read_only

pytestmark = pytest.mark.anyio
LARGE = f"len({'x' * 70_000!r})"
"""A program whose record is too long for a spool."""


@asynccontextmanager
async def opened(state: Path, walls: ProcessBackend, audit: AuditOptions | None = None) -> AsyncGenerator[Gateway]:
    options = SandboxOptions(concurrent_runs=2, spares=0)
    settings = Config(state_dir=state, sandbox=options, audit=audit or AuditOptions())
    async with sandgate.open(settings, backend=walls) as gateway:
        yield gateway


async def refused(gateway: Gateway, state: Path, code: str = "1 + 1") -> str:
    """What is said of a program that must not run."""
    with pytest.raises(SandgateError) as caught:
        await gateway.run_code(code)
    assert str(state) not in str(caught.value)
    assert str(caught.value).startswith("the journal cannot be used: ")
    return str(caught.value)


async def test_on_a_full_disk_nothing_runs_and_it_goes_on_when_there_is_room(
    small_disk: Path, walls: ProcessBackend
) -> None:
    async with opened(small_disk, walls) as gateway:
        first = await gateway.run_code("1 + 1")
        fill(small_disk / "ballast")

        said = await refused(gateway, small_disk, LARGE)
        (small_disk / "ballast").unlink()
        later = await gateway.run_code("2 + 2")

    assert "the disk" in said
    assert (first.value, later.value) == (2, 4)
    ended = {row.content["execution"] for row in lite(small_disk).rows(kind=["ended"])}
    assert {first.id, later.id} <= ended
    assert lite(small_disk).verified().ok


async def test_in_a_folder_that_is_read_only_no_gateway_opens(small_disk: Path, walls: ProcessBackend) -> None:
    async with opened(small_disk, walls) as gateway:
        await gateway.run_code("1 + 1")
    make_read_only(small_disk)

    with pytest.raises(SandgateError, match="Read-only file system"):
        async with opened(small_disk, walls):
            pass


async def test_in_a_folder_that_becomes_read_only_nothing_runs_until_it_is_writable_again(
    small_disk: Path, walls: ProcessBackend, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(small_disk, walls) as gateway:
        first = await gateway.run_code("1 + 1")
        with read_only(small_disk):
            said = await refused(gateway, small_disk, LARGE)
        later = await gateway.run_code("2 + 2")

    assert "Read-only file system" in said
    assert str(small_disk) in caplog.text, "whoever runs the gateway is told which file"
    assert [row.content["execution"] for row in lite(small_disk).rows(kind=["ended"])] == [first.id, later.id]
    assert lite(small_disk).verified().ok


def replaced(_: bytes) -> bytes:
    return b"this is no database" * 500


def spoiled(whole: bytes) -> bytes:
    return whole[:4096] + b"\xff" * (len(whole) - 4096)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (replaced, "it is no database; restore it from a backup"),
        (spoiled, "it is damaged; restore it from a backup"),
    ],
)
async def test_a_damaged_journal_lets_nothing_run(
    tmp_path: Path, walls: ProcessBackend, damage: Callable[[bytes], bytes], says: str
) -> None:
    async with opened(tmp_path, walls) as gateway:
        await gateway.run_code("1 + 1")
    file = tmp_path / "journal.db"
    file.write_bytes(damage(file.read_bytes()))
    damaged = file.read_bytes()

    async with opened(tmp_path, walls) as gateway:
        said = await refused(gateway, tmp_path)

    assert says in said
    assert file.read_bytes() == damaged


async def test_a_journal_that_another_process_keeps_locked_lets_nothing_run_until_it_is_free(
    tmp_path: Path, walls: ProcessBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandgate.audit.settings.Lite", partial(Lite, busy_seconds=0.05))
    Lite(tmp_path / "journal.db").close()
    with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        async with opened(tmp_path, walls) as gateway:
            said = await refused(gateway, tmp_path)
            other.execute("rollback")
            later = await gateway.run_code("1 + 1")

    assert "another process keeps it locked" in said
    assert later.value == 2
    assert lite(tmp_path).verified().ok


async def test_a_program_that_runs_all_the_same_is_told_so_without_a_path(
    tmp_path: Path, walls: ProcessBackend
) -> None:
    (tmp_path / "journal.db").write_bytes(b"this is no database" * 500)

    async with opened(tmp_path, walls, AuditOptions(when_unwritable="warn")) as gateway:
        outcome = await gateway.run_code("1 + 1")

    assert outcome.value == 2
    assert "the journal cannot be used: " in outcome.text
    assert str(tmp_path) not in outcome.text


async def test_statistics_tell_how_programs_ended_and_what_is_under_way(tmp_path: Path, walls: ProcessBackend) -> None:
    async with opened(tmp_path, walls) as gateway:
        for code in ("1 + 1", "2 + 2", "1 / 0"):
            await gateway.run_code(code)

        stats = await gateway.stats()

    programs = stats["statistics"]["executions"]
    assert (programs["count"], programs["outcomes"]) == (3, {"ok": 2, "error": 1})
    longest = programs["longest_seconds"] * 1.01 + 0.0001  # all of them are rounded
    assert 0 < programs["p50_seconds"] <= programs["p95_seconds"] <= longest
    assert (stats["tasks"]["running"], stats["tasks"]["pending"]) == (0, 0)


async def test_a_clock_that_goes_back_stops_nothing_and_is_in_the_audit(
    tmp_path: Path, walls: ProcessBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    async with opened(tmp_path, walls) as gateway:
        before = await gateway.run_code("1 + 1")
        await gateway.stats()
        monkeypatch.setattr(time, "time", lambda: real() - 3600)
        after = await gateway.run_code("1 + 1")

    rows = lite(tmp_path).rows()
    ends = [row.content["execution"] for row in rows if row.kind == "ended"]
    assert ends == [before.id, after.id]
    assert [row.kind for row in rows if row.kind == "clock"] == ["clock"]
    assert lite(tmp_path).verified().ok


async def test_what_a_program_would_touch_is_on_record_however_it_is_written(
    small_disk: Path, walls: ProcessBackend
) -> None:
    halves = "import urllib.request\nask = lambda: urllib.request.urlopen('http://a\\ud800.example/x')\n1 + 1"
    async with opened(small_disk, walls) as gateway:
        outcome = await gateway.run_code(halves)

    assert outcome.value == 2
    with closing(sqlite3.connect(small_disk / "journal.db")) as journal:
        ((impact,),) = journal.execute("select impact from reviews where execution = ?", (outcome.id,))
    assert json.loads(impact)["hosts"] == ["a\ud800.example"]


async def test_a_program_that_was_not_let_in_is_on_record_with_who_sent_it(
    tmp_path: Path, walls: ProcessBackend
) -> None:
    sender = Who(user="ada", client="her-client")

    async with opened(tmp_path, walls) as gateway:
        outcome = await gateway.run_code("1 +", session="desk", who=sender)
        unnamed = await gateway.run_code("1 +")

    rows = [row.content for row in lite(tmp_path).rows(execution=[outcome.id])]
    assert outcome.status == "blocked"
    assert {(row["user"], row["client"], row["session"]) for row in rows} == {("ada", "her-client", "desk")}
    assert {row.content["user"] for row in lite(tmp_path).rows(execution=[unnamed.id])} == {os_user()}
