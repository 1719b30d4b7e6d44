"""A session's files for one run: what is put there, what is taken back, and whose change counts."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandgate.errors import SandgateError
from sandgate.sandbox.folder import Entry
from sandgate.sandbox.process.folder import OpenFolder
from sandgate.workspace import Exchange, Workspace, Workspaces
from sandgate.workspace.store import Room

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="files are moved by descriptors of Linux"),
]


@dataclass
class Run:
    """A folder as a program sees it, and the gateway's hold on it."""

    top: Path
    folder: OpenFolder

    def write(self, path: str, text: str) -> None:
        (self.top / path).parent.mkdir(parents=True, exist_ok=True)
        (self.top / path).write_text(text)

    def read(self, path: str) -> str:
        return (self.top / path).read_text()

    @property
    def paths(self) -> list[str]:
        return sorted(str(path.relative_to(self.top)) for path in self.top.rglob("*"))


class Runs:
    def __init__(self, root: Path) -> None:
        self._root = root
        self._all: list[Run] = []

    def begin(self) -> Run:
        top = self._root / str(len(self._all))
        top.mkdir(parents=True)
        self._all.append(Run(top, OpenFolder(os.open(top, os.O_RDONLY))))
        return self._all[-1]

    def end(self) -> None:
        for run in self._all:
            run.folder.close()


@pytest.fixture
def runs(tmp_path: Path) -> Generator[Runs]:
    runs = Runs(tmp_path / "runs")
    yield runs
    runs.end()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspaces(tmp_path / "workspaces", Room(size_mb=1, files=12)).of("mine")


def kept(workspace: Workspace) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in workspace.list():
        if not one.folder:
            with workspace.kept(one.path) as file:
                found[one.path] = file.read().decode()
    return found


async def test_files_and_empty_folders_go_there_and_back(workspace: Workspace, runs: Runs) -> None:
    workspace.write("folder/a", b"old")
    run, exchange = runs.begin(), Exchange(workspace)

    await exchange.load(run.folder)
    run.write("folder/a", "new")
    (run.top / "empty").mkdir()
    notes = await exchange.save(run.folder)

    assert notes == ()
    assert [one.path for one in workspace.list()] == ["empty", "folder", "folder/a"]
    assert kept(workspace) == {"folder/a": "new"}


async def test_in_another_place_everything_is_put_there_again_and_nothing_is_lost(
    workspace: Workspace, runs: Runs
) -> None:
    first, second, exchange = runs.begin(), runs.begin(), Exchange(workspace)
    workspace.write("a", b"kept")
    await exchange.load(first.folder)
    await exchange.save(first.folder)

    await exchange.load(second.folder)  # the place of the session before has died
    await exchange.save(second.folder)

    assert second.read("a") == "kept"
    assert kept(workspace) == {"a": "kept"}


async def test_a_folder_called_workspace_goes_there_and_back(workspace: Workspace, runs: Runs) -> None:
    first, second = runs.begin(), runs.begin()
    one, two = Exchange(workspace), Exchange(workspace)

    await one.load(first.folder)
    first.write("workspace/x", "inner")
    await one.save(first.folder)
    await two.load(second.folder)

    assert second.read("workspace/x") == "inner"


async def test_a_run_that_touches_nothing_makes_nothing(workspace: Workspace, runs: Runs) -> None:
    run, exchange = runs.begin(), Exchange(workspace)

    await exchange.load(run.folder)

    assert await exchange.save(run.folder) == ()
    assert not workspace.exists


async def test_what_was_never_loaded_is_not_taken_back(workspace: Workspace, runs: Runs) -> None:
    workspace.write("a", b"old")
    run = runs.begin()
    run.write("b", "from a run that failed before its files were there")

    assert await Exchange(workspace).save(run.folder) == ()
    assert kept(workspace) == {"a": "old"}


async def test_a_file_may_become_a_folder_and_a_folder_a_file(workspace: Workspace, runs: Runs) -> None:
    workspace.write("a", b"file")
    workspace.write("b/c/d", b"deep")
    run, exchange = runs.begin(), Exchange(workspace)

    await exchange.load(run.folder)
    (run.top / "a").unlink()
    run.write("a/x", "inside")
    shutil.rmtree(run.top / "b")
    run.write("b", "flat")
    notes = await exchange.save(run.folder)

    assert notes == ()
    assert kept(workspace) == {"a/x": "inside", "b": "flat"}


