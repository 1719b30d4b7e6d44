"""Files from one agent to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandgate.errors import BadArguments, Denied, SandgateError
from sandgate.tasks import Area, hand_over
from sandgate.workspace import Workspace

from .stage import workspaces

pytestmark = pytest.mark.anyio
MB = 2**20


def names(workspace: Workspace) -> dict[str, int]:
    return {one.path: one.size for one in workspace.list() if not one.folder}


async def test_files_and_folders_arrive_under_the_name_of_the_giver(tmp_path: Path) -> None:
    files = workspaces(tmp_path)
    for path in ("a.csv", "deep/er/b.csv", "deep/c.csv", "mine.txt"):
        files.of("giver").write(path, path.encode())

    handed = await hand_over(files, ["workspace/a.csv", "deep"], "giver", "taker")

    arrived = ["from/giver/a.csv", "from/giver/deep/c.csv", "from/giver/deep/er/b.csv"]
    assert [one.path for one in handed] == arrived
    assert sorted(names(files.of("taker"))) == arrived
    assert len(names(files.of("giver"))) == 4


async def test_nothing_of_the_takers_own_is_replaced_unless_it_is_said_where(tmp_path: Path) -> None:
    files = workspaces(tmp_path)
    files.of("giver").write("a.csv", b"new")
    files.of("taker").write("a.csv", b"own")

    await hand_over(files, ["a.csv"], "giver", "taker")
    with files.of("taker").open("a.csv") as kept:
        own = kept.read()
    await hand_over(files, ["a.csv"], "giver", "taker", into="")
    with files.of("taker").open("a.csv") as kept:
        said = kept.read()

    assert (own, said) == (b"own", b"new")


@pytest.mark.parametrize("wanted", ["nothing.csv", "../taker/own.csv", "/etc/passwd", "folder-that-is-not"])
async def test_what_is_not_there_is_refused_and_nothing_arrives(tmp_path: Path, wanted: str) -> None:
    files = workspaces(tmp_path)
    files.of("giver").write("a.csv", b"1")
    files.of("taker").write("own.csv", b"1")

    with pytest.raises(BadArguments):
        await hand_over(files, ["a.csv", wanted], "giver", "taker")

    assert names(files.of("taker")) == {"own.csv": 1}


async def test_what_does_not_fit_arrives_neither_in_part(tmp_path: Path) -> None:
    files = workspaces(tmp_path)
    for path in ("a", "b", "c"):
        files.of("giver").write(path, bytes(MB))
    files.of("taker").write("own", bytes(2 * MB))
    files.of("taker").write("from/giver/a", b"old")

    with pytest.raises(SandgateError, match=r"nothing was handed over to 'taker'.*may hold 4 MB"):
        await hand_over(files, ["a", "b", "c"], "giver", "taker")

    assert names(files.of("taker")) == {"own": 2 * MB, "from/giver/a": 3}


async def test_more_files_than_may_be_are_taken_back(tmp_path: Path) -> None:
    files = workspaces(tmp_path)
    for number in range(40):
        files.of("giver").write(f"{number}", b"1")
        files.of("taker").write(f"{number}", b"1")

    with pytest.raises(SandgateError, match="may hold 50 files"):
        await hand_over(files, [f"{number}" for number in range(40)], "giver", "taker")

    assert len(names(files.of("taker"))) == 40


@pytest.mark.parametrize("own", ["from", "from/giver", "from/giver/a/inside"])
async def test_a_file_does_not_take_the_place_of_a_folder_nor_the_other_way_round(tmp_path: Path, own: str) -> None:
    files = workspaces(tmp_path)
    files.of("giver").write("a", b"1")
    files.of("taker").write(own, b"1")

    with pytest.raises(BadArguments, match="nothing was handed over"):
        await hand_over(files, ["a"], "giver", "taker")

    assert names(files.of("taker")) == {own: 1}


@pytest.mark.parametrize(("giver", "taker"), [("a", "a"), ("../a", "b"), ("a", "")])
async def test_only_sessions_hand_over_and_not_to_themselves(tmp_path: Path, giver: str, taker: str) -> None:
    with pytest.raises(BadArguments):
        await hand_over(workspaces(tmp_path), ["x"], giver, taker)


async def test_members_of_an_area_share_files_and_nobody_else_does(tmp_path: Path) -> None:
    files = workspaces(tmp_path)
    files.of("writer").write("draft.md", b"one")
    area = Area(files, "report", ["writer", "editor"])

    await area.put("writer", ["draft.md"])
    listed = [one.path for one in await area.list("editor")]
    taken = await area.take("editor", ["draft.md"])
    for use in (area.put("stranger", ["draft.md"]), area.take("stranger", ["draft.md"]), area.list("stranger")):
        with pytest.raises(Denied, match="'stranger' is no member of the area 'report'"):
            await use

    assert (listed, [one.path for one in taken]) == (["draft.md"], ["from/area.report/draft.md"])


async def test_who_puts_a_file_again_replaces_it_and_who_has_taken_it_keeps_the_old_one(tmp_path: Path) -> None:
    files = workspaces(tmp_path)
    area = Area(files, "report", ["writer", "editor"])
    for text in (b"one", b"three"):
        files.of("writer").write("draft.md", text)
        await area.put("writer", ["draft.md"])
        if text == b"one":
            await area.take("editor", ["draft.md"])

    assert [one.size for one in await area.list("writer")] == [5]
    assert names(files.of("editor")) == {"from/area.report/draft.md": 3}
    assert await area.delete()
    assert await area.list("writer") == []
