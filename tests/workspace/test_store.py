"""Files of sessions on disk: whole or not at all, within their room, whoever writes, waits, deletes or is killed."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sandgate.errors import BadArguments, SandgateError
from sandgate.workspace import Workspace, Workspaces
from sandgate.workspace.store import Room

ROOM = Room(size_mb=1, files=10)
PAGE = 4096
LONG_AGO = time.time() - 40 * 86_400


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspaces(tmp_path / "workspaces", ROOM).of("mine")


def content(workspace: Workspace, path: str) -> bytes:
    with workspace.open(path) as file:
        return file.read()


def paths(workspace: Workspace) -> list[str]:
    return [one.path for one in workspace.list()]


def test_what_is_written_is_read_and_listed_with_its_size_and_time(workspace: Workspace) -> None:
    before = time.time() - 1
    stored = workspace.write("folder/a.bin", b"\x00\xff")

    listed = {one.path: one for one in workspace.list()}
    assert (stored.path, stored.size) == ("folder/a.bin", 2)
    assert content(workspace, "workspace/folder/a.bin") == b"\x00\xff"
    assert listed["folder"].folder
    assert listed["folder/a.bin"].size == 2
    assert before < listed["folder/a.bin"].modified < time.time() + 1


def test_looking_makes_nothing(workspace: Workspace, tmp_path: Path) -> None:
    assert workspace.list() == []
    with pytest.raises(BadArguments, match="there is no file 'a' in the workspace; it is empty"):
        content(workspace, "a")

    assert not (tmp_path / "workspaces").exists()


def test_a_file_can_be_replaced_and_appended_to(workspace: Workspace) -> None:
    workspace.write("a", b"old and long")
    workspace.write("a", b"new")
    workspace.write("a", b", more", append=True)
    workspace.write("b", b"first", append=True)

    assert (content(workspace, "a"), content(workspace, "b")) == (b"new, more", b"first")


def test_a_folder_of_the_name_workspace_is_a_folder_like_others(workspace: Workspace) -> None:
    workspace.write("x", b"outer")
    workspace.write("workspace/workspace/x", b"inner")
    workspace.write("workspace/workspace/x", b"!", append=True)

    assert paths(workspace) == ["workspace", "workspace/x", "x"]
    assert content(workspace, "workspace/x") == b"outer"
    assert content(workspace, "workspace/workspace/x") == b"inner!"
    workspace.remove("workspace/workspace/x")
    assert paths(workspace) == ["workspace", "x"]


def test_part_of_the_tree_is_listed_by_its_folder(workspace: Workspace) -> None:
    for path in ("a/x", "a/b/y", "ab/z"):
        workspace.write(path, b"")

    assert [one.path for one in workspace.list("a/")] == ["a", "a/b", "a/b/y", "a/x"]
    with pytest.raises(BadArguments, match="there is no file 'c' in the workspace; there are: a/b/y, a/x, ab/z"):
        workspace.list("c")


def test_a_folder_is_removed_with_all_in_it(workspace: Workspace) -> None:
    for path in ("a/x", "a/b/y", "ab/z"):
        workspace.write(path, b"")

    workspace.remove("a")

    assert paths(workspace) == ["ab", "ab/z"]


def test_what_stands_in_the_way_is_named_and_nothing_changes(workspace: Workspace) -> None:
    workspace.write("file", b"x")
    workspace.write("folder/a", b"x")

    with pytest.raises(BadArguments, match="file/a cannot be written: one of the folders it is in is a file"):
        workspace.write("file/a", b"y")
    with pytest.raises(BadArguments, match="folder cannot be written: there is a folder of that name"):
        workspace.write("folder", b"y")
    with pytest.raises(BadArguments, match="folder is a folder: nothing can be appended"):
        workspace.write("folder", b"y", append=True)

    assert paths(workspace) == ["file", "folder", "folder/a"]
    assert content(workspace, "file") == b"x"


def test_a_file_that_does_not_fit_is_refused_and_the_old_one_stays(workspace: Workspace) -> None:
    workspace.write("a", b"old")
    workspace.write("b", bytes(2**20 - 2 * PAGE))

    for append in (False, True):
        with pytest.raises(
            SandgateError, match=r"a was not written: it has 0\.\d MB and 0\.0 MB are left; .*workspace_mb"
        ):
            workspace.write("a", bytes(2 * PAGE + 1), append=append)

    assert content(workspace, "a") == b"old"
    workspace.write("a", bytes(2 * PAGE))  # what it replaces counts as free


def test_small_files_count_as_much_as_they_take_where_programs_see_them(tmp_path: Path) -> None:
    workspace = Workspaces(tmp_path, Room(size_mb=1, files=1000)).of("mine")
    for number in range(2**20 // PAGE):
        workspace.write(str(number), b"x")

    with pytest.raises(SandgateError, match="workspace_mb"):
        workspace.write("more", b"x")


@pytest.mark.parametrize("path", ["k", "new/a", "0/1/2/3"])
def test_files_and_the_folders_they_need_are_counted(workspace: Workspace, path: str) -> None:
    for number in range(9 if "/" in path else 10):
        workspace.write(f"f{number}", b"")

    with pytest.raises(SandgateError, match="the workspace may hold 10 files and is full"):
        workspace.write(path, b"")

    assert all(name.startswith("f") for name in paths(workspace))
    workspace.write("f0", b"again")


def test_links_and_special_files_in_the_store_are_neither_listed_nor_read_nor_followed(
    workspace: Workspace, tmp_path: Path
) -> None:
    workspace.write("a", b"x")
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "file").write_bytes(b"secret")
    files = tmp_path / "workspaces" / "mine" / "files"
    (files / "link").symlink_to(secret / "file")
    (files / "folder").symlink_to(secret)
    os.mkfifo(files / "pipe")

    assert paths(workspace) == ["a"]
    for path in ("link", "folder/file", "pipe"):
        with pytest.raises(BadArguments, match="there is no file"):
            content(workspace, path)
    with pytest.raises(BadArguments):
        workspace.write("folder/file", b"changed")
    workspace.write("link", b"mine")
    assert (secret / "file").read_bytes() == b"secret"
    assert content(workspace, "link") == b"mine"


def test_nobody_else_on_the_machine_can_look_into_it(workspace: Workspace, tmp_path: Path) -> None:
    workspace.write("a", b"x")

    assert (tmp_path / "workspaces" / "mine" / "files").stat().st_mode & 0o077 == 0
    assert (tmp_path / "workspaces" / "mine" / "lock").stat().st_mode & 0o077 == 0


def test_sessions_do_not_see_each_other(tmp_path: Path) -> None:
    workspaces = Workspaces(tmp_path, ROOM)
    workspaces.of("a").write("x", b"a's")
    workspaces.of("a.b").write("x", b"b's")

    assert content(workspaces.of("a"), "x") == b"a's"
    assert paths(workspaces.of("A")) == []
    assert {one.session for one in workspaces.all()} == {"a", "a.b"}


def test_many_who_append_at_once_lose_nothing(workspace: Workspace) -> None:
    def append(number: int) -> None:
        workspace.write("log", f"{number:04}\n".encode(), append=True)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(append, range(200)))

    assert sorted(content(workspace, "log").split()) == [f"{n:04}".encode() for n in range(200)]


def test_who_reads_while_another_writes_sees_one_whole_file(workspace: Workspace) -> None:
    old, new = b"a" * 300_000, b"b" * 300_000
    workspace.write("a", old)
    over = threading.Event()
    seen: set[bytes] = set()

    def look() -> None:
        while not over.is_set():
            seen.add(content(workspace, "a"))

    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(look)
        for number in range(100):
            workspace.write("a", new if number % 2 else old)
        over.set()
        looking.result()

    assert seen <= {old, new}


WRITER = """
import sys
from pathlib import Path
from sandgate.workspace import Workspaces
from sandgate.workspace.store import Room
mine = Workspaces(Path(sys.argv[1]), Room(size_mb=64)).of("mine")
for turn in range(10**6):
    letter = bytes([97 + turn % 26])
    for name in ("one", "two"):
        mine.write(name, letter * 2_000_000)
    print(turn, flush=True)
