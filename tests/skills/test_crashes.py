"""Killed at any moment, full disks, many processes: what is there is the old or the new, and never half of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sandgate.errors import BadArguments, SandgateError
from sandgate.skills import Skills, disk

from .samples import PLAIN, kept, plain, trusted

OTHER = PLAIN.replace("* 2", "+ number")
KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from tests.skills.samples import PLAIN, kept, plain, trusted

NAMES = ("rename", "replace", "open", "fsync", "mkdir", "unlink", "chmod")
real = {name: getattr(os, name) for name in NAMES}
left = 0

def counted(name):
    def call(*args, **kwargs):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return real[name](*args, **kwargs)
    return call

def save(folder):
    skills = kept(folder)
    for name in NAMES:
        setattr(os, name, counted(name))
    trusted(skills, plain(code=PLAIN.replace("* 2", "+ number")))

root, status = Path(sys.argv[1]), 1
while status:
    folder = shutil.copytree(root / "before", root / str(left))
    moments = left
    if not (child := os.fork()):
        save(folder)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0, status
    left = moments + 1
"""


def test_a_kill_at_any_moment_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    """A process is killed before its first change of the disk, the next before its second, until one comes through."""
    trusted(kept(tmp_path / "before"))
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=root, timeout=120, check=True)
    shutil.rmtree(tmp_path / "before")

    found = [_after_a_kill(folder) for folder in sorted(tmp_path.iterdir(), key=lambda folder: int(folder.name))]

    assert len(found) > 20
    assert list(dict.fromkeys(found)) == [(1, "old"), (2, "old"), (2, "new")]


def _after_a_kill(folder: Path) -> tuple[int, str]:
    """How many versions there are and which one is imported; nothing is torn, and the next one can be saved."""
    torn = (folder / "skills" / "importable" / "double_it.py").read_text()
    skills = kept(folder)
    versions = [one.version for one in skills.versions("double_it")]
    code = skills.load("double_it").code
    assert torn in (PLAIN, OTHER)
    assert [skills.load("double_it", one).code for one in versions] == [PLAIN, OTHER][: len(versions)]
    assert (skills.importable / "double_it.py").read_text() == code
    assert list((folder / "skills" / "stage").iterdir()) == []
    assert trusted(skills, plain(tags=("later",))) == len(versions) + 1
    return len(versions), "old" if code == PLAIN else "new"


def test_a_full_disk_is_said_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    skills = kept(tmp_path)
    trusted(skills)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(disk.os, "fsync", full)
        with pytest.raises(SandgateError, match="No space left"):
            skills.save(plain(code=OTHER), replace=True)

    assert [one.version for one in skills.versions("double_it")] == [1]
    assert skills.save(plain(code=OTHER), replace=True).skill.version == 2


def test_of_many_who_save_one_name_at_once_one_wins(tmp_path: Path) -> None:
    every = [kept(tmp_path) for _ in range(8)]

    def save(number: int) -> bool:
        try:
            return every[number].save(plain(tags=(str(number),))).is_new
        except BadArguments:
            return False

    with ThreadPoolExecutor(8) as pool:
        saved = list(pool.map(save, range(8)))

    assert sum(saved) == 1
    assert [one.version for one in every[0].versions("double_it")] == [1]


def test_versions_saved_at_once_get_numbers_of_their_own(tmp_path: Path) -> None:
    every = [kept(tmp_path) for _ in range(8)]

    def save(number: int) -> int:
        return every[number].save(plain(tags=(str(number),)), replace=True).skill.version

    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(save, range(8)))

    assert sorted(numbers) == list(range(1, 9))
    assert {every[0].load("double_it", number).skill.facts.tags for number in numbers} == {(str(n),) for n in range(8)}


def test_whoever_imports_while_versions_are_published_gets_whole_code(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)
    file = skills.importable / "double_it.py"

    def publish(_: int) -> None:
        for number in range(10):
            trusted(skills, plain(code=PLAIN + f"# {'x' * 50_000}{number}\n"))

    with ThreadPoolExecutor(1) as pool:
        publishing = pool.submit(publish, 0)
        seen = {file.read_text().startswith(PLAIN) and file.read_text().endswith("\n")}
        while not publishing.done():
            text = file.read_text()
            seen.add(text == PLAIN or (len(text) > 50_000 and text.endswith("\n")))

    publishing.result()
    assert seen == {True}


def test_the_folder_that_is_mounted_stays_the_same_folder(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    inode = skills.importable.stat().st_ino

    trusted(skills)
    skills.open()
    skills.remove("double_it")

    assert skills.importable.stat().st_ino == inode
    assert sorted(entry.name for entry in skills.importable.iterdir()) == ["__init__.py"]


def test_what_does_not_belong_into_the_importable_tree_is_swept_away(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)
    (skills.importable / "double_it.py").write_text("print('poison')\n")
    (skills.importable / "stranger.py").write_text("print('poison')\n")
    (skills.importable / "__pycache__").mkdir()
    (skills.importable / "double_it.md").unlink()
    (skills.importable / "double_it.md").symlink_to("/etc/passwd")

    kept(tmp_path)

    assert sorted(entry.name for entry in skills.importable.iterdir()) == [
        "__init__.py",
        "double_it.md",
        "double_it.py",
        "double_it.ts",
    ]
    assert (skills.importable / "double_it.py").read_text() == PLAIN
    assert not (skills.importable / "double_it.md").is_symlink()


def test_a_program_imports_what_is_trusted(tmp_path: Path) -> None:
    skills = kept(tmp_path)
    trusted(skills)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "skills").symlink_to(skills.importable)
    code = "from skills.double_it import double_it; print(double_it(4))"

    answer = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=tmp_path / "run", capture_output=True, text=True, check=True
    )

    assert answer.stdout == "8\n"


def test_others_can_read_what_is_imported_and_nothing_else(tmp_path: Path) -> None:
    skills: Skills = kept(tmp_path)
    old = os.umask(0o077)
    try:
        trusted(skills)
    finally:
        os.umask(old)

    assert {entry.stat().st_mode & 0o777 for entry in skills.importable.iterdir()} == {0o644}
    assert (tmp_path / "skills").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "skills" / "records" / "double_it.json").stat().st_mode & 0o777 == 0o600
