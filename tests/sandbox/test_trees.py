"""Folders that a hostile program has filled: we measure, hand on and remove them, and touch nothing else."""

from __future__ import annotations

import contextlib
import os
import random
import socket
import sys
import traceback
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import anyio
import pytest

from sandgate.model import Limits, Outcome, Program
from sandgate.sandbox import bridge
from sandgate.sandbox.clock import Clock
from sandgate.sandbox.process import lite, trees
from sandgate.sandbox.process.backend import ProcessBackend
from sandgate.sandbox.process.folder import OpenFolder
from sandgate.sandbox.protocol import Answer, Listeners, Request
from sandgate.workspace import Exchange, Workspace, Workspaces
from sandgate.workspace.store import Room

from .stress.leftovers import descriptors

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the process sandbox is made of Linux namespaces")
NOBODY = 65_534
NAMES = (
    *("a", " ", "-rf", "new\nline", "tab\t", "...", ".hidden", "x" * 255, "*", "$(id)", "a:b", "\\", '"', "é", "😀"),
    os.fsdecode(b"\xff\xfe"),
    "\x1b[31m",
)


@pytest.fixture
def place(tmp_path: Path) -> Generator[Path]:
    """A folder that is emptied afterwards: pytest itself could not, of the trees that are grown here."""
    folder = tmp_path / "place"
    folder.mkdir()
    yield folder
    trees.remove(str(folder))


@pytest.fixture
def outside(tmp_path: Path) -> Generator[Path]:
    """Files next to the tree that must be the same afterwards."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "secret").write_bytes(b"x" * 100_000)
    (folder / "secret").chmod(0o640)
    before = _state(folder)
    yield folder
    assert _state(folder) == before


def _state(folder: Path) -> list[tuple[str, int, int, int, int]]:
    paths = [folder, *sorted(folder.rglob("*"))]
    return [(str(path), (s := path.lstat()).st_mode, s.st_uid, s.st_size, s.st_nlink) for path in paths]


def fill(top: int, outside: Path, dice: random.Random, depth: int = 0) -> None:
    """Put anything a program could make into a folder."""
    for name in dice.sample(NAMES, dice.randint(2, 6)):
        match dice.randint(0, 7):
            case 0:
                os.symlink(dice.choice([outside, outside / "secret", "/", "/etc/passwd", "..", "."]), name, dir_fd=top)
            case 1:
                os.symlink(name, name, dir_fd=top)  # it leads to itself
            case 2:
                os.mkfifo(name, dir_fd=top)
            case 3 | 4 if depth < 5:
                os.mkdir(name, dir_fd=top)
                with _opened(name, top) as folder:
                    fill(folder, outside, dice, depth + 1)
                    os.fchmod(folder, dice.choice([0o700, 0o700, 0o500, 0o300, 0]))
            case _:
                file = os.open(name, os.O_CREAT | os.O_WRONLY, 0o600, dir_fd=top)
                os.truncate(file, dice.choice([0, 1, 10**12]))  # most of it a hole
                os.fchmod(file, dice.choice([0o600, 0]))
                os.close(file)


@contextlib.contextmanager
def _opened(name: str, top: int) -> Generator[int]:
    folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY, dir_fd=top)
    try:
        yield folder
    finally:
        os.close(folder)


def dig(top: Path, depth: int, name: str = "d") -> None:
    """Folders in folders, deeper than any path can say."""
    folder = os.open(top, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=folder)
        folder, outer = os.open(name, os.O_RDONLY, dir_fd=folder), folder
        os.close(outer)
    os.close(os.open("deepest", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)


def as_an_ordinary_user(do: Callable[[], object], folder: Path) -> None:
    """Root may enter folders that forbid it; those who may not must manage as well."""
    if os.getuid() != 0:
        do()
        return
    for path in (folder, *folder.parents):  # pytest keeps its folders to root
        if path.stat().st_uid == 0 and path != Path("/"):
            path.chmod(path.stat().st_mode | 0o711)
    child = os.fork()
    if child == 0:
        try:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            do()
            os._exit(0)
        finally:
            traceback.print_exc()
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.fixture
def shared(place: Path) -> Path:
    """A folder that any user may write to."""
    place.chmod(0o777)
    return place


@pytest.mark.parametrize("seed", range(30))
def test_any_tree_is_removed_and_what_it_points_to_stays(shared: Path, outside: Path, seed: int) -> None:
    def make_and_remove() -> None:
        top = shared / "top"
        top.mkdir()
        folder = os.open(top, os.O_RDONLY)
        fill(folder, outside, random.Random(seed))
        os.close(folder)

        trees.remove(str(top))

    as_an_ordinary_user(make_and_remove, shared)

    assert [*shared.iterdir()] == []


@pytest.mark.parametrize("depth", [1, 199, 200, 201, 1000, 3000])
def test_a_tree_of_any_depth_is_removed(shared: Path, depth: int) -> None:
    (shared / "top").mkdir()
    dig(shared / "top", depth)

    trees.remove(str(shared / "top"))

    assert [*shared.iterdir()] == []


@pytest.mark.parametrize("mode", [0, 0o100, 0o200, 0o400, 0o500])
def test_folders_that_forbid_their_owner_are_removed(shared: Path, mode: int) -> None:
    def make_and_remove() -> None:
        (shared / "top" / "a" / "b" / "c").mkdir(parents=True)
        for name in ("top/a/b/c", "top/a/b", "top/a"):
            (shared / name).chmod(mode)

        trees.remove(str(shared / "top"))

    as_an_ordinary_user(make_and_remove, shared)

    assert [*shared.iterdir()] == []


def test_what_is_not_a_folder_is_left_alone(shared: Path, outside: Path) -> None:
    (shared / "link").symlink_to(outside)

    trees.remove(str(shared / "link"))
    trees.remove(str(shared / "missing"))

    assert [*trees.Walk(str(shared / "link"))] == []


@pytest.mark.parametrize("seed", range(30))
def test_a_walk_sees_every_entry_once_and_nothing_outside(place: Path, outside: Path, seed: int) -> None:
    top = place / "top"
    top.mkdir()
    folder = os.open(top, os.O_RDONLY)
    fill(folder, outside, random.Random(seed))
    os.close(folder)
    for path in [top, *_folders(top)]:
        path.chmod(0o700)

    seen = sorted(entry.name for _, entry in trees.Walk(str(top)))

    assert seen == sorted(name for _, folders, files in os.walk(top) for name in (*folders, *files))


def _folders(top: Path) -> Iterator[Path]:
    for entry in os.scandir(top):
        if entry.is_dir(follow_symlinks=False):
            Path(entry.path).chmod(0o700)
            yield from _folders(Path(entry.path))


def test_a_walk_leaves_no_descriptor_open(place: Path) -> None:
    dig(place, 300)
    before = descriptors(os.getpid())
    walk = trees.Walk(str(place))

    assert len([*walk]) == trees.DEEPEST
    assert walk.cut
    for _ in trees.Walk(str(place)):
        break

    assert descriptors(os.getpid()) == before


def test_only_what_takes_room_counts_as_written(place: Path, outside: Path) -> None:
    top = place / "top"
    top.mkdir()
    (top / "file").write_bytes(b"x" * 2**20)
    (top / "link").symlink_to(outside / "secret")
    (top / "folder").symlink_to(outside)
    with (top / "hole").open("wb") as file:
        file.truncate(10**12)
    os.mkfifo(top / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(top / "s"))
    order = {"writable": [str(top)], "disk_mb": 2, "workspace_files": 6}

    assert lite.reached(order) is None
    assert lite.reached({**order, "disk_mb": 1}) == "disk_mb"
    assert lite.reached({**order, "workspace_files": 5}) == "workspace_files"


@pytest.mark.parametrize(("depth", "limit"), [(150, None), (300, "workspace_files"), (3000, "workspace_files")])
def test_a_tree_too_deep_to_look_through_is_over_the_limit(place: Path, depth: int, limit: str | None) -> None:
    dig(place, depth)

    assert lite.reached({"writable": [str(place)], "disk_mb": 100, "workspace_files": 10**6}) == limit


LIMITS = Limits(time_seconds=20, workspace_files=5_000)
FILL = """
import os
os.chdir('workspace')
os.symlink('/etc/passwd', 'link')
os.symlink('/', 'root')
os.symlink('../../..', 'up')
for name in ('new\\nline', '-rf', ' ', b'\\xff'.decode('utf-8', 'surrogateescape'), 'x' * 255):
    open(name, 'w').write('mine')