async def test_of_two_runs_at_once_each_keeps_its_files_and_the_later_end_counts(
    workspace: Workspace, runs: Runs
) -> None:
    workspace.write("both", b"old")
    workspace.write("gone", b"old")
    first, second = runs.begin(), runs.begin()
    one, two = Exchange(workspace), Exchange(workspace)
    await one.load(first.folder)
    await two.load(second.folder)
    first.write("both", "first")
    first.write("first", "1")
    second.write("both", "second")
    second.write("second", "2")
    (second.top / "gone").unlink()

    await one.save(first.folder)
    await two.save(second.folder)

    assert kept(workspace) == {"both": "second", "first": "1", "second": "2"}


async def test_what_another_has_changed_is_not_removed_by_who_saw_the_old_one(workspace: Workspace, runs: Runs) -> None:
    workspace.write("a", b"old")
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    (run.top / "a").unlink()
    workspace.write("a", b"new")

    await exchange.save(run.folder)

    assert kept(workspace) == {"a": "new"}


async def test_in_a_session_the_next_program_sees_what_was_written_while_the_last_one_ran(
    workspace: Workspace, runs: Runs
) -> None:
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    run.write("mine", "1")
    workspace.write("theirs", b"2")
    await exchange.save(run.folder)

    await exchange.load(run.folder)

    assert run.read("theirs") == "2"
    assert kept(workspace) == {"mine": "1", "theirs": "2"}


async def test_in_a_session_what_somebody_removed_or_replaced_is_so_for_the_next_program(
    workspace: Workspace, runs: Runs
) -> None:
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    run.write("a", "1")
    run.write("b", "1")
    run.write("folder/c", "1")
    await exchange.save(run.folder)
    workspace.remove("folder")
    workspace.write("a", b"2")

    await exchange.load(run.folder)
    notes = await exchange.save(run.folder)

    assert run.paths == ["a", "b"]
    assert run.read("a") == "2"
    assert notes == ()
    assert kept(workspace) == {"a": "2", "b": "1"}


async def test_what_a_thread_writes_between_two_programs_is_kept_with_the_next(
    workspace: Workspace, runs: Runs
) -> None:
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    run.write("a", "1")
    await exchange.save(run.folder)
    run.write("a", "22")
    run.write("b", "2")

    await exchange.load(run.folder)
    await exchange.save(run.folder)

    assert kept(workspace) == {"a": "22", "b": "2"}


async def test_what_does_not_fit_is_told_and_kept_as_soon_as_it_does(workspace: Workspace, runs: Runs) -> None:
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    run.write("a", "x" * 700_000)
    await exchange.save(run.folder)
    run.write("b", "y" * 700_000)

    (refused,) = await exchange.save(run.folder)
    (run.top / "a").unlink()
    then = await exchange.save(run.folder)

    assert refused.startswith("not kept from workspace/: b (it has 0.7 MB and 0.3 MB are left")
    assert then == ()
    assert [*kept(workspace)] == ["b"]


async def test_a_file_that_outgrew_its_room_stays_as_it_was_and_can_be_removed(
    workspace: Workspace, runs: Runs
) -> None:
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    run.write("a", "old")
    await exchange.save(run.folder)
    run.write("a", "x" * 2_000_000)

    notes = await exchange.save(run.folder)

    assert "a (it has 1.9 MB" in notes[0]
    assert kept(workspace) == {"a": "old"}
    (run.top / "a").unlink()
    assert await exchange.save(run.folder) == ()
    assert kept(workspace) == {}


async def test_folders_count_as_files_do(workspace: Workspace, runs: Runs) -> None:
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    for number in range(20):
        (run.top / f"d{number}").mkdir()

    notes = await exchange.save(run.folder)

    assert "the workspace may hold 12 files and is full (limits.workspace_files)" in notes[0]
    assert notes[0].endswith(", and 3 more")
    assert len(workspace.list()) == 12