"""


def test_after_a_kill_in_the_middle_of_writing_each_file_is_whole(tmp_path: Path) -> None:
    workspace = Workspaces(tmp_path, Room(size_mb=64)).of("mine")
    staged = tmp_path / "mine" / "new"
    for kills in range(6):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE)
        assert writer.stdout
        writer.stdout.readline()
        while not any(staged.iterdir()):  # it is in the middle of a file now
            pass
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate()

        for name in ("one", "two"):
            found = content(workspace, name)
            assert (len(found), len(set(found))) == (2_000_000, 1), kills

    workspace.write("three", b"x")
    assert paths(workspace) == ["one", "three", "two"]
    assert [*staged.iterdir()] == []


def test_deleting_leaves_nothing_and_does_not_disturb_who_writes(tmp_path: Path) -> None:
    workspaces = Workspaces(tmp_path, ROOM)
    over = threading.Event()
    deleted = 0

    def write(number: int) -> None:
        while not over.is_set():
            workspaces.of("mine").write(f"f{number}", b"x" * 1000)

    with ThreadPoolExecutor(4) as pool:
        writing = [pool.submit(write, number) for number in range(3)]
        for _ in range(200):
            deleted += workspaces.of("mine").delete()
        over.set()
        for one in writing:
            one.result()

    assert deleted > 0
    workspaces.of("mine").delete()
    assert [*tmp_path.iterdir()] == []
    assert workspaces.of("mine").delete() is False


def test_what_nobody_has_written_to_for_long_is_swept_and_nothing_else(tmp_path: Path) -> None:
    workspaces = Workspaces(tmp_path, ROOM, keep_days=30)
    for name in ("old", "new", "kept"):
        workspaces.of(name).write("a", b"x")
    for name in ("old", "kept"):
        os.utime(tmp_path / name / "lock", (LONG_AGO, LONG_AGO))
    workspaces.of("kept").write("b", b"x")
    (tmp_path / ".going-0").mkdir()
    (tmp_path / "not a session").mkdir()

    swept = workspaces.sweep()

    assert swept == ["old"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "new", "not a session"]


def test_one_that_is_just_being_made_is_not_swept(tmp_path: Path) -> None:
    (tmp_path / "young" / "files").mkdir(parents=True)

    assert Workspaces(tmp_path, ROOM, keep_days=30).sweep() == []
    assert (tmp_path / "young").is_dir()


def test_with_no_days_to_keep_everything_stays(tmp_path: Path) -> None:
    workspaces = Workspaces(tmp_path, ROOM, keep_days=0)
    workspaces.of("old").write("a", b"x")
    os.utime(tmp_path / "old" / "lock", (LONG_AGO, LONG_AGO))

    assert workspaces.sweep() == []
    assert workspaces.of("old").exists


def test_the_one_that_was_used_last_comes_first(tmp_path: Path) -> None:
    workspaces = Workspaces(tmp_path, ROOM)
    for age, name in enumerate("cab"):
        workspaces.of(name).write("x", b"")
        os.utime(tmp_path / name / "lock", (1000 - age, 1000 - age))

    assert [one.session for one in workspaces.all()] == ["c", "a", "b"]


def test_what_stands_in_the_place_of_the_store_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"a file")

    with pytest.raises(SandgateError, match="the workspace 'mine' cannot be written: File exists"):
        Workspaces(tmp_path, ROOM).of("mine").write("a", b"x")


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    with pytest.raises(SandgateError, match="the workspace 'mine' cannot be written: Permission denied"):
        Workspaces(tmp_path, ROOM).of("mine").write("a", b"x")


def test_a_full_disk_leaves_the_old_file(workspace: Workspace, tmp_path: Path) -> None:
    workspace.write("a", b"old")
    most, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))  # to a writer, the same as a disk that is full
    try:
        with pytest.raises(SandgateError, match="the workspace 'mine' cannot be written: File too large"):
            workspace.write("a", b"x" * 200_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))

    assert content(workspace, "a") == b"old"
    assert [*(tmp_path / "workspaces" / "mine" / "new").iterdir()] == []
