"""How tasks stand after a restart, a crash, and beside other gateways."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import anyio
import pytest

from sandgate.errors import SandgateError
from sandgate.tasks import store
from sandgate.tasks.owners import Owners
from sandgate.tasks.store import Store
from sandgate.tasks.task import Result, Stats

from .stage import staged, task

pytestmark = pytest.mark.anyio
STATS = Stats(
    duration_seconds=1.5, tokens_in=7, tokens_out=8, memory_mb=9.5, calls=2, tools_called=("a.b",), attempts=1
)
DYING = """
import sys, time
from pathlib import Path
from sandgate.tasks.store import Store
from sandgate.tasks.task import Task

store = Store(Path(sys.argv[1]))
number, _ = store.add([Task(id="runs", code="1"), Task(id="waits", code="1")])
store.began(number)
print("ready", flush=True)
time.sleep(600)
"""


async def test_how_a_task_ended_is_known_after_a_restart(tmp_path: Path) -> None:
    async with staged(tmp_path) as (stage, tasks):
        stage.fails("bad", "crm.list_leads")
        await tasks.run([task("good", agent="a", session="s", description="Adds up"), task("bad")])
    async with staged(tmp_path) as (_, tasks):
        good, bad = await tasks.status("good"), await tasks.status("bad")
        failed = [one.id for one in await tasks.list(status="failed")]
        of_agent = [one.id for one in await tasks.list(agent="a")]

    assert (good.status, good.agent, good.session, good.description) == ("done", "a", "s", "Adds up")
    assert good.stats.memory_mb == 20
    assert good.submitted_at <= (good.started_at or 0) <= (good.ended_at or 0)
    assert (bad.status, bad.reason, bad.stats.tools_called) == (
        "failed",
        "ValueError: no such row",
        ("crm.list_leads",),
    )
    assert (failed, of_agent) == (["bad"], ["good"])


async def test_neither_code_nor_inputs_nor_values_are_on_disk(tmp_path: Path) -> None:
    async with staged(tmp_path) as (_, tasks):
        await tasks.execute(task("quiet", code="cleartext-code", inputs={"x": "cleartext-input"}))

    written = b"".join(path.read_bytes() for path in (tmp_path / "tasks").glob("tasks.db*"))
    assert b"quiet" in written
    assert b"cleartext" not in written


def test_what_ran_when_its_process_was_killed_is_interrupted(tmp_path: Path) -> None:
    one = Store(tmp_path)
    with subprocess.Popen([sys.executable, "-c", DYING, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        alive = {standing.id: standing.status for standing in one.list(None, None, 10)}
        process.kill()
    dead = {standing.id: standing for standing in one.list(None, None, 10)}
    one.close()
    after = Store(tmp_path)
    after.find("runs")
    after.close()

    assert alive == {"runs": "running", "waits": "pending"}
    assert {standing.status for standing in dead.values()} == {"interrupted"}
    assert "while it ran; what it had written" in dead["runs"].reason
    assert "before its turn came" in dead["waits"].reason
    assert [*(tmp_path / "owners").iterdir()] == []


def test_a_gateway_that_lives_keeps_its_tasks_beside_others_that_come_and_go(tmp_path: Path) -> None:
    first, second = Store(tmp_path), Store(tmp_path)
    (number,) = first.add([task("x")])
    first.began(number)

    seen = second.find("x")
    second.close()
    first.ended(number, Result(id="x", status="done", stats=STATS))
    found = first.find("x")
    first.close()

    assert seen is not None
    assert seen.status == "running"
    assert found is not None
    assert (found.status, found.stats) == ("done", STATS)


def test_the_last_of_several_tasks_with_one_id_is_meant(tmp_path: Path) -> None:
    one = Store(tmp_path)
    (first,) = one.add([task("x")])
    one.ended(first, Result(id="x", status="failed", reason="old"))
    one.add([task("x")])

    found = one.find("x")
    one.close()

    assert found is not None
    assert (found.status, found.reason) == ("pending", "")


def test_what_ended_long_ago_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Store(tmp_path)
    old, _ = one.add([task("old"), task("open")])
    one.ended(old, Result(id="old", status="done"))
    now = time.time()
    monkeypatch.setattr(store.time, "time", lambda: now + store.KEPT_SECONDS + 1)

    two = Store(tmp_path)
    left = [standing.id for standing in two.list(None, None, 10)]
    one.close()
    two.close()

    assert left == ["open"]


def test_the_steps_of_the_schema_are_taken_once_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Store(tmp_path)
    one.add([task("x")])
    one.close()
    monkeypatch.setattr(
        store, "STEPS", (*store.STEPS, ("alter table tasks add column place text not null default ''",))
    )

    for _ in range(2):
        again = Store(tmp_path)
        found = again.find("x")
        again.close()
        assert found is not None

    with sqlite3.connect(tmp_path / "tasks.db") as database:
        ((version,),) = database.execute("pragma user_version").fetchall()
        columns = [row[1] for row in database.execute("pragma table_info(tasks)")]
    database.close()
    assert (version, columns.count("place")) == (len(store.STEPS), 1)


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "tasks.db")
    database.execute("pragma user_version = 99")
    database.close()
    newer = Store(tmp_path)

    with pytest.raises(SandgateError, match="a newer Sandgate has written it"):
        newer.add([task("x")])

    newer.close()


async def test_where_it_cannot_be_written_down_nothing_is_run_and_the_next_is_tried_anew(tmp_path: Path) -> None:
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "tasks.db").write_bytes(b"this is no database, but something else" * 100)
    async with staged(tmp_path) as (stage, tasks):
        with pytest.raises(SandgateError, match=r"list of tasks .*tasks\.db cannot be used"):
            await tasks.execute(task("x"))
        refused = list(stage.began)
        (tmp_path / "tasks" / "tasks.db").unlink()
        result = await tasks.execute(task("x"))

    assert refused == []
    assert result.ok


async def test_a_result_is_not_lost_where_its_end_cannot_be_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise SandgateError("the disk is full")

    monkeypatch.setattr(Store, "ended", full)
    async with staged(tmp_path) as (_, tasks):
        result = await tasks.execute(task("x"))

    assert (result.status, result.data, result.reason) == ("done", "x", "the disk is full")


def test_words_that_no_text_can_hold_are_written_down_without_them(tmp_path: Path) -> None:
    one = Store(tmp_path)
    (number,) = one.add([task("x", description="half \ud800 and \0 zero")])
    one.ended(number, Result(id="x", status="failed", reason="\udfff"))

    found = one.find("x")
    one.close()

    assert found is not None
    assert found.reason == "?"


def test_an_owner_whose_file_is_swept_before_it_is_locked_makes_another(tmp_path: Path) -> None:
    first = Owners(tmp_path)
    (tmp_path / first.own).touch()
    Owners(tmp_path).sweep()
    first.begin()

    alive = Owners(tmp_path).lives(first.own)
    first.end()

    assert alive
    assert not Owners(tmp_path).lives(first.own)


def test_what_is_written_down_is_for_its_owner_alone(tmp_path: Path) -> None:
    one = Store(tmp_path / "tasks")
    one.add([task("x")])

    modes = [path.stat().st_mode & 0o077 for path in (tmp_path / "tasks", tmp_path / "tasks" / "tasks.db")]
    one.close()

    assert modes == [0, 0]


async def test_two_gateways_write_at_once_and_lose_nothing(tmp_path: Path) -> None:
    async with staged(tmp_path) as (_, one), staged(tmp_path) as (_, two):
        with anyio.fail_after(30):
            async with anyio.create_task_group() as group:
                for number, tasks in enumerate((one, two)):
                    group.start_soon(tasks.map, task(f"m{number}"), [{"n": n} for n in range(50)])
        found = await one.list(limit=1000)

    assert (len(found), {standing.status for standing in found}) == (100, {"done"})


def test_a_list_that_was_deleted_begins_anew(tmp_path: Path) -> None:
    one = Store(tmp_path)
    one.add([task("before")])
    for path in [*tmp_path.glob("tasks.db*"), *(tmp_path / "owners").iterdir()]:
        path.unlink()

    one.add([task("after")])
    other = Store(tmp_path)
    found = [(standing.id, standing.status) for standing in other.list(None, None, 10)]
    one.close()
    other.close()

    assert found == [("after", "pending")]