async def test_links_pipes_and_odd_names_are_told_in_letters_that_harm_no_terminal(
    workspace: Workspace, runs: Runs, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    (run.top / "a").symlink_to(secret)
    os.mkfifo(run.top / "b")
    run.write("c\n\x1b[31m", "x")
    run.write("d\\e", "x")
    run.write("fine", "x")

    (note,) = await exchange.save(run.folder)

    assert "a (a link or special file)" in note
    assert "b (a link or special file)" in note
    assert "c\\n\\x1b[31m (such a name)" in note
    assert note.isprintable()
    assert kept(workspace) == {"fine": "x"}
    assert await exchange.save(run.folder) == ()  # it is said once


async def test_a_folder_that_was_replaced_by_a_link_is_told_and_not_followed(
    workspace: Workspace, runs: Runs, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a").write_text("theirs")
    workspace.write("folder/a", b"mine")
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    shutil.rmtree(run.top / "folder")
    (run.top / "folder").symlink_to(outside)

    notes = await exchange.save(run.folder)

    assert notes == ("not kept from workspace/: folder (a link or special file)",)
    assert "theirs" not in kept(workspace).values()


async def test_a_program_that_may_only_look_changes_nothing(workspace: Workspace, runs: Runs) -> None:
    workspace.write("a", b"old")
    workspace.write("b", b"old")
    run, exchange = runs.begin(), Exchange(workspace, read_only=True)
    await exchange.load(run.folder)
    run.write("a", "new")
    run.write("c", "new")
    (run.top / "b").unlink()

    notes = await exchange.save(run.folder)

    assert notes == ("this program may only look: what it wrote to workspace/ was not kept",)
    assert kept(workspace) == {"a": "old", "b": "old"}


async def test_what_cannot_be_looked_at_is_not_taken_for_removed(workspace: Workspace, runs: Runs) -> None:
    """A gateway without descriptors, or a folder closed to its owner, would else lose every file of the session."""
    workspace.write("folder/a", b"old")
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)

    class Blind(OpenFolder):
        def __init__(self, top: Path) -> None:
            super().__init__(os.open(top, os.O_RDONLY))

        def entries(self) -> Iterator[Entry]:
            return iter(())

    blind = Blind(run.top)
    notes = await exchange.save(blind)
    blind.close()

    assert notes == ()
    assert kept(workspace) == {"folder/a": "old"}


async def test_files_that_do_not_fit_into_a_run_keep_it_from_running(workspace: Workspace, runs: Runs) -> None:
    workspace.write("a", b"x")
    run = runs.begin()

    class Full(OpenFolder):
        def write(self, path: str, content: object) -> None:
            raise OSError(28, "No space left on device")

    full = Full(os.open(run.top, os.O_RDONLY))
    with pytest.raises(SandgateError, match=r"the files of session 'mine' do not fit .* Raise limits.workspace_mb"):
        await Exchange(workspace).load(full)
    full.close()


async def test_a_store_that_is_deleted_while_a_program_runs_is_made_again(workspace: Workspace, runs: Runs) -> None:
    workspace.write("a", b"old")
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    run.write("b", "new")
    workspace.delete()

    notes = await exchange.save(run.folder)

    assert notes == ()
    assert kept(workspace) == {"b": "new"}


async def test_a_folder_swapped_for_a_link_again_and_again_leads_nowhere(
    workspace: Workspace, runs: Runs, tmp_path: Path
) -> None:
    """As a thread of a live session may do while files are copied out and in."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "f").write_text("secret")
    run, exchange = runs.begin(), Exchange(workspace)
    await exchange.load(run.folder)
    run.write("real/f", "mine")
    over = threading.Event()

    def swap() -> None:
        while not over.is_set():
            (run.top / "real").rename(run.top / "aside")
            (run.top / "real").symlink_to(outside)
            (run.top / "real").unlink()
            (run.top / "aside").rename(run.top / "real")

    swapping = threading.Thread(target=swap, name="swap")
    swapping.start()
    try:
        for _ in range(300):
            await exchange.save(run.folder)
            for path, content in kept(workspace).items():
                assert content == "mine", path
    finally:
        over.set()
        swapping.join()

    assert (outside / "f").read_text() == "secret"
    assert [*outside.iterdir()] == [outside / "f"]
