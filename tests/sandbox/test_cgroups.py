"""Control groups are used where we may make them, hold a run's tree, and are gone with it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import anyio
import pytest

from sandgate.model import Limits
from sandgate.sandbox.process import cgroups
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Answer, Request

from .conformance import run, value

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="control groups are Linux's")


def version_1(tmp_path: Path) -> tuple[Path, Path]:
    """A hierarchy for each controller, as files."""
    for name in ("memory", "pids", "cpu"):
        (tmp_path / name / "ours").mkdir(parents=True)
    own = tmp_path / "self"
    own.write_text("3:pids:/ours\n2:memory:/ours\n1:cpu:/ours\n0::/\n", encoding="ascii")
    return own, tmp_path


def version_2(tmp_path: Path, processes: str = "") -> tuple[Path, Path]:
    ours = tmp_path / "ours"
    ours.mkdir()
    own = tmp_path / "self"
    own.write_text("0::/ours\n", encoding="ascii")
    (ours / "cgroup.controllers").write_text("cpu memory pids", encoding="ascii")
    (ours / "cgroup.subtree_control").write_text("", encoding="ascii")
    (ours / "cgroup.procs").write_text(processes or f"{os.getpid()}\n", encoding="ascii")
    return own, tmp_path


def test_version_1_gets_a_group_in_each_hierarchy(tmp_path: Path) -> None:
    place = cgroups.found(*version_1(tmp_path))

    assert place
    assert [folder.parent for folder in place.folders] == [tmp_path / n / "ours" for n in ("memory", "pids", "cpu")]
    group = place.make(Limits())
    group.remove()
    place.remove()
    assert [*(tmp_path / "memory" / "ours").iterdir()] == []


def test_where_no_hierarchy_shares_time_out_the_others_are_used(tmp_path: Path) -> None:
    own, mounts = version_1(tmp_path)
    own.write_text("3:pids:/ours\n2:memory:/ours\n0::/\n", encoding="ascii")

    place = cgroups.found(own, mounts)

    assert place
    assert [folder.parent.parent.name for folder in place.folders] == ["memory", "pids"]


def test_in_version_2_we_step_aside_if_we_are_alone(tmp_path: Path) -> None:
    own, mounts = version_2(tmp_path)

    place = cgroups.found(own, mounts)

    assert place
    ours = tmp_path / "ours"
    assert (ours / "sandgate-gateway" / "cgroup.procs").read_text() == str(os.getpid())
    assert (ours / "cgroup.subtree_control").read_text() == "+memory +pids"


def test_in_version_2_others_are_left_where_they_are(tmp_path: Path) -> None:
    own, mounts = version_2(tmp_path, processes=f"1\n{os.getpid()}\n")

    assert cgroups.found(own, mounts) is None
    assert (tmp_path / "ours" / "cgroup.subtree_control").read_text() == ""


def test_nothing_is_found_where_there_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "self").write_text("0::/\n", encoding="ascii")

    assert cgroups.found(tmp_path / "self", tmp_path) is None
    assert cgroups.found(tmp_path / "missing", tmp_path) is None


def test_what_dead_gateways_left_is_swept(tmp_path: Path) -> None:
    own, mounts = version_1(tmp_path)
    left = tmp_path / "memory" / "ours" / "sandgate-4194999-abcd" / "run"
    left.mkdir(parents=True)
    alive = tmp_path / "memory" / "ours" / f"sandgate-{os.getpid()}-abcd"
    alive.mkdir()

    cgroups.found(own, mounts)

    assert not left.parent.exists()
    assert alive.exists()


@pytest.mark.anyio
async def test_a_run_is_in_a_group_of_its_own_and_takes_it_away(walls: ProcessBackend) -> None:
    worker = await walls.spawn(Limits(processes=8))
    folders = worker.cgroup.folders if worker.cgroup else ()
    inside = [folder for folder in folders if (folder / "cgroup.procs").read_text().split()]
    await worker.end()
    await worker.forget()
    await worker.output.aclose()
    if not folders:
        pytest.skip("this user may make no control groups here")

    assert inside == [*folders]
    assert not any(folder.exists() for folder in folders)


@pytest.mark.anyio
async def test_the_groups_of_a_backend_are_gone_when_it_is_closed() -> None:
    walls = ProcessBackend()
    worker = await walls.spawn(Limits())
    place = worker.nursery.cgroups
    await worker.end()
    await worker.forget()
    await worker.output.aclose()
    await walls.close()

    assert not place or not any(folder.exists() for folder in place.folders)


BOMB = """
import os, time
try:
    while True:
        if os.fork() == 0:
            time.sleep(20)
except OSError:
    await call_mcp_tool('s.full')
"""
THREADS = """
import threading
threads = [threading.Thread(target=len, args=('',)) for _ in range(8)]
[thread.start() for thread in threads]
'ok'
"""


@pytest.mark.anyio
async def test_a_fork_bomb_in_one_run_does_not_stop_threads_in_another(walls: ProcessBackend) -> None:
    full, tried = anyio.Event(), anyio.Event()

    async def hold(_: Request) -> Answer:
        full.set()
        await tried.wait()
        return value(None)

    limits = Limits(processes=16)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(run, walls, BOMB, hold, limits)
        with anyio.fail_after(20):
            await full.wait()
        beside = await run(walls, THREADS, limits=limits)
        tried.set()

        assert beside.value == "ok"
