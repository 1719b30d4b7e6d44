"""Indexes: what is put in comes out the same, and what somebody tampered with or made to harm does not."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from sandgate.errors import BadArguments, Denied, SandgateError
from sandgate.skills import digest_of
from sandgate.skills.sharing import Index, difference, read_skill

from .samples import EXAMPLE, PLAIN, kept, plain, trusted

KB = 512


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """An index with one skill."""
    skills = kept(tmp_path / "theirs")
    trusted(skills, plain(tags=("maths",), examples={"two": EXAMPLE}))
    shared = Index(tmp_path / "shared")
    shared.put(skills.load("double_it"))
    return shared


def test_what_is_put_into_an_index_comes_out_the_same(index: Index, tmp_path: Path) -> None:
    ours = kept(tmp_path / "ours")

    taken = index.take("double-it", KB)
    ours.save(taken.draft)

    theirs = kept(tmp_path / "theirs").load("double_it")
    assert ours.load("double_it").files == theirs.files
    assert taken.digest == theirs.skill.digest


def test_the_digest_is_what_sha256sum_says(index: Index) -> None:
    folder = index.folder / "double-it"
    lines = "find . -type f | sed 's|^./||' | LC_ALL=C sort | xargs sha256sum"
    printed = subprocess.run(["sh", "-c", lines], cwd=folder, capture_output=True, check=True).stdout

    assert index.entry("double_it").digest == f"sha256:{hashlib.sha256(printed).hexdigest()}"


def test_an_index_counts_versions_on_its_own(index: Index, tmp_path: Path) -> None:
    theirs = kept(tmp_path / "theirs")
    again = index.put(theirs.load("double_it"))
    trusted(theirs, plain(code=PLAIN + "# new\n"))
    others = kept(tmp_path / "others")
    trusted(others, plain(code=PLAIN + "# another\n"))

    numbers = [index.put(theirs.load("double_it")).version, index.put(others.load("double_it")).version]

    assert again.version == 1
    assert numbers == [2, 3]
    assert index.take("double_it", KB).draft.code == PLAIN + "# another\n"
    assert [path.name for path in index.folder.iterdir() if path.name.startswith(".")] == []


def _link(folder: Path) -> None:
    (folder / "examples" / "link.py").symlink_to("/etc/passwd")


def _link_folder(folder: Path) -> None:
    (folder / "examples" / "two.py").unlink()
    (folder / "examples").rmdir()
    (folder / "examples").symlink_to(folder.parent)


def _pipe(folder: Path) -> None:
    os.mkfifo(folder / "examples" / "pipe.py")


def _huge(folder: Path) -> None:
    with (folder / "examples" / "huge.py").open("wb") as file:
        file.truncate(2**40)


def _many(folder: Path) -> None:
    for number in range(100):
        (folder / "examples" / f"e{number}.py").write_text("1\n")


def _deep(folder: Path) -> None:
    (folder / "examples" / "deeper").mkdir()


def _named(folder: Path) -> None:
    (folder / "examples" / "x\n\x1b[2J.py").write_text("1\n")


def _hidden(folder: Path) -> None:
    (folder / ".git").mkdir()


def _stranger(folder: Path) -> None:
    (folder / "sitecustomize.py").write_text("print('mine')\n")


def _bytes(folder: Path) -> None:
    (folder / "double_it.py").write_bytes(b"\xff\xfe")


def _no_code(folder: Path) -> None:
    (folder / "double_it.py").unlink()


def _no_document(folder: Path) -> None:
    (folder / "SKILL.md").unlink()


def _other_name(folder: Path) -> None:
    (folder / "SKILL.md").write_text("---\nname: ../../evil\ndescription: x\n---\n")


@pytest.mark.parametrize(
    "harm",
    [
        *(_link, _link_folder, _pipe, _huge, _many, _deep, _named, _hidden, _stranger, _bytes, _no_code, _no_document),
        _other_name,
    ],
)
def test_a_folder_made_to_harm_is_refused(index: Index, harm: Callable[[Path], None]) -> None:
    harm(index.folder / "double-it")

    with pytest.raises(SandgateError):
        read_skill(index.folder / "double-it", KB)
    with pytest.raises(SandgateError):
        index.take("double_it", KB)


def test_a_skill_that_is_a_link_is_refused(index: Index) -> None:
    (index.folder / "double-it").rename(index.folder / "elsewhere")
    (index.folder / "double-it").symlink_to(index.folder / "elsewhere")

    with pytest.raises(BadArguments, match="cannot be read"):
        index.take("double_it", KB)


def test_a_digest_that_does_not_match_is_refused(index: Index) -> None:
    code = index.folder / "double-it" / "double_it.py"
    code.write_text(PLAIN.replace("* 2", "* 3"))

    with pytest.raises(Denied, match=r"was not taken: its folder has sha256:.*, the index said sha256:"):
        index.take("double_it", KB)


def test_a_digest_that_the_person_did_not_mean_is_refused(index: Index) -> None:
    with pytest.raises(Denied, match="you said sha256:0"):
        index.take("double_it", KB, digest="sha256:" + "0" * 64)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"format": 2, "skills": []}',
        "[" * 100_000,
        '{"format": 1, "skills": [{"name": "../x", "version": 1, "digest": "sha256:'
        + "0" * 64
        + '", "description": ""}]}',
        '{"format": 1, "skills": [{"name": "x", "version": 1, "digest": "md5:0", "description": ""}]}',
        '{"format": 1, "skills": [{"name": "x"}]}',
        '{"format": 1, "skills": 5}',
    ],
    ids=range(9),
)
def test_what_is_no_index_is_refused(index: Index, content: str) -> None:
    (index.folder / "index.json").write_text(content)

    with pytest.raises(BadArguments, match="is not an index of skills"):
        index.take("double_it", KB)


def test_a_skill_listed_twice_is_refused(index: Index) -> None:
    file = index.folder / "index.json"
    data = json.loads(file.read_text())
    file.write_text(json.dumps({**data, "skills": data["skills"] * 2}))

    with pytest.raises(BadArguments, match="listed twice"):
        index.entries()


def test_an_index_that_is_a_device_or_a_link_is_refused(index: Index) -> None:
    (index.folder / "index.json").unlink()
    (index.folder / "index.json").symlink_to("/dev/zero")

    with pytest.raises(BadArguments, match="is not an index"):
        index.entries()


def test_a_skill_that_an_index_does_not_have_is_answered_with_what_it_has(index: Index) -> None:
    with pytest.raises(BadArguments, match="it has double_it"):
        index.take("other", KB)


def test_front_matter_that_lies_about_tools_is_not_believed(index: Index, tmp_path: Path) -> None:
    folder = index.folder / "double-it"
    code = "from servers.bank import pay\n" + PLAIN
    (folder / "double_it.py").write_text(code)
    taken = read_skill(folder, KB)

    saved = kept(tmp_path / "ours").save(taken.draft)

    assert b"tools: []" in taken.files["SKILL.md"]
    assert saved.skill.facts.tools == ("bank.pay",)
    assert '"bank.pay"' in kept(tmp_path / "ours").load("double_it").document


def test_a_change_is_shown_line_by_line() -> None:
    before = {"a.py": b"one\ntwo\n", "same": b"x\n", "gone": b"x\n", "long": b"\n" * 6000}
    after = {"a.py": b"one\nthree\n", "same": b"x\n", "long": b"\n" * 6001}

    text = difference(before, after)

    assert "-two\n+three" in text
    assert "before/gone" in text
    assert "same" not in text
    assert "long: changed, too long to be compared" in text


def test_a_digest_depends_on_names_and_contents() -> None:
    every = [{"a": b"x"}, {"b": b"x"}, {"a": b"y"}, {"a": b"x", "b": b""}, {}]

    assert len({digest_of(files) for files in every}) == len(every)
