"""A workspace outlives the runs that are given it, holds no more than it may, and nobody else sees it."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator

import anyio
import pytest

from sandgate.errors import SandboxError
from sandgate.model import Limits, Outcome, Program
from sandgate.sandbox.box import Answer, Backend, Clock, Request, Sandbox, Workspace
from sandgate.sandbox.process import nursery as process
from sandgate.sandbox.process.backend import ProcessBackend

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
LIMITS = Limits(workspace_mb=4, workspace_files=50, time_seconds=20)


@pytest.fixture
async def box(walls: ProcessBackend) -> AsyncGenerator[Sandbox]:
    async def stand() -> Backend:
        return walls

    async with Sandbox(stand, LIMITS, spares=1) as box:
        yield box


async def run(box: Sandbox, code: str, workspace: Workspace | None = None) -> Outcome:
    async def refuse(_: Request, _clock: Clock) -> Answer:
        raise SandboxError("there are no tools here")

    async def ignore(_: str) -> None: ...

    with anyio.fail_after(30):
        return await box.run(Program(code=code, limits=LIMITS), refuse, ignore, workspace)


async def test_files_stay_from_run_to_run_and_can_be_changed_there(box: Sandbox) -> None:
    change = (
        "import os, pathlib, shutil\n"
        "file = pathlib.Path('workspace/folder/a.txt')\n"
        "file.write_text(file.read_text() + ' and more')\n"
        "file.chmod(0o600)\n"
        "open('/tmp/new', 'w').write('new')\n"
        "shutil.copy2('/tmp/new', 'workspace/folder/b.txt')\n"
        "os.utime('workspace/folder/b.txt', (1, 1))\n"
    )
    async with box.workspace() as workspace:
        await run(
            box,
            "import os\nos.mkdir('workspace/folder')\nopen('workspace/folder/a.txt', 'w').write('some')\n"
            "open('workspace/folder/b.txt', 'w').write('old')",
            workspace,
        )
        changed = await run(box, change, workspace)
        seen = await run(box, "[open(f'workspace/folder/{n}.txt').read() for n in 'ab']", workspace)

    assert changed.fault is None
    assert seen.value == ["some and more", "new"]


async def test_a_database_can_be_kept_there(box: Sandbox) -> None:
    make = (
        "import sqlite3\nwith sqlite3.connect('workspace/x.db') as db:\n"
        "    db.execute('create table t (n)')\n    db.execute('insert into t values (7)')"
    )
    async with box.workspace() as workspace:
        made = await run(box, make, workspace)
        read = await run(
            box, "import sqlite3\nsqlite3.connect('workspace/x.db').execute('select n from t').fetchone()", workspace
        )

    assert made.fault is None
    assert read.value == [7]


async def test_nobody_else_sees_it(box: Sandbox) -> None:
    look = "import os\n[os.listdir('workspace'), os.listdir('/tmp')]"
    async with box.workspace() as mine, box.workspace() as other:
        await run(box, "open('workspace/secret', 'w').write('x')", mine)

        assert (await run(box, look, other)).value == [[], []]
        assert (await run(box, look)).value == [[], []]
        assert (await run(box, look, mine)).value == [["secret"], []]


async def test_a_run_without_one_leaves_nothing_to_the_next(box: Sandbox) -> None:
    await run(box, "open('workspace/x', 'w').write('x')\nopen('/tmp/x', 'w').write('x')\nopen('/dev/shm/x', 'w')")
    left = await run(box, "import os\n[os.listdir(f) for f in ('workspace', '/tmp', '/dev/shm')]")

    assert left.value == [[], [], []]


@pytest.mark.parametrize(
    ("fill", "limit"),
    [
        ("for n in range(9): open(f'workspace/{n}', 'wb').write(bytes(2**20))", "workspace_mb"),
        ("for n in range(99): open(f'workspace/{n}', 'wb')", "workspace_files"),
    ],
)
async def test_what_it_holds_is_limited_over_all_its_runs(box: Sandbox, fill: str, limit: str) -> None:
    async with box.workspace() as workspace:
        first = await run(box, fill, workspace)
        again = await run(box, "open('workspace/one-more', 'wb').write(bytes(2**20))", workspace)

    for outcome in (first, again):
        assert outcome.fault is not None
        assert f"(limits.{limit})" in outcome.fault.message


async def test_the_gateway_reads_it_through_a_descriptor(box: Sandbox) -> None:
    async with box.workspace() as workspace:
        await run(
            box,
            "import os\nopen('workspace/a', 'w').write('text')\nos.symlink('/etc/passwd', 'workspace/link')",
            workspace,
        )

        reading = os.open("a", os.O_RDONLY | os.O_NOFOLLOW, dir_fd=workspace.folder)
        assert os.read(reading, 100) == b"text"
        os.close(reading)
        with pytest.raises(OSError, match="symbolic links"):
            os.open("link", os.O_RDONLY | os.O_NOFOLLOW, dir_fd=workspace.folder)


async def test_it_outlives_the_recycling_of_zygotes(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "RUNS_PER_ZYGOTE", 2)
    async with box.workspace() as workspace:
        for number in range(6):
            await run(box, f"open('workspace/{number}', 'w')", workspace)
        seen = await run(box, "import os\nlen(os.listdir('workspace'))", workspace)

    assert seen.value == 6


async def test_it_is_never_given_to_a_worker_of_another_zygote(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "RUNS_PER_ZYGOTE", 1)
    await run(box, "1 + 1")
    async with box.workspace() as workspace:
        made = await run(box, "open('workspace/a', 'w').write('x')", workspace)
        seen = await run(box, "import os\nos.listdir('workspace')", workspace)

    assert made.fault is None
    assert seen.value == ["a"]


async def test_what_a_poisoned_cache_holds_is_never_run(box: Sandbox) -> None:
    """A `.pyc` that lies about its source would run in the next execution of the same session."""
    poison = (
        "import importlib._bootstrap_external as b, os, time\n"
        "open('workspace/helper.py', 'w').write('answer = 1')\n"
        "os.utime('workspace/helper.py', (1, 1))\n"
        "os.mkdir('workspace/__pycache__')\n"
        "code = compile('answer = 666', 'helper.py', 'exec')\n"
        "data = b._code_to_timestamp_pyc(code, 1, len('answer = 1'))\n"
        "open('workspace/__pycache__/helper.cpython-311.pyc', 'wb').write(data)\n"
        "open('workspace/sourceless.pyc', 'wb').write(data)\n"
    ).replace("cpython-311", f"cpython-3{sys.version_info.minor}")
    use = (
        "import workspace.helper\n"
        "try:\n    import workspace.sourceless\n"
        "except ImportError:\n    result = workspace.helper.answer"
    )
    async with box.workspace() as workspace:
        poisoned = await run(box, poison, workspace)
        used = await run(box, use, workspace)

    assert poisoned.fault is None
    assert used.value == 1
