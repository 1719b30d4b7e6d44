"""The files of a session outlive its runs, are no more than they may be, and nobody else sees them."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from sandgate.errors import SandboxError
from sandgate.model import Limits, Outcome, Program
from sandgate.sandbox.box import Answer, Backend, Clock, Request, Sandbox
from sandgate.sandbox.folder import Folder
from sandgate.sandbox.process import nursery as process
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.protocol import Listeners
from sandgate.workspace import Exchange, Workspace, Workspaces
from sandgate.workspace.store import Room

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces"),
]
LIMITS = Limits(workspace_mb=4, workspace_files=50, time_seconds=20)


ROOM = Room(size_mb=4, files=50)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspaces(tmp_path, ROOM).of("mine")


@pytest.fixture
async def box(walls: ProcessBackend) -> AsyncGenerator[Sandbox]:
    async def stand() -> Backend:
        return walls

    async with Sandbox(stand, LIMITS, spares=1) as box:
        yield box


async def run(box: Sandbox, code: str, files: Workspace | Exchange | None = None) -> Outcome:
    async def refuse(_: Request, _clock: Clock) -> Answer:
        raise SandboxError("there are no tools here")

    exchange = Exchange(files) if isinstance(files, Workspace) else files
    with anyio.fail_after(30):
        return await box.run(Program(code=code, limits=LIMITS), Listeners(refuse), exchange)


async def test_files_stay_from_run_to_run_and_can_be_changed_there(box: Sandbox, workspace: Workspace) -> None:
    change = (
        "import os, pathlib, shutil\n"
        "file = pathlib.Path('workspace/folder/a.txt')\n"
        "file.write_text(file.read_text() + ' and more')\n"
        "file.chmod(0o600)\n"
        "open('/tmp/new', 'w').write('new')\n"
        "shutil.copy2('/tmp/new', 'workspace/folder/b.txt')\n"
        "os.utime('workspace/folder/b.txt', (1, 1))\n"
    )
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


async def test_a_database_can_be_kept_there(box: Sandbox, workspace: Workspace) -> None:
    make = (
        "import sqlite3\nwith sqlite3.connect('workspace/x.db') as db:\n"
        "    db.execute('create table t (n)')\n    db.execute('insert into t values (7)')"
    )
    made = await run(box, make, workspace)
    read = await run(
        box, "import sqlite3\nsqlite3.connect('workspace/x.db').execute('select n from t').fetchone()", workspace
    )

    assert made.fault is None
    assert read.value == [7]


async def test_nobody_else_sees_it(box: Sandbox, workspace: Workspace, tmp_path: Path) -> None:
    look = "import os\n[os.listdir('workspace'), os.listdir('/tmp')]"
    other = Workspaces(tmp_path, ROOM).of("other")
    await run(box, "open('workspace/secret', 'w').write('x')", workspace)

    assert (await run(box, look, other)).value == [[], []]
    assert (await run(box, look)).value == [[], []]
    assert (await run(box, look, workspace)).value == [["secret"], []]


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
async def test_what_it_holds_is_limited_over_all_its_runs(
    box: Sandbox, workspace: Workspace, fill: str, limit: str
) -> None:
    first = await run(box, fill, workspace)
    again = await run(box, "open('workspace/one-more', 'wb').write(bytes(2**20))", workspace)

    for outcome in (first, again):
        assert outcome.fault is not None
        assert f"(limits.{limit})" in outcome.fault.message


async def test_links_are_not_kept_and_that_is_said(box: Sandbox, workspace: Workspace) -> None:
    code = "import os\nopen('workspace/a', 'w').write('text')\nos.symlink('/etc/passwd', 'workspace/link')"
    outcome = await run(box, code, workspace)

    with workspace.open("a") as file:
        assert file.read() == b"text"
    assert outcome.notes == ("not kept from workspace/: link (a link or special file)",)
    assert [one.path for one in workspace.list()] == ["a"]


async def test_what_a_program_removes_is_gone_and_what_another_wrote_meanwhile_is_not(
    box: Sandbox, workspace: Workspace
) -> None:
    for name in ("folder/a", "folder/b", "c"):
        workspace.write(name, b"old")
    exchange = Exchange(workspace)

    class Meanwhile(Exchange):
        async def save(self, folder: Folder) -> tuple[str, ...]:
            workspace.write("folder/b", b"new")
            return await exchange.save(folder)

        async def load(self, folder: Folder) -> None:
            await exchange.load(folder)

    await run(
        box, "import os, shutil\nshutil.rmtree('workspace/folder')\nos.remove('workspace/c')", Meanwhile(workspace)
    )

    assert [one.path for one in workspace.list()] == ["folder", "folder/b"]


async def test_what_is_kept_of_a_program_that_was_ended_is_what_it_wrote(box: Sandbox, workspace: Workspace) -> None:
    code = "import os, signal\nopen('workspace/a', 'w').write('done')\nos.kill(os.getpid(), signal.SIGKILL)"
    outcome = await run(box, code, workspace)

    assert outcome.status == "killed"
    assert [(one.path, one.size) for one in workspace.list()] == [("a", 4)]


async def test_a_file_that_only_says_it_is_large_is_not_kept(box: Sandbox, workspace: Workspace) -> None:
    outcome = await run(box, "open('workspace/hole', 'wb').truncate(2**29)", workspace)

    assert "hole (it has 512.0 MB and 4.0 MB are left" in outcome.notes[0]
    assert workspace.list() == []


async def test_a_value_that_is_too_large_to_leave_becomes_a_file(box: Sandbox, workspace: Workspace) -> None:
    async def refuse(_: Request, _clock: Clock) -> Answer:
        raise SandboxError("there are no tools here")

    program = Program(code="'x' * 3_000_000", limits=replace(LIMITS, message_mb=2))
    outcome = await box.run(program, Listeners(refuse), Exchange(workspace))

    assert outcome.value == f"{'x' * 300}… (3,000,000 characters)"
    assert "The whole value, 2.9 MB, is in workspace/results/" in outcome.notes[0]
    assert [one.size for one in workspace.list() if not one.folder] == [3_000_000]


async def test_a_program_that_may_only_look_changes_no_file(box: Sandbox, workspace: Workspace) -> None:
    workspace.write("a", b"old")
    code = "open('workspace/a', 'w').write('new')\nNone"
    outcome = await run(box, code, Exchange(workspace, read_only=True))
    only_read = await run(box, "open('workspace/a').read()", Exchange(workspace, read_only=True))

    assert outcome.notes == ("this program may only look: what it wrote to workspace/ was not kept",)
    assert (only_read.value, only_read.notes) == ("old", ())


async def test_it_outlives_the_recycling_of_zygotes(
    box: Sandbox, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "RUNS_PER_ZYGOTE", 2)
    for number in range(6):
        await run(box, f"open('workspace/{number}', 'w')", workspace)
    seen = await run(box, "import os\nlen(os.listdir('workspace'))", workspace)

    assert seen.value == 6


async def test_what_a_poisoned_cache_holds_is_never_run(box: Sandbox, workspace: Workspace) -> None:
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
    poisoned = await run(box, poison, workspace)
    used = await run(box, use, workspace)

    assert poisoned.fault is None
    assert used.value == 1
