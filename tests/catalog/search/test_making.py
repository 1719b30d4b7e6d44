"""An index is kept on disk, taken from there while nothing has changed, and made anew when the file is damaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sandgate.catalog.search import Index, OnTool, index_of, making
from sandgate.catalog.search.meaning import Meaning
from sandgate.model import Tool

from .shop import TOOLS

ALL = [tool for tools in TOOLS.values() for tool in tools]


def names(found: list[Tool]) -> list[str]:
    return [tool.name for tool in found]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    made = making._made  # pyright: ignore[reportPrivateUsage] - what a kept index saves
    counts: list[int] = []

    def counting(tools: Sequence[Tool], about: Mapping[str, str], meant: Meaning | None, on_tool: OnTool) -> Index:
        counts.append(1)
        return made(tools, about, meant, on_tool)

    monkeypatch.setattr(making, "_made", counting)
    return counts


def test_a_kept_index_finds_the_same(tmp_path: Path, counted: list[int]) -> None:
    first = index_of(ALL, {}, tmp_path)
    again = index_of(ALL, {}, tmp_path)

    assert len(counted) == 1
    for query in ("create issue", "crete isue", "send a message and read a file", "nothing of the kind"):
        assert names(again.search(query)) == names(first.search(query))


def test_a_changed_tool_makes_another_index(tmp_path: Path, counted: list[int]) -> None:
    index_of(ALL, {}, tmp_path)
    changed = [replace(ALL[0], description="Bake a chocolate cake."), *ALL[1:]]

    found = index_of(changed, {}, tmp_path).search("bake a cake")

    assert len(counted) == 2
    assert names(found)[:1] == ["create_issue"]


@pytest.mark.parametrize("damage", [b"", b"\x00\x00", b"\xff" * 100, b"\x00\x00\x00\x02{}", None])
def test_a_damaged_file_is_made_anew(tmp_path: Path, counted: list[int], damage: bytes | None) -> None:
    index_of(ALL, {}, tmp_path)
    (file,) = tmp_path.glob("*.index")
    file.write_bytes(file.read_bytes()[:-5] if damage is None else damage)

    found = index_of(ALL, {}, tmp_path).search("create issue")

    assert len(counted) == 2
    assert names(found)[:1] == ["create_issue"]


def test_only_a_few_are_kept(tmp_path: Path) -> None:
    for number in range(making.MOST_KEPT + 3):
        index_of([Tool(server="s", name=f"t{number}")], {}, tmp_path)

    assert len(list(tmp_path.glob("*.index"))) == making.MOST_KEPT


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.touch()

    assert names(index_of(ALL, {}, file).search("create issue"))[:1] == ["create_issue"]