os.mkdir('locked')
open('locked/file', 'w').write('mine')
os.chmod('locked', 0)
for _ in range(DEPTH):
    os.mkdir('d')
    os.chdir('d')
"""
LOOK = """
import os
os.chdir('workspace')
open(' ').read(), open('-rf').read(), sorted(os.listdir())
"""


async def run(walls: ProcessBackend, code: str, workspace: Workspace) -> Outcome:
    async def no_tools(request: Request, _: Clock) -> Answer:
        raise AssertionError(request)

    with anyio.fail_after(30):
        worker = await walls.spawn(LIMITS)
        return await bridge.run(worker, Program(code=code, limits=LIMITS), Listeners(no_tools), Exchange(workspace))


@pytest.mark.anyio
@pytest.mark.parametrize("depth", [1, 250, 1500])
async def test_of_a_workspace_full_of_traps_the_next_run_has_what_is_harmless(
    walls: ProcessBackend, depth: int, tmp_path: Path
) -> None:
    workspace = Workspaces(tmp_path, Room(files=5_000)).of("mine")

    filled = await run(walls, FILL.replace("DEPTH", str(depth)), workspace)
    seen = await run(walls, LOOK, workspace)

    assert filled.fault is None
    assert filled.notes[0].startswith("not kept from workspace/: ")
    assert seen.value == ["mine", "mine", [" ", "-rf", "d", "locked", "x" * 255]]


@pytest.mark.parametrize("mode", [0, 0o100, 0o200, 0o400, 0o500])
def test_nothing_hides_in_folders_that_forbid_their_owner(shared: Path, mode: int) -> None:
    def make_and_walk() -> None:
        (shared / "top" / "a" / "b").mkdir(parents=True)
        (shared / "top" / "a" / "b" / "file").write_text("kept", encoding="utf-8")
        for name in ("top/a/b/file", "top/a/b", "top/a", "top"):
            (shared / name).chmod(mode)

        walk = trees.Walk(str(shared / "top"))
        assert ["/".join([*walk.inside, entry.name]) for _, entry in walk] == ["a", "a/b", "a/b/file"]
        (shared / "top").chmod(0o700)
        folder = OpenFolder(os.open(shared / "top", trees.FOLDER))
        (shared / "top").chmod(mode)
        with folder.open("a/b/file") as file:
            assert file.read() == b"kept"
        folder.close()
        trees.remove(str(shared / "top"))

    as_an_ordinary_user(make_and_walk, shared)


def test_what_a_link_leads_to_is_not_opened_to_anybody(shared: Path, outside: Path) -> None:
    def link_and_open() -> None:
        (shared / "link").symlink_to(outside)
        folder = OpenFolder(os.open(shared, trees.FOLDER))
        with pytest.raises(NotADirectoryError), folder.open("link/secret"):
            pass
        folder.close()

    as_an_ordinary_user(link_and_open, shared)
